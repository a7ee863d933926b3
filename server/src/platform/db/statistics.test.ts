/** What the database knows of its tables follows them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { seedStore } from '../../testing/seed.ts'
import { housekeepingJobs } from '../housekeeping/housekeeping.jobs.ts'
import { holdLease, releaseLease } from './leases.ts'
import { refreshStatistics } from './statistics.ts'

let given: TestContext
beforeAll(async () => {
  given = await createTestContext()
})
afterAll(() => given.close())

const embedded = inject('testDatabase').kind === 'embedded'
const refresh = (holder = 'one') => refreshStatistics(given.context.db, { holder, embedded })
/** Rows of `tags` that changed since they were last counted. Each connection tells of its own at most once a second, unless it is told to. */
async function changedTags(): Promise<number> {
  const { db } = given.context
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ n: number }>`select n_mod_since_analyze::int as n from pg_stat_user_tables where relname = 'tags'`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
async function knownTags(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select reltuples as n from pg_class where relname = 'tags'`.execute(given.context.db)
  return rows[0]?.n ?? 0
}

let stores = 0
/** A store with 4000 tags that were not counted yet. */
async function growStore() {
  const storeCode = `GROWS${++stores}`
  await seedStore(given.context, storeCode)
  await sql`insert into tags (store_code, tag_mac, barcode, tag_type, created_at)
    select ${storeCode}, m, m, 'B5', now() from (select '5A3C9E005' || ${stores}::text || lpad(n::text, 6, '0') as m from generate_series(1, 4000) n) x`.execute(
    given.context.db,
  )
  await expect.poll(changedTags).toBe(4000)
}

test('a table that grows is counted anew, by one process at a time, and left alone afterwards', async () => {
  await refresh()
  await growStore()
  expect(await knownTags()).toBeLessThan(4000)
  expect(await refresh('another')).toEqual([])
  expect(await refresh()).toContain('tags')
  expect(await knownTags()).toBe(4000)
  await expect.poll(changedTags).toBe(0)
  expect(await refresh()).not.toContain('tags')
})

test('on the embedded database files that are being taken in go first, for ten seconds', async () => {
  const { context, clock } = given
  expect(context.config.databaseUrl).toBeUndefined()
  const job = housekeepingJobs.find(({ name }) => name === 'statistics')?.open?.(context, { holder: 'one' })
  const known = async () => {
    await job?.work({ holder: 'one', place: 1 })
    return knownTags()
  }
  await holdLease(context.db, 'import:GROWS1', 'a file', 300)
  await growStore()
  expect(await known()).toBe(4000)
  clock.advance(9)
  expect(await known()).toBe(4000)
  clock.advance(1)
  expect(await known()).toBe(8000)
  // What changes then waits anew.
  await growStore()
  expect(await known()).toBe(8000)
  await releaseLease(context.db, 'import:GROWS1', 'a file')
  clock.advance(4)
  expect(await known()).toBe(8000)
  clock.advance(1)
  expect(await known()).toBe(12_000)
})
