/** Sample products are told by their codes, and go with what shows them, all at once. */
import { sampleCodes } from '@endcap/contract/samples'
import { expect, test } from 'vitest'
import { caller, seedAccount, seedStore, tagId } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, api } = await startTestApp()
const [milk, bread, tea] = sampleCodes
let next = 0

/** A store with three sample products and one of its own. */
async function newStore() {
  const number = ++next
  const storeCode = `SM${number}`
  await seedStore(context.context, storeCode)
  const productList = [milk, bread, tea, 'own'].map((prCode) => ({ prCode, prInfo: ['', `Name ${prCode}`, '', '100'] }))
  expect((await api('POST', '/product', { storeCode, productList })).status).toBe(200)
  const mac = (n: number) => tagId(880_000 + number * 100 + n)
  const assign = (tagMac: string, ...prCodeList: string[]) =>
    api('POST', '/tag/assign/multiple', { storeCode, tagList: [{ tagMac, prCodeList, layoutId: 'MULTI' }] })
  const state = async () => (await api('GET', `/samples/store/${storeCode}`)).body
  const remove = (as = api) => as('POST', '/samples/remove', { storeCode })
  const products = async () =>
    (await api('POST', `/status/store/${storeCode}/product/search`, { order: { column: 'prCode', dir: 'asc' } })).body.data.map(
      (row) => row.prCode,
    )
  const operations = async () =>
    (await context.context.db.selectFrom('operations').selectAll().where('store_code', '=', storeCode).orderBy('tag_mac').execute()).map(
      (row) => [row.kind, row.tag_mac, row.pr_code],
    )
  return { storeCode, mac, assign, state, remove, products, operations }
}

test('sample products go, the labels that show one turn blank in one task, and own products stay with theirs', async () => {
  const { storeCode, mac, assign, state, remove, products, operations } = await newStore()
  expect(await state()).toEqual({ prCodeList: [milk, bread, tea], locale: 'ja-JP', currency: 'JPY', held: 0, tagCount: 0, sharedCount: 0 })
  await assign(mac(1), milk)
  await assign(mac(2), 'own', bread)
  await assign(mac(3), 'own')
  expect(await state()).toMatchObject({ prCodeList: [milk, bread, tea], held: 0, tagCount: 2, sharedCount: 1 })
  const { status, body } = await remove()
  expect({ status, body }).toMatchObject({ status: 200, body: { removed: 3, tagCount: 2, message: 'Complete!' } })
  expect(await products()).toEqual(['own'])
  expect(await operations()).toEqual([
    ['BLANK', mac(1), null],
    ['BLANK', mac(2), null],
    ['SHOW', mac(3), 'own'],
  ])
  const task = { filter_taskId: String(body.taskId), condition_taskId: '==' }
  expect((await api('POST', '/history/task/search', task)).body.data).toMatchObject([{ taskType: 'DEASSIGN', totalTags: 2 }])
  // It stands in the histories, and the record leads to the update.
  expect((await api('POST', `/history/update/task/store/${storeCode}/search`, {})).body.data[0]).toMatchObject({
    kind: 'REMOVE',
    productCount: 3,
  })
  const { body: log } = await api('POST', '/audit/search', { filter_action: 'samples.remove', condition_action: '==' })
  expect((await api('GET', `/audit/${String(log.data[0]?.auditId)}`)).body).toMatchObject({
    storeCode,
    before: {
      tagList: [
        { tagMac: mac(1), prCodeList: [milk] },
        { tagMac: mac(2), prCodeList: ['own', bread] },
      ],
    },
    after: { tagList: [{ prCodeList: [] }, { prCodeList: [] }] },
  })
  // There is nothing to do a second time.
  expect(await state()).toMatchObject({ prCodeList: [], held: 0, tagCount: 0, sharedCount: 0 })
  expect((await remove()).body).toMatchObject({ removed: 0, tagCount: 0, taskId: null })
})

test('a sample product that was changed goes as well; one that a family holds stays, with its label', async () => {
  const { storeCode, mac, assign, state, remove, products, operations } = await newStore()
  await api('POST', '/product', { storeCode, productList: [{ prCode: milk, prInfo: ['', 'Our own milk', '', '5'] }] })
  const family = { fmPrCode: `F${storeCode}`, prCodeList: [bread, 'own'], layoutId: 'MULTI' }
  expect((await api('POST', '/product/family', { storeCode, productList: [family] })).status).toBe(200)
  await assign(mac(1), bread)
  expect(await state()).toMatchObject({ prCodeList: [milk, bread, tea], held: 1, tagCount: 0, sharedCount: 0 })
  expect((await remove()).body).toMatchObject({ removed: 2, tagCount: 0, taskId: null })
  expect(await products()).toEqual([bread, 'own'])
  expect(await operations()).toEqual([['SHOW', mac(1), bread]])
})

test('who may not take products off labels takes none away while labels show them; nothing is half done', async () => {
  const { storeCode, mac, assign, remove, products, operations } = await newStore()
  const clerk = await seedAccount(context.context, {
    email: `clerk-${storeCode.toLowerCase()}@test.example`,
    privileges: ['product.read', 'product.write'],
    stores: [storeCode],
  })
  await assign(mac(1), milk)
  expect((await remove(caller(app, clerk))).status).toBe(403)
  expect(await products()).toHaveLength(4)
  expect(await operations()).toEqual([['SHOW', mac(1), milk]])
  expect((await remove()).body).toMatchObject({ removed: 3 })
})
