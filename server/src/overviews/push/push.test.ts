/** The push channel: who may listen, what each listener hears, and that nothing sent to it hurts the server. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { defaultPushPort, pushHeartbeatMs, pushMessage, type PushMessage } from '@endcap/contract/push'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../../app.ts'
import { serveSockets } from '../../platform/http/sockets.ts'
import { caller, seedAccount, seedStore, tagId, type SeededAccount } from '../../testing/seed.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { startPush, type Push } from './push.ts'

const good = 'plover-cabin-tundra-7'
let context: TestContext
let app: FastifyInstance
let push: Push
/** The channel on the main port and on its own. */
let urls: { '/push': string; 'its own port': string }
let mine: SeededAccount
let all: SeededAccount
const opened: WebSocket[] = []
/** Who does not answer until the next one is ended: a busy machine may take long for an answer. */
const heartbeatMs = 1000

beforeAll(async () => {
  context = await createTestContext()
  app = await buildApp(context.context)
  // Changes are told without a rest in between: coalesced.unit.test.ts looks at that.
  push = startPush(context.context, { restMs: 0 })
  serveSockets(app.server, { '/push': push.sockets })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  urls = { '/push': `ws://127.0.0.1:${port}/push`, 'its own port': `ws://127.0.0.1:${await push.listen(0, '127.0.0.1')}` }
  for (const code of ['S1', 'S2']) await seedStore(context.context, code)
  mine = await seedAccount(context.context, { email: 'mine@test.example', stores: ['S1'], privileges: ['tag.read'], password: good })
  all = await seedAccount(context.context, { email: 'all@test.example', privileges: 'administrator', password: good })
})
afterAll(async () => {
  await push.stop()
  await app.close()
  await context.close()
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })
const helloOf = ({ headers }: SeededAccount) => ({ accessToken: headers['access-token'], accessEmail: headers['access-email'] })

/** A connection with everything it hears, checked against the contract; what is only said again, as a sign of life, is counted. */
async function open(url = urls['/push']) {
  const socket = new WebSocket(url)
  opened.push(socket)
  const heard: PushMessage[] = []
  let closed: number | undefined
  let [welcomed, beats] = [false, 0]
  socket.on('message', (data: Buffer) => {
    const message = pushMessage.parse(JSON.parse(data.toString()))
    if (message.type === 1 && welcomed) beats++
    else heard.push(message)
    welcomed ||= message.type === 1
  })
  socket.on('close', (code) => (closed = code))
  socket.on('error', () => undefined)
  await once(socket, 'open')
  return { socket, heard, closed: () => closed, beats: () => beats }
}
async function listenAs(account: SeededAccount, url?: string) {
  const client = await open(url)
  client.socket.send(JSON.stringify(helloOf(account)))
  await until(() => expect(client.heard).toEqual([{ type: 1, msg: [] }]))
  client.heard.length = 0
  return client
}
const changesHeard = (heard: readonly PushMessage[]) => heard.flatMap((message) => (message.type === 2 ? message.msg : []))
const change = (storeCode: string) => context.context.signals.notify('changed', { storeCode, changes: ['tags'] })

describe('the stores that are collecting', () => {
  test('come when they change: to each account its own, to those who may not read tags none', async () => {
    const { db, signals } = context.context
    const blind = await seedAccount(context.context, { email: 'blind@test.example', stores: ['S1'], privileges: ['store.read'] })
    const [one, ofAllStores, withoutStores] = [await listenAs(mine), await listenAs(all), await listenAs(blind)]
    const summaryOf = (heard: readonly PushMessage[]) =>
      heard.flatMap((message) => (message.type === 1 ? [message.msg.map((store) => store.storeCode)] : []))
    const channels = [one, ofAllStores, withoutStores].map(({ socket }) => {
      const lists: string[][] = []
      socket.on('message', (data: Buffer) => lists.push(...summaryOf([pushMessage.parse(JSON.parse(data.toString()))])))
      return lists
    })
    const at = context.clock.now()
    for (const store_code of ['S1', 'S2'])
      await db
        .insertInto('collections')
        .values({
          store_code,
          cmd: 'GATEWAY_SCAN',
          task_id: null,
          total: 1,
          outcome: null,
          created_by: 'test',
          started_at: at,
          deadline_at: at,
        })
        .execute()
    signals.notify('collecting', {})
    await until(() => expect(channels).toEqual([[['S1']], [['S1', 'S2']], []]))
    // Said again by another process: nothing is new.
    signals.notify('collecting', {})
    await db.updateTable('collections').set({ finished_at: at, outcome: 'DONE' }).where('store_code', '=', 'S2').execute()
    signals.notify('collecting', {})
    await until(() => expect(channels[1]).toEqual([['S1', 'S2'], ['S1']]))
    expect(channels[0]).toEqual([['S1']])
    // Who comes now is told at once.
    const late = await open()
    late.socket.send(JSON.stringify(helloOf(mine)))
    await until(() => expect(late.heard).toEqual([{ type: 1, msg: [{ storeCode: 'S1', storeName: 'Store S1' }] }]))
    await db.deleteFrom('collections').execute()
    signals.notify('collecting', {})
    await until(() => expect(channels[0]).toEqual([['S1'], []]))
    expect(channels[2]).toEqual([])
  })
})

