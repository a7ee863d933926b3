/** Drawings as lists and the designer have them. */
import type { Drawing, OpenDrawing } from '@endcap/contract/layout-drawings'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { numberColumn, tablePage, textColumn, timeColumn, type Column } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { otherTags, panelOf, sizesOf } from '../rendering/sizes.ts'

/** Shared drawings, and those of the account's stores. */
const seenBy = (stores: Session['stores']) => sql<boolean>`(d.store_code = '' or ${ofStores(stores, 'd.store_code')})`
const minute = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI')`
const kind = sql<
  Drawing['kind']
>`case when d.size = any(${sizesOf('tag')}::text[]) or starts_with(d.size, ${otherTags}) then 'tag' when d.size = any(${sizesOf('paper')}::text[]) then 'paper' else 'card' end`
const isChanged = sql<boolean>`coalesce(v.definition is distinct from d.draft, true)`
const usage = (stores: Session['stores'], column: 'products' | 'tags') =>
  sql<number>`coalesce((select sum(${sql.ref(`u.${column}`)}) from layout_usage u where u.drawing_id = d.drawing_id and ${ofStores(stores, 'u.store_code')}), 0)::int`
const storesUsing = (stores: Session['stores']) =>
  sql<number>`(select count(*) from layout_usage u where u.drawing_id = d.drawing_id and u.tags > 0 and ${ofStores(stores, 'u.store_code')})::int`
const state = sql<string>`case when d.archived_at is not null then 'archived' when v.version is null then 'new' when ${isChanged} then 'changed' else 'published' end`

/** The drawings that an account sees, each with its newest version and the one that waits. */
export function drawingRows(db: Db, stores: Session['stores']) {
  return db
    .selectFrom('layout_drawings as d')
    .leftJoinLateral(
      (all) =>
        all
          .selectFrom('layout_versions as v')
          .select(['v.version', 'v.definition', 'v.author', 'v.published_at'])
          .whereRef('v.drawing_id', '=', 'd.drawing_id')
          .where('v.cancelled_at', 'is', null)
          .orderBy('v.version', 'desc')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (all) =>
        all
          .selectFrom('layout_versions as w')
          .select(['w.version as waiting', minute('w.from_local').as('waiting_from')])
          .whereRef('w.drawing_id', '=', 'd.drawing_id')
          .where('w.cancelled_at', 'is', null)
          .where('w.from_local', 'is not', null)
          .where(
            sql<boolean>`exists (select from layout_turns t where t.drawing_id = w.drawing_id and t.version = w.version and t.done_at is null)`,
          )
          .orderBy('w.version', 'desc')
          .limit(1)
          .as('w'),
      (join) => join.onTrue(),
    )
    .where(seenBy(stores))
}
function drawings(db: Db, stores: Session['stores']) {
  return drawingRows(db, stores)
    .select([
      'd.drawing_id',
      'd.layout_id',
      'd.store_code',
      'd.size',
      'd.model_class',
      'd.archived_at',
      'd.draft_by',
      'd.draft_at',
      'd.draft_rev',
    ])
    .select(['v.version', 'w.waiting', 'w.waiting_from', isChanged.as('changed')])
    .select([usage(stores, 'products').as('products'), usage(stores, 'tags').as('tags'), storesUsing(stores).as('stores')])
    .select(sql<Date | null>`(select min(c.counted_at) from layout_counts c where ${ofStores(stores, 'c.store_code')})`.as('counted_at'))
}
type Row = Awaited<ReturnType<ReturnType<typeof drawings>['execute']>>[number]

function toDrawing(row: Row, { stores }: Pick<Session, 'stores'>): Drawing {
  const panel = panelOf(row.size)
  return {
    drawingId: row.drawing_id,
    layoutId: row.layout_id,
    storeCode: row.store_code || null,
    size: row.size,
    modelClass: row.model_class,
    kind: panel?.kind ?? 'card',
    width: panel?.width ?? 0,
    height: panel?.height ?? 0,
    version: row.version ?? 0,
    changed: row.changed,
    archived: row.archived_at !== null,
    waiting: row.waiting === null ? null : { version: row.waiting, from: row.waiting_from ?? '' },
    products: row.products,
    tags: row.tags,
    stores: row.stores,
    countedAt: toEpochOrNull(row.counted_at),
    updatedBy: row.draft_by,
    updatedAt: toEpoch(row.draft_at),
    mayChange: row.store_code !== '' || stores === 'all',
  }
}

