/** A chain with 1,600 stores and 1.7 million tags, one store of them with 50,000 tags and 20,000 products, written into PostgreSQL. */
import pg from 'pg'

export const chain = { tags: 1_700_000, stores: 1600, largest: 'C0', largestTags: 50_000 }
const { tags, stores, largestTags } = chain
const [gatewaysOfStore, days] = [10, 60]
/** Rows of one statement. */
const chunk = 170_000
const sizes = ['B5', '36', '3A', 'BC', 'B9', '45', '5A', '28']

/** The counters come about by the triggers, as in earnest; only the numbers of products are written down as such. */
export async function fillChain(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const zones = ['Asia/Tokyo', 'Asia/Seoul', 'Europe/Berlin', 'America/New_York']
  await client.query(
    `insert into stores (store_code, store_name, time_zone, locale, currency)
      select 'C' || n, 'Chain store ' || n, ($1::text[])[1 + n % 4], 'en-US', 'USD' from generate_series(0, ${stores - 1}) n`,
    [zones],
  )
  await client.query(
    `insert into gateways (store_code, gw_mac, shard, secret_hash, ip, status, time_sync, gmp_version, grm_version)
      select 'C' || n / ${gatewaysOfStore}, 'C' || lpad(n::text, 11, '0'), 0, '', '10.0.0.1:8080', case when n % 97 = 0 then 'OFFLINE' else 'NORMAL' end, n % 53 <> 0,
        case when n % 5 = 0 then '2.0.4' else '2.1.0' end, '1.' || n % 3 from generate_series(0, ${stores * gatewaysOfStore - 1}) n`,
  )
  await client.query(`insert into product_counts select 'C' || n, 5000 from generate_series(0, ${stores - 1}) n`)
  await client.query(
    `insert into daily_counts (store_code, day, products, tags, distinct_tags)
      select 'C' || n, current_date - d, n % 300 + d, n % 700 + d, n % 500 from generate_series(0, ${stores - 1}) n, generate_series(-1, ${days}) d`,
  )
  for (let from = 0; from < tags; from += chunk) {
    // The first rows are the largest store's; the others take turns.
    const place = `case when n < ${largestTags} then 0 else 1 + n % ${stores - 1} end`
    const rows = `select n, ${place} as s, 'D' || lpad(upper(to_hex(n)), 15, '0') as mac from generate_series(${from}, ${Math.min(tags, from + chunk) - 1}) n`
    await client.query(
      `insert into tags (store_code, tag_mac, barcode, tag_type, pr_code, gw_mac, status, batt_status, rssi, battery, temperature, updated_at)
        select 'C' || s, mac, mac, ($1::text[])[1 + n % ${sizes.length}], case when n % 40 = 0 then null else 'p' || n end,
          'C' || lpad((s * ${gatewaysOfStore} + n / 7 % ${gatewaysOfStore})::text, 11, '0'),
          case when n % 60 = 0 then 'NG' when n % 90 = 0 then 'MISSING' when n % 45 = 0 then 'WIP' when n % 40 = 0 then 'DEASSIGN' else 'OK' end,
          case when n % 80 = 0 then 'NG' else 'OK' end, -40 - n % 50, 2.4 + n % 70 / 100.0, 20, now() - make_interval(secs => n) from (${rows}) r`,
      [sizes],
    )
    // One tag in thirty shows what its neighbour shows.
    await client.query(
      `insert into tag_products (store_code, tag_mac, slot, pr_code) select 'C' || s, mac, 0, 'p' || (n - case when n % 30 = 1 then ${stores - 1} else 0 end) from (${rows}) r where n % 40 <> 0`,
    )
  }
  await client.query(
    `insert into products (store_code, pr_code, pr_info) select '${chain.largest}', 'p' || n, array['p' || n, 'Product ' || n] from generate_series(1, 20000) n`,
  )
  await client.query('vacuum analyze')
  await client.end()
}
