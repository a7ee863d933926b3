/** Webhooks against a real receiver: what is sent, to whom, how it is signed, and what happens while no receiver answers. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearAlarm, raiseAlarm } from '../alarms/alarms.service.ts'
import { freePort } from '../../platform/base/free-port.ts'
import { caller, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { readDestinations } from '../../platform/outgoing/networks.ts'
import { dropOldMessages, sendNext } from './outbox.ts'

const { context: test_, app, engine, api } = await startTestEngine()
const { context, clock } = test_
const { db } = context
const allow = (text: string) => void Object.assign(context.config, { webhookHosts: readDestinations(text) })

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
const received: Received[] = []
/** What the receiver answers, by path; 200 where nothing is said. */
const answers = new Map<string, { status: number; location?: string }>()
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body })
    const { status, location } = answers.get(path) ?? { status: 200 }
    response.writeHead(status, location === undefined ? {} : { location }).end('thank you')
  })
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
// It listens on TCP, so its address is one.
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
afterAll(() => new Promise((done) => receiver.close(done)))

beforeEach(async () => {
  await db.deleteFrom('webhooks').execute()
  received.length = 0
  answers.clear()
  allow('127.0.0.1:*')
})

const events = ['alarm.raised', 'alarm.cleared', 'task.finished']
let stores = 0
async function newStore() {
  const storeCode = `WH${++stores}`
  await seedStore(context, storeCode)
  return storeCode
}
async function hook(path: string, more: object = {}) {
  const settings = { name: path, url: origin + path, events, storeCodes: null, ...more }
  const { status, body } = await api('POST', '/setting/webhook', settings)
  expect(status).toBe(200)
  return { id: String(body.webhookId), secret: String(body.secret), settings }
}
const sendAll = async () => {
  while (await sendNext(context));
}
const fault = (storeCode: string, level: 1 | 2 | 3 = 3) => ({
  storeCode,
  type: 'GW STATUS ABNORMAL' as const,
  class: level,
  subject: `gw-${storeCode}`,
  data: { gwMac: 'x' },
  at: clock.now(),
})
const receivedTypes = () => received.map(({ path, body }) => [path, (JSON.parse(body) as { type: string }).type])
const later = async (seconds: number) => {
  clock.advance(seconds)
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date('2031-01-01') })
    .execute()
}

test('an alarm that comes and goes, and a task that ends, are told with a signature', async () => {
  const storeCode = await newStore()
  const { secret } = await hook('/all')
  await raiseAlarm(db, fault(storeCode))
  // Counted up, not raised again.
  await raiseAlarm(db, fault(storeCode))
  await clearAlarm(db, { ...fault(storeCode) })
  const gateway = await engine.gateway(storeCode, '02EC5A0C0001')
  await gateway.online()
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Milk', '', '199'] }] })
  await gateway.hear({ tag: tagId(0x7100) })
  const { body } = await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: tagId(0x7100), prCode: 'p1' }] })
  await engine.engine.settle()
  for (const operation of gateway.taken()) await gateway.report(operation, 'shown', { updates: 1 })
  await sendAll()
  expect(receivedTypes()).toEqual([
    ['/all', 'alarm.raised'],
    ['/all', 'alarm.cleared'],
    ['/all', 'task.finished'],
  ])
  const [alarm, , task] = received.map((one) => JSON.parse(one.body) as { timestamp: string; data: Record<string, unknown> })
  expect(alarm).toMatchObject({ data: { storeCode, type: 'GW STATUS ABNORMAL', class: 3, clearedAt: null, details: { gwMac: 'x' } } })
  expect(task).toMatchObject({ data: { storeCode, taskId: body.taskId, taskType: 'ASSIGN', total: 1, shown: 1, failed: 0 } })
  for (const { headers, body: text } of received) {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(clock.now().getTime() / 1000))
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
})

test('each is told what it asked for: events, stores, classes', async () => {
  const [mine, other] = [await newStore(), await newStore()]
  await hook('/raised', { events: ['alarm.raised'] })
  await hook('/mine', { storeCodes: [mine] })
  await hook('/critical', { minClass: 3 })
  await hook('/off', { enabled: false })
  await raiseAlarm(db, fault(other, 2))
  await raiseAlarm(db, fault(mine, 3))
  await raiseAlarm(db, { ...fault('SYSTEM', 3), subject: 'mail' })
  await clearAlarm(db, { ...fault(mine) })
  await sendAll()
  const paths = (path: string) => received.filter((one) => one.path === path).length
  expect([paths('/raised'), paths('/mine'), paths('/critical'), paths('/off')]).toEqual([3, 2, 3, 0])
})

