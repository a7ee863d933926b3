/** What readings change of sensors, in SQL. */
import { sensorRules as rules, type SensorCondition } from '@endcap/contract/sensors'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { StoredReading, SensorState } from './evaluate-readings.ts'

export interface OpenAlarm {
  storeCode: string
  sensorMac: string
  type: SensorCondition
  at: Date
  value: number | null
}

/** The sensors among these ids, whatever their store, kept from others until the transaction ends. */
export async function lockSensors(tx: Db, sensorMacs: readonly string[]): Promise<Map<string, SensorState>> {
  const rows = await tx
    .selectFrom('sensors')
    .selectAll()
    .where(sql<boolean>`sensor_mac = any(${sensorMacs}::text[])`)
    .orderBy('sensor_mac')
    .forUpdate()
    .execute()
  return new Map(
    rows.map((row) => [
      row.sensor_mac,
      {
        storeCode: row.store_code,
        sensorMac: row.sensor_mac,
        type: row.sensor_type,
        gwMac: row.gw_mac,
        gwHeardAt: row.gw_heard_at,
        operation: row.operation,
        version: row.version,
        rssi: row.rssi,
        battery: row.battery,
        value: row.value,
        period: row.period,
        conditions: row.conditions,
        sensedAt: row.updated_at,
        lastStored:
          row.last_stored_at === null || row.last_stored_value === null ? null : { at: row.last_stored_at, value: row.last_stored_value },
      },
    ]),
  )
}

/** States as rows; the conditions travel as one text, for lists of lists lose their bounds. */
const rowsOf = (states: readonly SensorState[]) => sql`unnest(
  ${states.map((one) => one.storeCode)}::text[], ${states.map((one) => one.sensorMac)}::text[], ${states.map((one) => one.type)}::text[],
  ${states.map((one) => one.gwMac)}::text[], ${states.map((one) => one.gwHeardAt)}::timestamptz[], ${states.map((one) => one.operation)}::text[],
  ${states.map((one) => one.version)}::text[], ${states.map((one) => one.rssi)}::smallint[], ${states.map((one) => one.battery)}::real[],
  ${states.map((one) => one.value)}::real[], ${states.map((one) => one.period)}::real[], ${states.map((one) => one.conditions.join(','))}::text[],
  ${states.map((one) => one.lastStored?.at ?? null)}::timestamptz[], ${states.map((one) => one.lastStored?.value ?? null)}::real[],
  ${states.map((one) => one.sensedAt)}::timestamptz[]
) as x (store_code, sensor_mac, sensor_type, gw_mac, gw_heard_at, operation, version, rssi, battery, value, period, conditions,
  last_stored_at, last_stored_value,
  updated_at)`

export async function saveSensors(tx: Db, states: readonly SensorState[]): Promise<void> {
  if (states.length === 0) return
  await sql`update sensors s set sensor_type = x.sensor_type, gw_mac = x.gw_mac, gw_heard_at = x.gw_heard_at, operation = x.operation,
      version = x.version, rssi = x.rssi, battery = x.battery, value = x.value, period = x.period,
      conditions = string_to_array(x.conditions, ','), last_stored_at = x.last_stored_at,
      last_stored_value = x.last_stored_value, updated_at = x.updated_at
    from ${rowsOf(states)} where s.store_code = x.store_code and s.sensor_mac = x.sensor_mac`.execute(tx)
}

/** Answers the ids of those that are new; another engine may have been quicker. */
export async function insertSensors(tx: Db, states: readonly SensorState[], at: Date): Promise<Set<string>> {
  if (states.length === 0) return new Set()
  const result = await sql<{
    sensorMac: string
  }>`insert into sensors (store_code, sensor_mac, sensor_type, gw_mac, gw_heard_at, operation, version,
      rssi, battery, value, period, conditions, last_stored_at, last_stored_value, updated_at, created_at)
    select store_code, sensor_mac, sensor_type, gw_mac, gw_heard_at, operation, version, rssi, battery, value, period,
      string_to_array(conditions, ','), last_stored_at, last_stored_value, updated_at, ${at}::timestamptz from ${rowsOf(states)}
    on conflict do nothing returning sensor_mac as "sensorMac"`.execute(tx)
  return new Set(result.rows.map((row) => row.sensorMac))
}

/** Into the store that the state names; open alarms go along. */
export async function moveSensors(tx: Db, states: readonly SensorState[]): Promise<void> {
  if (states.length === 0) return
  await sql`update sensors s set store_code = x.store_code
    from unnest(${states.map((one) => one.storeCode)}::text[], ${states.map((one) => one.sensorMac)}::text[]) as x (store_code, sensor_mac)
    where s.sensor_mac = x.sensor_mac`.execute(tx)
}

type ReadingRow = StoredReading & { storeCode: string; sensorMac: string }
const readingRows = (rows: readonly ReadingRow[]) => sql`unnest(
  ${rows.map((one) => one.storeCode)}::text[], ${rows.map((one) => one.sensorMac)}::text[], ${rows.map((one) => one.at)}::timestamptz[],
  ${rows.map((one) => one.value)}::real[]) as x (store_code, sensor_mac, sensed_at, value)`

