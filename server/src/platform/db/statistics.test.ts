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
/** Counters reach the statistics at the end of a statement, at most once a second. */
const countersSettle = () => new Promise((resolve) => setTimeout(resolve, 1200))
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
  await countersSettle()
  expect(await knownTags()).toBeLessThan(4000)
  expect(await refresh('another')).toEqual([])
  expect(await refresh()).toContain('tags')
  expect(await knownTags()).toBe(4000)
  await countersSettle()
  expect(await refresh()).not.toContain('tags')
})
