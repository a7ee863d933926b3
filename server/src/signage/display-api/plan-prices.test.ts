/** The list of prices of a display: as cards on pages, for players that show cards as SVG. */
import { expect, test } from 'vitest'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { newStore, newDisplay, manifestOf, good } = signageOf({ context, app, root, api, mark: 'ea' })

/** A display of the store with so many products. */
async function newPrices(count: number, { vectorCards = true, ...more }: { vectorCards?: boolean; line?: 'v0' | 'v1' } = {}) {
  const storeCode = await newStore({ locale: 'de-DE', currency: 'EUR' })
  const caps = JSON.stringify({ host: false, reboot: false, brightness: false, screenshot: true, offlineStart: true, vectorCards })
  const { mac, token } = await newDisplay(storeCode, { caps, ...more })
  const product = Array.from({ length: count }, (_, n) => `P${n + 1}`)
  const save = (prCode: string, price: string) =>
    good(api('POST', '/product', { storeCode, productList: [{ prCode, prInfo: ['', `Product ${prCode}`, '', price] }] }))
  for (const prCode of product) await save(prCode, '3.49')
  await good(api('POST', '/plus/assign', { storeCode, devList: [{ mac, product }] }))
  const list = async () => (await manifestOf(token)).priceList
  const mode = (to: string) => good(api('POST', `/plus/store/${storeCode}/switch/mode`, { macList: [mac], mode: to }))
  return { storeCode, mac, token, save, list, mode, manifest: () => manifestOf(token) }
}
const box = { left: 0, top: 0, width: 320, height: 158, index: 0 }

test('is there for a display that would show it, with a card for each product in the size of its cell', async () => {
  const { list, mode, manifest, storeCode, mac } = await newPrices(7)
  expect((await list())?.pages.map(({ object }) => object.length)).toEqual([6, 1])
  const { cards, priceList } = await manifest()
  expect(priceList?.screen).toEqual({ width: 1920, height: 158 })
  expect(cards.map(({ slot, width, height, look }) => [slot, width, height, look])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((slot) => [slot, 312, 150, 'customer-ffffff-161616-c8281e']),
  )
  const show = [{ object: [{ type: 'product', id: '1', ...box }] }]
  await good(api('POST', `/plus/store/${storeCode}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 158, show }))
  expect(await list()).toBeUndefined()
  expect((await manifest()).cards).toHaveLength(1)
  await mode('product')
  expect((await list())?.pages).toHaveLength(2)
  expect((await manifest()).cards).toHaveLength(8)
})

test('stands as people see it on a display of the v1 line that is turned by a quarter', async () => {
  const { storeCode, mac, list } = await newPrices(3, { line: 'v1' })
  await good(api('POST', '/plus/v1/config', { mac, config: { storeCode, orientation: 90 } }))
  expect(await list()).toMatchObject({ screen: { width: 158, height: 1920 }, pages: [{ object: [{ width: 150, height: 632 }, {}, {}] }] })
})

test('has the looks of its store; others are refused', async () => {
  const { storeCode, list, manifest } = await newPrices(2)
  const setting = `/plus/store/${storeCode}/setting`
  expect((await api('GET', setting)).body.priceList).toEqual({ background: '#e6e6e1', cardStyle: 'customer' })
  const cardColours = { background: 'none', text: '#ffffff', accent: '#ffcc00' }
  await good(api('POST', setting, { priceList: { background: '#101820', cardStyle: 'customer', cardColours } }))
  await good(api('POST', setting, { offlineDot: false }))
  expect((await api('GET', setting)).body).toMatchObject({ offlineDot: false, priceList: { background: '#101820', cardColours } })
  expect((await list())?.pages).toMatchObject([{ bgColor: '#101820', object: [{ cardColours }, { cardColours }] }])
  expect((await manifest()).cards.map(({ look }) => look)).toEqual(Array(2).fill('customer-none-ffffff-ffcc00'))
  const refused = await api('POST', setting, { priceList: { background: 'red' } })
  expect([refused.status, refused.body.field]).toEqual([400, 'priceList.background'])
})

test('leaves out what has no price, and leaves no gap for it; its cards change with their prices', async () => {
  const { save, list, manifest } = await newPrices(3)
  const urls = async () => (await manifest()).cards.map(({ url }) => url)
  const before = await urls()
  await save('P2', '2.99')
  const changed = await urls()
  expect(changed.map((url) => before.includes(url))).toEqual([true, false, true])
  await save('P2', '')
  expect((await list())?.pages.map(({ object }) => object.map(({ id }) => id))).toEqual([['1', '3']])
})

test('is text for players that show no SVG, as before', async () => {
  const { list, manifest } = await newPrices(2, { vectorCards: false })
  expect(await list()).toBeUndefined()
  expect(await manifest()).toMatchObject({ cards: [], products: [{ slot: 1 }, { slot: 2 }] })
})