describe('without a session', () => {
  test.each(['/push', 'its own port'] as const)('%s tells nothing and closes', async (place) => {
    const { accessToken, accessEmail } = helloOf(mine)
    const hellos = [
      { accessToken: 'x'.repeat(32), accessEmail },
      { accessToken, accessEmail: all.email },
      { accessToken: '', accessEmail: '' },
      { accessToken },
      {},
    ]
    for (const hello of hellos) {
      const client = await open(urls[place])
      client.socket.send(JSON.stringify(hello))
      change('S1')
      await until(() => expect(client.closed()).toBe(4401))
      expect(client.heard).toEqual([])
    }
  })
  test('a client that says nothing hears nothing and is closed', async () => {
    const client = await open()
    change('S1')
    await until(() => expect(client.closed()).toBe(4408))
    expect(client.heard).toEqual([])
  })
  test('an ended session opens nothing', async () => {
    const gone = await seedAccount(context.context, { email: 'gone@test.example', stores: ['S1'], privileges: [] })
    await caller(app, gone)('POST', '/auth/logout', {})
    const client = await open()
    client.socket.send(JSON.stringify(helloOf(gone)))
    await until(() => expect(client.closed()).toBe(4401))
  })
  test('another address of the main port is no channel', async () => {
    const socket = new WebSocket(urls['/push'].replace('/push', '/other'))
    socket.on('error', () => undefined)
    const code = await new Promise((resolve) => socket.once('close', resolve))
    expect(code).toBe(1006)
  })
})

describe('where there is no room', () => {
  test('a listener is told to try later, not that its session has ended: of the server, of the account', async () => {
    for (const limits of [{ all: 1 }, { each: 1 }]) {
      const small = startPush(context.context, { limits })
      const url = `ws://127.0.0.1:${await small.listen(0, '127.0.0.1')}`
      const inside = await listenAs(mine, url)
      const client = await open(url)
      client.socket.send(JSON.stringify(helloOf(mine)))
      await until(() => expect(client.closed()).toBe(1013))
      expect(client.heard).toEqual([])
      expect(inside.closed()).toBeUndefined()
      // A place that becomes free is taken by the next one.
      inside.socket.close()
      await until(() => expect(inside.closed()).toBeDefined())
      await listenAs(mine, url)
      await small.stop()
    }
  })
})

