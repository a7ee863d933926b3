/** Schedules as lists and dialogs show them. */
import type { Schedule } from '@endcap/contract/schedules'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Selectable } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import type { SignageTables } from '../../platform/db/signage-tables.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

type Row = Selectable<SignageTables['plus_schedules']>
export const toSchedule = ({ schedule_id: _id, name, period, days, time, updated_at }: Row): Schedule => ({
  _id,
  name,
  period,
  days,
  time,
  updatedAt: toEpoch(updated_at),
})
const ofStore = (db: Db, storeCode: string) => db.selectFrom('plus_schedules as s').selectAll().where('s.store_code', '=', storeCode)

export async function searchSchedules(db: Db, storeCode: string, request: TableRequest<'name'>): Promise<TablePage<Schedule>> {
  const page = await tablePage(ofStore(db, storeCode), request, {
    columns: { name: textColumn('s.name'), updatedAt: timeColumn('s.updated_at') },
    dateColumn: sql.ref('s.updated_at'),
    defaultOrder: sql.ref('s.name'),
    tieBreak: sql.ref('s.schedule_id'),
  })
  return { ...page, data: page.data.map(toSchedule) }
}
export const listSchedules = async (db: Db, storeCode: string): Promise<Schedule[]> =>
  (await ofStore(db, storeCode).orderBy('s.name').orderBy('s.schedule_id').execute()).map(toSchedule)

export const timeZoneOf = async (db: Db, storeCode: string): Promise<string> =>
  (await db.selectFrom('stores').select('time_zone').where('store_code', '=', storeCode).executeTakeFirst())?.time_zone ?? 'UTC'

export const findSchedule = (db: Db, storeCode: string, id: string, { lock = false } = {}): Promise<Row | undefined> =>
  ofStore(db, storeCode)
    .where('s.schedule_id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** One of the same name and hours. */
export const sameSchedule = (
  tx: Db,
  {
    store_code: storeCode,
    name,
    days,
    period,
    time,
  }: { store_code: string; name: string; days: number[]; period: string | null; time: string },
): Promise<Row | undefined> =>
  ofStore(tx, storeCode)
    .where('s.name', '=', name)
    .where(sql<boolean>`s.days = ${days}::int[] and s.time = ${time}::jsonb and s.period is not distinct from ${period}::jsonb`)
    .orderBy('s.schedule_id')
    .forShare()
    .executeTakeFirst()
