/** One search over a chain with many products beside its 1.7 million tags: its first answer, and its answers beside their SQL. */
import pg from 'pg'
import { chain } from './chain.ts'
import type { Comparison, List } from './compare-lists.ts'
import type { Figure } from './report.ts'
import type { BenchSystem } from './system.ts'

/** A million of them take their index minutes to be made. */
const products = Number(process.env.BENCH_PRODUCTS ?? 200_000)
/** Rows of one statement. */
const chunk = 100_000
const kinds =
  'Milk,Butter,Cheddar cheese,Green tea,Orange juice,Rye bread,Apples,Oat flakes,Olive oil,Rice,Noodles,Soy sauce,Tofu,Salmon,Chicken breast,Dark chocolate,Coffee,Mineral water,Tomato soup,Washing powder,牛乳,深蒸し 緑茶,絹ごし豆腐,こしひかり,食パン,うどん,醤油,鮭切り身,鶏むね肉,板チョコ,우유,녹차,두부,김치,라면,간장'.split(
    ',',
  )
const makers =
  'Northfield,Alder Farm,Kline & Sons,Harbour,Maison Roux,Bodensee,Sunvale,Green Hill,Hokkai,Shizuoka,Redwood,Blue River,Oakham,Tanaka,Seoul Foods,Fresh Day'.split(
    ',',
  )
/** Every so many products one has a name that few others have. */
const rare = 100_000

/** Writes what the job of the search would, of products that are spread over all stores. */
export async function fillNames(databaseUrl: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // Counters, and what the job is told, are not what is measured here.
  await client.query('set session_replication_role = replica')
  await client.query('drop index product_texts_by_gram')
  for (let from = 0; from < products; from += chunk) {
    const named = `select n, 'n' || n as pr_code, 'C' || n % ${chain.stores} as store_code,
        ($1::text[])[1 + n % ${kinds.length}] || ' ' || ($2::text[])[1 + n / 7 % ${makers.length}] || ' ' || (n % 9 + 1) * 125 || ' g'
          || case when n % ${rare} = 77 then ' Rarität' else '' end as name
      from generate_series(${from}, ${Math.min(products, from + chunk) - 1}) n`
    await client.query(
      `with named as (${named}), saved as (
        insert into products (store_code, pr_code, pr_info) select store_code, pr_code, array[pr_code, name, '', '168'] from named),
      texts as (insert into product_texts (pr_code, words) select pr_code, lower(name) || E'\\n' || pr_code from named returning text_id, pr_code),
      places as (insert into product_places (store_code, pr_code, text_id) select store_code, pr_code, text_id from texts join named using (pr_code))
      insert into product_codes (code, text_id) select unnest(array[pr_code, '49' || lpad(n::text, 11, '0')]), text_id from texts join named using (pr_code)`,
      [kinds, makers],
    )
  }
  await client.query('set session_replication_role = origin')
  await client.query(`set maintenance_work_mem = '512MB'`)
  const start = performance.now()
  await client.query('create index product_texts_by_gram on product_texts using gin (text_grams(words))')
  const seconds = (performance.now() - start) / 1000
  await client.query('vacuum analyze')
  await client.end()
  return [{ what: `search: the index of pairs over ${products} products made anew`, value: seconds, unit: 's', budget: undefined }]
}

const limit = { maximum: 100 }
const tagMac = 'D000000000019A2B'
const terms: readonly [what: string, term: string][] = [
  ['a rare name', 'rarität'],
  ['a name that many have, in Japanese', '牛乳'],
  ['one character', '茶'],
  ['a name that many have', 'milk'],
  ['letters that nearly all have', 'er'],
  ['three words', 'milk harbour 500'],
  ['a bar code', '4900000765432'],
  ['the beginning of a code', 'n7654'],
  ['a tag by its id', tagMac],
  ['the beginning of a tag id', tagMac.slice(0, 8)],
  ['a store by its name', 'chain store 15'],
  ['what there is not', 'qqxyzzy'],
]

/** Of a chain that is there, with its names. */
export async function benchSearch({ client }: BenchSystem, comparison: Comparison): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, term] of terms) {
    const list: List = [`search, ${what}`, (caller) => caller.search.find({ query: { term } })]
    const start = performance.now()
    await client.search.find({ query: { term } })
    figures.push({ what: `search, ${what}: first answer`, value: performance.now() - start, unit: 'ms', budget: limit })
    figures.push(...(await comparison.figuresOf(list, limit)))
  }
  return figures
}
