/** Third-party authentication with a real directory behind https: who comes in, as whom, and who never does. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createScripts } from '../../testing/test-scripts.ts'
import { readHosts } from '../../platform/outgoing/script-hosts.ts'

const { context: test_, app, root } = await startTestApp()
const { context } = test_
const { api } = createScripts(test_, app, root, 'A')
const folder = mkdtempSync(join(tmpdir(), 'endcap-sso-'))
let directory: Server
let port = 0
const asked: string[] = []
const people: Record<string, { password: string; role: number; shops: string[]; chain?: boolean }> = {
  'ann@shop.example': { password: 'right', role: 501, shops: ['A1'] },
  'boss@shop.example': { password: 'right', role: 0, shops: [] },
  'chain@shop.example': { password: 'right', role: 501, shops: [], chain: true },
}

beforeAll(async () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=sso.shop.example',
      '-addext',
      'subjectAltName=DNS:sso.shop.example',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  )
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')])
  directory = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const answer = (status: number, body: object, headers = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
      if (request.url === '/away') return answer(302, {}, { location: 'https://elsewhere.example/' })
      if (request.url === '/flood') return response.writeHead(200).end('x'.repeat(2_000_000))
      if (request.url === '/silence') return undefined
      if (request.url === '/me') return answer(200, { who: request.headers.authorization })
      const { user, password } = JSON.parse(text || '{}') as { user: string; password: string }
      const person = people[user]
      if (person === undefined) return answer(404, {})
      if (person.password !== password) return answer(401, {})
      return answer(200, { token: user, ...person })
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => directory.once('listening', resolve))
  port = (directory.address() as AddressInfo).port
  // The name is reached at the address that is listed with it: no name server is asked for it.
  Object.assign(context.config, { scriptHosts: readHosts(`sso.shop.example:${port}@127.0.0.1, localhost:${port}, public.example`) })
  await seedStore(context, 'A1')
  await context.db
    .insertInto('roles')
    .values({ role_id: 501, name: 'Clerk', privileges: JSON.stringify([{ key: 'tag', read: true, write: false }]) })
    .execute()
})
afterAll(() => {
  directory.close()
  directory.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => void asked.splice(0))

const script = () => `
def authenticate(login, http, ctx):
    r = http.post('https://sso.shop.example:${port}/token', json={'user': login['email'], 'password': login['password']})
    if r.status == 401:
        raise AuthError('The directory says no.')
    if r.status != 200:
        return None
    me = http.get('https://sso.shop.example:${port}/me', headers={'Authorization': 'Bearer ' + r.json()['token']}).json()
    assert me['who'].startswith('Bearer ')
    p = r.json()
    return {'email': login['email'], 'name': 'From the directory', 'role_id': p['role'], 'store': p['shops'], 'enableWholeStore': p.get('chain', False)}
`
const use = (code: string, useType = 'OWN') => api('POST', '/auth/3rd/party', { code, useType })
let calls = 0
async function login(email: string, password: string) {
  const remoteAddress = `10.3.${Math.floor(++calls / 250)}.${calls % 250}`
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload: { email, password } })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

describe('with the directory', () => {
  beforeEach(() => use(script()))
  test('a person who was never here comes in as the directory says', async () => {
    const answer = await login('Ann@shop.example', 'right')
    expect(answer).toMatchObject({
      status: 200,
      body: {
        email: 'ann@shop.example',
        name: 'From the directory',
        role_id: 501,
        store: ['A1'],
        enableWholeStore: false,
        adfs: true,
        forceChange: false,
        weakPwd: false,
      },
    })
    const headers = { 'access-token': String(answer.body.accessToken), 'access-email': 'ann@shop.example' }
    expect((await app.inject({ url: '/api/auth/login', headers })).statusCode).toBe(200)
    expect(asked).toEqual(['POST /token', 'GET /me'])
    const payload = { oldPassword: 'right', password: 'plover-cabin-tundra-7' }
    const change = await app.inject({ method: 'POST', url: '/api/auth/account/password', headers, payload })
    expect(change.statusCode).toBe(409)
    expect(change.json()).toMatchObject({ code: 'third-party-sign-in' })
  })
  test.each([
    ["'/exceptions'", 200, '/exceptions'],
    ['None', 200, undefined],
    ["'//other.example'", 503, undefined],
    ["'https://other.example'", 503, undefined],
    ['7', 503, undefined],
  ])('a page that it sends a person to: %s → %i', async (redirect, status, page) => {
    await use(script().replace("'email': login", `'redirect': ${redirect}, 'email': login`))
    const answer = await login('Ann@shop.example', 'right')
    expect([answer.status, answer.body.redirect]).toEqual([status, page])
  })
  test('what the directory says anew holds with the next sign-in, and ends the sessions of before', async () => {
    const before = await login('ann@shop.example', 'right')
    people['ann@shop.example']!.shops = []
    expect((await login('ann@shop.example', 'right')).body).toMatchObject({ store: [] })
    const headers = { 'access-token': String(before.body.accessToken), 'access-email': 'ann@shop.example' }
    expect((await app.inject({ url: '/api/auth/login', headers })).statusCode).toBe(401)
    people['ann@shop.example']!.shops = ['A1']
  })
  test('whom it refuses gets its words, and is counted as any failure', async () => {
    expect(await login('ann@shop.example', 'wrong')).toMatchObject({
      status: 401,
      body: { code: 'login-refused', message: 'The directory says no.' },
    })
    const rows = await context.db
      .selectFrom('login_history')
      .selectAll()
      .where('email', '=', 'ann@shop.example')
      .where('success', '=', false)
      .execute()
    expect(rows.length).toBeGreaterThan(0)
  })
  test('whom it does not know is left to the local account', async () => {
    await seedAccount(context, { email: 'local@test.example', privileges: ['tag.read'], stores: ['A1'], password: 'plover-cabin-7' })
    expect((await login('local@test.example', 'plover-cabin-7')).status).toBe(200)
    expect((await login('local@test.example', 'wrong')).body.code).toBe('login-failed')
    expect((await login('nobody@test.example', 'x')).body.code).toBe('login-failed')
  })
  test('no account becomes an administrator through the directory', async () => {
    expect(await login('boss@shop.example', 'right')).toMatchObject({ status: 503 })
    expect(await context.db.selectFrom('accounts').selectAll().where('email', '=', 'boss@shop.example').execute()).toEqual([])
  })
  test('no script takes an administrator over, and none is given an administrator’s password', async () => {
    await seedAccount(context, { email: 'root2@test.example', privileges: 'administrator', password: 'osprey-lantern-42' })
    expect((await login('root2@test.example', 'osprey-lantern-42')).status).toBe(200)
    expect(asked).toEqual([])
    await use("def authenticate(login, http, ctx):\n    return {'email': 'root2@test.example', 'name': 'x', 'role_id': 501}")
    expect((await login('ann@shop.example', 'right')).status).toBe(503)
    expect(await context.db.selectFrom('accounts').select('role_id').where('email', '=', 'root2@test.example').executeTakeFirst()).toEqual({
      role_id: 0,
    })
  })
  test('an account that is locked here stays out', async () => {
    await login('chain@shop.example', 'right')
    await context.db.updateTable('accounts').set({ locked: true }).where('email', '=', 'chain@shop.example').execute()
    asked.splice(0)
    expect((await login('chain@shop.example', 'right')).body.code).toBe('account-locked')
    // Whether the password is right decides what is told.
    expect(asked).toEqual(['POST /token', 'GET /me'])
  })
  test('a temporary password is mailed to no one who signs in elsewhere', async () => {
    await login('ann@shop.example', 'right')
    await app.inject({ method: 'POST', url: '/api/auth/forget/password', payload: { email: 'ann@shop.example' } })
    expect(test_.mails).toEqual([])
  })
  test('switched off, only local passwords count', async () => {
    await use(script(), 'OFF')
    expect((await login('ann@shop.example', 'right')).body.code).toBe('login-failed')
    expect(asked).toEqual([])
  })
})

describe('a script that fails refuses', () => {
  test.each([
    ['an exception', "raise ValueError('x')"],
    ['a role that is not there', "return {'email': 'a@b.example', 'role_id': 999}"],
    ['a store that is not there', "return {'email': 'a@b.example', 'role_id': 501, 'store': ['NOPE']}"],
    ['no address', "return {'email': 'a', 'role_id': 501}"],
    ['role 0 as a text', "return {'email': 'a@b.example', 'role_id': '0'}"],
    ['role 0 as a bool', "return {'email': 'a@b.example', 'role_id': False}"],
    ['no role', "return {'email': 'a@b.example'}"],
    ['an endless loop', 'while True: pass'],
    ['requests without end', "while True: http.get('https://sso.shop.example/')"],
  ])('a script that fails refuses the sign-in: %s', async (_, statement) => {
    await use(`def authenticate(login, http, ctx):\n    ${statement}\n`)
    expect(await login('a@b.example', 'x')).toMatchObject({ status: 503, body: { code: 'third-party-failed' } })
    expect(await context.db.selectFrom('accounts').selectAll().where('email', '=', 'a@b.example').execute()).toEqual([])
  })
})

describe('requests', () => {
  const reach = async (call: string) => {
    const code = `def authenticate(login, http, ctx):\n    try:\n        r = ${call}\n        print(r.status, len(r.body))\n    except OSError as e:\n        print('no:', e)\n`
    const { body } = await api('POST', '/script/third-party-authentication/store/default/try', {
      code,
      login: { email: 'a@b.example', password: 'x' },
    })
    return String(body.log).trim()
  }
  const own = () => `https://sso.shop.example:${port}`
  test.each([
    ['another host', () => "http.get('https://elsewhere.example/')", 'is not among the hosts'],
    ['the listed host at another port', () => "http.get('https://sso.shop.example/')", 'is not among the hosts'],
    ['http', () => `http.get('http://sso.shop.example:${port}/')`, 'only https is possible'],
    ['a file', () => "http.get('file:///etc/passwd')", 'only https is possible'],
    ['this machine by address', () => `http.get('https://127.0.0.1:${port}/')`, 'is not among the hosts'],
    ['a name that stands for this machine', () => `http.get('https://localhost:${port}/')`, 'is at a private address'],
    ['a name and password in the address', () => `http.get('https://a:b@sso.shop.example:${port}/')`, 'no address that can be called'],
    ['nonsense', () => "http.get('nonsense')", 'no address that can be called'],
    ['another host in the headers', () => `http.get('${own()}/', headers={'Host': 'elsewhere.example'})`, 'the header host cannot be set'],
    ['a header with a line break', () => `http.get('${own()}/', headers={'X-A': 'a\\r\\nB: c'})`, 'is not possible'],
    ['a flood', () => `http.get('${own()}/flood')`, 'has more than 1000000 bytes'],
    ['a method of its own', () => `http.request('CONNECT', '${own()}/')`, 'is not possible'],
  ])('%s is not reached', async (_, call, message) => {
    expect(await reach(call())).toContain(`no: `)
    expect(await reach(call())).toContain(message)
  })
  test('a redirection is answered as it is and not followed', async () => {
    expect(await reach(`http.get('${own()}/away')`)).toBe('302 2')
  })
  test('who does not answer is waited for 5 s', async () => {
    expect(await reach(`http.get('${own()}/silence')`)).toBe('no: no answer within 5 s')
  })
})

test('a trial says who would come in, what was asked, and makes no account', async () => {
  await context.db.deleteFrom('accounts').where('email', '=', 'ann@shop.example').execute()
  const attempt = async (password: string) =>
    (
      await api('POST', '/script/third-party-authentication/store/default/try', {
        code: script(),
        login: { email: 'ann@shop.example', password },
      })
    ).body
  expect(await attempt('right')).toMatchObject({
    fault: null,
    login: {
      account: { email: 'ann@shop.example', role_id: 501, roleName: 'Clerk', store: ['A1'] },
      requests: [
        { method: 'POST', status: 200, url: expect.stringMatching(/\/token$/) },
        { method: 'GET', status: 200 },
      ],
    },
  })
  expect(await attempt('wrong')).toMatchObject({ login: { account: null, refused: 'The directory says no.' } })
  expect(await context.db.selectFrom('accounts').selectAll().where('email', '=', 'ann@shop.example').execute()).toEqual([])
})
