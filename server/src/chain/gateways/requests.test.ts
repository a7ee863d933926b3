/** What gateways are asked to do: through the engine that has them, from any process, and always with an answer. */
import { logPartBytes, type DownMessage } from '@endcap/gateway-link/messages'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createLogSources, offlineGateway, offlineGatewayMessage } from '../../overviews/downloads/log-sources.ts'
import { createDownloadWorker } from '../../overviews/downloads/worker.ts'
import { createSignals } from '../../platform/signals/signals.ts'
import { readZip } from '../../testing/read-zip.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createTestEngine, type TestGateway } from '../../testing/test-engine.ts'
import { dropOldGatewayData, gatewayLogFiles } from './gateways.service.ts'

const { context, app, root, api } = await startTestApp()
let engine = await createTestEngine(context)
afterAll(() => engine.stop())
let gateway: TestGateway
let numbers = 0
await seedStore(context.context, 'REQ')

beforeEach(async () => {
  gateway = await engine.gateway('REQ', `02EC20${(++numbers).toString(16).toUpperCase().padStart(6, '0')}`)
  await gateway.online()
  await gateway.sendStatus()
  gateway.settings()
})
const openRequests = async () =>
  await context.context.db.selectFrom('gateway_requests').select(['kind', 'state', 'tries']).where('gw_mac', '=', gateway.gwMac).execute()
const answering = (more: object = { ok: true }) => gateway.onAsked(({ request }) => void gateway.reply({ request, ok: true, ...more }))
const checkLink = () => api('GET', `/check/link/gw/${gateway.gwMac}`)
const reboot = () => api('POST', `/gw/reboot/${gateway.gwMac}`)

describe('the link check', () => {
  test('is "Success" when the gateway answers, with the time it took', async () => {
    answering()
    expect((await checkLink()).body).toEqual({ result: 'Success', message: 'Success', ms: expect.any(Number) })
    expect(gateway.asked()).toMatchObject([{ kind: 'link-check' }])
  })
  test('of a gateway that is offline is "Fail" at once, without asking', async () => {
    await gateway.breakOff()
    expect((await checkLink()).body).toEqual({ result: 'Fail', message: "Can't connect to the GW", ms: null })
    expect(gateway.asked()).toEqual([])
  })
  test('of one that does not answer is "Fail" after five seconds, and a later answer is ignored', async () => {
    const began = performance.now()
    expect((await checkLink()).body).toMatchObject({ result: 'Fail', message: "Can't connect to the GW" })
    expect(performance.now() - began).toBeGreaterThan(4500)
    const [late] = gateway.asked()
    await gateway.reply({ request: late!.request, ok: true })
    expect(await openRequests()).toMatchObject([{ kind: 'link-check', state: 'FAILED' }])
  })
  test('is asked again when nothing was heard for four seconds', async () => {
    const waiting = checkLink()
    await expect.poll(() => gateway.asked().length).toBe(1)
    answering()
    context.clock.advance(4.5)
    await engine.engine.settle()
    expect((await waiting).body).toMatchObject({ result: 'Success' })
    expect(await openRequests()).toMatchObject([{ state: 'DONE', tries: 2 }])
  })
  test('asked by a process without engine, and without a hint, finds its way by the database', async () => {
    const apart = await buildApp({ ...context.context, signals: createSignals() })
    answering()
    const answer = await caller(apart, root)('GET', `/check/link/gw/${gateway.gwMac}`)
    expect(answer.body).toMatchObject({ result: 'Success' })
    await apart.close()
  })
  test('an answer of another gateway is not taken for its own', async () => {
    const other = await engine.gateway('REQ', `02EC21${(++numbers).toString(16).toUpperCase().padStart(6, '0')}`)
    await other.online()
    gateway.onAsked(({ request }) => void other.reply({ request, ok: true }))
    expect((await checkLink()).body).toMatchObject({ result: 'Fail' })
  })
  test('goes on when the engine that had the gateway is gone', async () => {
    const waiting = checkLink()
    await expect.poll(() => gateway.asked().length).toBe(1)
    await engine.stop()
    engine = await createTestEngine(context)
    // The gateway finds the new one; what it is asked there it answers.
    const again = await engine.reach('REQ', gateway.gwMac)
    again.onAsked(({ request }) => void again.reply({ request, ok: true }))
    context.clock.advance(4.5)
    await again.online('b')
    await engine.engine.settle()
    expect((await waiting).body).toMatchObject({ result: 'Success' })
  })
})

