/**
 * The designer of layouts: what is drawn with the mouse and with the keyboard is the server's own picture and saves by itself; several elements
 * at once; two people at the same drawing; who may only look.
 */
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { expectAccessible } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { administrator, eanOf, signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'DESIGN'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let browser: Browser
let page: Page
let drawingId: string

const address = (path: string) => `${server.url}/#${path}`
const dialog = (on = page): Locator => on.getByRole('dialog')
const button = (name: string | RegExp, on: Page | Locator = page) => on.getByRole('button', { name, exact: typeof name === 'string' })
const label = (on = page) => on.getByRole('group', { name: /^Label, page \d$/ })
const box = (name: RegExp, on = page) => label(on).locator('[data-key]').and(on.getByRole('group', { name }))
/** In the list, where nothing lies over it. */
const layer = (name: RegExp, on = page) => button(name, on.getByRole('region', { name: 'Elements', exact: true }))
const fields = (on = page) => on.getByRole('region', { name: 'Element', exact: true })
const field = (name: string, on = page) => fields(on).getByLabel(name, { exact: true })
const saved = (on = page) => on.getByText(/^(Saved|All saved)$/).waitFor()
/** The bitmap that the server drew last. */
const bitmap = (on = page) => on.locator('[data-drawn]').getAttribute('src')
const changedFrom = (before: string | null, on = page) => expect.poll(() => bitmap(on)).not.toBe(before)
const read = () => client.layouts.read({ params: { drawingId } })
type Element = Record<string, unknown> & { type: string }
const elementsOf = ({ draft }: OpenDrawing) => (draft as unknown as { pages: { elements: Element[] }[] }).pages[0]?.elements ?? []
const stored = async (predicate: (element: Element) => boolean) => elementsOf(await read()).find(predicate)
const isName = ({ text }: Element) => text === '{NAME}'

/** Waits until the browser has drawn what was done to it. */
const drawn = (on: Page) => on.evaluate(() => new Promise(requestAnimationFrame))
async function drag(what: Locator, by: { x: number; y: number }) {
  const at = await what.boundingBox()
  if (at === null) throw new Error('there is nothing to drag')
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.keyboard.down('Alt')
  for (const part of [0.3, 0.6, 1]) {
    await page.mouse.move(x + by.x * part, y + by.y * part)
    await drawn(page)
  }
  await page.mouse.up()
  await page.keyboard.up('Alt')
}
/** Pixels of the screen for one of the panel. */
const perPixel = async () => ((await label().boundingBox())?.width ?? 0) / 296
const accessible = () => expectAccessible(page)
async function copyOf(layoutId: string, from: string): Promise<string> {
  const { data } = await client.layouts.search({ params: {}, body: { length: 50, filter_layoutId: from, filter_size: '2.90' } })
  const source = data.find((drawing) => drawing.size === '2.90')
  const made = await client.layouts.create({
    body: { layoutId, size: '2.90', modelClass: 'bwr', ...(source && { from: source.drawingId }) },
  })
  return made.drawingId
}

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({
    body: { storeCode, storeName: 'Shop of labels', timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' },
  })
  const rows = [
    ['Apfelsaft naturtrüb', '1.99', '', '1 l', ''],
    ['Außergewöhnlich lang benanntes Früchtemüsli mit Nüssen und Rosinen', '4.99', '5.99', '750 g', 'Aktion'],
    ['北海道牛乳', '3.49', '', '1 l', ''],
    ['신라면 멀티팩', '129.90', '', '5 kg', ''],
  ].map((cells, index) => [eanOf(index), ...cells, eanOf(index)].join(','))
  const content = new Blob([['PRODUCT_CODE,NAME,PRICE,LIST_PRICE,UNIT,PROMO,BARCODE', ...rows].join('\n')])
  await client.productFiles.upload({ body: { storeCode }, file: { name: 'prices.csv', content } })
  drawingId = await copyOf('SALE', 'PROMOTION')
  browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, address(`/layouts/${drawingId}?product="${eanOf(0)}"`))
  await page.getByRole('heading', { name: 'SALE' }).waitFor()
})
beforeEach(needChromium)

