/** Sensors as lists and charts show them. */
import {
  historyPoints,
  type Sensor,
  type SensorAlarm,
  type SensorReading,
  type SensorStatus,
  type SensorStore,
} from '@endcap/contract/sensors'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

/** A real of four bytes: its digits, not those of the double it becomes. */
const rounded = (value: number) => Math.round(value * 100) / 100

type StoreRow = Omit<SensorStore, 'position' | 'updatedAt'> & { latitude: number | null; longitude: number | null; updatedAt: Date | null }

/** One row a store with its counters, as a derived table that filters and order can name; contract/src/sensors.ts says what they mean. */
function storesOf(stores: Session['stores']) {
  const limit = ofStores(stores, 's.store_code')
  return sql<StoreRow>`(
    select s.store_code as "storeCode", s.store_name as "storeName", s.address, s.latitude, s.longitude,
      coalesce(c.sensors, 0) as "totalSensorCount", coalesce(c.low_battery, 0) as "lowBatteryCount",
      case when c.sensors > 0 then (floor(1000.0 * c.ok / c.sensors) / 10)::float8 end as "successRate",
      case when coalesce(c.ok = c.sensors, true) then 'NORMAL' when c.silent = c.sensors then 'OFFLINE' else 'ALARM' end as status,
      case when c.sensors > 0 then c.updated_at end as "updatedAt"
    from stores s left join sensor_counts c using (store_code) where ${limit}
  )`
}

const toStore = ({ latitude, longitude, updatedAt, ...row }: StoreRow): SensorStore => ({
  ...row,
  position: latitude === null || longitude === null ? null : { latitude, longitude },
  updatedAt: toEpochOrNull(updatedAt),
})

export async function listStores(db: Db, stores: Session['stores']): Promise<SensorStore[]> {
  const result = await sql<StoreRow>`select * from ${storesOf(stores)} as s order by "storeName", "storeCode"`.execute(db)
  return result.rows.map(toStore)
}

export async function searchStores(db: Db, stores: Session['stores'], request: TableRequest): Promise<TablePage<SensorStore>> {
  const page = await tablePage(db.selectFrom(storesOf(stores).as('s')).selectAll(), request, {
    columns: {
      storeCode: textColumn('s.storeCode'),
      storeName: textColumn('s.storeName'),
      status: textColumn('s.status'),
      totalSensorCount: numberColumn('s.totalSensorCount'),
      lowBatteryCount: numberColumn('s.lowBatteryCount'),
      successRate: numberColumn('s.successRate'),
      updatedAt: timeColumn('s.updatedAt'),
    },
    defaultOrder: sql.ref('s.storeName'),
    tieBreak: sql.ref('s.storeCode'),
  })
  return { ...page, data: page.data.map(toStore) }
}

const sensorsOf = (db: Db, storeCode: string) =>
  db
    .selectFrom('sensors')
    .select(['sensor_mac as sensorMac', 'gw_mac as gwMac', 'sensor_type as type', 'operation', 'version', 'battery', 'rssi', 'status'])
    .select(['conditions', 'value', 'period', 'updated_at as updatedAt'])
    .where('store_code', '=', storeCode)
type SensorRow = Omit<Sensor, 'updatedAt'> & { updatedAt: Date }
const toSensor = ({ battery, value, period, updatedAt, ...row }: SensorRow): Sensor => ({
  ...row,
  battery: rounded(battery),
  value: rounded(value),
  period: rounded(period),
  updatedAt: toEpoch(updatedAt),
})

export async function searchSensors(db: Db, storeCode: string, request: TableRequest): Promise<TablePage<Sensor>> {
  const page = await tablePage(sensorsOf(db, storeCode), request, {
    columns: {
      sensorMac: textColumn('sensor_mac'),
      gwMac: textColumn('gw_mac'),
      type: textColumn('sensor_type'),
      operation: textColumn('operation'),
      version: textColumn('version'),
      battery: numberColumn('battery'),
      rssi: numberColumn('rssi'),
      status: textColumn('status'),
      value: numberColumn('value'),
      updatedAt: timeColumn('updated_at'),
    },
    dateColumn: sql.ref('updated_at'),
    defaultOrder: sql.ref('sensor_mac'),
    tieBreak: sql.ref('sensor_mac'),
    total: () => countSensors(db, storeCode).then((counts) => counts.total),
  })
  return { ...page, data: page.data.map(toSensor) }
}

export async function findSensor(db: Db, storeCode: string, sensorMac: string): Promise<Sensor | undefined> {
  const row = await sensorsOf(db, storeCode).where('sensor_mac', '=', sensorMac).executeTakeFirst()
  return row === undefined ? undefined : toSensor(row)
}