describe('a restart', () => {
  test('is announced once the gateway has said so', async () => {
    answering()
    expect(await reboot()).toMatchObject({ status: 200, body: { message: 'GW will restart soon.' } })
    expect(gateway.asked()).toMatchObject([{ kind: 'reboot' }])
  })
  test('counts as done when the gateway comes back as another start, though its answer got lost', async () => {
    const waiting = reboot()
    await expect.poll(() => gateway.asked().length).toBe(1)
    await gateway.breakOff()
    await gateway.online('after')
    context.clock.advance(5)
    await engine.engine.settle()
    expect((await waiting).status).toBe(200)
    // It is not asked again: it would restart twice.
    expect(gateway.asked()).toEqual([])
  })
  test.each([
    ['refuses', async () => answering({ ok: false, detail: 'busy' })],
    ['is offline', () => gateway.breakOff()],
  ])('fails when the gateway %s', async (_, arrange) => {
    await arrange()
    expect(await reboot()).toMatchObject({ status: 409, body: { code: 'gw-reboot-failed', message: 'GW reboot failed.' } })
  })
  test('that was asked for is no alarm, unless the gateway does not come back in time', async () => {
    const alarms = async () =>
      (
        await context.context.db
          .selectFrom('alarms')
          .select(['subject', 'cleared_at', 'class'])
          .where('store_code', '=', 'REQ')
          .where('type', '=', 'GW STATUS ABNORMAL')
          .where('subject', '=', gateway.gwMac)
          .orderBy('raised_at')
          .execute()
      ).map(({ cleared_at, ...alarm }) => ({ ...alarm, isOpen: cleared_at === null }))
    answering()
    await reboot()
    await gateway.breakOff()
    await engine.pass(60)
    expect(await alarms()).toEqual([])
    await gateway.online('after')
    expect(await alarms()).toEqual([])
    await engine.pass(600)
    // No restart was asked for.
    await gateway.breakOff()
    expect(await alarms()).toEqual([{ subject: gateway.gwMac, class: 3, isOpen: true }])
    await gateway.online('again')
    await reboot()
    await gateway.breakOff()
    await engine.pass(600)
    expect(await alarms()).toEqual([
      { subject: gateway.gwMac, class: 3, isOpen: false },
      { subject: gateway.gwMac, class: 3, isOpen: true },
    ])
  })
  test('is refused without the privilege store.write', async () => {
    const reader = await seedAccount(context.context, {
      email: `reader${numbers}@test.example`,
      stores: ['REQ'],
      privileges: ['store.read'],
    })
    expect((await caller(app, reader)('POST', `/gw/reboot/${gateway.gwMac}`)).status).toBe(403)
  })
})

