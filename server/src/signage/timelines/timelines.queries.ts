/** Timelines as lists and editors have them: of displays only those of the account's stores. */
import type { Timeline, TimelineSummary } from '@endcap/contract/timelines'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Insertable, type Selectable } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { SignageV1Tables } from '../../platform/db/signage-v1-tables.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

export type TimelineRow = Selectable<SignageV1Tables['plus_timelines']>
type NewTimeline = Omit<Insertable<SignageV1Tables['plus_timelines']>, 'timeline_id'>
type Stores = Session['stores']

interface Listed {
  id: string
  name: string
  user: string
  updatedAt: Date
  scheduleCount: number
  deviceCount: number
}
/** A derived table, so that filters and order can name what is counted. */
const listed = (stores: Stores) => sql<Listed>`(
  select t.timeline_id::text as id, t.name, t.updated_by as user, t.updated_at as "updatedAt",
    jsonb_array_length(t.schedule) as "scheduleCount", coalesce(n.devices, 0) as "deviceCount"
  from plus_timelines t left join (
    select x.timeline_id, count(*)::int as devices from plus_timeline_devices x join plus_devices d on d.mac = x.mac
    where d.store_code is not null and ${ofStores(stores, 'd.store_code')} group by 1
  ) n on n.timeline_id = t.timeline_id
)`
const toRow = ({ updatedAt, ...row }: Listed): TimelineSummary => ({ ...row, updatedAt: toEpoch(updatedAt) })

export async function searchTimelines(
  db: Db,
  stores: Stores,
  request: TableRequest<'name' | 'deviceCount' | 'scheduleCount' | 'user'>,
): Promise<TablePage<TimelineSummary>> {
  const page = await tablePage(db.selectFrom(listed(stores).as('t')).selectAll(), request, {
    columns: {
      name: textColumn('t.name'),
      deviceCount: numberColumn('t.deviceCount'),
      scheduleCount: numberColumn('t.scheduleCount'),
      user: textColumn('t.user'),
      updatedAt: timeColumn('t.updatedAt'),
    },
    dateColumn: sql.ref('t.updatedAt'),
    defaultOrder: sql.ref('t.name'),
    tieBreak: sql`t.id::bigint`,
  })
  return { ...page, data: page.data.map(toRow) }
}

/** So many are listed without pages. */
const maxListed = 1000
export async function listTimelines(db: Db, stores: Stores, ids: readonly string[] | undefined): Promise<TimelineSummary[]> {
  const selected = ids === undefined ? sql`true` : sql`t.id::bigint = any(${[...ids]}::bigint[])`
  const { rows } =
    await sql<Listed>`select * from ${listed(stores)} as t where ${selected} order by t.name, t.id::bigint limit ${maxListed}`.execute(db)
  return rows.map(toRow)
}

/** Of each set its name, how long it is, and the most panels of its shows. */
export async function setsOf(db: Db, ids: readonly string[]): Promise<Map<string, { name: string; duration: number; screens: number }>> {
  const { rows } = await sql<{
    id: string
    name: string
    duration: number
    screens: number
  }>`select s.set_id::text as id, s.name, s.duration,
      coalesce((select max((w.facts->>'deviceCount')::int) from plus_set_shows x join plus_shows w on w.show_id = x.show_id
        where x.set_id = s.set_id), 0) as screens
    from plus_sets s where s.set_id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export type PlacedDisplay = Timeline['deviceList'][number] & { screen: number }
export async function displaysOf(db: Db, stores: Stores, id: string): Promise<PlacedDisplay[]> {
  const { rows } = await sql<PlacedDisplay>`select d.mac, d.name, d.code_name as code, d.model, d.store_code as "storeCode",
      d.status as connection, coalesce(nullif(d.time_zone, ''), s.time_zone) as timezone, d.screen_width as "screenWidth",
      d.screen_height as "screenHeight", x.screen
    from plus_timeline_devices x join plus_devices d on d.mac = x.mac join stores s on s.store_code = d.store_code
    where x.timeline_id = ${id}::bigint and d.store_code is not null and ${ofStores(stores, 'd.store_code')}
    order by x.screen, x.place, d.mac`.execute(db)
  return rows
}

export const findTimeline = (db: Db, id: string, { lock = false } = {}): Promise<TimelineRow | undefined> =>
  db
    .selectFrom('plus_timelines')
    .selectAll()
    .where('timeline_id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
export const holdTimelines = (tx: Db, ids: readonly string[]): Promise<TimelineRow[]> =>
  tx
    .selectFrom('plus_timelines')
    .selectAll()
    .where(sql<boolean>`timeline_id = any(${[...ids]}::bigint[])`)
    .orderBy('timeline_id')
    .forUpdate()
    .execute()

/** Of these sets those that are there; they stay until the transaction ends. */
export async function knownSets(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select set_id::text as id from plus_sets
    where set_id = any(${[...ids]}::bigint[]) order by set_id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function writeTimeline(tx: Db, id: string | undefined, row: NewTimeline, sets: readonly string[]): Promise<TimelineRow> {
  const saved =
    id === undefined
      ? await tx.insertInto('plus_timelines').values(row).returningAll().executeTakeFirstOrThrow()
      : await tx.updateTable('plus_timelines').set(row).where('timeline_id', '=', id).returningAll().executeTakeFirstOrThrow()
  await tx.deleteFrom('plus_timeline_sets').where('timeline_id', '=', saved.timeline_id).execute()
  await sql`insert into plus_timeline_sets (timeline_id, set_id)
    select ${saved.timeline_id}::bigint, one from unnest(${[...sets]}::bigint[]) one`.execute(tx)
  return saved
}
export const deleteTimelines = (tx: Db, ids: readonly string[]) =>
  tx
    .deleteFrom('plus_timelines')
    .where(sql<boolean>`timeline_id = any(${[...ids]}::bigint[])`)
    .execute()