test('an element is dragged and resized over the server’s picture, which follows while it is held; a field is bound; all of it saves by itself', async () => {
  await page.locator('[data-drawn]').waitFor()
  const size = await page
    .locator('[data-drawn]')
    .evaluate((image) => [(image as HTMLImageElement).naturalWidth, (image as HTMLImageElement).naturalHeight])
  expect(size).toEqual([296, 128])
  await accessible()
  const before = (await stored(isName)) as Element & { x: number; y: number; w: number }
  const [one, first] = [await perPixel(), await bitmap()]
  expect(Number.isInteger(one)).toBe(true)

  let drawn = 0
  const count = (answer: { url: () => string }) => (drawn += answer.url().endsWith('/layout/draw') ? 1 : 0)
  page.on('response', count)
  const name = box(/^Text \{NAME\}/)
  const at = await name.boundingBox()
  await page.mouse.move((at?.x ?? 0) + 20, (at?.y ?? 0) + 8)
  await page.mouse.down()
  await page.keyboard.down('Alt')
  await page.mouse.move((at?.x ?? 0) + 20 + 5 * one, (at?.y ?? 0) + 8 + 20 * one, { steps: 4 })
  // It is drawn there before it is let go, and nothing is saved yet.
  await changedFrom(first)
  expect(await stored(isName)).toMatchObject({ x: before.x, y: before.y })
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await expect.poll(() => stored(isName)).toMatchObject({ x: before.x + 5, y: before.y + 20 })
  expect(drawn).toBeGreaterThan(0)
  page.off('response', count)

  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => stored(isName)).toMatchObject({ x: before.x + 4, w: before.w - 9 })
  await field('Width').fill('120')
  await drag(page.locator('[data-handle="e"]'), { x: 10 * one, y: 0 })
  await expect.poll(() => stored(isName)).toMatchObject({ x: before.x + 4, w: 130 })

  const unbound = await bitmap()
  await field('Text').fill('Nur ')
  await button('Insert field', fields()).click()
  await dialog().getByPlaceholder('Find a field').fill('price')
  await button('List price: Price', dialog()).waitFor()
  await accessible()
  await button('Price: Price', dialog()).click()
  await expect.poll(() => field('Text').inputValue()).toBe('Nur {PRICE:price}')
  await changedFrom(unbound)
  await expect.poll(() => stored(({ text }) => text === 'Nur {PRICE:price}')).toBeDefined()
  await saved()

  // What cannot be drawn is said at its field and where it is found, and is neither drawn nor saved.
  await field('Text').fill('Nur {PRICE:prise}')
  await fields().getByRole('alert').getByText('The braces are not right').waitFor()
  await page.getByText('Not saved: something is wrong').waitFor()
  await accessible()
  await field('Text').fill('Nur {PRICE:price}')
  await saved()
})

test('what is wrong with the label stands beside it and leads to its element; products and typed values are looked at', async () => {
  const findings = page.getByRole('region', { name: 'Findings', exact: true })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const code = box(/^Bar code EAN-13/)
  await code.focus()
  await page.keyboard.press('Enter')
  await field('Value').fill('12345')
  await findings.getByText('No such bar code').waitFor()
  await page.locator('[data-part=artboard-finding][data-level="error"]').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await button(/No such bar code/, findings).click()
  await expect.poll(() => field('Value').inputValue()).toBe('12345')
  await field('Value').fill('{BARCODE}')
  await findings.getByText('No such bar code').waitFor({ state: 'detached' })

  const before = await bitmap()
  const samples = page.getByRole('list', { name: 'Products', exact: true })
  await expect.poll(() => samples.locator('img').count()).toBe(4)
  const outOfSight = () =>
    samples.evaluate((list) => {
      const { right, bottom } = list.getBoundingClientRect()
      const places = [...list.children].map((item) => item.getBoundingClientRect())
      return places.filter((place) => place.right > right || place.bottom > Math.min(bottom, innerHeight)).length
    })
  expect(await outOfSight()).toBeGreaterThan(0)
  await button('Side by side').click()
  await expect.poll(outOfSight).toBe(0)
  await accessible()
  await page.reload()
  await expect.poll(() => samples.locator('img').count()).toBe(4)
  expect(await outOfSight()).toBe(0)
  await button('Side by side').click()
  await expect.poll(outOfSight).toBeGreaterThan(0)
  await button(/^北海道牛乳/, samples).click()
  await changedFrom(before)
  expect(page.url()).toContain(eanOf(2))
  await page.getByLabel('Find a product by code or name').fill('신라면')
  await button(/^신라면 멀티팩/, samples).click()
  const korean = await bitmap()
  await button('Type values').click()
  await page.getByRole('group', { name: 'Values by hand' }).getByLabel('Price', { exact: true }).fill('7.77')
  await changedFrom(korean)
  await button('Black, white, red, yellow').click()
  expect(page.url()).toContain('panel=bwry')
  await accessible()
  await expect.poll(() => page.url()).toContain('7.77')
  await page.reload()
  expect(await page.getByRole('group', { name: 'Values by hand' }).getByLabel('Price', { exact: true }).inputValue()).toBe('7.77')
  await button('Type values').click()
  await page.getByLabel('Find a product by code or name').fill('')
})

