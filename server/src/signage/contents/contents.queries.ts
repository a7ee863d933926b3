/** The content library: contents as lists show them, and as rows. */
import type { SignageContent } from '@endcap/contract/contents'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Insertable, type Selectable } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import type { SignageV1Tables } from '../../platform/db/signage-v1-tables.ts'
import { numberColumn, tablePage, textColumn, timeColumn, type Column } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import { filmFacts, versionColumns } from '../media/film-facts.ts'
import type { Stores } from '../media/unplayable-films.ts'
import { isPlayable } from '../media/android-packages.ts'

export type ContentRow = Selectable<SignageV1Tables['plus_contents']>
export type NewContent = Omit<Insertable<SignageV1Tables['plus_contents']>, 'content_id'>

const resolution = sql<string>`coalesce(c.width || 'x' || c.height, '')`
const listed = (db: Db) =>
  db
    .selectFrom('plus_contents as c')
    .leftJoin('plus_groups as g', 'g.group_id', 'c.group_id')
    .leftJoin('plus_film_work as v', (join) => join.onRef('v.film', '=', 'c.blob').on('v.work', '=', 'version'))
    .select(versionColumns)
    .select([
      'c.content_id',
      'c.name',
      'c.group_id',
      'c.kind',
      'c.type',
      'c.bytes',
      'c.width',
      'c.height',
      'c.duration',
      'c.codec',
      'c.thumb',
    ])
    .select(['c.updated_by', 'c.updated_at', sql<string>`coalesce(g.name, '')`.as('group_name'), resolution.as('resolution')])
    .select(isPlayable(sql.ref('c.type')).as('playable'))
type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const toContent = (row: Omit<Listed, 'resolution'>, factsOf: Awaited<ReturnType<typeof filmFacts>>): SignageContent => ({
  id: row.content_id,
  name: row.name,
  group: row.group_id,
  groupName: row.group_name,
  type: row.kind,
  resolution: row.width === null ? '' : `${row.width}x${row.height}`,
  width: row.width,
  height: row.height,
  duration: row.duration,
  size: Number(row.bytes),
  mime: row.type,
  thumb: row.thumb !== null,
  codec: row.codec,
  ...factsOf(row),
  playable: row.playable,
  user: row.updated_by,
  updatedAt: toEpoch(row.updated_at),
})

type ContentFilter = 'name' | 'type' | 'resolution' | 'user'
/** `group`: of this folder alone, null for those outside of folders; undefined for all. `stores`: of the account. */
export async function searchContents(
  db: Db,
  { group, stores }: { group: string | null | undefined; stores: Stores },
  request: TableRequest<ContentFilter>,
): Promise<TablePage<SignageContent>> {
  const inGroup = listed(db)
    .$if(group === null, (query) => query.where('c.group_id', 'is', null))
    .$if(typeof group === 'string', (query) => query.where('c.group_id', '=', group ?? null))
  const columns: Record<ContentFilter, Column> & Record<string, Column> = {
    name: textColumn('c.name'),
    type: textColumn('c.kind'),
    user: textColumn('c.updated_by'),
    resolution: { sql: resolution, kind: 'text' },
    groupName: textColumn('g.name'),
    mime: textColumn('c.type'),
    duration: numberColumn('c.duration'),
    size: numberColumn('c.bytes'),
    updatedAt: timeColumn('c.updated_at'),
    width: numberColumn('c.width'),
    height: numberColumn('c.height'),
  }
  const page = await tablePage(inGroup, request, {
    columns,
    dateColumn: sql.ref('c.updated_at'),
    defaultOrder: sql.ref('c.name'),
    tieBreak: sql.ref('c.content_id'),
  })
  const factsOf = await filmFacts(db, stores, page.data)
  return { ...page, data: page.data.map((row) => toContent(row, factsOf)) }
}

/** So many are listed without pages. */
const maxListed = 5000
export async function listContents(db: Db, stores: Stores, ids: readonly string[] | undefined): Promise<SignageContent[]> {
  const rows = await listed(db)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`c.content_id = any(${[...(ids ?? [])]}::bigint[])`))
    .orderBy('c.name')
    .orderBy('c.content_id')
    .limit(maxListed)
    .execute()
  const factsOf = await filmFacts(db, stores, rows)
  return rows.map((row) => toContent(row, factsOf))
}

export const findContent = (db: Db, id: string, { lock = false } = {}): Promise<ContentRow | undefined> =>
  db
    .selectFrom('plus_contents')
    .selectAll()
    .where('content_id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

/** Kept from others until the transaction ends. */
export const holdContents = (tx: Db, ids: readonly string[]): Promise<ContentRow[]> =>
  tx
    .selectFrom('plus_contents')
    .selectAll()
    .where(sql<boolean>`content_id = any(${[...ids]}::bigint[])`)
    .orderBy('content_id')
    .forUpdate()
    .execute()

export const insertContent = (tx: Db, row: NewContent): Promise<ContentRow> =>
  tx.insertInto('plus_contents').values(row).returningAll().executeTakeFirstOrThrow()
export const updateContent = (tx: Db, id: string, row: Partial<NewContent>): Promise<ContentRow> =>
  tx.updateTable('plus_contents').set(row).where('content_id', '=', id).returningAll().executeTakeFirstOrThrow()
export const deleteContents = (tx: Db, ids: readonly string[]) =>
  tx
    .deleteFrom('plus_contents')
    .where(sql<boolean>`content_id = any(${[...ids]}::bigint[])`)
    .execute()

/** Names of the shows that use each of these contents. */
export async function usersOfContents(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{
    id: string
    users: string[]
  }>`select x.content_id::text as id, array_agg(s.name order by s.name, s.show_id) as users
    from plus_show_contents x join plus_shows s on s.show_id = x.show_id
    where x.content_id = any(${[...ids]}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map(({ id, users }) => [id, users]))
}