/** Late ones only where the history has a hole: a message that was sent twice is taken once. */
export async function insertReadings(tx: Db, readings: readonly ReadingRow[]): Promise<void> {
  const [late, timely] = [readings.filter((one) => one.late), readings.filter((one) => !one.late)]
  const columns = sql`insert into sensor_readings (store_code, sensor_mac, sensed_at, value) select x.store_code, x.sensor_mac, x.sensed_at, x.value`
  if (timely.length > 0) await sql`${columns} from ${readingRows(timely)}`.execute(tx)
  const around = sql`make_interval(secs => ${rules.keepEverySeconds})`
  if (late.length > 0)
    await sql`${columns} from ${readingRows(late)} where not exists (
      select 1 from sensor_readings r where r.store_code = x.store_code and r.sensor_mac = x.sensor_mac
        and r.sensed_at between x.sensed_at - ${around} and x.sensed_at + ${around})`.execute(tx)
}

export async function beginAlarms(tx: Db, alarms: readonly OpenAlarm[]): Promise<void> {
  if (alarms.length === 0) return
  await sql`insert into open_sensor_alarms (store_code, sensor_mac, alarm_type, alarm_time, value) select * from unnest(
      ${alarms.map((one) => one.storeCode)}::text[], ${alarms.map((one) => one.sensorMac)}::text[], ${alarms.map((one) => one.type)}::text[],
      ${alarms.map((one) => one.at)}::timestamptz[], ${alarms.map((one) => one.value)}::real[])
    on conflict do nothing`.execute(tx)
}

type Cleared = OpenAlarm & { clearedAt: Date }
/** `ended`: open ones, by their type; `passed`: such as came and went before they were ever stored. */
export async function endAlarms(tx: Db, ended: readonly Cleared[], passed: readonly Cleared[]): Promise<void> {
  if (ended.length > 0)
    await sql`with over as (
        delete from open_sensor_alarms o using unnest(${ended.map((one) => one.storeCode)}::text[], ${ended.map((one) => one.sensorMac)}::text[],
          ${ended.map((one) => one.type)}::text[], ${ended.map((one) => one.clearedAt)}::timestamptz[]) as x (store_code, sensor_mac, alarm_type, cleared_at)
        where o.store_code = x.store_code and o.sensor_mac = x.sensor_mac and o.alarm_type = x.alarm_type
        returning o.*, greatest(x.cleared_at, o.alarm_time) as cleared_at
      )
      insert into sensor_alarms (store_code, sensor_mac, alarm_type, alarm_time, value, cleared_at)
      select store_code, sensor_mac, alarm_type, alarm_time, value, cleared_at from over`.execute(tx)
  if (passed.length > 0)
    await tx
      .insertInto('sensor_alarms')
      .values(
        passed.map(({ storeCode, sensorMac, type, at, value, clearedAt }) => ({
          store_code: storeCode,
          sensor_mac: sensorMac,
          alarm_type: type,
          alarm_time: at,
          value,
          cleared_at: clearedAt,
        })),
      )
      .execute()
}

/**
 * Sensors of which nothing was heard for too long are silent from now on; answers their stores. `servingSince`: no sensor counts as silent
 * for a time in which we did not listen.
 */
export async function markSilentSensors(tx: Db, { at, servingSince }: { at: Date; servingSince: Date }): Promise<string[]> {
  const result = await sql<{ storeCode: string }>`
    with silent as (
      update sensors s set conditions = array_prepend('SILENT'::text, s.conditions)
      from (
        select store_code, sensor_mac from sensors
        where status <> 'SILENT' and greatest(updated_at, ${servingSince}::timestamptz)
          < ${at}::timestamptz - make_interval(secs => greatest(${rules.silentReports} * period, ${rules.silentMinSeconds}))
        order by sensor_mac for update
      ) quiet
      where s.store_code = quiet.store_code and s.sensor_mac = quiet.sensor_mac and s.status <> 'SILENT'
      returning s.store_code, s.sensor_mac, s.updated_at
    ), told as (
      insert into open_sensor_alarms (store_code, sensor_mac, alarm_type, alarm_time)
      select store_code, sensor_mac, 'SILENT', updated_at from silent on conflict do nothing
    )
    select distinct store_code as "storeCode" from silent`.execute(tx)
  return result.rows.map((row) => row.storeCode)
}

/** Takes sensors off their stores' lists that were not heard since then; their open alarms end. Answers the stores. */
export async function forgetSensors(tx: Db, { silentSince, at }: { silentSince: Date; at: Date }): Promise<string[]> {
  const gone = sql`select store_code, sensor_mac from sensors where status = 'SILENT' and updated_at < ${silentSince}::timestamptz`
  await sql`insert into sensor_alarms (store_code, sensor_mac, alarm_type, alarm_time, value, cleared_at)
    select store_code, sensor_mac, alarm_type, alarm_time, value, ${at}::timestamptz from open_sensor_alarms
    where (store_code, sensor_mac) in (${gone} for update)`.execute(tx)
  const result = await sql<{ storeCode: string }>`delete from sensors where (store_code, sensor_mac) in (${gone})
    returning store_code as "storeCode"`.execute(tx)
  return [...new Set(result.rows.map((row) => row.storeCode))]
}
