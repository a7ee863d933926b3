/** Shows as lists and editors have them. */
import type { SignageShow, SignageShowRow } from '@endcap/contract/shows'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Insertable, type Selectable } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import type { SignageV1Tables } from '../../platform/db/signage-v1-tables.ts'
import { tablePage, textColumn, timeColumn, type Column } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import { isPlayable } from '../media/android-packages.ts'

export type ShowRow = Selectable<SignageV1Tables['plus_shows']>
type NewShow = Omit<Insertable<SignageV1Tables['plus_shows']>, 'show_id'>

const toRow = ({ show_id: id, name, show, facts, updated_by: user, updated_at }: ShowRow): SignageShowRow => {
  const { contentIdList: _, ...derived } = facts
  return { id, name, width: show.width, height: show.height, ...derived, duration: show.duration, user, updatedAt: toEpoch(updated_at) }
}
export const toShow = (row: ShowRow): SignageShow => ({
  ...toRow(row),
  contentIdList: row.facts.contentIdList,
  device: [...row.show.device],
  contentArea: [...row.show.contentArea],
  timeline: row.show.timeline.map((area) => [...area]),
})

const shows = (db: Db) => db.selectFrom('plus_shows').selectAll()
const numberIn = (column: 'show' | 'facts', name: string): Column => ({
  sql: sql`(${sql.ref(column)}->>${sql.lit(name)})::int`,
  kind: 'number',
})

type ShowFilter = 'name' | 'resolution' | 'deviceCount' | 'contentCount' | 'duration' | 'user'
export async function searchShows(db: Db, request: TableRequest<ShowFilter>): Promise<TablePage<SignageShowRow>> {
  const page = await tablePage(shows(db), request, {
    columns: {
      name: textColumn('name'),
      user: textColumn('updated_by'),
      updatedAt: timeColumn('updated_at'),
      resolution: { sql: sql`facts->>'resolution'`, kind: 'text' },
      duration: numberIn('show', 'duration'),
      deviceCount: numberIn('facts', 'deviceCount'),
      contentCount: numberIn('facts', 'contentCount'),
      contentAreaCount: numberIn('facts', 'contentAreaCount'),
      timelineCount: numberIn('facts', 'timelineCount'),
    },
    dateColumn: sql.ref('updated_at'),
    defaultOrder: sql.ref('name'),
    tieBreak: sql.ref('show_id'),
  })
  return { ...page, data: page.data.map(toRow) }
}

/** So many are listed without pages. */
const maxListed = 1000
export async function listShows(db: Db, ids: readonly string[] | undefined): Promise<SignageShow[]> {
  const rows = await shows(db)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`show_id = any(${[...(ids ?? [])]}::bigint[])`))
    .orderBy('name')
    .orderBy('show_id')
    .limit(maxListed)
    .execute()
  return rows.map(toShow)
}

export const findShow = (db: Db, id: string, { lock = false } = {}): Promise<ShowRow | undefined> =>
  shows(db)
    .where('show_id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
export const holdShows = (tx: Db, ids: readonly string[]): Promise<ShowRow[]> =>
  shows(tx)
    .where(sql<boolean>`show_id = any(${[...ids]}::bigint[])`)
    .orderBy('show_id')
    .forUpdate()
    .execute()

/** Of these contents those that are there; they stay until the transaction ends. */
export async function knownContents(tx: Db, ids: readonly string[]): Promise<Map<string, { name: string; playable: boolean }>> {
  const { rows } = await sql<{ id: string; name: string; playable: boolean }>`select content_id::text as id, name,
    ${isPlayable(sql.ref('type'))} as playable from plus_contents
    where content_id = any(${[...ids]}::bigint[]) order by content_id for key share`.execute(tx)
  return new Map(rows.map(({ id, ...content }) => [id, content]))
}

export async function writeShow(tx: Db, id: string | undefined, row: NewShow, contents: readonly string[]): Promise<ShowRow> {
  const saved =
    id === undefined
      ? await tx.insertInto('plus_shows').values(row).returningAll().executeTakeFirstOrThrow()
      : await tx.updateTable('plus_shows').set(row).where('show_id', '=', id).returningAll().executeTakeFirstOrThrow()
  await tx.deleteFrom('plus_show_contents').where('show_id', '=', saved.show_id).execute()
  await sql`insert into plus_show_contents (show_id, content_id)
    select ${saved.show_id}::bigint, content from unnest(${[...contents]}::bigint[]) content`.execute(tx)
  return saved
}

export const deleteShows = (tx: Db, ids: readonly string[]) =>
  tx
    .deleteFrom('plus_shows')
    .where(sql<boolean>`show_id = any(${[...ids]}::bigint[])`)
    .execute()

/** Names of the sets that play each of these shows. */
export async function usersOfShows(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{
    id: string
    users: string[]
  }>`select x.show_id::text as id, array_agg(s.name order by s.name, s.set_id) as users
    from plus_set_shows x join plus_sets s on s.set_id = x.set_id
    where x.show_id = any(${[...ids]}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map(({ id, users }) => [id, users]))
}