describe('what a listener hears', () => {
  test.each(['/push', 'its own port'] as const)('at %s: its own stores, and no others', async (place) => {
    const [one, every] = [await listenAs(mine, urls[place]), await listenAs(all, urls[place])]
    change('S2')
    change('S1')
    await until(() => expect(changesHeard(every.heard).map((msg) => msg.storeCode)).toEqual(['S2', 'S1']))
    // All of them go out in their order: had those of S2 been meant for this client, they would be here before the last one of S1.
    change('S2')
    change('S1')
    await until(() => expect(changesHeard(every.heard)).toHaveLength(4))
    await until(() => expect(changesHeard(one.heard)).toHaveLength(2))
    const ofS1 = { type: 2, msg: { storeCode: 'S1', changes: ['tags'] } }
    expect(one.heard).toEqual([ofS1, ofS1])
  })
  test('of the servers: who may read them, whatever their stores', async () => {
    const reader = await seedAccount(context.context, { email: 'servers@test.example', stores: ['S1'], privileges: ['server.read'] })
    const [may, mayNot] = [await listenAs(reader), await listenAs(mine)]
    context.context.signals.notify('changed', { storeCode: 'SYSTEM', changes: ['servers', 'alarms'] })
    change('S1')
    await until(() => expect(mayNot.heard).toHaveLength(1))
    expect(changesHeard(mayNot.heard).map((msg) => msg.storeCode)).toEqual(['S1'])
    expect(changesHeard(may.heard)).toContainEqual({ storeCode: 'SYSTEM', changes: ['servers', 'alarms'] })
  })
  test('changes of a moment are one message', async () => {
    const { heard } = await listenAs(mine)
    const { signals } = context.context
    signals.notify('changed', { storeCode: 'S1', changes: ['tags', 'tasks'] })
    signals.notify('changed', { storeCode: 'S1', changes: ['tags', 'products'] })
    await until(() => expect(heard).toHaveLength(1))
    expect(heard).toEqual([{ type: 2, msg: { storeCode: 'S1', changes: ['tags', 'tasks', 'products'] } }])
  })
  test('what it shows, once it has said that; of all stores together without their names, and of no store that is not its own', async () => {
    const [clerk, office] = [await listenAs(mine), await listenAs(all)]
    const { signals } = context.context
    clerk.socket.send(
      JSON.stringify({
        watch: [
          { storeCode: 'S1', changes: ['products'] },
          { storeCode: 'S2', changes: ['tags'] },
        ],
      }),
    )
    office.socket.send(JSON.stringify({ watch: [{ storeCode: '', changes: ['tags', 'products'] }] }))
    // What changed just before it was heard is told as well.
    for (const storeCode of ['S2', 'S1']) signals.notify('changed', { storeCode, changes: ['tags', 'tasks'] })
    signals.notify('changed', { storeCode: 'S1', changes: ['products'] })
    await until(() =>
      expect(changesHeard(office.heard).flatMap(({ changes }) => changes)).toEqual(expect.arrayContaining(['tags', 'products'])),
    )
    await until(() => expect(changesHeard(clerk.heard)).toContainEqual({ storeCode: 'S1', changes: expect.arrayContaining(['products']) }))
    for (const client of [clerk, office]) {
      await new Promise((resolve) => client.socket.once('pong', resolve).ping())
      client.heard.length = 0
    }
    signals.notify('changed', { storeCode: 'S2', changes: ['tags', 'tasks'] })
    signals.notify('changed', { storeCode: 'S1', changes: ['tags', 'products'] })
    await until(() => expect(changesHeard(clerk.heard)).toEqual([{ storeCode: 'S1', changes: ['products'] }]))
    await until(() => expect(changesHeard(office.heard)).toEqual([{ storeCode: '', changes: ['tags', 'products'] }]))
    // What is no watch changes nothing.
    for (const said of ['{', '{"watch":[{"storeCode":1}]}', '{"watch":[{"storeCode":"","changes":["weather"]}]}']) clerk.socket.send(said)
    clerk.socket.send(JSON.stringify({ watch: null }))
    await new Promise((resolve) => clerk.socket.once('pong', resolve).ping())
    signals.notify('changed', { storeCode: 'S1', changes: ['sensors'] })
    await until(() => expect(changesHeard(clerk.heard)).toContainEqual({ storeCode: 'S1', changes: expect.arrayContaining(['sensors']) }))
  })
  test('a sign of life at least every 15 s, by which a dead channel is told from a quiet one', async () => {
    expect(pushHeartbeatMs).toBe(15_000)
    const quick = startPush(context.context, { heartbeatMs })
    const { beats } = await listenAs(mine, `ws://127.0.0.1:${await quick.listen(0, '127.0.0.1')}`)
    await until(() => expect(beats()).toBeGreaterThan(2))
    await quick.stop()
  })
  test('a call of the API is told', async () => {
    const { heard } = await listenAs(mine)
    await caller(app, all)('POST', '/tag/assign', { storeCode: 'S1', tagList: [{ tagMac: tagId(1), prCode: 'p1' }] })
    await until(() => expect(changesHeard(heard)[0]?.changes).toEqual(expect.arrayContaining(['tags', 'tasks'])))
  })
})