export async function countSensors(db: Db, storeCode: string): Promise<{ total: number; byStatus: Record<SensorStatus, number> }> {
  const row = await db.selectFrom('sensor_counts').selectAll().where('store_code', '=', storeCode).executeTakeFirst()
  const { sensors = 0, ok = 0, silent = 0, out_of_range = 0 } = row ?? {}
  const byStatus = { OK: ok, SILENT: silent, OUT_OF_RANGE: out_of_range, LOW_BATTERY: sensors - ok - silent - out_of_range }
  return { total: sensors, byStatus }
}

/** One sensor of one store. */
interface Place {
  storeCode: string
  sensorMac: string
}

export async function searchAlarms(db: Db, { storeCode, sensorMac }: Place, request: TableRequest): Promise<TablePage<SensorAlarm>> {
  const row = sql`alarm_type as "alarmType", alarm_time as "alarmTime", value`
  const own = sql`store_code = ${storeCode} and sensor_mac = ${sensorMac}`
  const all = sql<Omit<SensorAlarm, 'alarmTime' | 'clearedAt'> & { alarmTime: Date; clearedAt: Date | null }>`(
    select ${row}, null::timestamptz as "clearedAt" from open_sensor_alarms where ${own}
    union all select ${row}, cleared_at from sensor_alarms where ${own}
  )`
  const page = await tablePage(db.selectFrom(all.as('a')).selectAll(), request, {
    columns: { alarmType: textColumn('alarmType'), alarmTime: timeColumn('alarmTime'), clearedAt: timeColumn('clearedAt') },
    dateColumn: sql.ref('alarmTime'),
    defaultOrder: sql`"alarmTime" desc`,
    tieBreak: sql`"alarmTime" desc, "alarmType", "clearedAt"`,
  })
  const data = page.data.map((one) => ({
    ...one,
    value: one.value === null ? null : rounded(one.value),
    alarmTime: toEpoch(one.alarmTime),
    clearedAt: toEpochOrNull(one.clearedAt),
  }))
  return { ...page, data }
}

type ReadingRow = { sensingTime: Date; sensingValue: number }
const toReading = ({ sensingTime, sensingValue }: ReadingRow): SensorReading => ({
  sensingTime: toEpoch(sensingTime),
  sensingValue: rounded(sensingValue),
})
const readingsOf = (db: Db, { storeCode, sensorMac }: Place) =>
  db
    .selectFrom('sensor_readings')
    .select(['sensed_at as sensingTime', 'value as sensingValue'])
    .where('store_code', '=', storeCode)
    .where('sensor_mac', '=', sensorMac)

export async function searchReadings(db: Db, place: Place, request: TableRequest): Promise<TablePage<SensorReading>> {
  const page = await tablePage(readingsOf(db, place), request, {
    columns: { sensingTime: timeColumn('sensed_at'), sensingValue: numberColumn('value') },
    dateColumn: sql.ref('sensed_at'),
    defaultOrder: sql`sensed_at desc`,
    tieBreak: sql`sensed_at desc, value`,
  })
  return { ...page, data: page.data.map(toReading) }
}

/** Readings in the order of time. Of very many, the lowest and the highest of each stretch: what stands out is never left out. */
export async function readReadings(
  db: Db,
  place: Place,
  { start, end }: { start: Date; end: Date },
): Promise<{ total: number; data: SensorReading[] }> {
  const inPeriod = readingsOf(db, place).where('sensed_at', '>=', start).where('sensed_at', '<=', end)
  const { total } = await inPeriod
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  if (total <= historyPoints) return { total, data: (await inPeriod.orderBy('sensed_at').execute()).map(toReading) }
  const epoch = (time: unknown) => sql`extract(epoch from ${time}::timestamptz)`
  const stretch = sql`width_bucket(${epoch(sql.ref('sensed_at'))}, ${epoch(start)}, ${epoch(end)} + 1, ${historyPoints / 2}::int)`
  const result = await sql<ReadingRow>`
    with r as materialized (
      select sensed_at, value, ${stretch} as stretch from sensor_readings
      where store_code = ${place.storeCode} and sensor_mac = ${place.sensorMac} and sensed_at between ${start}::timestamptz and ${end}::timestamptz
    )
    select sensed_at as "sensingTime", value as "sensingValue" from (
      (select distinct on (stretch) * from r order by stretch, value, sensed_at)
      union (select distinct on (stretch) * from r order by stretch, value desc, sensed_at)
    ) as marked order by sensed_at`.execute(db)
  return { total, data: result.rows.map(toReading) }
}
