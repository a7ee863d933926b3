/** Products on slides: as sharp as the screen in colours of one's own, or as on a label. */
import { expect, test } from 'vitest'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { newStore, newDisplay, manifestOf } = signageOf({ context, app, root, api, mark: 'dc' })

const place = { type: 'product', id: '1', left: 0, top: 0, width: 320, height: 158, index: 0 }
const colours = { background: '#102030', text: '#FEFEFE', accent: '#00ff88' }
const defaultLook = 'screen-ffffff-161616-c8281e'

/** A display with milk in its first place. */
async function newMilk(more: object = {}) {
  const storeCode = await newStore({ locale: 'en-GB', currency: 'GBP' })
  const caps = { host: false, reboot: false, brightness: false, screenshot: true, offlineStart: true, ...more }
  const { mac, token } = await newDisplay(storeCode, { caps: JSON.stringify(caps) })
  const price = (amount: string) =>
    api('POST', '/product', { storeCode, productList: [{ prCode: 'M1', prInfo: ['', 'Milk', '', amount] }] })
  await price('3.49')
  await api('POST', '/plus/assign', { storeCode, devList: [{ mac: `${mac}1`, product: 'M1' }] })
  const save = async (...object: object[]) => {
    const body = { screenWidth: 1920, screenHeight: 158, show: [{ object }] }
    return (await api('POST', `/plus/store/${storeCode}/device/${mac}/show`, body)).status
  }
  const cards = async () => (await manifestOf(token)).cards
  const get = async (url = '') => {
    const { statusCode, headers, body } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    return { statusCode, type: headers['content-type'], body }
  }
  return { storeCode, mac, price, save, cards, get }
}

test('are as sharp as the screen where the display shows SVG, each in the look of its place; another price is another card', async () => {
  const { price, save, cards, get } = await newMilk({ vectorCards: true })
  expect(await save(place, { ...place, left: 400, cardColours: colours }, { ...place, left: 800, cardStyle: 'label' })).toBe(200)
  const made = await cards()
  expect(made.map(({ look, type }) => [look, type])).toEqual([
    [defaultLook, 'image/svg+xml'],
    ['screen-102030-fefefe-00ff88', 'image/svg+xml'],
    ['label', 'image/png'],
  ])
  const [plain, own, label] = await Promise.all(made.map(({ url }) => get(url)))
  expect([plain?.statusCode, plain?.type]).toEqual([200, 'image/svg+xml'])
  expect(plain?.body).toMatch(/^<svg [^>]*width="320" height="158".*<path fill="#161616" d="M.*<\/svg>$/s)
  expect(own?.body).toMatch(/<path fill="#102030" d="M0 0h320.*<path fill="#fefefe"/s)
  expect(own?.body).not.toContain('#161616')
  expect([label?.statusCode, label?.type]).toEqual([200, 'image/png'])
  await price('2.99')
  const after = await cards()
  expect(after.map(({ url }) => made.some((one) => one.url === url))).toEqual([false, false, false])
  expect((await get(after[0]?.url)).body).not.toBe(plain?.body)
})

test('are labels on a display whose player knows no others, as it does until it starts anew', async () => {
  const { save, cards, get } = await newMilk()
  expect(await save({ ...place, cardColours: colours })).toBe(200)
  const [card] = await cards()
  expect([card?.look, card?.type, card?.url]).toEqual(['label', 'image/png', expect.not.stringContaining('?')])
  expect(await get(card?.url)).toMatchObject({ statusCode: 200, type: 'image/png' })
})

test('bars that no scanner reads are left out: light ones on dark, and those over what lies below', async () => {
  const { storeCode, save, cards, get } = await newMilk({ vectorCards: true })
  await api('POST', '/product', {
    storeCode,
    productList: [{ prCode: 'M1', prInfo: ['', 'Milk', '', '3.49', '', '', '', '', '', '4001000000003'] }],
  })
  const bars = async (cardColours?: object) => {
    await save({ ...place, ...(cardColours !== undefined && { cardColours }) })
    return ((await get((await cards())[0]?.url)).body.match(/crispEdges/g) ?? []).length
  }
  expect(await bars()).toBeGreaterThan(20)
  expect(await bars(colours)).toBeLessThan(5)
  expect(await bars({ ...colours, background: 'none', text: '#000000' })).toBeLessThan(5)
})

test('an editor sees them as the display shows them; looks that are none are refused', async () => {
  const { storeCode, mac, save } = await newMilk({ vectorCards: true })
  const url = `/plus/store/${storeCode}/device/${mac}/card/1/320x158`
  const typeOf = async (look: string) =>
    (await app.inject({ url: `/api${url}?look=${look}`, headers: root.headers })).headers['content-type']
  expect([await typeOf(defaultLook), await typeOf('screen-none-161616-c8281e'), await typeOf('label')]).toEqual([
    'image/svg+xml',
    'image/svg+xml',
    'image/png',
  ])
  for (const look of ['screen', 'screen-red-161616-c8281e', 'label"><script>'])
    expect((await api('GET', `${url}?look=${encodeURIComponent(look)}`)).status).toBe(400)
  expect(await save({ ...place, cardColours: { ...colours, background: 'none' } })).toBe(200)
  for (const wrong of [{ ...colours, text: 'none' }, { ...colours, accent: 'red' }, { text: '#000000' }])
    expect(await save({ ...place, cardColours: wrong })).toBe(400)
  expect(await save({ ...place, cardStyle: 'photo' })).toBe(400)
})
