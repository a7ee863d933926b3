/** What the server keeps in memory when nothing happens: 50,000 tags in a store, after it has drawn labels and answered lists. */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Figure } from './report.ts'
import { tagId, type BenchSystem } from './system.ts'

const storeCode = 'IDLE'
const tags = 50_000
/** Long enough for what is no longer needed to have been let go. */
const quietMs = 90_000

export async function benchMemory({ client, memory }: BenchSystem, databaseUrl: string): Promise<Figure[]> {
  await client.stores.create({ body: { storeCode, storeName: 'Idle' } })
  const productList = Array.from({ length: 5000 }, (_, n) => ({ prCode: String(n), prInfo: [String(n), `Product ${n}`, '', '199', 'EUR'] }))
  await client.products.save({ body: { storeCode, productList } })
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const ids = Array.from({ length: tags }, (_, n) => tagId(8_000_000 + n))
  await database.query(
    `insert into tags (store_code, tag_mac, barcode, tag_type, status) select $1, mac, mac, 'B5', 'DEASSIGN' from unnest($2::text[]) as mac`,
    [storeCode, ids],
  )
  await database.end()
  // Labels are drawn once, so that typefaces are loaded as in a shop.
  await client.tags.assign({ body: { storeCode, tagList: ids.slice(0, 500).map((tagMac, n) => ({ tagMac, prCode: String(n) })) } })
  for (let n = 0; n < 20; n++) await client.tags.search({ params: { storeCode }, body: { start: n * 25 } })
  await wait(quietMs)
  return [{ what: 'server memory, idle with 50,000 tags, native database', value: memory(), unit: 'MB', budget: { maximum: 400 } }]
}