/** Drawings by their ids, in the order of these. */
export async function drawingsOf(db: Db, session: Session, drawingIds: readonly string[]): Promise<Drawing[]> {
  const rows = await drawings(db, session.stores)
    .where('d.drawing_id', '=', sql<string>`any(${[...drawingIds]}::bigint[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.drawing_id, toDrawing(row, session)]))
  return drawingIds.flatMap((drawingId) => byId.get(drawingId) ?? [])
}

/** In which the drawings of a layout stand. */
export const orderOfDrawings = sql`d.store_code, ${kind}, length(d.size), d.size, d.model_class`
export type DrawingFilter = 'layoutId' | 'storeCode' | 'size' | 'modelClass' | 'kind' | 'updatedBy' | 'state'
/** What drawings are found by. */
export const filterColumns = {
  layoutId: textColumn('d.layout_id'),
  storeCode: textColumn('d.store_code'),
  size: textColumn('d.size'),
  modelClass: textColumn('d.model_class'),
  updatedBy: textColumn('d.draft_by'),
  kind: { sql: kind, kind: 'text' },
  state: { sql: state, kind: 'text' },
} satisfies Record<DrawingFilter, Column>
export async function searchDrawings(db: Db, session: Session, request: TableRequest<DrawingFilter>): Promise<TablePage<Drawing>> {
  const page = await tablePage(drawings(db, session.stores), request, {
    columns: {
      ...filterColumns,
      updatedAt: timeColumn('d.draft_at'),
      version: numberColumn('v.version'),
      products: { sql: usage(session.stores, 'products'), kind: 'number' },
      tags: { sql: usage(session.stores, 'tags'), kind: 'number' },
    },
    dateColumn: sql.ref('d.draft_at'),
    defaultOrder: sql`d.layout_id, ${orderOfDrawings}`,
    tieBreak: sql.ref('d.drawing_id'),
  })
  return { ...page, data: page.data.map((row) => toDrawing(row, session)) }
}

export async function openDrawing(db: Db, session: Session, drawingId: string): Promise<OpenDrawing | undefined> {
  const row = await drawings(db, session.stores).select('d.draft').where('d.drawing_id', '=', drawingId).executeTakeFirst()
  if (row === undefined) return undefined
  return { ...toDrawing(row, session), draft: row.draft, rev: row.draft_rev, draftBy: row.draft_by, draftAt: toEpoch(row.draft_at) }
}

export type DrawingRow = NonNullable<Awaited<ReturnType<typeof findDrawing>>>
/** One drawing that the account sees; `lock`: for a change in the same transaction, others wait. */
export function findDrawing(db: Db, { stores }: Pick<Session, 'stores'>, drawingId: string, { lock = false } = {}) {
  return db
    .selectFrom('layout_drawings as d')
    .selectAll()
    .where('d.drawing_id', '=', drawingId)
    .where(seenBy(stores))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}
/** The newest version that was published and not cancelled. */
export const newestVersion = (db: Db, drawingId: string) =>
  db
    .selectFrom('layout_versions')
    .select(['version', 'definition'])
    .where('drawing_id', '=', drawingId)
    .where('cancelled_at', 'is', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Stores whose labels may be drawn by it. */
export async function storesOf(db: Db, { store_code: storeCode }: Pick<DrawingRow, 'store_code'>): Promise<string[]> {
  const rows = await db
    .selectFrom('stores')
    .select('store_code')
    .where('closing_at', 'is', null)
    .$if(storeCode !== '', (query) => query.where('store_code', '=', storeCode))
    .orderBy('store_code')
    .execute()
  return rows.map((row) => row.store_code)
}
