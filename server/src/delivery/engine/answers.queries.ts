/** What tags answer to a status check, beside that they are there. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface CheckAnswer {
  opId: string
  /** dBm, volts, degrees Celsius; null where the tag did not say. */
  rssi: number | null
  battery: number | null
  temperature: number | null
}

/**
 * Takes the readings of answered checks over to their tags; to be called before the checks end. A battery check is kept in the history
 * also when nothing moved: a person asked for it.
 */
export async function storeAnswers(
  db: Db,
  answers: readonly CheckAnswer[],
  { at, lowBattery }: { at: Date; lowBattery: number },
): Promise<void> {
  if (answers.length === 0) return
  const now = sql`${at}::timestamptz`
  await sql`
    with a as (
      select o.store_code, o.tag_mac, o.gw_mac, coalesce(o.params ? 'battery', false) as of_battery, r.rssi, r.battery, r.temperature from unnest(
        ${answers.map((one) => one.opId)}::bigint[], ${answers.map((one) => one.rssi)}::smallint[], ${answers.map((one) => one.battery)}::real[],
        ${answers.map((one) => one.temperature)}::real[]) as r (op_id, rssi, battery, temperature)
      join operations o using (op_id)
    ), noted as (
      insert into tag_readings (store_code, tag_mac, read_at, battery, temperature, resets)
      select a.store_code, a.tag_mac, ${now}, a.battery, coalesce(a.temperature, t.temperature), t.resets from a join tags t using (store_code, tag_mac)
      where a.of_battery and a.battery is not null
    )
    update tags t set rssi = case when t.gw_mac = a.gw_mac then coalesce(a.rssi, t.rssi) else t.rssi end,
      battery = coalesce(a.battery, t.battery), temperature = coalesce(a.temperature, t.temperature),
      batt_status = case when a.battery is null then t.batt_status when a.battery < ${lowBattery} then 'NG' else 'OK' end,
      noted_battery = case when a.of_battery then coalesce(a.battery, t.noted_battery) else t.noted_battery end,
      noted_at = case when a.of_battery and t.noted_at is not null and a.battery is not null then ${now} else t.noted_at end
    from a where t.store_code = a.store_code and t.tag_mac = a.tag_mac`.execute(db)
}