test('what is given up with its cause is not told', async () => {
  const storeCode = await newStore()
  await hook('/all')
  await expect(
    db.transaction().execute(async (tx) => {
      await raiseAlarm(tx, fault(storeCode))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await sendAll()
  expect(received).toEqual([])
})

describe('a receiver', () => {
  const deliveries = async (id: string) => (await api('POST', `/setting/webhook/${id}/delivery/search`, {})).body.data
  const listed = async () => (await api('POST', '/setting/webhook/search', {})).body.data

  test('that fails is asked again, longer and longer, for a day; meanwhile it is left alone', async () => {
    const [one, two] = [await newStore(), await newStore()]
    const { id } = await hook('/down', { storeCodes: [one, two] })
    answers.set('/down', { status: 503 })
    await raiseAlarm(db, fault(one))
    await raiseAlarm(db, fault(two))
    await sendAll()
    // The second message waits: the receiver is away.
    expect(received).toHaveLength(1)
    expect(await listed()).toMatchObject([{ lastState: 'failing', lastOutcome: 'failed', waiting: 2 }])
    // Once a pause, however much there is to tell, and ever less often.
    const askedIn = async (seconds: number) => {
      const before = received.length
      for (let passed = 0; passed < seconds; passed += 5) {
        await later(5)
        await sendAll()
      }
      return received.length - before
    }
    expect(await askedIn(600)).toBe(5)
    expect(await askedIn(7200)).toBeLessThan(6)
    expect(await deliveries(id)).toMatchObject([{ state: 'failing' }, { state: 'failing' }])
    await later(86_400)
    await sendAll()
    expect(await deliveries(id)).toMatchObject([{ state: 'given-up' }, { state: 'given-up' }])
    expect(await askedIn(3600)).toBe(0)
    // By hand, once it is well.
    answers.clear()
    const [first] = await deliveries(id)
    await api('POST', `/setting/webhook/${id}/delivery/${String(first?.deliveryId)}`)
    await sendAll()
    expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered', outcome: 'delivered', tries: 1 })
  })

  test('that is not there, or answers by sending elsewhere, is told as such', async () => {
    const nowhere = await hook('/nowhere', { url: `http://127.0.0.1:${await freePort()}/` })
    expect((await api('POST', `/setting/webhook/${nowhere.id}/test`)).body).toMatchObject({
      ok: false,
      outcome: 'not-reachable',
    })
    answers.set('/away', { status: 307, location: `${origin}/secret` })
    const away = await hook('/away')
    expect((await api('POST', `/setting/webhook/${away.id}/test`)).body).toMatchObject({
      ok: false,
      outcome: 'redirected',
    })
    expect(received.map(({ path }) => path)).toEqual(['/away'])
    const well = await hook('/well')
    expect((await api('POST', `/setting/webhook/${well.id}/test`)).body).toEqual({ ok: true, outcome: 'delivered' })
    expect(receivedTypes().at(-1)).toEqual(['/well', 'test'])
  })

  test('that answers 410 Gone wants no more', async () => {
    await hook('/gone')
    answers.set('/gone', { status: 410 })
    await raiseAlarm(db, fault(await newStore()))
    await sendAll()
    await raiseAlarm(db, fault(await newStore()))
    await sendAll()
    expect(received).toHaveLength(1)
    expect(await listed()).toMatchObject([{ enabled: false, lastState: 'given-up' }])
  })

  test('gets a message that a dead process took; two processes never send the same at once', async () => {
    await hook('/slow')
    await raiseAlarm(db, fault(await newStore()))
    await db
      .updateTable('webhook_deliveries')
      .set({ tries: 1, due_at: new Date(clock.now().getTime() + 60_000) })
      .execute()
    await sendAll()
    expect(received).toEqual([])
    await later(61)
    await Promise.all([sendAll(), sendAll(), sendAll()])
    expect(received).toHaveLength(1)
  })
})

describe('accounts', () => {
  test('of some stores make webhooks for those, and see no others', async () => {
    const mine = await newStore()
    const ann = await seedAccount(context, {
      email: `ann${stores}@test.example`,
      privileges: ['server_config.read', 'server_config.write'],
      stores: [mine],
    })
    const asAnn = caller(app, ann)
    const all = await hook('/all')
    const settings = { name: 'mine', url: `${origin}/mine`, events, storeCodes: [mine] }
    expect((await asAnn('POST', '/setting/webhook', { ...settings, storeCodes: null })).status).toBe(403)
    expect((await asAnn('POST', '/setting/webhook', { ...settings, storeCodes: [mine, 'WH1'] })).status).toBe(403)
    const made = await asAnn('POST', '/setting/webhook', settings)
    expect(made.status).toBe(200)
    expect((await asAnn('POST', '/setting/webhook/search', {})).body.data.map(({ name }) => name)).toEqual(['mine'])
    for (const call of ['PUT', 'DELETE'] as const)
      expect((await asAnn(call, `/setting/webhook/${all.id}`, call === 'PUT' ? settings : undefined)).status).toBe(404)
    expect((await asAnn('PUT', `/setting/webhook/${String(made.body.webhookId)}`, { ...settings, storeCodes: null })).status).toBe(403)
  })

  test('see the secret once: when it is made, and when it is made anew', async () => {
    const { id, secret } = await hook('/all')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(JSON.stringify(await api('POST', '/setting/webhook/search', {}))).not.toContain(secret)
    const stored = await db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
    expect(stored.secret).not.toContain(secret.slice(6))
    const renewed = await api('POST', `/setting/webhook/${id}/secret`)
    expect(renewed.body.secret).not.toBe(secret)
    const records = await db.selectFrom('audit_log').select(['before', 'after']).where('kind', 'like', 'webhook%').execute()
    expect(JSON.stringify(records)).not.toContain('whsec_')
  })

  test('do not undo unseen what another account changed', async () => {
    const { id, settings } = await hook('/all')
    const seen = Number((await api('POST', '/setting/webhook/search', {})).body.data[0]?.updatedAt)
    expect((await api('PUT', `/setting/webhook/${id}`, { ...settings, name: 'a', updatedAt: seen })).status).toBe(200)
    expect((await api('PUT', `/setting/webhook/${id}`, { ...settings, name: 'b', updatedAt: seen })).status).toBe(409)
    expect((await api('POST', '/setting/webhook/search', {})).body.data).toMatchObject([{ name: 'a' }])
  })

  test('are told what is wrong with an address', async () => {
    for (const url of ['ftp://shop.example/', 'not an address', 'javascript:alert(1)', 'http://user:pass@shop.example/'])
      expect((await api('POST', '/setting/webhook', { name: 'x', url, events, storeCodes: null })).status).toBe(400)
    expect((await api('POST', '/setting/webhook', { name: 'x', url: origin, events: [], storeCodes: null })).status).toBe(400)
  })
})

describe('an address in the own network', () => {
  const settings = (url: string) => ({ name: 'in', url, events, storeCodes: null })
  const test_ = async (id: string) => (await api('POST', `/setting/webhook/${id}/test`)).body
  /** As one that was made before the address was looked at. */
  const put = async (url: string) => {
    const { id } = await hook('/in')
    await db.updateTable('webhooks').set({ url }).where('webhook_id', '=', id).execute()
    return id
  }

  test.each(
    [
      '127.0.0.1',
      '[::1]',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '10.0.0.1',
      'localhost',
      '[64:ff9b::7f00:1]',
    ].map((host) => [host]),
  )('%s is refused when it is entered, and never called', async (host) => {
    const port = new URL(origin).port
    const id = await put(`http://${host}:${port}/in`)
    allow('')
    const refused = await api('POST', '/setting/webhook', settings(`http://${host}:${port}/in`))
    expect(refused).toMatchObject({ status: 400, body: { code: 'address-not-allowed', field: 'url' } })
    expect(refused.body.message).toContain('ENDCAP_WEBHOOK_HOSTS')
    expect(await test_(id)).toEqual({ ok: false, outcome: 'not-allowed' })
    expect(received).toEqual([])
  })
  test('is called where it is listed, by its name or its network, at that port only', async () => {
    const { port } = new URL(origin)
    const [byName, byNetwork] = [await put(`http://localhost:${port}/a`), await put(`${origin}/b`)]
    allow(`localhost:${port}`)
    expect([await test_(byName), await test_(byNetwork)]).toMatchObject([{ outcome: 'delivered' }, { outcome: 'not-allowed' }])
    allow(`127.0.0.0/8:${port}`)
    expect([await test_(byName), await test_(byNetwork)]).toMatchObject([{ outcome: 'delivered' }, { outcome: 'delivered' }])
    allow('127.0.0.1, localhost')
    expect([await test_(byName), await test_(byNetwork)]).toMatchObject([{ outcome: 'not-allowed' }, { outcome: 'not-allowed' }])
  })
  test('tells the same of an open, a closed and a silent port, and nothing that a receiver says', async () => {
    const [open, closed] = [await put(`${origin}/x`), await put(`http://127.0.0.1:${await freePort()}/`)]
    allow('')
    expect(await test_(open)).toEqual(await test_(closed))
    allow('127.0.0.1:*')
    answers.set('/x', { status: 418 })
    expect(await test_(open)).toEqual({ ok: false, outcome: 'refused' })
  })
  test('that was let in before can be switched off, not changed into another', async () => {
    const { id, settings: made } = await hook('/in')
    allow('')
    expect((await api('PUT', `/setting/webhook/${id}`, { ...made, enabled: false })).status).toBe(200)
    expect((await api('PUT', `/setting/webhook/${id}`, { ...made, url: 'http://10.0.0.9/' })).status).toBe(400)
  })
})

test('messages of long ago are forgotten', async () => {
  await hook('/all')
  await raiseAlarm(db, fault(await newStore()))
  await later(31 * 86_400)
  await dropOldMessages(context)
  expect(await db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
})
