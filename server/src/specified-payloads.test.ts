/** Bodies as the specification writes them are taken beside ours, and do the same. */
import type { Privilege } from '@endcap/contract/privileges'
import { expect, test } from 'vitest'
import { caller, multipart, seedAccount, seedStore } from './testing/seed.ts'
import { startTestApp } from './testing/test-app.ts'

const { context, app, api } = await startTestApp()
await seedStore(context.context, 'P1')
await seedStore(context.context, 'P2')
const privileges: Privilege[] = ['product.read', 'product.write']
const clerkAccount = await seedAccount(context.context, { email: 'clerk@test.example', stores: ['P1'], privileges })
const clerk = caller(app, clerkAccount)
const milk = { prCode: 'milk', prInfo: ['', 'Milk', '', '198'] }
const read = async (prCode: string) => (await api('GET', `/product/${prCode}/store/P1`)).body

test('POST /product takes store and product, taskId and priorTaskId; our name beside the other is refused', async () => {
  const placeholder = { taskId: -1, priorTaskId: -1 }
  expect((await api('POST', '/product', { ...placeholder, store: 'P1', product: [milk] })).body).toMatchObject({ changed: 1 })
  expect(await read('milk')).toMatchObject({ prInfo: ['milk', 'Milk', '', '198'] })
  expect((await api('POST', '/product/check', { store: 'P1', product: [milk] })).status).toBe(200)
  expect((await api('POST', '/product', { storeCode: 'P1', productList: [milk], taskId: '7', priorTaskId: 5 })).status).toBe(200)
  const both = await api('POST', '/product', { storeCode: 'P1', productList: [milk], product: [milk] })
  expect(both).toMatchObject({ status: 400, body: { message: expect.stringContaining('"product"') as string } })
  expect((await api('POST', '/product', { store: 'P9', product: [milk] })).body).toMatchObject({ code: 'unknown-store' })
})

test('a product can be sent back as it was answered, changed or not', async () => {
  await api('POST', '/product', { storeCode: 'P1', productList: [milk] })
  const answered = await read('milk')
  expect((await api('POST', '/product', { storeCode: 'P1', productList: [answered] })).body).toMatchObject({ changed: 0, unchanged: 1 })
  const dearer = { ...answered, prInfo: ['', 'Milk', '', '218'] }
  expect((await api('POST', '/product', { storeCode: 'P1', productList: [dearer] })).body).toMatchObject({ changed: 1 })
  expect(await read('milk')).toMatchObject({ prInfo: ['milk', 'Milk', '', '218'] })
  // The update that it stood at is over.
  expect((await api('POST', '/product', { storeCode: 'P1', productList: [answered] })).body).toMatchObject({ code: 'changed-since' })
  const [row] = (await api('POST', '/status/store/P1/product/search', {})).body.data
  expect((await api('POST', '/product', { storeCode: 'P1', productList: [row] })).body).toMatchObject({ unchanged: 1 })
})

test('POST /product/family takes store and product', async () => {
  const family = { fmPrCode: 'FAM', prCodeList: ['milk'], layoutId: 'MULTI' }
  const placeholder = { taskId: -1, priorTaskId: -1 }
  expect((await api('POST', '/product/family', { ...placeholder, store: 'P1', product: [family] })).body).toMatchObject({ changed: 1 })
  expect((await api('GET', '/product/family/FAM/store/P1')).body).toMatchObject({ storeCode: 'P1', layoutId: 'MULTI' })
})