describe('logs', () => {
  const long = Buffer.from(Array.from({ length: 3000 }, (_, line) => `${line} something happened\n`).join(''))
  const files = [
    { file: 'gmp.log', modifiedAt: 2000, content: long },
    { file: 'grm.log', modifiedAt: 1000, content: Buffer.from('quiet\n') },
  ]
  /** Sends them as asked; `without` leaves out a part the first time. */
  const sendLogs = (without?: number) => {
    let round = 0
    gateway.onAsked(({ request, kind }: DownMessage<'request'>) => {
      if (kind !== 'log') return
      round++
      void (async () => {
        for (const { file, modifiedAt, content } of files) {
          const parts = Math.max(1, Math.ceil(content.byteLength / logPartBytes))
          for (let part = 0; part < parts; part++) {
            if (file === 'gmp.log' && part === without && round === 1) continue
            const slice = content.subarray(part * logPartBytes, (part + 1) * logPartBytes)
            await gateway.sendLog({ request, file, modifiedAt, part, parts, content: slice.toString('base64') })
          }
        }
        await gateway.reply({ request, ok: true, files: files.length })
      })()
    })
  }
  const fetchLogs = async () => {
    const found = await gatewayLogFiles(context.context, gateway.gwMac, offlineGateway)
    return Promise.all(
      found.map(async ({ name, modifiedAt, open }) => ({ name, modifiedAt, content: Buffer.concat(await open().toArray()) })),
    )
  }

  test('come in parts and are put together, newest first; nothing of them is kept', async () => {
    sendLogs()
    expect(await fetchLogs()).toEqual([
      { name: 'gmp.log', modifiedAt: new Date(2_000_000), content: long },
      { name: 'grm.log', modifiedAt: new Date(1_000_000), content: files[1]!.content },
    ])
    expect(await context.context.db.selectFrom('gateway_log_parts').selectAll().execute()).toEqual([])
  })
  test('are asked for once more when a part got lost', async () => {
    sendLogs(1)
    expect((await fetchLogs())[0]!.content).toEqual(long)
    expect(gateway.asked()).toHaveLength(2)
  })
  test('are packed by a download as they are', async () => {
    sendLogs()
    const started = await api('POST', '/file/download', { type: 1, storeCode: 'REQ', filter: { gwMac: gateway.gwMac } })
    const sources = createLogSources(context.context, { gateway: ({ gwMac }) => gatewayLogFiles(context.context, gwMac, offlineGateway) })
    await createDownloadWorker({ context: context.context, holder: 'test', sources }).work()
    const { body } = await api('POST', `/file/download/task/${String(started.body.taskId)}`)
    expect(body).toMatchObject({ state: 'DONE', fileName: expect.stringMatching(new RegExp(`^gateway-log-${gateway.gwMac}-.*\\.zip$`)) })
    const zip = readZip((await app.inject(String(body.link))).rawPayload)
    expect([...zip.keys()]).toEqual(['gmp.log', 'grm.log'])
    expect(zip.get('gmp.log')).toEqual(long)
  })
  test('of an offline gateway are refused in the words of the specification', async () => {
    await gateway.breakOff()
    const answer = await api('POST', '/file/download', { type: 1, storeCode: 'REQ', filter: { gwMac: gateway.gwMac } })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'log-gateway-offline', message: 'Unable to log download from offline gateway.' },
    })
    // Gone only after the download was taken: the same.
    await expect(gatewayLogFiles(context.context, gateway.gwMac, offlineGateway)).rejects.toThrow(offlineGatewayMessage)
  })
  test('of a gateway that has none say so', async () => {
    answering({ ok: false, detail: 'no such function' })
    await expect(gatewayLogFiles(context.context, gateway.gwMac, offlineGateway)).rejects.toThrow('cannot send its log: no such function')
  })
  test('that no request asked for are not stored, nor more parts than a request may bring', async () => {
    await gateway.sendLog({ request: 'gw-1', file: 'a.log', modifiedAt: 1, part: 0, parts: 1, content: '' })
    await gateway.sendLog({ request: 'x', file: 'a.log', modifiedAt: 1, part: 0, parts: 1, content: '' })
    expect(await context.context.db.selectFrom('gateway_log_parts').selectAll().execute()).toEqual([])
  })
})

test('requests that are over are thrown away after ten minutes', async () => {
  answering()
  await checkLink()
  await dropOldGatewayData(context.context)
  expect(await openRequests()).toHaveLength(1)
  context.clock.advance(700)
  await dropOldGatewayData(context.context)
  expect(await openRequests()).toEqual([])
})
