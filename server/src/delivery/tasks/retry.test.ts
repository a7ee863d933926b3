/** What failed in a task is sent once more, where it still is wrong. */
import { expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
const storeCode = 'RETRY'
const tags = [tagId(1), tagId(2), tagId(3)]

test('the tags that are still wrong get what their product says now, the others nothing', async () => {
  await seedStore(context.context, storeCode)
  const gateway = await engine.gateway(storeCode, '02EC00030001')
  await gateway.online()
  await gateway.hear(...tags.map((tag) => ({ tag })))
  const save = (prCode: string, price: string) =>
    api('POST', '/product', { storeCode, productList: [{ prCode, prInfo: ['', 'Name', '', price] }] })
  const deliver = async () => {
    await engine.engine.settle()
    const taken = gateway.taken()
    for (const operation of taken) {
      await gateway.report(operation, 'accepted')
      await gateway.report(operation, 'shown')
    }
    return taken.map((operation) => operation.tag)
  }
  const retry = (taskId: unknown) => api('POST', `/retry/task/${String(taskId)}/store/${storeCode}`)
  const taskOf = async (taskId: unknown) =>
    await context.context.db.selectFrom('tasks').selectAll().where('task_id', '=', String(taskId)).executeTakeFirstOrThrow()

  // A label without a price is never drawn: two labels fail, one is right.
  for (const [index, price] of ['', '', '100'].entries()) await save(`p${index}`, price)
  const tagList = tags.map((tagMac, index) => ({ tagMac, prCode: `p${index}` }))
  const { taskId } = (await api('POST', '/tag/assign', { storeCode, tagList })).body
  expect(await deliver()).toEqual([tags[2]])
  expect(await taskOf(taskId)).toMatchObject({ total: 3, failed: 2, shown: 1 })

  // One is mended by a change; the other is put right in a way that changed no label: the retry is for that one alone.
  await save('p0', '200')
  expect(await deliver()).toEqual([tags[0]])
  await context.context.db
    .updateTable('products')
    .set({ pr_info: ['p1', 'Name', '', '300'] })
    .where('pr_code', '=', 'p1')
    .execute()
  const again = await retry(taskId)
  expect(again.body).toMatchObject({ tagCount: 1, message: 'Complete!' })
  // While it is under way there is nothing more to send.
  expect(await retry(taskId)).toMatchObject({ status: 400, body: { message: 'No tags to update' } })
  expect(await deliver()).toEqual([tags[1]])
  expect(await taskOf(again.body.taskId)).toMatchObject({ prior_task_id: taskId, total: 1, shown: 1, failed: 0 })
  expect((await retry(taskId)).status).toBe(400)
  expect((await retry('999999')).status).toBe(404)
})