describe('the end of a session', () => {
  let number = 0
  const newAccount = () =>
    seedAccount(context.context, { email: `end${++number}@test.example`, stores: ['S1'], privileges: ['tag.read'], password: good })
  /** Signs the account in once more: a second session. */
  async function again({ email }: SeededAccount): Promise<SeededAccount> {
    const { body } = await signIn(email, good)
    return { email, headers: { 'access-token': String(body.accessToken), 'access-email': email } }
  }
  async function signIn(email: string, password: string) {
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  const expectEnd = (client: Awaited<ReturnType<typeof open>>, reason: string) =>
    until(() => {
      expect(client.heard).toEqual([{ type: 3, msg: { reason } }])
      expect(client.closed()).toBe(4401)
    })
  async function expectOpen(client: Awaited<ReturnType<typeof open>>) {
    change('S1')
    await until(() => expect(changesHeard(client.heard)).not.toEqual([]))
    expect(client.heard.map((message) => message.type)).not.toContain(3)
  }

  test('logout ends this session’s channel and no other', async () => {
    const account = await newAccount()
    const other = await again(account)
    const [leaving, staying] = [await listenAs(account), await listenAs(other)]
    await caller(app, account)('POST', '/auth/logout', {})
    await expectEnd(leaving, 'logout')
    await expectOpen(staying)
    expect(leaving.heard).toHaveLength(1)
  })
  test('a change of stores ends it, so that what is no longer theirs is not told', async () => {
    const account = await newAccount()
    const client = await listenAs(account)
    await caller(app, all)('PUT', '/auth/account', { email: account.email, store: ['S2'] })
    await expectEnd(client, 'account')
  })
  test('a new password ends the other sessions, not the one that changed it', async () => {
    const account = await newAccount()
    const other = await again(account)
    const [own, otherListener] = [await listenAs(account), await listenAs(other)]
    const changed = await caller(app, account)('POST', '/auth/account/password', { oldPassword: good, password: 'heron-lantern-gravel-9' })
    expect(changed.status).toBe(200)
    await expectEnd(otherListener, 'password')
    await expectOpen(own)
  })
  test('its running out ends it as well, without a signal; what changes later is not told', async () => {
    const quick = startPush(context.context, { heartbeatMs })
    const url = `ws://127.0.0.1:${await quick.listen(0, '127.0.0.1')}`
    const [expiring, prolonged] = [await newAccount(), await newAccount()]
    const [client, staying] = [await open(url), await open(url)]
    client.socket.send(JSON.stringify(helloOf(expiring)))
    staying.socket.send(JSON.stringify(helloOf(prolonged)))
    // Some heartbeats later both still listen.
    await until(() => expect([client.beats() > 2, staying.beats() > 2, client.closed()]).toEqual([true, true, undefined]))
    await context.context.db.updateTable('sessions').set({ expires_at: context.clock.now() }).where('email', '=', expiring.email).execute()
    await until(() => {
      expect(client.heard.filter((message) => message.type !== 1)).toEqual([{ type: 3, msg: { reason: 'expired' } }])
      expect(client.closed()).toBe(4401)
    })
    change('S1')
    await until(() => expect(changesHeard(staying.heard)).not.toEqual([]))
    expect(changesHeard(client.heard)).toEqual([])
    await quick.stop()
  })
  test('a stranger’s failed sign-ins do not end it', async () => {
    const account = await newAccount()
    const client = await listenAs(account)
    for (let n = 0; n < 5; n++) await signIn(account.email, 'wrong')
    await expectOpen(client)
  })
})

describe('malformed frames', () => {
  const bad: [string, (socket: WebSocket) => void, number][] = [
    ['no JSON', (socket) => socket.send('{"accessToken":'), 4401],
    ['another shape', (socket) => socket.send('[1,2,3]'), 4401],
    ['null', (socket) => socket.send('null'), 4401],
    ['wrong types', (socket) => socket.send('{"accessToken":{"$ne":null},"accessEmail":[]}'), 4401],
    ['a NUL character', (socket) => socket.send(JSON.stringify({ accessToken: '\0', accessEmail: '\0' })), 4401],
    ['bytes', (socket) => socket.send(Buffer.from([0, 255, 254, 128])), 4401],
    ['deep nesting', (socket) => socket.send('['.repeat(4000)), 4401],
    ['more than a hello takes', (socket) => socket.send('x'.repeat(5000)), 1009],
    ['fragments without an end', (socket) => Array.from({ length: 50 }, () => socket.send('x'.repeat(500), { fin: false })), 1009],
  ]
  test.each(bad)('%s instead of a hello ends that connection only', async (_, send, code) => {
    const listener = await listenAs(mine)
    const client = await open()
    send(client.socket)
    await until(() => expect(client.closed()).toBe(code))
    expect(client.heard).toEqual([])
    change('S1')
    await until(() => expect(listener.heard).toHaveLength(1))
  })
  test.each([
    ['an unmasked frame', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
    ['an unknown kind of frame', Buffer.from([0x8f, 0x80, 0, 0, 0, 0])],
    ['a length of petabytes', Buffer.from([0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])],
    ['text that is no UTF-8', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28])],
  ])('%s ends that connection only', async (_, frame) => {
    const listener = await listenAs(mine)
    const { port } = new URL(urls['/push'])
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `GET /push HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    await once(socket, 'data')
    socket.write(frame)
    await once(socket.resume(), 'close')
    change('S1')
    await until(() => expect(listener.heard).toHaveLength(1))
  })
  test('what a listener says after the hello is ignored', async () => {
    const listener = await listenAs(mine)
    for (const text of ['{"storeCode":"S2"}', JSON.stringify(helloOf(all)), 'x']) listener.socket.send(text)
    change('S2')
    change('S1')
    await until(() => expect(listener.heard).toHaveLength(1))
    expect(changesHeard(listener.heard)[0]?.storeCode).toBe('S1')
  })
})

describe('its own port', () => {
  test('is the specification’s unless another is set', () => {
    expect([defaultPushPort, context.context.config.pushPort]).toEqual([8801, 8801])
  })
  test('answers a call without an upgrade', async () => {
    const answer = await fetch(urls['its own port'].replace('ws:', 'http:'))
    expect(answer.status).toBe(426)
  })
})