test('several elements are selected with a frame and with keys, aligned, moved and copied together, and taken back', async () => {
  const boxes = label().locator('[data-key]')
  const count = await boxes.count()
  await button('Box').click()
  await field('Width').fill('20')
  await field('X', page).fill('60')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+d')
  await field('X', page).fill('150')
  await field('Y', page).fill('90')
  const own = box(/^Box, left (60|150)/)
  await expect.poll(() => own.count()).toBe(2)
  await own.first().click()
  await own.last().click({ modifiers: ['Shift'] })
  await page.getByText('2 elements selected').waitFor()
  await accessible()
  await button('Lower edges').click()
  const lows = async () =>
    elementsOf(await read()).flatMap(({ type, w, y, h }) => (type === 'box' && w === 20 ? [Number(y) + Number(h)] : []))
  await expect.poll(async () => new Set(await lows()).size).toBe(1)
  await expect.poll(async () => (await lows()).length).toBe(2)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => new Set(await lows()).size).toBe(2)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => new Set(await lows()).size).toBe(1)

  // Between layouts through the clipboard of the system.
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect.poll(async () => (await lows()).length).toBe(4)
  expect(await boxes.count()).toBe(count + 4)
  await page.keyboard.press('Control+a')
  await page.getByText(`${count + 4} elements selected`).waitFor()
  await page.keyboard.press('Escape')
  const panel = await label().boundingBox()
  const one = await perPixel()
  await page.mouse.move((panel?.x ?? 0) - 20, (panel?.y ?? 0) - 20)
  await page.mouse.down()
  await page.mouse.move((panel?.x ?? 0) + 296 * one, (panel?.y ?? 0) + 12 * one, { steps: 3 })
  await page.mouse.up()
  await page.getByText(/^\d+ elements selected$/).waitFor()
  await page.keyboard.press('Escape')
  await button('Undo').click()
  await expect.poll(async () => (await lows()).length).toBe(2)

  // What was done last is saved though the page goes at once.
  await own.first().click()
  const before = await lows()
  await page.keyboard.press('Shift+ArrowUp')
  page.once('dialog', (asked) => void asked.accept())
  await page.reload()
  await boxes.first().waitFor()
  expect(await boxes.count()).toBe(count + 2)
  await expect.poll(lows).not.toEqual(before)
})

test('pages: one more with a background and a condition, in another order, and gone again', async () => {
  const pages = page.getByRole('region', { name: 'Pages', exact: true })
  const draft = async () => (await read()).draft as unknown as { pages: { background: string; when?: object[]; elements: Element[] }[] }
  await button('Add a page', pages).click()
  const settings = page.getByRole('region', { name: 'Page', exact: true })
  await button('Red', settings).click()
  await button('Add condition', settings).click()
  await settings.getByLabel('Field of condition 1').selectOption('PROMO')
  await settings.getByLabel('Comparison of condition 1').selectOption('equals')
  await settings.getByLabel('Value of condition 1').fill('Aktion')
  await expect
    .poll(async () => (await draft()).pages[1])
    .toMatchObject({ background: 'red', when: [{ field: 'PROMO', is: 'equals', value: 'Aktion' }] })
  expect(page.url()).toContain('page=2')
  // The page is drawn all the same, and it is said that this product does not show it.
  await page.getByText('This page is not shown for this product.').waitFor()
  await button('Text').click()
  await expect.poll(async () => (await draft()).pages[1]?.elements.length).toBe(1)
  await button(/^Move Page 1/, pages).press('ArrowUp')
  await expect.poll(async () => (await draft()).pages[0]?.background).toBe('red')
  await button('Undo').click()
  await button(/^Page 1/, pages).click()
  await button('Remove the page', pages).click()
  await expect.poll(async () => (await draft()).pages.length).toBe(1)
})

