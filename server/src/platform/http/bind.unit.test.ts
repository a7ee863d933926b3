/** Who may make a call, and for which stores: every kind of access, on endpoints made for it. The real ones: foreign-store.test.ts, contract.test.ts. */
import { once } from 'node:events'
import { request } from 'node:http'
import type { Endpoint } from '@endcap/contract/endpoint'
import { partsOf } from '@endcap/contract/typed-object'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyRequest, type InjectOptions } from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ApiError } from '../base/errors.ts'
import { bind, publicBodyLimit, type Caller } from './bind.ts'
import { useCookies } from './cookies.ts'
import type { Session } from './session.ts'
import { shareAnswer } from './shared-answer.ts'

type Who = Partial<Pick<FastifyRequest, 'session' | 'gateway' | 'device' | 'bridge'>>
const account = (more: Partial<Session> = {}): Session => ({
  email: 'ann@test.example',
  name: 'Ann',
  roleId: 7,
  stores: ['S1', 'GONE'],
  tokenHash: 'x',
  factorDue: false,
  changeDue: false,
  can: (privilege) => privilege === 'tag.read',
  allows: (storeCode) => ['S1', 'GONE'].includes(storeCode),
  ...more,
})
const ann = { session: account() }
const anyBody = z.looseObject({})
const endpoint = (path: string, more: Partial<Endpoint> = {}): Endpoint => ({
  kind: 'json',
  method: 'POST',
  path,
  access: 'session',
  store: 'none',
  summary: '',
  query: undefined,
  body: anyBody,
  response: z.strictObject({ ok: z.boolean() }),
  ...more,
})
const domain = {
  public: endpoint('/public', { access: 'public' }),
  gateway: endpoint('/gateway', { access: 'gateway' }),
  device: endpoint('/device', { access: 'device' }),
  bridge: endpoint('/bridge', { access: 'bridge' }),
  session: endpoint('/session'),
  read: endpoint('/read', { access: 'tag.read' }),
  write: endpoint('/write', { access: 'tag.write' }),
  people: endpoint('/people', { people: true }),
  setUp: endpoint('/set-up', { duringSetUp: true }),
  password: endpoint('/password', { duringSetUp: 'password' }),
  ofPath: endpoint('/of/:storeCode', { store: 'params.storeCode' }),
  ofBody: endpoint('/of-body', { store: 'body.storeCode' }),
  ofAccount: endpoint('/of-account', { store: 'account' }),
  only: endpoint('/only', { store: 'body.storeCode', onlyStore: true }),
  onlyOfAccount: endpoint('/only-of-account', { store: 'account', onlyStore: true }),
  limited: endpoint('/limited', { perMinute: 5 }),
  query: endpoint('/query', { method: 'GET', body: undefined, query: z.strictObject({ a: z.string() }) }),
  many: endpoint('/many', { access: 'public', response: z.strictObject({ names: z.array(z.string()) }) }),
  silent: endpoint('/silent', { response: undefined }),
  upload: endpoint('/upload', { kind: 'upload', store: 'body.storeCode', onlyStore: true, maxBytes: 1000 }),
  converted: endpoint('/converted', { kind: 'converted', maxBytes: 1000 }),
  file: endpoint('/file', { kind: 'file', method: 'GET', body: undefined, response: undefined }),
  list: { ...endpoint('/list'), filters: {} },
  publicList: { ...endpoint('/public-list', { access: 'public' }), filters: {} },
}
type Name = keyof typeof domain

let who: Who = {}
/** What handlers were called with, whose lists were waited for, which calls were recorded, and how many bodies were let in. */
let calls: Caller[] = []
let lists: string[] = []
let recorded: { storeCode: string | undefined; fileName: string | undefined }[] = []
let entered = 0
let answer: unknown = { ok: true }
/** Of routes that are limited, by their address. */
const limits: Record<string, unknown> = {}
const app = Fastify({ bodyLimit: publicBodyLimit })
afterAll(() => app.close())
await useCookies(app)
await app.register(multipart)
for (const name of ['session', 'gateway', 'device', 'bridge'] as const) app.decorateRequest(name, undefined)
app.addHook('onRequest', async (request) => void Object.assign(request, who))
app.decorate('lists', { run: (email, work) => (lists.push(email), work()) })
app.decorate('bodies', { enter: () => void entered++ })
app.decorate('knownStores', {
  unknownOf: async (codes) => codes.filter((code) => code !== 'S1'),
  onlyOf: async (stores) => (stores === 'all' ? undefined : stores[0]),
})
app.decorate('answerAs', (_, { storeCode, fileName }, work) => (recorded.push({ storeCode, fileName }), work()))
app.setErrorHandler((error, _, reply) =>
  error instanceof ApiError ? reply.code(error.status).send(error.answer) : reply.code(500).send({ code: String(error) }),
)
let work = async (_: Caller): Promise<unknown> => answer
const handle = (call: Caller) => {
  calls.push(call)
  return work(call)
}
app.addHook('onRoute', ({ url, config }) => {
  if (config !== undefined && 'rateLimit' in config) limits[url] = config.rateLimit
})
bind<Record<string, Endpoint>>(app, domain, Object.fromEntries(Object.keys(domain).map((name) => [name, handle])))
beforeEach(() => {
  who = {}
  calls = []
  lists = []
  recorded = []
  entered = 0
  answer = { ok: true }
})

