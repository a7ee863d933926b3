/** What the audit log says of settings of displays: those that are different, and no others. */
import { expect, test } from 'vitest'
import { seedDisplay, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, api } = await startTestApp()
const mac = '02:ec:d4:02:00:01'

/** The fields that the newest record says are different, each with what it was and is. */
async function newest(kind: string) {
  const { data } = (await api('POST', '/audit/search', { length: 10 })).body
  const { auditId = '', changed = [] } =
    (data as { kind: string; auditId: string; changed: string[] }[]).find((one) => one.kind === kind) ?? {}
  const record: Record<string, unknown> = (await api('GET', `/audit/${auditId}`)).body
  const side = (of: 'before' | 'after', field: string) => (record[of] as Record<string, unknown>)[field]
  return Object.fromEntries(changed.map((field) => [field, [side('before', field), side('after', field)]]))
}

test('of the settings of a store the record has what was and is, also of what was left as it was', async () => {
  await seedStore(context.context, 'REC')
  await api('POST', '/plus/store/REC/setting', { offlineDot: false })
  expect(await newest('display-settings')).toEqual({ offlineDot: [true, false] })
  await api('POST', '/plus/store/REC/alarm/setting', { memoryThreshold: 70, diskThreshold: 90 })
  expect(await newest('display-settings')).toEqual({ memoryThreshold: [90, 70] })
  await api('POST', '/plus/store/REC/setting', { newEnrolToken: true })
  expect(await newest('display-settings')).toEqual({ newEnrolToken: [undefined, true] })
})

test('of one display as well', async () => {
  await seedStore(context.context, 'REC1')
  await seedDisplay(context.context, { mac, storeCode: 'REC1', name: 'Shelf' })
  await api('POST', '/plus/device/config', { storeCode: 'REC1', mac, volume: 10, tz: 'Europe/Berlin' })
  await api('POST', '/plus/device/config', { storeCode: 'REC1', mac, volume: 15 })
  expect(await newest('display')).toEqual({ volume: [10, 15] })
})
