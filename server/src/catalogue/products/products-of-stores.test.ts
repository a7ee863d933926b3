/** Products belong to stores that exist, whichever transaction comes first: triggers check that in place of a foreign key. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { sniffBytes } from '../../platform/text-files/detect-encoding.ts'
import { seedStore } from '../../testing/seed.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { importProductFile } from '../product-files/product-files.service.ts'

let given: TestContext
let storeCode = ''
let stores = 0
beforeAll(async () => {
  given = await createTestContext()
})
afterAll(() => given.close())
beforeEach(async () => {
  storeCode = `OF${++stores}`
  await seedStore(given.context, storeCode)
})

const insert = (db: Db, ...codes: string[]) =>
  sql`insert into products (store_code, pr_code, pr_info) select code, 'P' || n, '{}'
    from unnest(${codes}::text[]) as code, generate_series(1, 20) n`.execute(db)
const remove = (db: Db, code = storeCode) => db.deleteFrom('stores').where('store_code', '=', code).execute()
const rename = (db: Db, table: 'products' | 'stores', code: string) =>
  sql`update ${sql.table(table)} set store_code = ${code} where store_code = ${storeCode}`.execute(db)
const rowsIn = async (table: 'products' | 'product_counts' | 'product_history' | 'staged_products' | 'files', code = storeCode) =>
  (await given.context.db.selectFrom(table).selectAll().where('store_code', '=', code).execute()).length
const noStore = { code: '23503', constraint: 'products_store_code_fkey' }

test('products of a store that there is not are refused, also beside others', async () => {
  const { db } = given.context
  await expect(insert(db, 'NOWHERE')).rejects.toMatchObject(noStore)
  await expect(insert(db, storeCode, 'NOWHERE')).rejects.toMatchObject(noStore)
  expect([await rowsIn('products'), await rowsIn('product_counts', 'NOWHERE')]).toEqual([0, 0])
  await insert(db, storeCode)
  await expect(rename(db, 'products', 'NOWHERE')).rejects.toMatchObject(noStore)
  expect(await rowsIn('products')).toBe(20)
})

test('a store takes its products with it, and gets no other code while it has some', async () => {
  const { db } = given.context
  await seedStore(given.context, `${storeCode}B`)
  await insert(db, storeCode, `${storeCode}B`)
  await expect(rename(db, 'stores', `${storeCode}C`)).rejects.toMatchObject(noStore)
  await remove(db)
  expect([await rowsIn('products'), await rowsIn('products', `${storeCode}B`)]).toEqual([0, 20])
  const counted = await db.selectFrom('product_counts').select('products').where('store_code', '=', storeCode).execute()
  expect(counted).toEqual([{ products: 0 }])
})

test('a transaction that would not see the products of others removes no store', async () => {
  await insert(given.context.db, storeCode)
  const removing = given.context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => remove(tx))
  await expect(removing).rejects.toThrow('read committed')
  expect(await rowsIn('products')).toBe(20)
})

/** Answers when `work` waits for the transaction that `holder` is in. */
async function waits(holder: Db): Promise<void> {
  const count = async () =>
    (await sql`select distinct pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(holder)).rows
      .length
  while ((await count()) === 0) await setImmediate()
}

test('who removes a store waits for products that are written, and takes them with it', async (here) => {
  if (inject('testDatabase').kind === 'embedded') return here.skip('the embedded database has one connection')
  const { db } = given.context
  // The store is counted already: its counter would not make the removal wait.
  await insert(db, storeCode)
  await db.deleteFrom('products').where('store_code', '=', storeCode).execute()
  const writer = await db.startTransaction().execute()
  await insert(writer, storeCode)
  const removed = remove(db)
  await waits(writer)
  await writer.commit().execute()
  await removed
  expect(await rowsIn('products')).toBe(0)
})

test.for([
  { removal: 'is carried out', products: 0 },
  { removal: 'is taken back', products: 20 },
])('who writes products waits for the removal of their store: it $removal', async ({ products }, here) => {
  if (inject('testDatabase').kind === 'embedded') return here.skip('the embedded database has one connection')
  const { db } = given.context
  const remover = await db.startTransaction().execute()
  await remove(remover)
  const written = insert(db, storeCode).then(
    () => 20,
    (error: unknown) => {
      expect(error).toMatchObject(noStore)
      return 0
    },
  )
  await waits(remover)
  await (products === 0 ? remover.commit() : remover.rollback()).execute()
  expect(await written).toBe(products)
  expect(await rowsIn('products')).toBe(products)
})

test('nothing is left of a file whose store is removed while it is read', async () => {
  const { db } = given.context
  // Long enough that its first rows are staged before its last ones are read.
  const width = Math.ceil(sniffBytes / 5000)
  const rows = Array.from({ length: 6000 }, (_, n) => `${n},${'x'.repeat(width)},${n}`)
  const file = ['PRODUCT_CODE,NAME,PRICE', ...rows].join('\n')
  let staged = 0
  const read: Context['blobs']['read'] = () =>
    Readable.from(
      (async function* () {
        yield Buffer.from(file.slice(0, -100))
        while (staged === 0) {
          staged = await rowsIn('staged_products')
          await setImmediate()
        }
        await remove(db)
        yield Buffer.from(file.slice(-100))
      })(),
    )
  const slow = { ...given.context, blobs: { ...given.context.blobs, read } }
  const stream = Readable.from([Buffer.from(file)])
  const taken = importProductFile(slow, storeCode, { name: 'p.csv', stream }, { source: 'test', wholeChain: true })
  await expect(taken).rejects.toMatchObject(noStore)
  expect(staged).toBeGreaterThan(0)
  const tables = ['products', 'product_history', 'staged_products', 'files'] as const
  expect(await Promise.all(tables.map((table) => rowsIn(table)))).toEqual([0, 0, 0, 0])
})
