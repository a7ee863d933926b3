/** The console's session is a cookie: out of reach of scripts and of other sites. Programs send headers. And the list of open sessions. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { serveSockets } from '../../platform/http/sockets.ts'
import { startPush, type Push } from '../../overviews/push/push.ts'
import { multipart, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context: test_, app, root, api } = await startTestApp()
const { context, clock } = test_
const good = 'plover-cabin-tundra-7'
await seedStore(context, 'CK1')
const inConsole = { 'x-endcap-console': '1' }
let push: Push
let port = 0
beforeAll(async () => {
  push = startPush(context)
  serveSockets(app.server, { '/push': push.sockets })
  await app.listen({ port: 0, host: '127.0.0.1' })
  // It listens on TCP.
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => push.stop())

let count = 0
async function person() {
  const email = `cookie${++count}@test.example`
  await seedAccount(context, { email, privileges: ['product.read', 'product.write'], stores: ['CK1'], password: good })
  return email
}
const at = () => `10.6.0.${++count}`
async function enter(email: string, headers: object = inConsole) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: at(),
    headers: { ...headers },
    payload: { email, password: good },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const session = answer.cookies.find((one) => one.name.endsWith('endcap'))
  return { body: answer.json<Record<string, unknown>>(), cookies: answer.cookies, session, cookie: `${session?.name}=${session?.value}` }
}
async function ask(headers: Record<string, string>, url = '/auth/login', method: 'GET' | 'POST' = 'GET', payload?: object) {
  const answer = await app.inject({ method, url: `/api${url}`, headers, ...(payload !== undefined && { payload }) })
  return answer.statusCode
}

describe('the console', () => {
  test('is given its session as a cookie that no script reads, and not in the answer', async () => {
    const email = await person()
    const { body, cookies, cookie } = await enter(email)
    expect(body).toMatchObject({ email, accessToken: '' })
    expect(cookies.map((one) => one.name).toSorted()).toEqual(['endcap', 'endcap-device'])
    for (const one of cookies) expect(one).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(await ask({ ...inConsole, cookie, 'access-email': email })).toBe(200)
  })
  test('has cookies of this host alone where the line is encrypted', async () => {
    const email = await person()
    context.config.trustProxy = () => true
    const { buildApp } = await import('../../app.ts')
    const behind = await buildApp(context)
    const answer = await behind.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { ...inConsole, 'x-forwarded-proto': 'https' },
      payload: { email, password: good },
    })
    await behind.close()
    expect(answer.cookies.map((one) => one.name).toSorted()).toEqual(['__Host-endcap', '__Host-endcap-device'])
    for (const one of answer.cookies) {
      expect(one).toMatchObject({ secure: true, httpOnly: true, path: '/' })
      expect(one.domain).toBeUndefined()
    }
  })
  test('signs out: what the cookie stood for is over', async () => {
    const email = await person()
    const { cookie } = await enter(email)
    const headers = { ...inConsole, cookie, 'access-email': email }
    expect(await ask(headers, '/auth/logout', 'POST', {})).toBe(200)
    expect(await ask(headers)).toBe(401)
  })
})

describe('a page of another site', () => {
  test('does nothing with the cookie: not without the header, not where the browser says whose call it is', async () => {
    const email = await person()
    const { cookie } = await enter(email)
    const body = { storeCode: 'CK1', productList: [{ prCode: 'p', prInfo: [] }] }
    const mail = { 'access-email': email }
    expect(await ask({ cookie, ...mail }, '/product', 'POST', body)).toBe(401)
    expect(await ask({ cookie, ...mail, ...inConsole, 'sec-fetch-site': 'cross-site' }, '/product', 'POST', body)).toBe(401)
    expect(await ask({ cookie, ...mail, ...inConsole, 'sec-fetch-site': 'same-site' }, '/product', 'POST', body)).toBe(401)
    expect(await ask({ cookie, ...mail, ...inConsole, 'sec-fetch-site': 'same-origin' }, '/product', 'POST', body)).toBe(200)
    const { payload, headers } = multipart({ storeCode: 'CK1' }, { name: 'p.csv', content: 'PRODUCT_CODE,NAME\nuploaded,a\n' })
    const upload = async (more: object) =>
      (await app.inject({ method: 'POST', url: '/api/product/file', headers: { ...headers, cookie, ...mail, ...more }, payload }))
        .statusCode
    const uploaded = () => context.db.selectFrom('products').select('pr_code').where('pr_code', '=', 'uploaded').execute()
    expect(await upload({})).toBe(401)
    expect(await upload({ ...inConsole, 'sec-fetch-site': 'cross-site' })).toBe(401)
    expect(await uploaded()).toEqual([])
    expect(await upload({ ...inConsole, 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await uploaded()).toHaveLength(1)
  })
  test('has no answer to a preflight, so that the header cannot be sent', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-endcap-console',
    }
    const answer = await app.inject({ method: 'OPTIONS', url: '/api/auth/login', headers })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['access-control-allow-headers']).toBeUndefined()
  })
  test.each([
    ['of this host', () => `http://127.0.0.1:${port}`, true],
    ['of another host', () => 'https://evil.example', false],
    ['of another port of this host', () => 'http://127.0.0.1:1', false],
    ['none', () => undefined, false],
  ])('opens no push channel; origin %s', async (_, origin, opens) => {
    const email = await person()
    const { cookie } = await enter(email)
    const socket = new WebSocket(`ws://127.0.0.1:${port}/push`, {
      headers: { cookie, ...(origin() !== undefined && { origin: origin() }) },
    })
    const heard = await new Promise<string>((resolve) => {
      socket.on('open', () => socket.send(JSON.stringify({ accessToken: '', accessEmail: email })))
      socket.on('message', () => resolve('message'))
      socket.on('close', (code) => resolve(`closed ${code}`))
    })
    socket.terminate()
    expect(heard).toBe(opens ? 'message' : 'closed 4401')
  })
})

test('a cookie with the e-mail of another account is void', async () => {
  const { cookie } = await enter(await person())
  expect(await ask({ ...inConsole, cookie, 'access-email': root.email })).toBe(401)
})
test('programs get a token and send it in headers, and no cookie', async () => {
  const email = await person()
  const { body, cookies } = await enter(email, {})
  expect(cookies).toEqual([])
  expect(await ask({ 'access-token': String(body.accessToken), 'access-email': email })).toBe(200)
})

describe('open sessions', () => {
  const list = async (headers: Record<string, string>, email = 'me') => {
    const answer = await app.inject({ method: 'GET', url: `/api/auth/account/${email}/session`, headers })
    return {
      status: answer.statusCode,
      sessions: answer.json<{ sessions: { sessionId: string; userAgent: string; current: boolean }[] }>().sessions,
    }
  }
  const end = async (headers: Record<string, string>, body: object) =>
    (await app.inject({ method: 'POST', url: '/api/auth/account/session/end', headers, payload: body })).statusCode
  async function three() {
    const email = await person()
    const headers = []
    for (const device of ['Till', 'Handheld', 'Desk']) {
      clock.advance(60)
      const { body } = await enter(email, { 'user-agent': device })
      headers.push({ 'access-token': String(body.accessToken), 'access-email': email })
    }
    const [first = {}, second = {}, desk = {}] = headers as Record<string, string>[]
    return { email, first, second, desk }
  }
  test('are listed, the last used first; one is ended, then all others', async () => {
    const { first, second, desk } = await three()
    const { sessions } = await list(desk)
    expect(sessions.map((one) => [one.userAgent, one.current]).slice(0, 3)).toEqual([
      ['Desk', true],
      ['Handheld', false],
      ['Till', false],
    ])
    const handheld = sessions.find((one) => one.userAgent === 'Handheld')
    expect(await end(desk, { email: 'me', sessionId: handheld?.sessionId })).toBe(200)
    expect([await ask(first), await ask(second), await ask(desk)]).toEqual([200, 401, 200])
    expect(await end(desk, { email: 'me', sessionId: handheld?.sessionId })).toBe(404)
    expect(await end(desk, { email: 'me' })).toBe(200)
    expect([await ask(first), await ask(desk)]).toEqual([401, 200])
    expect(JSON.stringify(sessions)).not.toContain(String(desk['access-token']))
  })
  test('of another account are for who may manage it', async () => {
    const { email, first, desk } = await three()
    const other = { ...(await three()).desk }
    expect((await list(other, email)).status).toBe(403)
    expect(await end(other, { email })).toBe(403)
    expect((await list(root.headers, email)).sessions.length).toBeGreaterThanOrEqual(3)
    expect(await end(root.headers, { email })).toBe(200)
    expect([await ask(first), await ask(desk)]).toEqual([401, 401])
    expect((await api('POST', '/audit/search', { length: 5 })).body.data.map((row) => row.action)).toContain('session.endSessions')
  })
})
