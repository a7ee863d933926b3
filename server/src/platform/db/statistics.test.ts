/** What the database knows of its tables follows them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { seedStore } from '../../testing/seed.ts'
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

test('a table that grows is counted anew, by one process at a time, and left alone afterwards', async () => {
  const { context } = given
  await seedStore(context, 'GROWS')
  await refresh()
  await sql`insert into tags (store_code, tag_mac, barcode, tag_type, created_at)
    select 'GROWS', m, m, 'B5', now() from (select '5A3C9E0050' || lpad(n::text, 6, '0') as m from generate_series(1, 4000) n) x`.execute(
    context.db,
  )
  await expect.poll(changedTags).toBe(4000)
  expect(await knownTags()).toBeLessThan(4000)
  expect(await refresh('another')).toEqual([])
  expect(await refresh()).toContain('tags')
  expect(await knownTags()).toBe(4000)
  await expect.poll(changedTags).toBe(0)
  expect(await refresh()).not.toContain('tags')
})

test.runIf(embedded)(
  'on the embedded database what changed rows leave behind is taken away, and is not looked for where there is none',
  async () => {
    const { context } = given
    await seedStore(context, 'SWEPT')
    const sweeps = async () => {
      const { rows } = await sql<{ n: number }>`select vacuum_count::int as n from pg_stat_user_tables where relname = 'tags'`.execute(
        context.db,
      )
      return rows[0]?.n ?? 0
    }
    const before = await sweeps()
    await sql`insert into tags (store_code, tag_mac, barcode, tag_type, created_at)
    select 'SWEPT', m, m, 'B5', now() from (select '5A3C9E0060' || lpad(n::text, 6, '0') as m from generate_series(1, 9000) n) x`.execute(
      context.db,
    )
    await expect.poll(changedTags).toBe(9000)
    expect([await refresh(), await sweeps()]).toEqual([expect.arrayContaining(['tags']), before])
    await sql`delete from tags where store_code = 'SWEPT'`.execute(context.db)
    await expect.poll(changedTags).toBe(9000)
    expect([await refresh(), await sweeps()]).toEqual([expect.arrayContaining(['tags']), before + 1])
  },
)
