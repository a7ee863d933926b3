/** How PostgreSQL ends operations among a million others: each by its key, whatever else is open. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seedStore } from '../../testing/seed.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { endingStatement } from './end-operations.queries.ts'

const tags = inject('testDatabase').kind === 'embedded' ? 100_000 : 1_000_000
const large = ['tags', 'tag_glass', 'operations']
let given: TestContext
beforeAll(async () => {
  given = await createTestContext()
  const { db } = given.context
  await seedStore(given.context, 'LARGE')
  await sql`insert into tasks (store_code, task_type, created_by, start_time) values ('LARGE', 'UPDATE', 'test', now())`.execute(db)
  // Indexes that no step reads by, triggers and foreign keys would cost minutes here and leave the plan as it is.
  const { rows } = await sql<{ index: string }>`select indexrelid::regclass::text as index from pg_index
    where indrelid = any(${large}::text[]::regclass[]) and not indisunique`.execute(db)
  for (const { index } of rows) await sql`drop index ${sql.raw(index)}`.execute(db)
  const macs = sql`(select upper(lpad(to_hex(n), 12, '0')) as mac from generate_series(1, ${tags}::int) n) m`
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into tags (store_code, tag_mac, barcode, tag_type, created_at) select 'LARGE', mac, mac, 'B5', now() from ${macs}`.execute(
      tx,
    )
    await sql`insert into tag_glass (store_code, tag_mac) select 'LARGE', mac from ${macs}`.execute(tx)
    await sql`insert into operations (store_code, task_id, tag_mac, kind, lane, hash, queued_at, due_at)
      select 'LARGE', (select max(task_id) from tasks), mac, 'SHOW', 'image', 'a', now(), now() from ${macs}`.execute(tx)
  })
  await sql`analyze`.execute(db)
}, 300_000)
afterAll(() => given.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

test.each([1, 500])('the end of %i operations reads no large table from end to end', async (count) => {
  const { db, clock } = given.context
  const open = await sql<{ opId: string }>`select op_id::text as "opId" from operations limit ${count}`.execute(db)
  const endings = open.rows.map(({ opId }) => ({ opId, outcome: 'SHOWN' as const, status: 'OK' as const, answered: true }))
  const explained = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (format json) ${endingStatement(endings, clock.now())}`.execute(
    db,
  )
  const [{ Plan: plan } = { Plan: { 'Node Type': 'none' } }] = explained.rows[0]?.['QUERY PLAN'] ?? []
  const scans = nodes(plan).filter((node) => large.includes(node['Relation Name'] ?? ''))
  expect(scans.length).toBeGreaterThan(large.length)
  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])).toEqual([])
})

test('they end: the ledger has them, the tags are well, the task has counted', async () => {
  const { db, clock } = given.context
  const [open] = (
    await sql<{ opId: string; mac: string }>`select op_id::text as "opId", tag_mac as mac from operations limit 1`.execute(db)
  ).rows
  if (open === undefined) throw new Error('no operation is open')
  await endingStatement([{ opId: open.opId, outcome: 'SHOWN', status: 'OK', answered: true }], clock.now()).execute(db)
  const { rows } = await sql`select l.outcome, t.status, g.updates, k.shown from ledger l join tags t using (store_code, tag_mac)
    join tag_glass g using (store_code, tag_mac) join tasks k on k.task_id = l.task_id where l.op_id = ${open.opId}::bigint`.execute(db)
  expect(rows).toEqual([{ outcome: 'SHOWN', status: 'OK', updates: 1, shown: 1 }])
})
