/** Texts, shapes, codes, clocks and tickers on slides: what a display is given for them, and when there is nothing of them. */
import { describe, expect, test } from 'vitest'
import { readLine, readSheet } from '@endcap/signage/moving'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { newStore, newDisplay, manifestOf } = signageOf({ context, app, root, api, mark: 'd7' })

const place = { left: 0, top: 0, width: 400, height: 100, index: 0 }
const look = { weight: 700, align: 'center', valign: 'middle', colour: '#ffffff' }
const text = (words: string, { id = '1', ...more }: { id?: string; [name: string]: unknown } = {}) => ({
  ...place,
  type: 'text',
  id,
  text: { text: words, ...look, ...more },
})
const shape = { ...place, type: 'shape', id: '0', shape: { kind: 'rectangle', fill: '#123456' } }
const code = (value: string, more: object = {}) => ({
  ...place,
  type: 'qr',
  id: '1',
  code: { value, level: 'M', colour: '#000000', background: '#ffffff', ...more },
})

const clock = (more: object = {}, words: object = {}) => ({
  ...place,
  type: 'clock',
  id: '0',
  text: { text: '', ...look, ...words },
  clock: { time: 'minutes', date: 'none', ...more },
})
const ticker = (words: string, { speed = 100, ...more }: { speed?: number; [name: string]: unknown } = {}) => ({
  ...text(words, more),
  type: 'ticker',
  ticker: { speed, direction: 'left' },
})

