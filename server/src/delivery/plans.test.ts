/** How PostgreSQL does the long statements of delivery among a million tags: row by row through keys, whatever else is there. */
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sightingsStatement, type StoredSighting } from './engine/sightings.queries.ts'
import { nodesOf, type Explained } from '../testing/plans.ts'
import { seedStore } from '../testing/seed.ts'
import { createTestContext, type TestContext } from '../testing/test-context.ts'
import { endingStatement } from './tasks/end-operations.queries.ts'

const tags = inject('testDatabase').kind === 'embedded' ? 100_000 : 1_000_000
const large = ['tags', 'tag_glass', 'tag_links', 'operations']
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
    await sql`insert into tag_links (store_code, tag_mac, gw_mac, rssi, heard_at) select 'LARGE', mac, '02EC00000001', -60, now() from ${macs}`.execute(
      tx,
    )
    await sql`insert into operations (store_code, task_id, tag_mac, kind, lane, hash, queued_at, due_at)
      select 'LARGE', (select max(task_id) from tasks), mac, 'SHOW', 'image', 'a', now(), now() from ${macs}`.execute(tx)
  })
  await sql`analyze`.execute(db)
})
afterAll(() => given.close())

const sighting = {
  storeCode: 'LARGE',
  gwMac: '02EC00000002',
  type: 'B5',
  at: 0,
  rssi: -50,
  battery: 3,
  temperature: 20,
  version: '1.0',
  checkin: 60,
  page: 0,
  resets: 0,
  shown: null,
}

/** How often each large table is read, and those that are read from end to end. */
async function scansOf(statement: RawBuilder<unknown>) {
  const explained = await sql<Explained>`explain (format json) ${statement}`.execute(given.context.db)
  const scans = nodesOf(explained.rows).filter((node) => large.includes(node['Relation Name'] ?? ''))
  return { count: scans.length, whole: scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']) }
}

test.each([1, 500])('the end of %i operations reads no large table from end to end', async (count) => {
  const { db, clock } = given.context
  const open = await sql<{ opId: string }>`select op_id::text as "opId" from operations limit ${count}`.execute(db)
  const endings = open.rows.map(({ opId }) => ({ opId, outcome: 'SHOWN' as const, status: 'OK' as const, answered: true }))
  const scans = await scansOf(endingStatement(endings, clock.now()))
  expect(scans.count).toBeGreaterThan(3)
  expect(scans.whole).toEqual([])
})

test.each([1, 500])('%i sightings read no large table from end to end', async (count) => {
  const { clock } = given.context
  const sightings = Array.from({ length: count }, (_, n): StoredSighting => ({
    ...sighting,
    tag: (n + 1).toString(16).toUpperCase().padStart(12, '0'),
  }))
  const scans = await scansOf(sightingsStatement(sightings, { at: clock.now(), lowBattery: 2.3 }))
  expect(scans.count).toBeGreaterThan(3)
  expect(scans.whole).toEqual([])
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
