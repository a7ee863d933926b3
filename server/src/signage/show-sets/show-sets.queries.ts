/** Sets as lists and editors have them. */
import { priceName, type ShowSet, type ShowSetRow } from '@endcap/contract/show-sets'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { priceEntry, type SetEntry } from '@endcap/signage/shows'
import { sql, type Insertable, type Selectable } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import type { SignageV1Tables } from '../../platform/db/signage-v1-tables.ts'
import { numberColumn, tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

export type SetRow = Selectable<SignageV1Tables['plus_sets']>
type NewSet = Omit<Insertable<SignageV1Tables['plus_sets']>, 'set_id'>

const toRow = ({ set_id: id, name, list, duration, updated_by: user, updated_at }: SetRow): ShowSetRow => ({
  id,
  name,
  duration,
  entryCount: list.length,
  user,
  updatedAt: toEpoch(updated_at),
})

const sets = (db: Db) => db.selectFrom('plus_sets').selectAll()
export async function searchSets(db: Db, request: TableRequest<'name' | 'duration' | 'user'>): Promise<TablePage<ShowSetRow>> {
  const page = await tablePage(sets(db), request, {
    columns: {
      name: textColumn('name'),
      duration: numberColumn('duration'),
      user: textColumn('updated_by'),
      entryCount: { sql: sql`jsonb_array_length(list)`, kind: 'number' },
      updatedAt: timeColumn('updated_at'),
    },
    dateColumn: sql.ref('updated_at'),
    defaultOrder: sql.ref('name'),
    tieBreak: sql.ref('set_id'),
  })
  return { ...page, data: page.data.map(toRow) }
}

/** So many are listed without pages. */
const maxListed = 1000
export async function listSets(db: Db, ids: readonly string[] | undefined): Promise<ShowSet[]> {
  const rows = await sets(db)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`set_id = any(${[...(ids ?? [])]}::bigint[])`))
    .orderBy('name')
    .orderBy('set_id')
    .limit(maxListed)
    .execute()
  const shows = await showsOf(db, [...new Set(rows.flatMap((row) => showIds(row.list)))])
  return rows.map((row) => ({
    ...toRow(row),
    list: row.list.map(({ id, duration }) => {
      const { name, deviceCount } =
        id === priceEntry ? { name: priceName, deviceCount: 0 } : (shows.get(id) ?? { name: '', deviceCount: 0 })
      return { id, duration, name, deviceCount }
    }),
  }))
}

/** Each show of a list once. */
export const showIds = (list: readonly SetEntry[]): string[] => [...new Set(list.map(({ id }) => id).filter((id) => id !== priceEntry))]

async function showsOf(db: Db, ids: readonly string[]): Promise<Map<string, { name: string; deviceCount: number }>> {
  const { rows } = await sql<{ id: string; name: string; deviceCount: number }>`select show_id::text as id, name,
    (facts->>'deviceCount')::int as "deviceCount" from plus_shows where show_id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export const findSet = (db: Db, id: string, { lock = false } = {}): Promise<SetRow | undefined> =>
  sets(db)
    .where('set_id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
export const holdSets = (tx: Db, ids: readonly string[]): Promise<SetRow[]> =>
  sets(tx)
    .where(sql<boolean>`set_id = any(${[...ids]}::bigint[])`)
    .orderBy('set_id')
    .forUpdate()
    .execute()

/** Of these shows those that are there; they stay until the transaction ends. */
export async function knownShows(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select show_id::text as id from plus_shows
    where show_id = any(${[...ids]}::bigint[]) order by show_id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function writeSet(tx: Db, id: string | undefined, row: NewSet, shows: readonly string[]): Promise<SetRow> {
  const saved =
    id === undefined
      ? await tx.insertInto('plus_sets').values(row).returningAll().executeTakeFirstOrThrow()
      : await tx.updateTable('plus_sets').set(row).where('set_id', '=', id).returningAll().executeTakeFirstOrThrow()
  await tx.deleteFrom('plus_set_shows').where('set_id', '=', saved.set_id).execute()
  await sql`insert into plus_set_shows (set_id, show_id) select ${saved.set_id}::bigint, show from unnest(${[...shows]}::bigint[]) show`.execute(
    tx,
  )
  return saved
}

export const deleteSets = (tx: Db, ids: readonly string[]) =>
  tx
    .deleteFrom('plus_sets')
    .where(sql<boolean>`set_id = any(${[...ids]}::bigint[])`)
    .execute()

/** Names of the timelines that play each of these sets. */
export async function usersOfSets(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; users: string[] }>`select x.set_id::text as id,
      array_agg(t.name order by t.name, t.timeline_id) as users
    from plus_timeline_sets x join plus_timelines t on t.timeline_id = x.timeline_id
    where x.set_id = any(${[...ids]}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map(({ id, users }) => [id, users]))
}
