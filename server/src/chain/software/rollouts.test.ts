/** Roll-outs in stages, with gateways played by hand: one first, then the rest, and what stops them. */
import { createHash, randomBytes } from 'node:crypto'
import type { Alarm } from '@endcap/contract/alarms'
import type { UpgradedGateway } from '@endcap/contract/software'
import { packUpgrade } from '@endcap/contract/upgrade-file'
import { upgradeParams } from '@endcap/gateway-link/messages'
import { expect, test } from 'vitest'
import { caller, seedAccount, seedStore, sendFile } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import type { TestGateway } from '../../testing/test-engine.ts'
import { endAlarms } from '../../people/alarms/alarm-sweep.ts'
import { createSignals } from '../../platform/signals/signals.ts'
import { advanceRollouts, loadSeconds, returnSeconds } from './advance.ts'

const { context, app, root, engine, api } = await startTestEngine()
const { db } = context.context
let shops = 0
let versions = 0

interface Shop {
  storeCode: string
  gateways: TestGateway[]
}
async function shop(count: number, { version = '3.0.0' } = {}): Promise<Shop> {
  const storeCode = `RO${++shops}`
  await seedStore(context.context, storeCode)
  const gateways: TestGateway[] = []
  for (let index = 0; index < count; index++) {
    const gateway = await engine.gateway(
      storeCode,
      `02EC24${shops.toString(16).padStart(4, '0')}${index.toString(16).padStart(2, '0')}`.toUpperCase(),
    )
    await gateway.online()
    await gateway.sendStatus({ gmpVersion: version })
    gateways.push(gateway)
  }
  return { storeCode, gateways }
}
async function upload(more: object = {}) {
  const image = randomBytes(2000)
  const manifest = {
    format: 1 as const,
    component: 'gmp' as const,
    version: `4.${++versions}.0`,
    image: 'gmp.bin',
    bytes: image.byteLength,
    sha256: createHash('sha256').update(image).digest('hex'),
    ...more,
  }
  const answer = await sendFile<{ file: { fileId: string; version: string; sha256: string } }>(app, root, '/upgrade/file', {
    name: 'gmp.tar',
    content: Buffer.from(packUpgrade(manifest, image)),
  })
  return { ...answer.body.file, image }
}
async function begin({ storeCode }: Shop, fileId: string, more: object = {}) {
  const { status, body } = await api('POST', '/upgrade/rollout', {
    fileId,
    storeCodes: [storeCode],
    watchSeconds: 20,
    concurrency: 2,
    ...more,
  })
  expect(body).toMatchObject({ rolloutId: expect.any(String) })
  expect(status).toBe(200)
  return String(body.rolloutId)
}
const turn = async (seconds = 0) => {
  context.clock.advance(seconds)
  while (await advanceRollouts(context.context));
  await engine.engine.settle()
}
const detail = async (id: string) => (await api('GET', `/upgrade/rollout/${id}`)).body
const states = async (id: string) => {
  const { data } = (await api('POST', `/upgrade/rollout/${id}/gateway/search`, { length: -1, order: { column: 'gwMac', dir: 'asc' } })).body
  return (data as unknown as UpgradedGateway[]).map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`))
}
const upgradesOf = (gateway: TestGateway) => gateway.asked().filter((one) => one.kind === 'upgrade')
let starts = 0
/** It has loaded the image, and comes back with this version. */
async function obey(gateway: TestGateway, version: string) {
  const [asked] = upgradesOf(gateway)
  await gateway.reply({ request: asked!.request, ok: true })
  await turn()
  await gateway.breakOff()
  await gateway.online(`start-${++starts}`)
  await gateway.sendStatus({ gmpVersion: version })
  await turn()
}

test('one gateway goes first, alone; the rest follow two at a time when it was well for a while, and all have the new version', async () => {
  const one = await shop(4)
  const [a, b, c, d] = one.gateways as [TestGateway, TestGateway, TestGateway, TestGateway]
  const file = await upload()
  const id = await begin(one, file.fileId, { first: b.gwMac })
  await turn()
  expect(await states(id)).toEqual(['WAITING', 'LOADING', 'WAITING', 'WAITING'])
  const asked = upgradesOf(b)
  expect(asked).toHaveLength(1)
  expect(upgradeParams.parse(asked[0]!.params)).toEqual({ component: 'gmp', version: file.version, sha256: file.sha256, bytes: 2000 })
  await b.reply({ request: asked[0]!.request, ok: true })
  await turn()
  expect(await states(id)).toEqual(['WAITING', 'RESTARTING', 'WAITING', 'WAITING'])
  await b.breakOff()
  await turn(30)
  await b.online('new')
  await b.sendStatus({ gmpVersion: file.version })
  await turn(19)
  expect(await states(id)).toEqual(['WAITING', 'CHECKING', 'WAITING', 'WAITING'])
  await turn(10)
  expect(await states(id)).toEqual(['WAITING', 'CHECKING', 'WAITING', 'WAITING'])
  for (const gateway of [a, c, d]) expect(upgradesOf(gateway)).toEqual([])
  await turn(10)
  expect(await detail(id)).toMatchObject({ state: 'REST', firstGateway: b.gwMac })
  expect(await states(id)).toEqual(['LOADING', 'DONE', 'LOADING', 'WAITING'])
  await obey(a, file.version)
  expect(await states(id)).toEqual(['CHECKING', 'DONE', 'LOADING', 'WAITING'])
  await turn(20)
  expect(await states(id)).toEqual(['DONE', 'DONE', 'LOADING', 'LOADING'])
  await obey(c, file.version)
  await obey(d, file.version)
  await turn(20)
  expect(await detail(id)).toMatchObject({ state: 'DONE', total: 4, counts: { DONE: 4 }, finishedAt: expect.any(Number) })
  const { body } = await api('GET', `/status/store/${one.storeCode}`)
  expect((body.gwList as { gmpVersion: string }[]).map((gateway) => gateway.gmpVersion)).toEqual(Array(4).fill(file.version))
  const { versionList } = (await api('GET', '/upgrade/version')).body
  expect(versionList).toContainEqual({ component: 'gmp', version: file.version, gateways: 4 })
})

test.each<[string, string, (gateway: TestGateway, version: string) => Promise<void>]>([
  [
    'says that it cannot',
    'refused',
    async (gateway) => {
      await gateway.reply({ request: upgradesOf(gateway)[0]!.request, ok: false, detail: 'the image could not be written' })
    },
  ],
  ['does not answer', 'load-timeout', async () => turn(loadSeconds + 1)],
  [
    'does not come back',
    'not-back',
    async (gateway) => {
      await gateway.reply({ request: upgradesOf(gateway)[0]!.request, ok: true })
      await turn()
      await gateway.breakOff()
      await turn(returnSeconds + 1)
    },
  ],
  [
    'comes back with the old version',
    'old-version',
    async (gateway) => {
      await obey(gateway, '3.0.0')
      await turn(11)
    },
  ],
  [
    'goes away again',
    'went-away',
    async (gateway, version) => {
      await obey(gateway, version)
      await gateway.breakOff()
    },
  ],
  [
    'restarts again and again',
    'restarts-again',
    async (gateway, version) => {
      await obey(gateway, version)
      await gateway.online('once more')
      await gateway.sendStatus({ gmpVersion: version })
    },
  ],
  [
    'does not work any more',
    'unwell',
    async (gateway, version) => {
      await obey(gateway, version)
      await gateway.sendStatus({ gmpVersion: version, upLink: 'NG' })
      await turn(20)
    },
  ],
])('a first gateway that %s stops the roll-out, and the others are untouched', async (_, reason, happen) => {
  const one = await shop(3)
  const file = await upload()
  const id = await begin(one, file.fileId, { first: one.gateways[0]!.gwMac })
  await turn()
  await happen(one.gateways[0]!, file.version)
  await turn()
  expect(await detail(id)).toMatchObject({ state: 'STOPPED', stopReason: 'first-failed' })
  expect(await states(id)).toEqual([`FAILED ${reason}`, 'UNTOUCHED', 'UNTOUCHED'])
  await turn(3600)
  for (const gateway of one.gateways.slice(1)) expect(upgradesOf(gateway)).toEqual([])
  // They can be in another one now.
  expect((await api('POST', '/upgrade/rollout', { fileId: file.fileId, gwMacs: [one.gateways[1]!.gwMac] })).status).toBe(200)
})

const upgradeAlarms = async ({ storeCode, gateways }: Shop, index = 0) => {
  const { data } = (await api('POST', `/history/alarm/gw/${gateways[index]!.gwMac}/search`, {})).body
  return (data as unknown as Alarm[]).filter((one) => one.location === storeCode && one.subject.includes(' '))
}

test('a first gateway that fails is an alarm with store, gateway and version, until an upgrade of it succeeds', async () => {
  const one = await shop(3)
  const [first] = one.gateways as [TestGateway]
  const refuse = (gateway: TestGateway) => gateway.reply({ request: upgradesOf(gateway)[0]!.request, ok: false, detail: 'no room' })
  const fails = async () => {
    const file = await upload()
    await begin(one, file.fileId, { first: first.gwMac })
    await turn()
    await refuse(first)
    await turn()
    return file
  }
  const file = await fails()
  expect(await upgradeAlarms(one)).toMatchObject([
    {
      location: one.storeCode,
      type: 'GW STATUS ABNORMAL',
      class: 2,
      subject: `${first.gwMac} GMP`,
      state: 'open',
      repeats: 0,
      data: { gwMac: first.gwMac, component: 'gmp', version: file.version, conditions: [`upgrade:GMP ${file.version}`, 'refused'] },
    },
  ])
  // That its services and lines are well is no end of it; a second one that fails is the same alarm.
  await first.sendStatus({ gmpVersion: '3.0.0' })
  const again = await fails()
  expect(await upgradeAlarms(one)).toMatchObject([{ state: 'open', repeats: 1, data: { version: again.version } }])
  // Another gateway that goes first does not end it.
  const last = await upload()
  const id = await begin(one, last.fileId, { first: one.gateways[1]!.gwMac, watchSeconds: 0 })
  await turn()
  await obey(one.gateways[1]!, last.version)
  expect(await upgradeAlarms(one)).toMatchObject([{ state: 'open' }])
  await obey(first, last.version)
  expect(await states(id)).toEqual(['DONE', 'DONE', 'LOADING'])
  expect(await upgradeAlarms(one)).toMatchObject([{ state: 'cleared', repeats: 1 }])
})

test('that a gateway has the version by itself, or is deleted, ends the alarm as well', async () => {
  const one = await shop(2)
  const stopAt = async (index: number) => {
    const file = await upload()
    await begin(one, file.fileId, { first: one.gateways[index]!.gwMac })
    await turn()
    const gateway = one.gateways[index]!
    await gateway.reply({ request: upgradesOf(gateway)[0]!.request, ok: false, detail: 'no room' })
    await turn()
    return file
  }
  await stopAt(0)
  const file = await stopAt(1)
  expect(await upgradeAlarms(one, 1)).toMatchObject([{ state: 'open' }])
  await one.gateways[1]!.sendStatus({ gmpVersion: file.version })
  await begin(one, file.fileId, { first: one.gateways[0]!.gwMac })
  await turn()
  expect(await upgradeAlarms(one, 1)).toMatchObject([{ state: 'cleared' }])
  const [gone] = one.gateways
  await db.deleteFrom('gateways').where('gw_mac', '=', gone!.gwMac).execute()
  await endAlarms(context.context, 'test')
  const open = await db
    .selectFrom('alarms')
    .select('subject')
    .where('store_code', '=', one.storeCode)
    .where('cleared_at', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('it stops when more than the set share of the rest fails; those under way go on to their end', async () => {
  const one = await shop(5)
  const file = await upload()
  const id = await begin(one, file.fileId, { first: one.gateways[0]!.gwMac, maxFailedPercent: 20, watchSeconds: 0 })
  await turn()
  await obey(one.gateways[0]!, file.version)
  const fail = (gateway: TestGateway) => gateway.reply({ request: upgradesOf(gateway)[0]!.request, ok: false, detail: 'no room' })
  await fail(one.gateways[1]!)
  await turn()
  // One of five is not more than 20 %.
  expect(await detail(id)).toMatchObject({ state: 'REST' })
  await fail(one.gateways[2]!)
  await turn()
  expect(await detail(id)).toMatchObject({ state: 'STOPPED', stopReason: 'too-many-failed' })
  expect(await states(id)).toEqual(['DONE', 'FAILED refused', 'FAILED refused', 'LOADING', 'UNTOUCHED'])
  // The alarm names the one that was one too many.
  expect(await upgradeAlarms(one, 1)).toEqual([])
  expect(await upgradeAlarms(one, 2)).toMatchObject([{ state: 'open', data: { version: file.version } }])
  await obey(one.gateways[3]!, file.version)
  await turn()
  expect(await states(id)).toEqual(['DONE', 'FAILED refused', 'FAILED refused', 'DONE', 'UNTOUCHED'])
})

test('gateways that are offline get it when they are back; those that have it or are too old are passed over', async () => {
  const one = await shop(4)
  const [a, b, c, d] = one.gateways as [TestGateway, TestGateway, TestGateway, TestGateway]
  const file = await upload({ minimumVersion: '2.0.0' })
  await b.breakOff()
  await c.sendStatus({ gmpVersion: file.version })
  await d.sendStatus({ gmpVersion: '1.9.9' })
  const id = await begin(one, file.fileId, { watchSeconds: 0 })
  await turn()
  expect(await states(id)).toEqual(['LOADING', 'WAITING', 'SKIPPED has-it', 'SKIPPED below-minimum'])
  await obey(a, file.version)
  await turn(20_000)
  expect(await detail(id)).toMatchObject({ state: 'REST', counts: { WAITING: 1 } })
  await b.online('back')
  await b.sendStatus({ gmpVersion: '3.0.0' })
  await turn()
  await obey(b, file.version)
  expect(await detail(id)).toMatchObject({ state: 'DONE', counts: { DONE: 2, SKIPPED: 2 } })
})

test('a gateway that was chosen to go first is waited for while it is offline', async () => {
  const one = await shop(2)
  await one.gateways[1]!.breakOff()
  const id = await begin(one, (await upload()).fileId, { first: one.gateways[1]!.gwMac })
  await turn()
  expect(await states(id)).toEqual(['WAITING', 'WAITING'])
  await one.gateways[1]!.online('b')
  await turn()
  expect(await states(id)).toEqual(['WAITING', 'LOADING'])
})

test('it is paused, resumed and ended by people; what is under way goes on', async () => {
  const one = await shop(3)
  const file = await upload()
  const id = await begin(one, file.fileId, { watchSeconds: 0, concurrency: 1 })
  await turn()
  const control = (action: string) => api('POST', `/upgrade/rollout/${id}`, { action })
  expect((await control('pause')).body).toMatchObject({ paused: true })
  await obey(one.gateways[0]!, file.version)
  await turn(60)
  expect(await states(id)).toEqual(['DONE', 'WAITING', 'WAITING'])
  expect((await control('resume')).body).toMatchObject({ paused: false })
  await turn()
  expect(await states(id)).toEqual(['DONE', 'LOADING', 'WAITING'])
  expect((await control('stop')).body).toMatchObject({ state: 'STOPPED', stopReason: 'person' })
  await obey(one.gateways[1]!, file.version)
  expect(await states(id)).toEqual(['DONE', 'DONE', 'UNTOUCHED'])
  expect(await control('resume')).toMatchObject({ status: 409, body: { code: 'rollout-over' } })
})

test('the next process goes on when one was killed between asking and the answer, and asks no gateway twice', async () => {
  const one = await shop(2)
  const file = await upload()
  const id = await begin(one, file.fileId, { watchSeconds: 5 })
  await turn()
  const [first] = one.gateways
  const [asked] = upgradesOf(first!)
  // Another process has no hints of what the first one knew, only the database.
  const other = { ...context.context, signals: createSignals() }
  await Promise.all([advanceRollouts(other), advanceRollouts(context.context), advanceRollouts(other)])
  expect(await db.selectFrom('gateway_requests').select('request_id').where('gw_mac', '=', first!.gwMac).execute()).toHaveLength(1)
  // The answer came while no process ran; the gateway is back already.
  await first!.reply({ request: asked!.request, ok: true })
  await first!.breakOff()
  await first!.online('after')
  await first!.sendStatus({ gmpVersion: file.version })
  while (await advanceRollouts(other));
  expect(await states(id)).toEqual(['CHECKING', 'WAITING'])
  context.clock.advance(5)
  while (await advanceRollouts(other));
  expect(await states(id)).toEqual(['DONE', 'LOADING'])
})

test('an answer that got lost is no failure: the gateway is asked again, and its version counts', async () => {
  const one = await shop(1)
  const file = await upload()
  const id = await begin(one, file.fileId, { watchSeconds: 0 })
  await turn()
  const [asked] = upgradesOf(one.gateways[0]!)
  await turn(5)
  expect(upgradesOf(one.gateways[0]!)).toEqual([asked])
  await one.gateways[0]!.breakOff()
  await one.gateways[0]!.online('after')
  await one.gateways[0]!.sendStatus({ gmpVersion: file.version })
  await turn()
  expect(await detail(id)).toMatchObject({ state: 'DONE' })
})

test('setting gateways back asks first; a gateway is in one roll-out at a time; a file in use stays', async () => {
  const one = await shop(2, { version: '9.0.0' })
  const file = await upload()
  const body = { fileId: file.fileId, storeCodes: [one.storeCode] }
  expect(await api('POST', '/upgrade/rollout', body)).toMatchObject({
    status: 409,
    body: { code: 'upgrade-downgrade', message: `2 gateways have a newer version than ${file.version} and would be set back.` },
  })
  const id = await begin(one, file.fileId, { downgrade: true })
  expect(await api('POST', '/upgrade/rollout', { ...body, downgrade: true })).toMatchObject({ status: 409, body: { code: 'gateway-busy' } })
  expect(await api('DELETE', `/upgrade/file/${file.fileId}`)).toMatchObject({ status: 409, body: { code: 'upgrade-in-use' } })
  await api('POST', `/upgrade/rollout/${id}`, { action: 'stop' })
  expect(await api('DELETE', `/upgrade/file/${file.fileId}`)).toMatchObject({ status: 200 })
})

test('gateways fetch the image with their own credentials, and nothing else that way', async () => {
  const one = await shop(1)
  const file = await upload()
  const { registered } = { registered: one.gateways[0]!.gwMac }
  const issued = await api('POST', `/gw/secret/${registered}`)
  const authorization = `Basic ${Buffer.from(`${registered}:${String(issued.body.secret)}`).toString('base64')}`
  const get = (hash: string, headers: object) => app.inject({ url: `/api/gw/software/${hash}`, headers: { ...headers } })
  const answer = await get(file.sha256, { authorization })
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(file.image)).toBe(true)
  expect((await get(file.sha256, root.headers)).statusCode).toBe(401)
  const { hash } = await context.context.blobs.put(Buffer.from('a label'))
  expect((await get(hash, { authorization })).statusCode).toBe(404)
})

test('gateways to choose from are found by store, name, MAC and version, page by page, in the account’s stores', async () => {
  const [mine, others] = [await shop(3, { version: '7.7.1' }), await shop(1, { version: '7.7.1' })]
  const look = async (body: object, call = api) => (await call('POST', '/upgrade/gateway/search', body)).body
  const macs = (body: Record<string, unknown>) => (body.data as { gwMac: string }[]).map((one) => one.gwMac)
  const all = [...mine.gateways, ...others.gateways].map((one) => one.gwMac)
  expect(macs(await look({ search: { value: '7.7.' } }))).toEqual(all)
  expect(macs(await look({ search: { value: mine.storeCode } }))).toEqual(all.slice(0, 3))
  expect(macs(await look({ search: { value: all[2]!.toLowerCase() } }))).toEqual([all[2]])
  expect(await look({ search: { value: '7.7.1' }, start: 1, length: 2 })).toMatchObject({
    recordsFiltered: 4,
    data: [{ gwMac: all[1] }, { gwMac: all[2] }],
  })
  expect(macs(await look({ gwMacs: [all[0]!.match(/../g)!.join(':'), all[3]] }))).toEqual([all[0], all[3]])
  expect(macs(await look({ storeCodes: [others.storeCode] }))).toEqual([all[3]])
  expect(await look({ gwMacs: [all[0]] })).toMatchObject({
    data: [{ storeCode: mine.storeCode, storeName: expect.any(String), gmpVersion: '7.7.1', status: 'NORMAL' }],
  })
  const email = 'chooser@test.example'
  const some = caller(app, await seedAccount(context.context, { email, stores: [mine.storeCode], privileges: ['server_config.read'] }))
  expect(await look({ search: { value: '7.7.1' }, gwMacs: all }, some)).toMatchObject({ recordsTotal: 3, recordsFiltered: 3 })
})

test('accounts with some stores roll out to theirs, see theirs, and do not touch those of others', async () => {
  const [mine, others] = [await shop(1), await shop(1)]
  const file = await upload()
  const clerk = caller(
    app,
    await seedAccount(context.context, {
      email: 'clerk@test.example',
      stores: [mine.storeCode],
      privileges: ['server_config.read', 'server_config.write'],
    }),
  )
  expect((await clerk('POST', '/upgrade/rollout', { fileId: file.fileId, storeCodes: [others.storeCode] })).status).toBe(403)
  expect((await clerk('POST', '/upgrade/rollout', { fileId: file.fileId, gwMacs: [others.gateways[0]!.gwMac] })).status).toBe(404)
  const both = await api('POST', '/upgrade/rollout', {
    fileId: file.fileId,
    storeCodes: [mine.storeCode, others.storeCode],
    first: others.gateways[0]!.gwMac,
  })
  const id = String(both.body.rolloutId)
  expect((await clerk('GET', `/upgrade/rollout/${id}`)).body).toMatchObject({ total: 1, firstGateway: null })
  const { data } = (await clerk('POST', `/upgrade/rollout/${id}/gateway/search`, {})).body
  expect(data).toMatchObject([{ storeCode: mine.storeCode }])
  expect((await clerk('POST', `/upgrade/rollout/${id}`, { action: 'stop' })).body).toMatchObject({ code: 'other-store' })
  await api('POST', `/upgrade/rollout/${id}`, { action: 'stop' })
  const own = await clerk('POST', '/upgrade/rollout', { fileId: file.fileId })
  expect(own.body).toMatchObject({ total: 1 })
  expect((await clerk('POST', `/upgrade/rollout/${String(own.body.rolloutId)}`, { action: 'stop' })).status).toBe(200)
})
