/** How the database finds price changes of a chain: along the updates by their time, whatever else is there. */
import { priceChangesCounted } from '@endcap/contract/updates'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodesOf, wholeTablesOf, type Explained } from '../../testing/plans.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { listAliases, meantAliases } from '../aliases/aliases.service.ts'
import { priceChanges, searchPriceChanges } from './price-changes.queries.ts'

/** Updates, each of 20 products. Of a history that is longer, reading or sorting all of it costs more still. */
const [updates, products] = [5000, 20]
const storesOfChain = 1600
const request = { draw: 0, start: 0, length: 25, order: [], filters: {}, search: undefined, startDate: undefined, endDate: undefined }
let given: TestContext
beforeAll(async () => {
  given = await createTestContext()
  const { db } = given.context
  await sql`insert into stores (store_code, store_name, time_zone, locale, currency, config)
    select 'S' || n, 'Store ' || n, 'Asia/Tokyo', 'ja-JP', 'JPY', '{}' from generate_series(1, ${storesOfChain}::int) n`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into updates (store_code, update_id, kind, product_count, tag_count, changed_by, updated_at)
      select 'S' || (n % ${storesOfChain}::int + 1), n, 'FILE', ${products}::int, 0, 'test', now() - n * interval '1 minute'
      from generate_series(1, ${updates}::int) n`.execute(tx)
    await sql`insert into product_history (store_code, pr_code, pr_info, new_pr_info, changed_by, changed_at, update_id)
      select store_code, 'p' || n, array['', 'Milk', '', '100'], array['', 'Milk', '', '110'], 'test', updated_at, update_id
      from updates, generate_series(1, ${products}::int) n`.execute(tx)
  })
  await sql`analyze`.execute(db)
})
afterAll(() => given.close())

test('a page and its number read a part of the history alone', async () => {
  const { db } = given.context
  const { price, name } = meantAliases(await listAliases(db))
  if (price === undefined) throw new Error('no alias means the price')
  const { query, defaultOrder, tieBreak } = priceChanges(db, 'all', { price, name })
  const all = nodesOf(await query.orderBy(defaultOrder).orderBy(tieBreak).limit(25).explain<Explained>('json'))
  expect(all.length).toBeGreaterThan(5)
  expect(wholeTablesOf(all).filter((name) => /updates|product_history/.test(name))).toEqual([])
  // Within the updates of one moment only.
  expect(all.filter((node) => node['Node Type'] === 'Sort')).toEqual([])
  const found = await searchPriceChanges(db, { stores: 'all', aliases: await listAliases(db) }, request)
  expect(found).toMatchObject({ recordsTotal: priceChangesCounted, recordsFiltered: priceChangesCounted })
  expect(found.data).toHaveLength(25)
  expect(found.data[0]).toMatchObject({ storeCode: 'S2', updateId: '1', prCode: 'p1', percent: 10 })
})
