/** Two tasks that want the same labels at the same time. */
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'
import { startTask } from './tasks.service.ts'

const { context, engine } = await startTestEngine()
const { db, clock } = context.context
const storeCode = 'TASKS'
const tags = [tagId(1), tagId(2)]

test.skipIf(inject('testDatabase').kind !== 'postgres')('the later one waits for the earlier one and takes its place', async () => {
  await seedStore(context.context, storeCode)
  const gateway = await engine.gateway(storeCode, '02EC00040001')
  await gateway.online()
  await gateway.hear(...tags.map((tag) => ({ tag })))
  const task = { storeCode, taskType: 'UPDATE', kind: 'SHOW', createdBy: 'test', at: clock.now() } as const
  let later: Promise<{ taskId: string }> | undefined
  const earlier = await inTransaction(db, async (tx) => {
    const started = await startTask(tx, { ...task, tagMacs: tags })
    later = inTransaction(db, (other) => startTask(other, { ...task, tagMacs: tags.toReversed() }))
    const waiting = async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows
    await expect.poll(waiting).not.toEqual([])
    return started
  })
  const { taskId } = (await later)!
  const open = await db
    .selectFrom('operations')
    .select(['task_id', 'tag_mac'])
    .where('store_code', '=', storeCode)
    .orderBy('tag_mac')
    .execute()
  expect(open).toEqual(tags.map((tag) => ({ task_id: taskId, tag_mac: tag })))
  expect(await db.selectFrom('tasks').select(['total', 'superseded']).where('task_id', '=', earlier.taskId).executeTakeFirst()).toEqual({
    total: 2,
    superseded: 2,
  })
})
