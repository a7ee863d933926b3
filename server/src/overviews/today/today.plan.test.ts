/** How the database finds what needs a person in a large chain: by partial indexes, whatever else is there. */
import { comparedLabels } from '@endcap/contract/today'
import { RawNode, sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/schema.ts'
import { explainedOf, nodesOf, wholeTablesOf, type Explained } from '../../testing/plans.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import * as causes from './causes.queries.ts'
import { readFailed, readLowBatteries } from './labels.queries.ts'

/** Of a table that is larger, reading all of it costs more still: a plan that leaves this one alone leaves those alone. */
const [stores, labels] = [200, 100]
let given: TestContext
beforeAll(async () => {
  given = await createTestContext()
  const { db } = given.context
  await sql`insert into stores (store_code, store_name, time_zone, locale, currency, config)
    select 'S' || n, 'Store ' || n, 'Asia/Tokyo', 'ja-JP', 'JPY', '{}' from generate_series(1, ${stores}::int) n`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into gateways (store_code, gw_mac, shard, secret_hash, status, offline_since)
      select 'S' || n, lpad(to_hex(n * 16 + g), 12, '0'), 0, '', case when n % 100 = 0 and g = 1 then 'OFFLINE' else 'NORMAL' end, now()
      from generate_series(1, ${stores}::int) n, generate_series(1, 10) g`.execute(tx)
    // One label of a hundred has failed, one of fifty has a low battery.
    await sql`insert into tags (store_code, tag_mac, barcode, tag_type, pr_code, status, batt_status, updated_at)
      select 'S' || n, lpad(to_hex(n * 1000 + m), 16, '0'), '', 'B5', 'p' || m, case when (n + m) % 100 = 0 then 'NG' else 'OK' end,
        case when (n + m) % 50 = 0 then 'NG' else 'OK' end, now() - m * interval '1 minute'
      from generate_series(1, ${stores}::int) n, generate_series(1, ${labels}::int) m`.execute(tx)
    await sql`insert into gateway_counts select store_code, status, count(*) from gateways group by 1, 2`.execute(tx)
    await sql`insert into products (store_code, pr_code, pr_info)
      select 'S' || n, 'p' || m, array['', 'Milk', '', '110'] from generate_series(1, ${stores}::int) n, generate_series(1, ${labels}::int) m`.execute(
      tx,
    )
    await sql`insert into tag_glass (store_code, tag_mac, delivery_id, shown_at) select store_code, tag_mac, row_number() over (), now() from tags`.execute(
      tx,
    )
    await sql`insert into ledger (store_code, op_id, task_id, tag_mac, kind, outcome, pr_code, pr_info, tries, queued_at, finished_at)
      select store_code, delivery_id, 1, tag_mac, 'SHOW', 'SHOWN', 'p', array['', 'Milk', '', '100'], 1, now(), now() from tag_glass`.execute(
      tx,
    )
    await sql`insert into files (store_code, file_name, file_type, source, changed_count, error_count, received_at, finished_at)
      select 'S' || (n % ${stores}::int + 1), 'prices.csv', 'product', 'inbox', case when n % 1000 = 0 then 0 else 5 end, case when n % 1000 = 0 then 1 else 0 end,
        now() - n * interval '1 minute', now() from generate_series(1, 5000) n`.execute(tx)
  })
  await sql`analyze`.execute(db)
})
afterAll(() => given.close())

/** What grows with the chain. */
const large = ['tags', 'tag_glass', 'ledger', 'products', 'files', 'gateways']
/** Of these tables, those that are read as a whole for an answer. */
async function wholeOf(read: (db: Db) => Promise<unknown>): Promise<string[]> {
  const plans: Explained[] = []
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (!RawNode.is(node)) return node
      const [first = '', ...rest] = node.sqlFragments
      return { ...node, sqlFragments: [`explain (format json) ${first}`, ...rest] }
    },
    transformResult: ({ result }) => {
      plans.push(...explainedOf(result.rows))
      return Promise.resolve({ ...result, rows: [] })
    },
  }
  await read(given.context.db.withPlugin(explaining))
  const nodes = nodesOf(plans)
  expect(nodes.length).toBeGreaterThan(2)
  return wholeTablesOf(nodes).filter((name) => large.some((one) => name === one || name.startsWith(`${one}_`)))
}

const after = new Date(Date.now() - 7 * 86_400_000)
test.each<[string, (db: Db) => Promise<unknown>]>([
  ['failed labels', (db) => readFailed(db, { stores: 'all', slot: 3, limit: comparedLabels })],
  ['failed labels of a store', (db) => readFailed(db, { stores: ['S7'], slot: 3, limit: comparedLabels })],
  ['low batteries', (db) => readLowBatteries(db, { stores: 'all', limit: 500 })],
  ['stores by low batteries', (db) => causes.readBatteries(db, { stores: 'all', limit: 5 })],
  ['stores that are off line', (db) => causes.readOfflineStores(db, 'all')],
  ['displays that do not answer', (db) => causes.readOfflineDisplays(db, { stores: 'all', outagesReported: true, limit: 5 })],
  ['gateways that are off line', (db) => causes.readOfflineGateways(db, 'all')],
  ['refused files', (db) => causes.readRefusedFiles(db, { stores: 'all', after, limit: 5 })],
])('%s are found without reading a table that grows with the chain', async (_, read) => {
  expect(await wholeOf(read)).toEqual([])
})

test('no more labels are compared than the bound says, and the gateways of few stores are told', async () => {
  const { db } = given.context
  const failed = Math.floor((stores * labels) / 100)
  const limit = Math.floor(failed / 2)
  const found = await readFailed(db, { stores: 'all', slot: 3, limit })
  expect([found.failed, found.labels.length]).toEqual([limit + 1, limit])
  expect(await causes.readOfflineGateways(db, 'all')).toHaveLength(stores / 100)
  expect(await causes.readOfflineStores(db, 'all')).toEqual([])
})