test('POST /product/remove/unused takes the list alone where the account has one store; an empty body removes nothing', async () => {
  const unused = ['u1', 'u2', 'u3'].map((prCode) => ({ prCode, prInfo: ['', prCode, '', '1'] }))
  for (const storeCode of ['P1', 'P2']) await api('POST', '/product', { storeCode, productList: unused })
  expect((await clerk('POST', '/product/remove/unused', ['u1'])).body).toMatchObject({ removed: 1 })
  expect((await clerk('POST', '/product/remove/unused', { productList: ['u2'] })).body).toMatchObject({ removed: 1 })
  for (const [who, body] of [
    [clerk, {}],
    [api, ['u3']],
    [api, {}],
  ] as const)
    expect(await who('POST', '/product/remove/unused', body)).toMatchObject({ status: 400, body: { field: 'storeCode' } })
  const left = async (storeCode: string) => (await api('POST', `/product/store/${storeCode}/list`, { prCodeList: ['u1', 'u2', 'u3'] })).body
  expect(await left('P1')).toMatchObject({ productList: [{ prCode: 'u3' }], unknown: ['u1', 'u2'] })
  expect(await left('P2')).toMatchObject({ unknown: [] })
})

test('POST /product/file takes the file alone where the account has one store', async () => {
  const send = (headers: object) => {
    const form = multipart({}, { name: 'prices.csv', content: 'PRODUCT_CODE,NAME,PRICE\nfile,From a file,5\n' })
    return app.inject({ method: 'POST', url: '/api/product/file', payload: form.payload, headers: { ...form.headers, ...headers } })
  }
  expect((await send(clerkAccount.headers)).json()).toMatchObject({ dataCount: 1, changed: 1 })
  expect(await read('file')).toMatchObject({ prCode: 'file' })
  const several = await seedAccount(context.context, { email: 'several@test.example', stores: ['P1', 'P2'], privileges })
  expect((await send(several.headers)).json()).toMatchObject({ code: 'invalid', field: 'storeCode' })
})

test('POST /config/gw/channel takes data and event, and the map alone', async () => {
  const setTo = async (body: object) => {
    expect((await api('POST', '/config/gw/channel', body)).status).toBe(200)
    return (await api('GET', '/config/gw/channel')).body.channel
  }
  expect(await setTo({ channel: { 0: { data: 12, event: 25 } } })).toEqual({ 0: { dataChannel: 12, eventChannel: 25 } })
  expect(await setTo({ 0: { data: 13, event: 24 }, 1: { dataChannel: 14, eventChannel: 23 } })).toEqual({
    0: { dataChannel: 13, eventChannel: 24 },
    1: { dataChannel: 14, eventChannel: 23 },
  })
  const refused = await api('POST', '/config/gw/channel', { channel: { 0: { data: 5, event: 25 } } })
  expect(refused).toMatchObject({ status: 400, body: { field: 'channel.0.data', message: 'channel.0.data: must be at least 11' } })
})

test('POST /alarm/notification/setting takes the list of enabled keys', async () => {
  expect((await api('POST', '/alarm/notification/setting', ['notRecvCsv4Hr'])).status).toBe(200)
  expect((await api('GET', '/alarm/notification/setting')).body).toMatchObject({ notificationList: ['notRecvCsv4Hr'] })
  expect((await api('POST', '/alarm/notification/setting', ['x'])).body).toMatchObject({ field: 'notificationList.0' })
})

test('POST /alarm/notification/content/{x} takes title, detail, subject and body, for all languages; one language alone leaves the others', async () => {
  const path = '/alarm/notification/content/gwOff1Hr'
  const text = { title: 'Gateway off', detail: 'Look at it', subject: 'Off', body: 'See the list.' }
  expect((await api('POST', path, text)).status).toBe(200)
  expect((await api('GET', path)).body).toMatchObject({ content: { en_US: text, ja_JP: text, ko_KR: text } })
  const other = { ...text, title: 'ゲートウェイ停止' }
  expect((await api('POST', path, { content: { ja_JP: other } })).status).toBe(200)
  expect((await api('GET', path)).body).toMatchObject({ content: { en_US: text, ja_JP: other, ko_KR: text } })
  expect(await api('POST', path, { ...text, subject: ' ' })).toMatchObject({ status: 400, body: { field: 'subject' } })
})
