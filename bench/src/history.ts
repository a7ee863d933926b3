/** Histories of a long life: a million tasks and fifty million finished deliveries over a year, in monthly partitions. */
import pg from 'pg'
import { chain } from './chain.ts'
import type { Comparison, List } from './compare-lists.ts'
import type { Figure } from './report.ts'

/** `BENCH_LEDGER_ROWS` measures with fewer: what is kept at a tenth says little about the whole. */
const rows = Number(process.env.BENCH_LEDGER_ROWS ?? 50_000_000)
const [tasks, months] = [1_000_000, 12]
/** Deliveries of one task, and days that its number lies back. */
const perTask = Math.max(1, Math.round(rows / tasks))
const storeOf = `'C' || t % ${chain.stores}`
const startOf = `now() - interval '360 days' * t / ${tasks}`
const tagsOfStore = 1000

/** Needs the chain. The indexes of the ledger are made when its rows are there. */
export async function fillHistory(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (let month = 0; month <= months; month++)
    await client.query(
      `do $$ declare f date := date_trunc('month', now() - interval '${month} months')::date; begin
        execute format('create table if not exists ledger_%s partition of ledger for values from (%L) to (%L)',
          to_char(f, 'YYYYMM'), f::timestamptz, (f + interval '1 month')::timestamptz); end $$`,
    )
  await client.query(
    `insert into tasks (store_code, task_id, task_type, total, shown, failed, created_by, start_time, end_time)
      select ${storeOf}, 10000000 + t, (array['UPDATE','ASSIGN','LED','DEASSIGN'])[1 + t % 4], ${perTask}, ${perTask} - (t % 50 = 0)::int, (t % 50 = 0)::int,
        'user' || t % 40 || '@shop.example', ${startOf}, ${startOf} + interval '90 s' from generate_series(0, ${tasks - 1}) t`,
  )
  const step = Math.ceil(tasks / 20)
  for (let from = 0; from < tasks; from += step)
    await client.query(
      `insert into ledger (store_code, op_id, task_id, tag_mac, kind, outcome, pr_code, pr_info, layout_id, hash, tries, queued_at, rendered_at, sent_at, finished_at)
        select ${storeOf}, 100000000 + t::bigint * ${perTask} + n, 10000000 + t, 'D' || lpad(((t / ${chain.stores} * 7 + n * 13) % ${tagsOfStore})::text, 15, '0'),
          'SHOW', case when t % 50 = 0 and n = 0 then 'FAILED' else 'SHOWN' end, 'p' || n, array['p' || n, 'Product ' || n, '', '1.99'], 'SHELF_PRICE', md5(n::text), 1,
          ${startOf}, ${startOf}, ${startOf}, ${startOf} + make_interval(secs => n)
        from generate_series(${from}, ${Math.min(tasks, from + step) - 1}) t, generate_series(0, ${perTask - 1}) n`,
    )
  await client.query('vacuum analyze ledger')
  await client.query('vacuum analyze tasks')
  await client.end()
}

/** Lists over them, of a chain that is there. */
export async function benchHistory(comparison: Comparison): Promise<Figure[]> {
  const [storeCode, tagMac] = ['C1', `D${'13'.padStart(15, '0')}`]
  const taskId = String(10_000_000 + 1 + chain.stores * 300)
  const year = { filter_startDate: Math.floor(Date.now() / 1000) - 360 * 86_400 }
  const lists: List[] = [
    ['tasks, newest first', (client) => client.tasks.search({ params: {}, body: { length: 25 } })],
    ['tasks of a store', (client) => client.tasks.search({ params: {}, body: { filter_storeCode: storeCode, condition_storeCode: '==' } })],
    [
      'tasks, regex filter on the store name',
      (client) => client.tasks.search({ params: {}, body: { filter_storeName: 'store 1[0-5]7$' } }),
    ],
    [
      'tasks of one type in a month',
      (client) =>
        client.tasks.search({
          params: {},
          body: { filter_taskType: 'LED', condition_taskType: '==', filter_startDate: year.filter_startDate + 330 * 86_400 },
        }),
    ],
    ['a task tag by tag', (client) => client.tasks.rows({ params: { storeCode, taskId }, body: {} })],
    ['a task in figures', (client) => client.tasks.chart({ params: { storeCode, taskId } })],
    ['update history of a tag', (client) => client.tags.updateHistory({ params: { storeCode, tagMac }, body: { length: 10 } })],
    [
      'update history of a tag, a month',
      (client) =>
        client.tags.updateHistory({
          params: { storeCode, tagMac },
          body: { ...year, filter_endDate: year.filter_startDate + 30 * 86_400 },
        }),
    ],
    [
      'what a tag showed half a year ago',
      (client) => client.tagHistory.shownAt({ params: { storeCode, tagMac, at: String(year.filter_startDate + 180 * 86_400) } }),
    ],
  ]
  const figures: Figure[] = []
  for (const [what, call] of lists)
    figures.push(
      ...(await comparison.figuresOf([`${tasks.toLocaleString('en')} tasks, ${rows.toLocaleString('en')} deliveries: ${what}`, call], {
        maximum: 100,
      })),
    )
  return figures
}
