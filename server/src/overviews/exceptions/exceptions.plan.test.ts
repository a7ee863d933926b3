/** What the database reads for the exceptions of a large chain: its counters, and of products those alone that several tags show. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/schema.ts'
import { readsOf } from '../../testing/plans.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { searchFigures, sumFigures, type Reach } from './exceptions.queries.ts'

const [stores, products] = [200, 50]
/** Of every store's products. */
const shared = 5
let given: TestContext
beforeAll(async () => {
  given = await createTestContext()
  const { db } = given.context
  await sql`insert into stores (store_code, store_name, time_zone, locale, currency, config)
    select 'S' || n, 'Store ' || n, 'Asia/Tokyo', 'ja-JP', 'JPY', '{}' from generate_series(1, ${stores}::int) n`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into gateways (store_code, gw_mac, shard, secret_hash, status)
      select 'S' || n, lpad(to_hex(n), 12, '0'), 0, '', 'NORMAL' from generate_series(1, ${stores}::int) n`.execute(tx)
    await sql`insert into tags (store_code, tag_mac, barcode, tag_type, pr_code, status)
      select 'S' || n, lpad(to_hex(n * 100 + m), 16, '0'), '', 'B5', 'p' || m, 'OK' from generate_series(1, ${stores}::int) n, generate_series(1, 10) m`.execute(
      tx,
    )
    await sql`insert into tag_counts select 'S' || n, status, n from generate_series(1, ${stores}::int) n, unnest(array['OK', 'NG', 'MISSING', 'WIP']) status`.execute(
      tx,
    )
    await sql`insert into tag_flag_counts select 'S' || n, n % 7, n % 11 from generate_series(1, ${stores}::int) n`.execute(tx)
    await sql`insert into gateway_kind_counts select 'S' || n, 'OFFLINE', true, '', '', 1 from generate_series(1, ${stores}::int) n`.execute(
      tx,
    )
    await sql`insert into product_tag_counts select 'S' || n, 'p' || m, case when m <= ${shared}::int then 2 else 1 end
      from generate_series(1, ${stores}::int) n, generate_series(1, ${products}::int) m`.execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
})
afterAll(() => given.close())

/** What grows with labels, and the counters of products. */
const tables = ['tags', 'tag_products', 'products', 'gateways', 'product_tag_counts']
const [search, startDate, endDate] = [undefined, undefined, undefined]
const firstPage = { draw: 0, start: 0, length: 25, order: [], filters: {}, search, startDate, endDate }
const everything: Reach = { stores: 'all', gateways: true }

test.each<[string, number, (db: Db) => Promise<unknown>]>([
  ['the sum over the chain', stores * shared, (db) => sumFigures(db, everything)],
  // The page, and how many stores there are in all.
  ['the worst stores', 2 * stores * shared, (db) => searchFigures(db, everything, firstPage)],
  ['the sum over one store', shared, (db) => sumFigures(db, { ...everything, stores: ['S7'] })],
])('%s read no label, and no product that one label alone shows', async (_, max, work) => {
  const { reads } = await readsOf(given.context.db, tables, work)
  const { product_tag_counts: counters, ...others } = Object.fromEntries(
    reads.map(({ table, inTurn, byIndex }) => [table, inTurn + byIndex]),
  )
  expect(Object.values(others)).toEqual([0, 0, 0, 0])
  expect(counters).toBeLessThanOrEqual(max)
})

test('the figures are those of the counters', async () => {
  const { db } = given.context
  const sum = (stores * (stores + 1)) / 2
  expect(await sumFigures(db, everything)).toMatchObject({
    stores,
    storesAffected: stores,
    totalTags: 4 * sum,
    errorTags: 2 * sum,
    duplicateTags: 2 * shared * stores,
    ngGWs: stores,
  })
  const page = await searchFigures(db, everything, firstPage)
  expect(page.recordsFiltered).toBe(stores)
  expect(page.data[0]).toMatchObject({ storeCode: `S${stores}`, errorTags: 2 * stores })
})
