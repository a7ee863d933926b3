/** The library: layouts by name, with the drawings that a filter leaves, and how much each layout is used. */
import { cardDrawings, cardStores, type LayoutCard } from '@endcap/contract/layout-drawings'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { numberColumn, tablePage, timeColumn, type Column } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { drawingRows, drawingsOf, filterColumns, orderOfDrawings, type DrawingFilter } from './drawings.queries.ts'

type Used = Pick<LayoutCard, 'products' | 'tags' | 'stores' | 'storeList'>
/** A product counts once in its store, for however many sizes its layout is drawn. */
const perStore = (stores: Session['stores']) => sql`select u.store_code, max(u.products)::int as products, sum(u.tags)::int as tags
  from layout_drawings o join layout_usage u on u.drawing_id = o.drawing_id
  where o.layout_id = d.layout_id and ${ofStores(stores, 'u.store_code')} group by u.store_code`
const used = (stores: Session['stores']) => sql<Used>`(with used as (${perStore(stores)})
  select json_build_object('products', coalesce(sum(products), 0), 'tags', coalesce(sum(tags), 0),
    'stores', count(*) filter (where products > 0 or tags > 0),
    'storeList', (select coalesce(json_agg(top), '[]') from (
      select u.store_code as "storeCode", s.store_name as "storeName", u.products, u.tags from used u join stores s on s.store_code = u.store_code
      where u.products > 0 or u.tags > 0 order by u.tags desc, u.products desc, u.store_code limit ${cardStores}) as top))
  from used)`
const sumOf = (stores: Session['stores'], column: 'products' | 'tags') =>
  sql<number>`(select coalesce(sum(${sql.ref(column)}), 0) from (${perStore(stores)}) as used)`

/** A page of layouts; their drawings are read in one statement more. */
export async function searchLibrary(db: Db, session: Session, request: TableRequest<DrawingFilter>): Promise<TablePage<LayoutCard>> {
  const { stores } = session
  const first = sql<string[]>`(array_agg(d.drawing_id::text order by ${orderOfDrawings}))[1:${sql.lit(cardDrawings)}]`
  const query = drawingRows(db, stores)
    .select('d.layout_id')
    .select([sql<number>`count(*)::int`.as('drawings'), first.as('first'), sql<Date>`max(d.draft_at)`.as('updated_at')])
    .select(used(stores).as('used'))
  const page = await tablePage(query, request, {
    columns: {
      layoutId: filterColumns.layoutId,
      storeCode: byFirst(filterColumns.storeCode),
      size: byFirst(filterColumns.size),
      modelClass: byFirst(filterColumns.modelClass),
      updatedBy: byFirst(filterColumns.updatedBy),
      kind: byFirst(filterColumns.kind),
      state: byFirst(filterColumns.state),
      updatedAt: { ...timeColumn('d.draft_at'), order: sql`max(d.draft_at)` },
      products: { sql: sumOf(stores, 'products'), kind: 'number' },
      tags: { sql: sumOf(stores, 'tags'), kind: 'number' },
      version: { ...numberColumn('v.version'), order: sql`max(v.version)` },
      drawings: { sql: sql`count(*)`, kind: 'number' },
    },
    group: sql.ref('d.layout_id'),
    dateColumn: sql.ref('d.draft_at'),
    defaultOrder: sql.ref('d.layout_id'),
    tieBreak: sql.ref('d.layout_id'),
  })
  const drawings =
    page.data.length === 0
      ? []
      : await drawingsOf(
          db,
          session,
          page.data.flatMap((row) => row.first),
        )
  return {
    ...page,
    data: page.data.map((row) => ({
      layoutId: row.layout_id,
      drawings: row.drawings,
      drawingList: drawings.filter((drawing) => drawing.layoutId === row.layout_id),
      ...row.used,
      updatedAt: toEpoch(row.updated_at),
    })),
  }
}

/** Layouts stand by the first of their drawings in this order. */
const byFirst = (column: Column): Column => ({ ...column, order: sql`min(${column.sql})` })