test('a repeat is made of elements, edited inside, and drawn for product after product', async () => {
  await layer(/^Text Nur/).click()
  await button('Repeat for several products').click()
  await expect.poll(() => stored(({ type }) => type === 'repeat')).toMatchObject({ count: 2 })
  const before = await bitmap()
  await field('Down').fill('30')
  await changedFrom(before)
  // Where there are several, a condition may be about another one.
  await button('Add condition', fields()).click()
  await field('Product of condition 1').selectOption('Product 2')
  await expect
    .poll(() => stored(({ type }) => type === 'repeat'))
    .toMatchObject({ when: [{ field: expect.stringMatching(/^2\./) as string }] })
  await button('Remove condition 1', fields()).click()
  await button('Edit the 1 element inside').click()
  expect(await label().locator('[data-key]').count()).toBe(1)
  await label().locator('[data-key]').click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => label().locator('[data-key]').count()).toBeGreaterThan(1)
  await button('No longer repeat').click()
  await expect.poll(() => stored(({ type }) => type === 'repeat')).toBeUndefined()
})

test('with the keyboard alone: a text is made, moved, bound and removed; the keys are told', async () => {
  await page.locator('h1').click()
  const before = (await read()).rev
  await page.keyboard.press('t')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Text \{NAME\}, left/)
  const made = async () => elementsOf(await read()).at(-1)
  await expect.poll(async () => (await read()).rev).toBeGreaterThan(before)
  const { x } = (await made()) as { x: number } & Element
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(made).toMatchObject({ text: '{NAME}', x: x + 11 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  await page.keyboard.type('Jetzt ')
  // Tab to the picker, a field by its name, its format.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Find a field')
  await page.keyboard.type('list')
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect.poll(made).toMatchObject({ text: 'Jetzt {LIST_PRICE}' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  await expect.poll(made).not.toMatchObject({ text: 'Jetzt {LIST_PRICE}' })
  await page.keyboard.press('?')
  await dialog().getByText('Move by 10 pixels').waitFor()
  await accessible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('+')
  await expect.poll(() => page.getByLabel('Zoom').locator('option:checked').textContent()).toBe('3×')
  await page.keyboard.press('0')
})

test('a picture comes from disk as PNG and is drawn; one that is too large is refused with the reason', async () => {
  const png = (side: number, noise: boolean) =>
    page.evaluate(
      ([side, noise]) => {
        const canvas = document.createElement('canvas')
        canvas.width = canvas.height = side
        const context = canvas.getContext('2d')!
        const data = context.createImageData(side, side)
        for (let index = 0; index < data.data.length; index++)
          data.data[index] = index % 4 === 3 ? 255 : noise ? ((index * 7919) % 251) ^ ((index >> 3) % 256) : 0
        context.putImageData(data, 0, 0)
        return canvas.toDataURL('image/jpeg', 1).split(',')[1]!
      },
      [side, noise] as const,
    )
  const put = async (content: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(content, 'base64') })
  await put(await png(2001, false))
  await page.getByRole('alert').getByText('This picture is larger than 2,000 pixels').waitFor()
  await put(await png(1200, true))
  await page.getByRole('alert').getByText('This picture takes more than 500 kB').waitFor()
  const before = await bitmap()
  await put(await png(40, false))
  await expect.poll(() => stored(({ type }) => type === 'image')).toMatchObject({ w: 40, h: 40, dither: 'none' })
  await changedFrom(before)
  await page.keyboard.press('Control+z')
})

test('with a finger on a tablet: an element is moved and made wider, and nothing else', async () => {
  const tablet = await openPage(browser, { viewport: { width: 820, height: 1180 }, hasTouch: true })
  await signInAt(tablet, address(`/layouts/${drawingId}`))
  const name = box(/^Text Nur/, tablet)
  await name.waitFor()
  const finger = await tablet.context().newCDPSession(tablet)
  async function slide(what: Locator, by: { x: number; y: number }) {
    const at = (await what.boundingBox())!
    // Elsewhere another one may lie over it.
    const [x, y] = [at.x + Math.min(14, at.width / 2), at.y + Math.min(12, at.height / 2)]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (const part of [0.2, 0.5, 0.8, 1]) {
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + by.x * part, y: y + by.y * part }] })
      await drawn(tablet)
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  type Placed = Element & { x: number; y: number; w: number; h: number }
  const now = async () => (await stored(({ text }) => String(text).startsWith('Nur'))) as Placed
  const [before, others] = [await now(), elementsOf(await read()).length]
  await slide(name, { x: 24, y: 60 })
  await expect.poll(async () => (await now()).y).toBeGreaterThan(before.y + 15)
  const moved = await now()
  expect(moved).toMatchObject({ w: before.w, h: before.h })
  await slide(tablet.locator('[data-handle="e"]'), { x: 40, y: 0 })
  await expect.poll(async () => (await now()).w).toBeGreaterThan(before.w + 10)
  expect(await now()).toMatchObject({ x: moved.x, y: moved.y, h: before.h })
  expect(elementsOf(await read()).length).toBe(others)
  await button('Undo', tablet).click()
  await button('Undo', tablet).click()
  await expect.poll(now).toEqual(before)
  await tablet.context().close()
})

