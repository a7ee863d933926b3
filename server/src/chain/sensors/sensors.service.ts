/** Sensors: what the engine hears of them goes in here, what the console asks about them comes out (docs/sensors.md). */
import { sensorHistorySeconds, sensorRules, type sensors as endpoints } from '@endcap/contract/sensors'
import type { ResultOf } from '@endcap/contract/endpoint'
import { fromEpoch, toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { dropPartitionsBefore } from '../../platform/db/partitions.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
import { forgetSensors } from './intake.queries.ts'
import { findSensor, readReadings } from './sensors.queries.ts'

export { markSilentSensors } from './intake.queries.ts'
export type { SensedReading } from './evaluate-readings.ts'
export { takeReadings } from './take-readings.ts'

/** A sensor with its readings between two dates (epoch seconds), the last day unless told otherwise. */
export async function sensorHistory(
  { db, clock }: Context,
  place: { storeCode: string; sensorMac: string },
  { startDate, endDate }: { startDate?: number | undefined; endDate?: number | undefined },
): Promise<ResultOf<(typeof endpoints)['history']>> {
  const end = endDate ?? toEpoch(clock.now())
  const start = startDate ?? end - sensorHistorySeconds
  if (start > end) throw invalid('startDate: must not be after endDate', 'startDate')
  const [readings, sensor] = await Promise.all([
    readReadings(db, place, { start: fromEpoch(start), end: fromEpoch(end) }),
    findSensor(db, place.storeCode, place.sensorMac),
  ])
  if (sensor === undefined && readings.data.length === 0) throw notFound(`There is no sensor ${place.sensorMac} in this store.`)
  return { startDate: start, endDate: end, ...readings, sensor: sensor ?? null }
}

/**
 * Drops readings whose time is over, and with them the sensors that were silent all that time: they were taken away. For the hourly
 * housekeeping.
 */
export async function cleanUpSensors({ db, clock, signals }: Context): Promise<void> {
  const at = clock.now()
  const before = new Date(at.getTime() - sensorRules.historyDays * 86_400_000)
  await dropPartitionsBefore(db, 'sensor_readings', before)
  for (const storeCode of await inTransaction(db, (tx) => forgetSensors(tx, { silentSince: before, at })))
    signals.notify('changed', { storeCode, changes: ['sensors'] })
}
