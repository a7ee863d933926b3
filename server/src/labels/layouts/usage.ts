/** How many products have each layout, and how many labels each drawing draws: counted now and then for the stores in which something changed. */
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ruleProducts, type LayoutBook } from '../rendering/labels.service.ts'
import { layoutOfLabel } from '../../catalogue/products/layout-of-label.ts'
import { notifyLayouts } from './drawings.service.ts'
import { productsOfStore } from './products-of-store.ts'
import { labelsOf, seenNow, shownBy } from './shown.ts'

/** Stores looked for at once. */
const storesPerQuery = 100
/** One process counts at a time; another one goes on so long after it died. */
const lease = { name: 'use of layouts', seconds: 60 }

/** Counts stores in which something changed; true when there may be others. */
export async function countUsage(context: Context, holder: string): Promise<boolean> {
  const { db } = context
  if (!(await holdLease(db, lease.name, holder, lease.seconds))) return false
  const result = await sql<{
    storeCode: string
    seen: string
  }>`select * from (select s.store_code as "storeCode", ${seenNow} as seen, c.seen as before, c.counted_at
      from stores s left join layout_counts c on c.store_code = s.store_code where s.closing_at is null) x
    where seen is distinct from before order by counted_at nulls first limit ${storesPerQuery}`.execute(db)
  const book = await context.labels.book()
  for (const store of result.rows) {
    await countStore(context, book, store)
    if (!(await holdLease(db, lease.name, holder, lease.seconds))) return false
  }
  await releaseLease(db, lease.name, holder)
  if (result.rows.length > 0) notifyLayouts(context)
  return result.rows.length === storesPerQuery
}

async function countStore(
  { db, clock }: Context,
  book: LayoutBook,
  { storeCode, seen }: { storeCode: string; seen: string },
): Promise<void> {
  const [products, tags] = [await countProducts(db, book, storeCode), await countTags(db, book, storeCode)]
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await sql`delete from layout_usage where store_code = ${storeCode}`.execute(tx)
    await sql`insert into layout_usage (store_code, drawing_id, products, tags)
      select ${storeCode}, d.drawing_id, coalesce(p.n, 0), coalesce(t.n, 0) from layout_drawings d
      left join unnest(${[...products.keys()]}::text[], ${[...products.values()]}::int[]) as p (layout_id, n) using (layout_id)
      left join unnest(${[...tags.keys()]}::bigint[], ${[...tags.values()]}::int[]) as t (drawing_id, n) on t.drawing_id = d.drawing_id
      where d.store_code in ('', ${storeCode}) and (p.n is not null or t.n is not null)`.execute(tx)
    await sql`insert into layout_counts (store_code, seen, counted_at) select store_code, ${seen}, ${at}::timestamptz from stores where store_code = ${storeCode}
      on conflict (store_code) do update set seen = excluded.seen, counted_at = excluded.counted_at`.execute(tx)
  })
}

const add = <K>(counts: Map<K, number>, key: K, n = 1) => counts.set(key, (counts.get(key) ?? 0) + n)

async function countProducts(db: Db, book: LayoutBook, storeCode: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const { own, shared } = book.rulesOf(storeCode)
  const defaultLayout = layoutOfLabel({ layoutId: null, products: [{}] })
  if (own.length + shared.length === 0) {
    const rows = await sql<{
      id: string
      n: number
    }>`select coalesce(layout_id, ${defaultLayout}) as id, count(*)::int as n from products where store_code = ${storeCode} group by 1`.execute(
      db,
    )
    return new Map(rows.rows.map((row) => [row.id, row.n]))
  }
  for await (const products of productsOfStore(db, storeCode)) {
    const ruled = ruleProducts(products, { own, shared }, book.aliases)
    for (const [place, product] of products.entries()) add(counts, ruled[place]?.layoutId ?? product.layoutId ?? defaultLayout)
  }
  return counts
}
async function countTags(db: Db, book: LayoutBook, storeCode: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const labels of labelsOf(db, storeCode))
    for (const { drawingId } of shownBy(labels, book)) if (drawingId !== undefined) add(counts, drawingId)
  return counts
}
