import { expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()

test('a task in figures: outcomes, reasons, times, and the days of its store', async () => {
  const storeCode = 'CHART'
  const tags = [tagId(1), tagId(2), tagId(3), tagId(4)]
  await seedStore(context.context, storeCode)
  const gateway = await engine.gateway(storeCode, '02EC00040001')
  await gateway.online()
  await gateway.hear(...tags.map((tag) => ({ tag })))
  const productList = ['100', '200', '', '400'].map((price, index) => ({ prCode: `p${index}`, prInfo: ['', 'Name', '', price] }))
  await api('POST', '/product', { storeCode, productList })
  const tagList = tags.map((tagMac, index) => ({ tagMac, prCode: `p${index}` }))
  const { taskId } = (await api('POST', '/tag/assign', { storeCode, tagList })).body
  await engine.engine.settle()
  const [first, second] = gateway.taken()
  await engine.pass(10)
  await gateway.report(first!, 'accepted')
  await gateway.report(first!, 'shown')
  await engine.pass(20)
  await gateway.report(second!, 'accepted')
  await gateway.report(second!, 'shown')
  const chart = async (id: unknown) => await api('GET', `/history/store/${storeCode}/task/${String(id)}/chart`)
  const { body } = (await chart(taskId)) as unknown as {
    body: { steps: { shown: number; failed: number }[]; days: object[]; stepSeconds: number }
  }
  expect(body).toMatchObject({ shown: 2, same: 0, superseded: 0, failed: 1, left: 1, reasons: [{ tagCount: 1 }] })
  // The second was confirmed 30 s after it was asked for, the first 10 s.
  expect(body).toMatchObject({ seconds: { median: 20, longest: 30 } })
  expect(body.steps.reduce((sum, step) => sum + step.shown, 0)).toBe(2)
  expect(body.steps.reduce((sum, step) => sum + step.failed, 0)).toBe(1)
  expect(body.steps.length).toBeGreaterThan(1)
  expect(body.days).toEqual([expect.objectContaining({ tasks: 1, tags: 4, failed: 1 })])
  expect((await chart('999999')).status).toBe(404)
})

test('the list knows how many tasks there are without counting them', async () => {
  const total = async () => (await api('POST', '/history/task/search', { length: 1 })).body.recordsTotal
  const before = (await total()) as number
  await seedStore(context.context, 'GONE')
  const tagList = [{ tagMac: tagId(9), prCode: 'p0' }]
  for (let n = 0; n < 3; n++) await api('POST', '/tag/assign', { storeCode: 'GONE', tagList })
  expect(await total()).toBe(before + 3)
  await context.context.db.deleteFrom('stores').where('store_code', '=', 'GONE').execute()
  expect(await total()).toBe(before)
})
