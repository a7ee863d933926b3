/** The weekly status check runs on its day, on the store's own calendar, in the night. */
import { expect, test } from 'vitest'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { settleCollections } from './status-check.service.ts'
import { startWeekly } from './weekly.ts'

const { context, engine, api } = await startTestEngine()
const { db } = context.context
let numbers = 0

async function shop(config: object, tags = 1) {
  const number = ++numbers
  const storeCode = `WK${number}`
  await seedStore(context.context, storeCode, { enableTagStatusCheck: true, ...config })
  const gateway = await engine.gateway(storeCode, `02EC7A${number.toString(16).toUpperCase().padStart(6, '0')}`)
  await gateway.online()
  const macs = Array.from({ length: tags }, (_, place) => tagId(0x50000 + number * 0x100 + place))
  if (tags > 0) await gateway.hear(...macs.map((tag) => ({ tag })))
  return { storeCode, gateway, macs }
}
const begun = async () =>
  (
    await db.selectFrom('collections').select(['store_code', 'cmd', 'created_by']).orderBy('store_code').orderBy('collection_id').execute()
  ).map((row) => [row.store_code, row.cmd, row.created_by])
const reach = async (time: string) => {
  context.clock.advance((Date.parse(time) - context.clock.now().getTime()) / 1000)
  return startWeekly(context.context)
}

// It is Saturday, 2026-11-21, 09:00 UTC: 18:00 in Tokyo.
test('begins in the store’s own night of that day, once, asks every tag, and does nothing where it is off or by hand', async () => {
  const tokyo = await shop({}, 2)
  const berlin = await shop({ timeZone: 'Europe/Berlin' })
  await shop({ tagStatusCheckDay: 'manual' })
  await shop({ enableTagStatusCheck: false })
  await shop({ tagStatusCheckDay: 'MON' })
  await shop({}, 0)
  const all = (storeCode: string) => [storeCode, 'ALL_TAG_STATUS_COLLECT', 'weekly status check']
  expect(await reach('2026-11-21T16:59:00Z')).toBe(0)
  // 02:00 on Sunday in Tokyo. Two processes look at the same time.
  const turns = await Promise.all([reach('2026-11-21T17:00:00Z'), startWeekly(context.context)])
  expect(turns.reduce((sum, one) => sum + one)).toBe(1)
  expect(await begun()).toEqual([all(tokyo.storeCode)])
  await tokyo.gateway.online()
  await engine.engine.settle()
  expect(
    tokyo.gateway
      .taken()
      .filter((one) => one.kind === 'STATUS_CHECK')
      .map((one) => one.tag)
      .toSorted(),
  ).toEqual(tokyo.macs)
  context.clock.advance(3600)
  await settleCollections(context.context)
  expect(await startWeekly(context.context)).toBe(0)
  // 02:00 on Sunday in Berlin.
  expect(await reach('2026-11-22T00:59:00Z')).toBe(0)
  expect(await reach('2026-11-22T01:00:00Z')).toBe(1)
  expect(await begun()).toEqual([all(tokyo.storeCode), all(berlin.storeCode)])
  context.clock.advance(3600)
  await settleCollections(context.context)
  expect(await startWeekly(context.context)).toBe(0)
  // The next week again, also when the server was down until shortly before the end of the night; Monday has its own store.
  expect(await reach('2026-11-22T17:30:00Z')).toBe(1)
  expect(await reach('2026-11-28T20:59:00Z')).toBe(1)
  expect(await begun()).toHaveLength(4)
})
test('waits for a collection that an account has begun, and is left out when the night is over', async () => {
  const { storeCode } = await shop({ tagStatusCheckDay: 'THU' })
  expect(await reach('2026-12-02T16:00:00Z')).toBe(0)
  await api('POST', '/tag/status/check', { storeCode, cmd: 'ALL_TAG_STATUS_COLLECT', tagList: [] })
  context.clock.advance(3600)
  const before = (await begun()).length
  expect(await startWeekly(context.context)).toBe(0)
  await api('POST', '/tag/status/check/stop', { storeCode, cmd: 'ALL_TAG_STATUS_COLLECT', tagList: [] })
  expect(await startWeekly(context.context)).toBe(1)
  expect(await begun()).toHaveLength(before + 1)
  expect(await reach('2026-12-09T21:00:00Z')).toBe(0)
})
test('is off where the system does not offer status checks, and does not begin on the day a store was made', async () => {
  await shop({ tagStatusCheckDay: 'SUN' })
  const offer = async (enableTagStatusCheck: boolean) =>
    setSetting(db, 'system', { ...(await getSetting(db, 'system')), enableTagStatusCheck })
  await offer(false)
  expect(await reach('2026-12-12T18:00:00Z')).toBe(0)
  await shop({ tagStatusCheckDay: 'SUN' })
  await offer(true)
  expect(await startWeekly(context.context)).toBeGreaterThan(0)
  const stores = (await begun()).map(([storeCode]) => storeCode)
  expect(stores).toContain(`WK${numbers - 1}`)
  expect(stores).not.toContain(`WK${numbers}`)
})
