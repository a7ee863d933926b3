/** The tag list of a store with 50,000 tags among a million in all, by the API, on PostgreSQL. */
import pg from 'pg'
import { percentile, type Figure } from './report.ts'
import type { BenchSystem } from './system.ts'

const [tags, storeTags, stores] = [1_000_000, 50_000, 500]

async function fill(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into stores (store_code, store_name, time_zone, locale, currency) select 'L' || n, 'Large ' || n, 'UTC', 'en-US', 'USD' from generate_series(0, ${stores}) n`,
  )
  await client.query(
    `insert into gateways (store_code, gw_mac, shard, secret_hash, ip, status) select 'L' || n, 'G' || lpad(n::text, 11, '0'), 0, '', '10.0.0.1:8080', 'NORMAL' from generate_series(0, ${stores}) n`,
  )
  await client.query(
    `insert into products (store_code, pr_code, pr_info) select 'L0', n::text, array[n::text, 'Product ' || n] from generate_series(1, 20000) n`,
  )
  const row = `select s, lpad(upper(to_hex(n)), 16, '0'), lpad(upper(to_hex(n)), 16, '0'), 'B5', (n % 20000)::text, 'G' || lpad(substr(s, 2), 11, '0'), case when n % 50 = 0 then 'NG' else 'OK' end, -40 - n % 50, 2.4 + (n % 70) / 100.0, 20, now() - make_interval(secs => n)`
  const columns = 'store_code, tag_mac, barcode, tag_type, pr_code, gw_mac, status, rssi, battery, temperature, updated_at'
  await client.query(
    `insert into tags (${columns}) select ${row.replace('select s', '')} from (select 1) x, lateral (select 'L0' as s, n from generate_series(1, ${storeTags}) n) g`.replace(
      'select ,',
      'select s,',
    ),
  )
  await client.query(
    `insert into tags (${columns}) ${row} from (select 'L' || (1 + n % ${stores}) as s, n from generate_series(${storeTags + 1}, ${tags}) n) g`,
  )
  await client.query('vacuum analyze')
  await client.end()
}

export async function benchTables({ client }: BenchSystem, databaseUrl: string): Promise<Figure[]> {
  await fill(databaseUrl)
  const requests: [string, object][] = [
    ['first page, newest first', { order: { column: 'updatedAt', dir: 'desc' } }],
    ['regex filter on the tag id', { filter_barcode: 'A[0-9]F' }],
    ['regex filter on the product code, ordered by battery', { filter_prCode: '^1[0-5]9', order: { column: 'battery', dir: 'asc' } }],
    ['failed tags', { filter_status: 'NG', condition_status: '==' }],
    ['page 1,900', { start: 47_500, order: { column: 'barcode', dir: 'asc' } }],
  ]
  const figures: Figure[] = []
  for (const [name, body] of requests) {
    const times: number[] = []
    for (let n = 0; n < 40; n++) {
      const start = performance.now()
      await client.tags.search({ params: { storeCode: 'L0' }, body })
      times.push(performance.now() - start)
    }
    figures.push({
      what: `tag list, 50,000 of 1,000,000 tags: ${name}, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      budget: { atMost: 100 },
    })
  }
  const times: number[] = []
  for (let n = 0; n < 20; n++) {
    const start = performance.now()
    await client.stores.tagOverview({ params: {}, body: { length: 25 } })
    times.push(performance.now() - start)
  }
  figures.push({
    what: `store overview over ${stores} stores, 1,000,000 tags, p95`,
    value: percentile(times, 0.95),
    unit: 'ms',
    budget: undefined,
  })
  return figures
}