async function ask(name: Name, as: Who = ann, payload: InjectOptions['payload'] = {}, more: Partial<InjectOptions> = {}) {
  who = as
  const { method, path } = domain[name]
  const given = method === 'GET' ? {} : { payload }
  const { statusCode, body, headers } = await app.inject({ method, url: `/api${path}`, ...given, ...more })
  const isJson = headers['content-encoding'] === undefined && headers['content-type']?.toString().startsWith('application/json') === true
  const parts = isJson ? partsOf(JSON.parse(body)) : {}
  return { status: statusCode, code: parts.code, field: parts.field, body, headers }
}
/** Multipart, with a file. */
const sent = (fields: Record<string, string>) => {
  const lines = Object.entries(fields).map(([name, text]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n1\r\n--x--\r\n'
  return { payload: lines.join('') + file, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
}
const upload = (name: Name, fields: Record<string, string>, as: Who = ann) => {
  const { payload, headers } = sent(fields)
  return ask(name, as, payload, { headers })
}
const gateway = { gateway: { storeCode: 'S1', gwMac: 'G' } }
const device = { device: { storeCode: 'S1', mac: 'D' } }
const bridge = { bridge: { bridgeId: 'B', storeCodes: null, tokenHash: 'x' } }

describe('access', () => {
  test.each<[Name, Who, number]>([
    ['public', {}, 200],
    ['gateway', gateway, 200],
    ['gateway', ann, 401],
    ['device', device, 200],
    ['device', ann, 401],
    ['bridge', bridge, 200],
    ['bridge', ann, 401],
    ['session', ann, 200],
    ['session', { ...gateway, ...device, ...bridge }, 401],
    ['read', ann, 200],
    ['write', ann, 403],
    ['people', ann, 200],
    ['people', { session: account({ tokenId: '1' }) }, 403],
    ['session', { session: account({ tokenId: '1' }) }, 200],
    ['session', { session: account({ factorDue: true }) }, 403],
    ['password', { session: account({ factorDue: true }) }, 403],
    ['setUp', { session: account({ factorDue: true }) }, 200],
    ['session', { session: account({ changeDue: true }) }, 403],
    ['password', { session: account({ changeDue: true }) }, 200],
    ['setUp', { session: account({ changeDue: true }) }, 200],
  ])('%s, asked by %o: %i', async (name, as, status) => {
    expect((await ask(name, as)).status).toBe(status)
    expect(calls).toHaveLength(status === 200 ? 1 : 0)
    // Who may not call sends no body.
    expect(entered).toBe(status === 200 ? 1 : 0)
  })
  test('says what is missing', async () => {
    expect((await ask('session', { session: account({ factorDue: true }) })).code).toBe('second-factor-required')
    expect((await ask('session', { session: account({ changeDue: true }) })).code).toBe('password-change-required')
    expect((await ask('people', { session: account({ tokenId: '1' }) })).code).toBe('token')
  })
})

describe('the store of a call', () => {
  const inPath = (code: string, as: Who = ann) => ask('ofPath', as, {}, { url: `/api/of/${code}` })
  test('in the path is one of the account, and one that there is', async () => {
    expect((await inPath('S1')).status).toBe(200)
    expect(recorded).toEqual([{ storeCode: 'S1', fileName: undefined }])
    expect(await inPath('S2')).toMatchObject({ status: 403, code: 'other-store' })
    expect(await inPath('GONE')).toMatchObject({ status: 404, code: 'unknown-store', field: 'storeCode' })
  })
  test('in the body as well; without one, and with one that is no text, it is none of theirs', async () => {
    expect((await ask('ofBody', ann, { storeCode: 'S1' })).status).toBe(200)
    expect(recorded.at(-1)?.storeCode).toBe('S1')
    for (const body of [{ storeCode: 'S2' }, {}, { storeCode: ['S1'] }])
      expect(await ask('ofBody', ann, body)).toMatchObject({ status: 403, code: 'other-store' })
    const all = { session: account({ stores: 'all', allows: () => true }) }
    for (const body of [{}, { storeCode: ['S1'] }]) expect((await ask('ofBody', all, body)).code).toBe('other-store')
  })
  test('beside others that are named: one that is not theirs is not told to be there or not', async () => {
    expect((await ask('ofAccount', ann, { storeCodes: ['S1', 'S2', 'NONE'] })).status).toBe(200)
    expect(await ask('ofAccount', ann, { storeCodes: ['S1', 'GONE'] })).toMatchObject({ status: 404, field: 'storeCodes' })
    expect((await ask('ofAccount', ann, { storeCodes: ['GONE'] })).status).toBe(404)
    expect(recorded.every(({ storeCode }) => storeCode === undefined)).toBe(true)
  })
  test('is the only one of the account where a call that says something names none', async () => {
    expect((await ask('only', ann, { a: 1 })).status).toBe(200)
    expect(calls).toMatchObject([{ body: { a: 1, storeCode: 'S1' } }])
    expect((await ask('only', ann, { storeCode: 'S2' })).code).toBe('other-store')
    expect((await ask('only', ann, {})).code).toBe('other-store')
    const all = { session: account({ stores: 'all', allows: () => true }) }
    expect((await ask('only', all, { a: 1 })).code).toBe('other-store')
    expect((await ask('ofBody', ann, { a: 1 })).code).toBe('other-store')
    await ask('onlyOfAccount', all, { a: 1 })
    expect(Object.keys(partsOf(partsOf(calls.at(-1)).body))).toEqual(['a'])
  })
  test('is that of an upload too, which says nothing but its file', async () => {
    expect((await upload('upload', {})).status).toBe(200)
    expect(recorded).toEqual([{ storeCode: 'S1', fileName: 'a.csv' }])
    expect(calls[0]).toMatchObject({ body: { storeCode: 'S1' }, file: { name: 'a.csv' } })
    expect((await upload('upload', { storeCode: 'S2' })).code).toBe('other-store')
  })
})

test('a handler is told that its caller has left, not that it was answered', async () => {
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/session`
  const leaving = new AbortController()
  const post = () => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}', signal: leaving.signal })
  who = ann
  const given: AbortSignal[] = []
  const closed: Promise<unknown>[] = []
  const before = work
  app.server.on('request', (_, reply) => void closed.push(once(reply, 'close')))
  work = async (call) => {
    given.push(call.left)
    return { ok: true }
  }
  await (await post()).json()
  // Of a program that does not say what it is.
  const silent = request(url, { method: 'POST' }).end()
  await once(silent, 'response').then(([response]: { resume(): void }[]) => response?.resume())
  await Promise.all(closed)
  expect(calls.at(-1)?.userAgent).toBe('')
  expect(given.map(({ aborted }) => aborted)).toEqual([false, false])
  work = async (call) => {
    const { left } = call
    given.push(left)
    leaving.abort()
    await once(left, 'abort')
    // Who asks later is told as well.
    given.push(call.left)
    return { ok: true }
  }
  await expect(post()).rejects.toThrow()
  await expect.poll(() => given.map(({ aborted }) => aborted)).toEqual([false, false, true, true])
  work = before
})

describe('what a handler is given and answers', () => {
  test('is what came, by parts', async () => {
    await ask('session', ann, { a: 1 }, { headers: { 'user-agent': 'me' } })
    expect(calls[0]).toMatchObject({ session: { email: 'ann@test.example' }, body: { a: 1 }, params: {}, userAgent: 'me', ip: '127.0.0.1' })
    await ask('query', ann, undefined, { url: '/api/query?a=x' })
    expect(calls.at(-1)).toMatchObject({ query: { a: 'x' }, body: undefined })
    expect((await ask('query')).status).toBe(400)
  })
  test('may be nothing: a call without a body is an empty one', async () => {
    who = ann
    expect((await app.inject({ method: 'POST', url: '/api/session' })).statusCode).toBe(200)
    expect(calls).toEqual([expect.objectContaining({ body: {} })])
  })
  test('is checked: what the contract does not name is a fault of ours', async () => {
    answer = { ok: 'yes' }
    expect((await ask('session')).status).toBe(500)
    expect((await ask('silent')).status).toBe(500)
  })
  test('is a file where the contract says so, also of one that was sent', async () => {
    answer = { name: 'a.txt', type: 'text/plain', content: Buffer.from('hello') }
    expect(await ask('file')).toMatchObject({ status: 200, body: 'hello' })
    expect(await upload('converted', {})).toMatchObject({ status: 200, body: 'hello' })
    who = ann
    expect((await app.inject({ method: 'HEAD', url: '/api/file' })).statusCode).toBe(404)
    expect((await ask('converted')).status).toBe(400)
  })
  test('is a list in its turn, for accounts', async () => {
    await ask('list')
    await ask('publicList', {})
    await ask('session')
    expect([lists, calls.length]).toEqual([['ann@test.example'], 3])
  })
  test.each([
    ['public', 63_900, 200],
    ['public', 64_100, 413],
    ['session', 7_900_000, 200],
    ['session', 8_100_000, 413],
  ] as const)('%s takes a body of %i bytes: %i', async (name, bytes, status) => {
    expect((await ask(name, ann, { a: 'x'.repeat(bytes) })).status === 200).toBe(status === 200)
  })
})
test('only an endpoint that says so is limited, by the minute', () => {
  expect(limits).toEqual({ '/api/limited': { max: 5, timeWindow: 60_000 } })
})

test('what many get alike is compressed here, for all of them; other answers are left to the server', async () => {
  const many = () => ({ names: Array.from({ length: 400 }, (_, place) => `Store ${place}`) })
  const encodingOf = async (given: object) => {
    answer = given
    const { headers } = await ask('many', {}, {}, { headers: { 'accept-encoding': 'gzip' } })
    return headers['content-encoding']
  }
  expect(await encodingOf(shareAnswer(many()))).toBe('gzip')
  expect(await encodingOf(many())).toBeUndefined()
})
