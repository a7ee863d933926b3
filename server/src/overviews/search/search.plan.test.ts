/** How much the database reads for an answer, with 200,000 products and as many tags: a bounded number of rows, all by an index. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Db } from '../../platform/db/schema.ts'
import { readsOf } from '../../testing/plans.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { findProducts, findTags, type Reach } from './search.queries.ts'
import { readTerm } from './terms.ts'

const rows = inject('testDatabase').kind === 'embedded' ? 20_000 : 200_000
const storesOfChain = 1600
/** Rows that an answer may read in all, whatever is asked: some thousand texts on each way, and what leads to them. */
const bound = 40_000
const all: Reach = { stores: 'all', near: undefined, limit: 6 }
let given: TestContext

beforeAll(async () => {
  given = await createTestContext()
  const { db } = given.context
  await sql`insert into stores (store_code, store_name, time_zone, locale, currency, config)
    select 'S' || n, 'Store ' || n, 'Asia/Tokyo', 'ja-JP', 'JPY', '{}' from generate_series(0, ${storesOfChain - 1}::int) n`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`drop index product_texts_by_gram`.execute(tx)
    await sql`insert into product_texts (pr_code, words) select 'p' || n, 'green tea ' || case when n % 1999 = 5 then '緑茶 teen ' else '' end
        || case when n % 2 = 0 then 'odd' else 'even' end || E'\np' || n from generate_series(1, ${rows}::int) n`.execute(tx)
    await sql`insert into product_places (store_code, pr_code, text_id)
      select 'S' || text_id % ${storesOfChain}::int, pr_code, text_id from product_texts`.execute(tx)
    await sql`insert into product_codes (code, text_id) select pr_code, text_id from product_texts`.execute(tx)
    await sql`insert into products (store_code, pr_code, pr_info) select store_code, pr_code, array[pr_code, 'Green tea'] from product_places`.execute(
      tx,
    )
    await sql`insert into tags (store_code, tag_mac, barcode, tag_type)
      select 'S' || n % ${storesOfChain}::int, upper(lpad(to_hex(n), 16, '0')), upper(lpad(to_hex(n), 16, '0')), '36' from generate_series(1, ${rows}::int) n`.execute(
      tx,
    )
    await sql`create index product_texts_by_gram on product_texts using gin (text_grams(words))`.execute(tx)
  })
  await sql`analyze`.execute(db)
}, 380_000)
afterAll(() => given.close())

const tables = ['product_texts', 'product_places', 'product_codes', 'products', 'tags']
/** Rows that were read in all: one after the other, and by an index. */
async function countReads(work: (db: Db) => Promise<unknown[]>) {
  const { answer, reads } = await readsOf(given.context.db, tables, work)
  const sum = (key: 'inTurn' | 'byIndex') => reads.reduce((all, one) => all + one[key], 0)
  return { found: answer.length, inTurn: sum('inTurn'), byIndex: sum('byIndex') }
}
const products = (term: string, reach = all) =>
  countReads(async (db) => {
    const read = readTerm(term)
    return read === undefined ? [] : await findProducts(db, read, reach)
  })

test.each([
  ['a name that few have, of pairs of letters that all have', 'teen', 6],
  ['a name in Japanese', '緑茶', 6],
  ['one character', '茶', 6],
  ['a name that all have', 'green', 6],
  ['two words that half of them have', 'tea odd', 6],
  ['a code', 'p777', 6],
  ['what there is not', 'nothing', 0],
])('a search reads a bounded number of rows: %s', async (_, term, found) => {
  const read = await products(term)
  expect(read).toMatchObject({ found, inTurn: 0 })
  expect(read.byIndex).toBeLessThan(bound)
})

test('an account of one store finds its own among all that are called so', async () => {
  for (const term of ['green', 'tea odd']) {
    const read = await products(term, { ...all, stores: ['S8'] })
    expect(read, term).toMatchObject({ found: 6, inTurn: 0 })
    expect(read.byIndex).toBeLessThan(bound)
  }
})

test('a tag by its id and by the beginning of one', async () => {
  for (const code of ['0000000000000777', '00000000']) {
    const { found, inTurn, byIndex } = await countReads((db) => findTags(db, code, all))
    expect(found).toBeGreaterThan(0)
    // Where all begin so, the first ones are read as they stand.
    expect(inTurn + byIndex).toBeLessThan(bound)
  }
})