test('two people at one drawing: the second is told who it was, and neither loses work', async () => {
  const second = await openPage(browser)
  await signInAt(second, address(`/layouts/${drawingId}`))
  await box(/^Text/, second).first().waitFor()
  const name = (on: Page) => box(/^Text Nur/, on)
  // Nothing of theirs is unsaved: what the other saves stands there by itself.
  await layer(/^Text Nur/).click()
  await field('X').fill('33')
  await name(second)
    .and(second.getByRole('group', { name: /left 33,/ }))
    .waitFor()
  await second
    .getByText(/has saved this layout; it stands here now/)
    .first()
    .waitFor()

  // Both at once: the second one's save is held back until the first is through.
  let [released, release] = [Promise.resolve(), () => undefined as void]
  const close = () => (released = new Promise<void>((resolve) => (release = resolve)))
  await second.route('**/draft', async (route) => {
    await released
    await route.continue()
  })
  void close()
  await layer(/^Text Nur/, second).click()
  await field('Y', second).fill('44')
  await second.getByText('Saving …').waitFor()
  await field('X').fill('55')
  await expect.poll(() => stored(({ text }) => String(text).startsWith('Nur'))).toMatchObject({ x: 55 })
  release()
  await second
    .getByRole('alert')
    .getByText(/has saved this layout in the meantime/)
    .waitFor()
  await expect.poll(() => second.getByRole('alert').filter({ hasText: 'in the meantime' }).textContent()).toContain(administrator.email)
  const [file] = await Promise.all([second.waitForEvent('download'), button('Download mine', second).click()])
  expect(file.suggestedFilename()).toBe('SALE 2.90 bwr.json')
  await button('Take theirs', second).click()
  await expect.poll(() => name(second).getAttribute('aria-label')).toMatch(/left 55,/)
  // Mine can be brought back, and is saved over theirs then.
  await button('Undo', second).click()
  await expect.poll(() => stored(({ text }) => String(text).startsWith('Nur'))).toMatchObject({ x: 33, y: 44 })
  await expect.poll(() => name(page).getAttribute('aria-label')).toMatch(/left 33, top 44,/)

  // Kept the other way: mine over theirs, theirs one step back for them.
  void close()
  await layer(/^Text Nur/, second).click()
  await field('Y', second).fill('50')
  await second.getByText('Saving …').waitFor()
  await field('X').fill('66')
  await expect.poll(() => stored(({ text }) => String(text).startsWith('Nur'))).toMatchObject({ x: 66 })
  release()
  await button('Keep mine', second).click()
  await expect.poll(() => stored(({ text }) => String(text).startsWith('Nur'))).toMatchObject({ x: 33, y: 50 })
  await saved(second)
  // What the next save is made on is what was saved last.
  await expect.poll(() => name(page).getAttribute('aria-label')).toMatch(/left 33, top 50,/)
  await second.close()
})

test('who may not change layouts looks only', async () => {
  const looker = await openPage(browser)
  await looker.route('**/api/layout/drawing/*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), mayChange: false } })
  })
  await signInAt(looker, address(`/layouts/${drawingId}`))
  await looker.getByText('View only').waitFor()
  await looker.locator('[data-drawn]').waitFor()
  const rev = (await read()).rev
  await layer(/^Text Nur/, looker).click()
  await looker.keyboard.press('ArrowRight')
  await looker.keyboard.press('Delete')
  await looker.keyboard.press('t')
  expect(await box(/^Text Nur/, looker).count()).toBe(1)
  expect(await field('X', looker).getAttribute('readonly')).not.toBeNull()
  expect(await button('Publish', looker).count()).toBe(0)
  expect((await read()).rev).toBe(rev)
  await looker.close()
})

test('the draft is discarded, and published', async () => {
  await page.goto(address(`/layouts/${drawingId}`))
  await page.getByText('Draft, never published').waitFor()
  const before = elementsOf(await read()).length
  expect(before).toBeGreaterThan(0)
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Discard draft' }).click()
  await button('Discard', dialog()).click()
  await expect.poll(async () => elementsOf(await read()).length).toBe(0)
  await page.getByText('There is nothing on this page yet.').waitFor()
  await accessible()
  await button('Undo').click()
  await expect.poll(async () => elementsOf(await read()).length).toBe(before)
  await button('Publish').click()
  await dialog()
    .getByText(/SALE 2\.90 bwr/)
    .first()
    .waitFor()
})