/** A display with milk in its first place, and nothing in the second. */
async function newMilk(caps: object = { vectorCards: true }) {
  const storeCode = await newStore({ locale: 'de-DE', currency: 'EUR' })
  const plain = { host: false, reboot: false, brightness: false, screenshot: true, offlineStart: true }
  const { mac, token } = await newDisplay(storeCode, { caps: JSON.stringify({ ...plain, ...caps }) })
  const milk = (price: string, name = 'Milch') =>
    api('POST', '/product', { storeCode, productList: [{ prCode: 'M1', prInfo: ['', name, '', price] }] })
  await milk('3.49')
  await api('POST', '/plus/assign', { storeCode, devList: [{ mac: `${mac}1`, product: 'M1' }] })
  const save = (...object: object[]) =>
    api('POST', `/plus/store/${storeCode}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 158, show: [{ object }] })
  const get = async (url = '') => {
    const { statusCode, headers, body } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    return { statusCode, type: headers['content-type'], body }
  }
  const draw = async (object: object) => {
    const { body } = await api('POST', `/plus/store/${storeCode}/slide/object/drawing`, { object, mac })
    return { svg: typeof body.svg === 'string' ? body.svg : '', why: body.why }
  }
  return { storeCode, mac, milk, save, manifest: () => manifestOf(token), get, draw }
}

describe('the plan of a display', () => {
  test('has texts, shapes and codes as pictures that change in place, which old players show as products', async () => {
    const { save, manifest, get, milk } = await newMilk()
    expect((await save(text('Nur {PRICE:price}'), shape, code('{NAME}'))).status).toBe(200)
    const { plan, cards } = await manifest()
    const objects = plan.line === 'v0' ? (plan.slides[0]?.object ?? []) : []
    expect(objects.map(({ type }) => type)).toEqual(['product', 'product', 'product'])
    expect(JSON.stringify(objects)).not.toContain('Nur')
    expect(cards.map(({ slot }) => String(slot))).toEqual(objects.map(({ id }) => id))
    for (const { url, type } of cards) expect([type, await get(url)]).toMatchObject(['image/svg+xml', { statusCode: 200, type }])
    await milk('2.99')
    const after = await manifest()
    // The price alone is another one: the slide stays, and the code with the name, too.
    expect(after.plan).toEqual(plan)
    expect(after.cards.map(({ url }) => cards.some((one) => one.url === url))).toEqual([false, true, true])
    expect((await get(after.cards[0]?.url)).body).not.toBe((await get(cards[1]?.url)).body)
  })

  test('leaves them out for a player that shows no SVG', async () => {
    const { save, manifest } = await newMilk({})
    await save(text('Hallo'), shape)
    expect((await manifest()).cards).toEqual([])
  })
})

describe('a text', () => {
  test('of fields is not drawn where the product, its price or a figure is missing', async () => {
    const { draw, milk, save, manifest } = await newMilk()
    const why = async (object: object) => (await draw(object)).why
    expect(await why(text('{NAME}: {PRICE:price}'))).toBe(null)
    expect(await why(text('{NAME}', { id: '2' }))).toBe('no-product')
    expect(await why(text('{NAME}', { id: '0' }))).toBe('no-product')
    expect(await why(text('Statt {PROMO_PRICE:price}'))).toBe('no-value')
    expect(await why(text('Statt {PROMO_PRICE}'))).toBe('no-value')
    expect(await why(text('Statt {2.PRICE}'))).toBe('no-value')
    expect(await why(text('{PRICE:date}'))).toBe('no-value')
    expect(await why(text('  '))).toBe('empty')
    await save(text('Nur {PRICE:price}'), text('{NAME}'), text('Hallo'))
    expect((await manifest()).cards).toHaveLength(3)
    await milk('')
    expect(await why(text('{NAME}'))).toBe('left-out')
    expect((await manifest()).cards).toHaveLength(1)
  })

  test('is there where its conditions hold', async () => {
    const { draw } = await newMilk()
    const why = async (is: string, value?: string) => (await draw(text('Angebot', { when: [{ field: 'PRICE', is, value }] }))).why
    expect([await why('less', '4'), await why('greater', '4'), await why('filled')]).toEqual([null, 'not-met', null])
  })

  test('has a background, corners, bars through its lines and small cents where these are asked for', async () => {
    const { draw } = await newMilk()
    const plain = (await draw(text('{PRICE:price}'))).svg
    expect(plain).toMatch(/^<svg xmlns="[^"]+" width="400" height="100" viewBox="0 0 400 100"><path fill="#ffffff" d="M[^"]+"\/><\/svg>$/)
    expect((await draw(text('{PRICE:price}', { strike: true }))).svg).toMatch(/<path stroke="#ffffff" stroke-width="\d+" d="M/)
    expect((await draw({ ...text('{PRICE:price}', { background: '#aa0000' }), radius: 12 })).svg).toContain(
      '<rect width="400" height="100" rx="12" fill="#aa0000"/>',
    )
    expect((await draw(text('{PRICE:price}', { smallCents: true }))).svg).not.toBe(plain)
    // A price among words stays as it is.
    expect((await draw(text('Nur {PRICE:price}', { smallCents: true }))).svg).toBe((await draw(text('Nur {PRICE:price}'))).svg)
  })

  test('that does not fit, or has no letters for a typeface, says so; Japanese and Korean have them', async () => {
    const { draw } = await newMilk()
    expect((await draw({ ...text('Viel zu lang für das hier'), width: 8, height: 8 })).why).toBe('no-room')
    expect((await draw(text('\u{12000}'))).why).toBe('no-glyph')
    expect((await draw(text('特売\n할인'))).svg).toContain('<path')
  })

  test('in a template shows the first product of the store', async () => {
    const { storeCode } = await newMilk()
    const draw = async (object: object) => (await api('POST', `/plus/store/${storeCode}/slide/object/drawing`, { object })).body
    expect(await draw(text('{NAME}', { id: '7' }))).toMatchObject({ why: null, svg: expect.stringContaining('<svg') })
  })
})

describe('a clock', () => {
  test('is given as its letters, with the zone and the language that it says the time in', async () => {
    const { save, manifest, get, draw } = await newMilk()
    expect((await save(clock({ time: 'seconds', hours: 24 }, { background: '#aa0000' }))).status).toBe(200)
    const [card] = (await manifest()).cards
    expect(card?.moves).toMatchObject({ kind: 'clock', time: 'seconds', hours: 24, locale: 'de-DE', align: 'center', padding: 0 })
    const { sheet, ground } = readSheet((await get(card?.url)).body)
    expect([...sheet.letters.keys()].toSorted().join('')).toBe('0123456789:')
    // No figure moves another.
    expect(new Set([...'0123456789'].map((figure) => sheet.letters.get(figure)?.advance)).size).toBe(1)
    expect(ground).toContain('fill="#aa0000"')
    expect((await draw(clock({ date: 'long', time: 'none' }))).svg).toContain('<g id="letters"')
    expect((await draw({ ...clock(), width: 8, height: 8 })).why).toBe('no-room')
  })
})

describe('a ticker', () => {
  test('is one line as long as it must be; another speed or price is another card, the slide stays', async () => {
    const { save, manifest, get, milk } = await newMilk()
    const words = ticker('Heute\n{NAME} nur {PRICE:price} – und morgen auch noch, solange der Vorrat reicht')
    expect((await save(words)).status).toBe(200)
    const { plan, cards } = await manifest()
    expect(cards[0]?.moves).toEqual({ kind: 'ticker', speed: 100, direction: 'left' })
    const { body } = await get(cards[0]?.url)
    expect(body).toMatch(/^<svg [^>]*width="400" height="100"/)
    expect(readLine(body).length).toBeGreaterThan(1000)
    await milk('2.99')
    const dearer = await manifest()
    expect([dearer.plan, dearer.cards[0]?.url === cards[0]?.url]).toEqual([plan, false])
    await save({ ...words, ticker: { speed: 50, direction: 'right' } })
    expect((await manifest()).cards[0]?.moves).toEqual({ kind: 'ticker', speed: 50, direction: 'right' })
  })

  test('of fields is not drawn where the product or its price is missing', async () => {
    const { draw, milk, save, manifest } = await newMilk()
    const why = async (object: object) => (await draw(object)).why
    expect(await why(ticker('{NAME}: {PRICE:price}'))).toBe(null)
    expect(await why(ticker('{NAME}', { id: '2' }))).toBe('no-product')
    expect(await why(ticker('Statt {PROMO_PRICE:price}'))).toBe('no-value')
    expect(await why(ticker('A', { when: [{ field: 'PRICE', is: 'greater', value: '4' }] }))).toBe('not-met')
    expect(await why(ticker(' \n '))).toBe('empty')
    expect(await why(ticker('W'.repeat(500), { size: 80, weight: 800 }))).toBe(null)
    expect(await why({ ...ticker('W'.repeat(500)), height: 900 })).toBe('no-room')
    await save(ticker('{NAME}'))
    expect((await manifest()).cards).toHaveLength(1)
    await milk('')
    expect((await manifest()).cards).toEqual([])
  })
})

test('a code that holds too much says so', async () => {
  const { draw } = await newMilk()
  expect((await draw({ ...code('{NAME}'), width: 20, height: 20 })).why).toBe('no-room')
  expect((await draw(code('https://shop.example/{PRODUCT_CODE}'))).svg).toContain('shape-rendering="crispEdges"')
})

test('what cannot be read, or seen by scanners, is refused with its place', async () => {
  const { save } = await newMilk()
  const refused = async (object: object) => {
    const { status, body } = await save(object)
    return [status, body.field]
  }
  expect(await refused(text('{NAME'))).toEqual([400, 'show.0.object.0.text.text'])
  expect(await refused(text('{NAME:loud}'))).toEqual([400, 'show.0.object.0.text.text'])
  expect(await refused(code('{'))).toEqual([400, 'show.0.object.0.code.value'])
  expect(await refused(text('A', { when: [{ field: 'NAME', is: 'matches', value: '(' }] }))).toEqual([400, 'show.0.object.0.text.when.0'])
  expect(await refused(text('A', { weight: 450 }))).toEqual([400, expect.stringContaining('weight')])
  expect(await refused(text('A', { colour: 'red' }))).toEqual([400, expect.stringContaining('colour')])
  expect(await refused(text('A'.repeat(501)))).toEqual([400, expect.stringContaining('text')])
  expect(await refused(code('A', { colour: '#dddddd' }))).toEqual([400, expect.stringContaining('code')])
  expect(await refused(code('A', { colour: '#ffffff', background: '#000000' }))).toEqual([400, expect.stringContaining('code')])
  expect(await refused({ ...place, type: 'text', id: '0' })).toEqual([400, expect.stringContaining('type')])
  expect(await refused({ ...shape, text: text('A').text })).toEqual([400, expect.stringContaining('type')])
  expect(await refused(ticker('{NAME'))).toEqual([400, 'show.0.object.0.text.text'])
  expect(await refused(ticker('A', { speed: 5000 }))).toEqual([400, expect.stringContaining('ticker')])
  expect(await refused({ ...text('A'), ticker: ticker('A').ticker })).toEqual([400, expect.stringContaining('type')])
  expect(await refused(clock({ time: 'none' }))).toEqual([400, expect.stringContaining('clock')])
  expect(await refused(clock({}, { text: 'A' }))).toEqual([400, expect.stringContaining('type')])
  expect(await refused(clock({}, { when: [{ field: 'NAME', is: 'filled' }] }))).toEqual([400, expect.stringContaining('type')])
  expect(await refused({ ...text('A'), mask: 'star' })).toEqual([400, expect.stringContaining('type')])
  expect(await refused({ ...place, type: 'product', id: '1', mask: 'star' })).toEqual([400, expect.stringContaining('type')])
  expect(await refused({ ...place, type: 'image', id: '1', mask: 'cloud' })).toEqual([400, expect.stringContaining('mask')])
  expect(await refused({ ...shape, opacity: 2 })).toEqual([400, expect.stringContaining('opacity')])
})
