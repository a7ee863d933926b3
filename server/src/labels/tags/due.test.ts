/** What a tag should show, beside what stands on its glass. */
import type { ResultOf } from '@endcap/contract/endpoint'
import type { tags } from '@endcap/contract/tags'
import { expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
const storeCode = 'W1'
const [shown, empty] = [tagId(1), tagId(2)]
await seedStore(context.context, storeCode)
const gateway = await engine.gateway(storeCode, '02EC00020001')
await gateway.online()
await gateway.hear({ tag: shown }, { tag: empty })

const save = (price: string) => api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Milk', '', price] }] })
const due = async (tagMac: string) => {
  const { status, body } = await api('GET', `/preview/store/${storeCode}/tag/${tagMac}/due`)
  return { status, ...(body as unknown as ResultOf<(typeof tags)['due']>) }
}
async function deliver() {
  await engine.engine.settle()
  for (const operation of gateway.taken()) {
    await gateway.report(operation, 'accepted')
    await gateway.report(operation, 'shown')
  }
  await engine.engine.settle()
}

test('a new price should stand there until it does', async () => {
  await save('198')
  await api('POST', '/tag/assign', { storeCode, tagList: [{ tagMac: shown, prCode: 'p1' }] })
  expect(await due(shown)).toMatchObject({ status: 200, price: '¥198', priceOnGlass: '', same: false })
  await deliver()
  const first = await due(shown)
  expect(first).toMatchObject({ price: '¥198', priceOnGlass: '¥198', same: true, problems: [] })
  const { body } = await api('GET', `/preview/store/${storeCode}/tag/${shown}`)
  expect(first.encodedImage).toBe(body.encodedImage)
  await save('178')
  const second = await due(shown)
  expect(second).toMatchObject({ price: '¥178', priceOnGlass: '¥198', same: false })
  expect(second.encodedImage).not.toBe(first.encodedImage)
  await deliver()
  expect(await due(shown)).toMatchObject({ price: '¥178', priceOnGlass: '¥178', same: true })
})

test('a price that cannot be shown keeps the old label, and the reason is said', async () => {
  await save('')
  await deliver()
  const { problems, ...rest } = await due(shown)
  expect(rest).toMatchObject({ price: '', priceOnGlass: '¥178', same: false })
  expect(problems.map(({ reason }) => reason)).toEqual(['no-price'])
})

test('a tag without a product should show nothing, and one that is in no store is not found', async () => {
  expect(await due(empty)).toMatchObject({ status: 200, encodedImage: null, price: '', same: true })
  expect((await due(tagId(9))).status).toBe(404)
})
