/** Lists that take too long, and those whose caller leaves: the answer says what to do, and the database works no longer. */
import { sql } from 'kysely'
import { inject, expect, test } from 'vitest'
import { startTestApp } from '../../testing/test-app.ts'
import { withinTime } from './list-time.ts'
import { tablePage, textColumn } from './table-page.ts'

const { context } = await startTestApp()
const { db } = context.context
const canEnd = inject('testDatabase').kind === 'postgres'

/** A list of one row for which this is worked out. */
const list = (slow: ReturnType<typeof sql<unknown>>) =>
  tablePage(
    db.selectFrom('accounts').select(['email', slow.as('slow')]),
    { draw: 1, start: 0, length: 10, order: [], filters: {}, search: undefined, startDate: undefined, endDate: undefined },
    { columns: { email: textColumn('email') }, tieBreak: sql.ref('email') },
  )
const asleep = async () =>
  (
    await sql<{
      pid: number
    }>`select pid from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`.execute(db)
  ).rows.length
const tooSlow = { status: 400, answer: { code: 'too-slow', field: 'filter' } }

test('a statement that the database broke off is answered as a list to be narrowed', async () => {
  await sql`create function broken_off() returns int language plpgsql as $$ begin raise exception 'late' using errcode = '57014'; end $$`.execute(
    db,
  )
  await expect(list(sql`broken_off()`)).rejects.toMatchObject(tooSlow)
})
test.runIf(canEnd)('a list ends when its time is over, in the database too, and its connection serves the next one', async () => {
  await expect(withinTime(300, undefined, () => list(sql`pg_sleep(60)`))).rejects.toMatchObject(tooSlow)
  await expect.poll(() => asleep()).toBe(0)
  for (let count = 0; count < 12; count++) expect((await withinTime(60_000, undefined, () => list(sql`1`))).data).toHaveLength(1)
})
test.runIf(canEnd)('a list ends when its caller leaves, in the database too', async () => {
  const caller = new AbortController()
  const asked = withinTime(60_000, caller.signal, () => list(sql`pg_sleep(60)`))
  const ended = expect(asked).rejects.toMatchObject({ status: 503 })
  await expect.poll(() => asleep()).toBe(1)
  caller.abort()
  await ended
  await expect.poll(() => asleep()).toBe(0)
})
