/** A list from end to end by keyboard alone: walking, ticking, opening, filtering, ordering, paging, saving. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage } from './stage.ts'
import { administrator, createShop, signIn, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'KEYS'
const stage = setStage()
let server: ServerProcess
let shop: Shop
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  const client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 1, tags: 120 })
  await client.products.save({ body: { storeCode, productList: [{ prCode: '1', prInfo: ['', 'Milk', '', '1.29'] }] } })
  await client.tags.assign({ body: { storeCode, tagList: shop.tagMacs.map((tagMac) => ({ tagMac, prCode: '1' })) } })
  page = await openPage(await stage.launch())
})
beforeEach(needChromium)

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Once round the page from any place of it: the menu, and every button of the rows in sight. */
const maxTabs = 400
/** Goes on with Tab (or back with Shift) until the focus is on what the selector names. */
async function tabTo(selector: string, key = 'Tab'): Promise<void> {
  for (let turn = 0; turn < maxTabs; turn++) {
    if (await page.evaluate((target) => document.activeElement?.matches(target) ?? false, selector)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not lead to ${selector}`)
}
const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
const ticked = async () =>
  (await page.locator('[data-part=selection]').count()) === 0 ? '' : page.locator('[data-part=selection] b').innerText()

test('sign-in, and the first rows', async () => {
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?sort=barcode%20asc`)
  await page.getByLabel('E-mail').waitFor()
  await page.keyboard.type(administrator.email)
  await press('Tab')
  await page.keyboard.type(administrator.password)
  await press('Enter')
  await page.locator('tr[data-row]').first().waitFor()
  await tabTo('[data-grid]')
  await press('ArrowDown', 'ArrowDown', 'j', 'k')
  await expect.poll(focusedRow).toBe('1')
  // The row with the focus can be seen to have it.
  const ring = await page
    .locator('tr[data-row="1"] td')
    .nth(2)
    .evaluate((cell) => getComputedStyle(cell).boxShadow)
  expect(ring).toContain('inset')
  await press('End')
  await expect.poll(focusedRow).toBe('24')
  const inView = await page.locator('tr[data-row="24"]').evaluate((row) => {
    const [own, grid] = [row.getBoundingClientRect(), row.closest('[data-grid]')!.getBoundingClientRect()]
    return own.top >= grid.top && own.bottom <= grid.bottom
  })
  expect(inView).toBe(true)
  await press('Home')
  await expect.poll(focusedRow).toBe('0')
})

test('ticking: Space, Shift with arrows, ranges, all, Esc', async () => {
  await press('Space')
  await expect.poll(ticked).toBe('1 selected')
  await press('Shift+ArrowDown', 'Shift+ArrowDown')
  await expect.poll(ticked).toBe('3 selected')
  await press('PageDown', 'Shift+Space')
  await expect.poll(ticked).toBe('13 selected')
  await press('Space')
  await expect.poll(ticked).toBe('12 selected')
  await press('Control+a')
  await expect.poll(ticked).toBe('25 selected')
  await expect.poll(() => page.getByLabel('Select all rows').isChecked()).toBe(true)
  await press('Escape')
  await expect.poll(ticked).toBe('')
  // The box above them all does the same.
  await tabTo('thead input[type=checkbox]', 'Shift+Tab')
  await press('Space')
  await expect.poll(ticked).toBe('25 selected')
  await press('Space')
  await expect.poll(ticked).toBe('')
})

test('Enter opens the panel, arrows walk it along, Esc closes it', async () => {
  await tabTo('[data-grid]', 'Shift+Tab')
  await press('Home', 'Enter')
  await expect.poll(() => new URL(page.url()).hash).toContain(`peek=${shop.tagMacs[0]}`)
  await press('ArrowDown', 'ArrowDown')
  await expect.poll(() => page.locator('[data-part=peek] header b').innerText()).toBe(shop.tagMacs[2])
  await press('Escape')
  await expect.poll(() => page.locator('[data-part=peek]').count()).toBe(0)
})

test('/ filters, Esc goes back to the rows, the address keeps it', async () => {
  await press('/')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Filter Tag ID')
  const [first = '', second = ''] = [shop.tagMacs[7], shop.tagMacs[8]]
  await page.keyboard.type(`${first}, ${second}`)
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–2 of 2')
  await press('Escape', 'ArrowDown')
  await expect.poll(focusedRow).toBe('0')
  // Operators stand in front, commas mean any of these.
  await press('/')
  await press('Control+a')
  await page.keyboard.type(`==${second}`)
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–1 of 1')
  await page.reload()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  expect(await page.locator('tr[data-row] td').nth(1).innerText()).toBe(second)
  // A list of choices by keyboard: what is queued.
  await tabTo('[data-grid]')
  await tabTo('[data-part=filter-button]')
  await press('Enter')
  await page.getByRole('checkbox', { name: 'Queued' }).waitFor()
  await tabTo('input[type=checkbox]:focus')
  await press('Escape')
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('of 120')
})

test('order, page and page size, each kept in the address', async () => {
  await tabTo('thead [data-part=sort]')
  await press('Enter')
  await page.locator('th[aria-sort=descending]').waitFor()
  expect(page.url()).toContain('barcode')
  await expect.poll(() => page.locator('tr[data-row] td').nth(1).innerText()).toBe(shop.tagMacs.at(-1))
  await tabTo('[data-part=foot] button:last-of-type')
  await press('Enter')
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('26–50 of 120')
  await tabTo('[data-part=foot] select', 'Shift+Tab')
  expect(await page.locator('[data-part=foot] option').allInnerTexts()).toEqual(['10', '25', '50', '100', '500', '1000', 'All'])
  await page.keyboard.type('All')
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–120 of 120')
  await page.reload()
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–120 of 120')
  await page.locator('th[aria-sort=descending]').waitFor()
  // A page that is not there leads to the last one that is.
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?page=99`)
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('101–120 of 120')
})

test('a row that scrolls away does not take the keys with it', async () => {
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?rows=-1&sort=barcode%20asc`)
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–120 of 120')
  // Until they are there, the rows of the page before stand there, and take the focus with them when they go.
  await expect.poll(() => page.locator('tr[data-row="0"] td').nth(1).innerText()).toBe(shop.tagMacs[0])
  await page.locator('[data-grid]').focus()
  await press('Home', 'ArrowDown')
  await expect.poll(focusedRow).toBe('1')
  await page.locator('[data-grid]').evaluate((grid) => grid.scrollTo(0, 100_000))
  await expect.poll(() => page.locator('tr[data-row="1"]').count()).toBe(0)
  await press('ArrowDown')
  await expect.poll(focusedRow).toBe('2')
})

test('what is still asked of a list that was left does not follow to the next one', async () => {
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await page.getByLabel('Filter Tag ID').fill('5A')
  await expect.poll(() => page.url()).toContain('5A')
  let deliver = () => {}
  const held = new Promise<void>((resolve) => (deliver = resolve))
  await page.route('**/assets/*.screen-*.js', async (route) => {
    await held
    await route.continue()
  })
  const heading = await page.getByRole('button', { name: 'Tag ID', exact: true }).elementHandle()
  const asked = page.waitForRequest('**/assets/*.screen-*.js')
  await page.evaluate(() => location.assign('#/product/file/upload/history'))
  await asked
  // Clicked at once, by one who did not mean to wait: it is not in sight for long.
  await heading?.evaluate((button: HTMLElement) => button.click())
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  deliver()
  await page.getByRole('heading', { name: 'File imports' }).waitFor()
  expect(page.url()).toMatch(/upload\/history$/)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.unroute('**/assets/*.screen-*.js')
})

test('a saved view is kept for a day, with what is changed in it', async () => {
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await page.getByRole('button', { name: 'Save view' }).press('Enter')
  await page.getByRole('button', { name: /^View saved until/ }).waitFor()
  await page.getByLabel('Filter Tag ID').fill(shop.tagMacs[3] ?? '')
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–1 of 1')
  await page.goto(`${server.url}/#/task`)
  await page.getByRole('heading', { name: 'Update tasks' }).waitFor()
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–1 of 1')
  await page.getByRole('button', { name: /^View saved until/ }).press('Enter')
  await page.getByRole('button', { name: 'Save view' }).waitFor()
})

test('a list is narrowed to when its rows changed and to when their status did: in the address, the saved view and its files', async () => {
  const address = () => new URL(page.url()).hash
  const count = () => page.locator('[data-part=foot]').innerText()
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?sort=barcode%20asc`)
  await expect.poll(count).toContain('of 120')
  await page.getByRole('button', { name: /Any time/ }).click()
  const status = page.getByRole('group', { name: 'Status changed' })
  await page.getByRole('group', { name: 'Changed', exact: true }).getByRole('button', { name: 'Last 7 days' }).click()
  await status.getByRole('button', { name: 'Last 24 hours' }).click()
  await expect.poll(address).toMatch(/from=\d{10}.*statusFrom=\d{10}/)
  await expect.poll(count).toContain('of 120')
  // Nothing was so long ago.
  await status.getByLabel('From').fill('')
  await status.getByLabel('To').fill('2020-02-03T04:05')
  await press('Escape')
  await page.getByText('Nothing matches').waitFor()
  await page.locator('[data-part=chip]').filter({ hasText: 'Status changed… – 2020-02-03 04:05' }).waitFor()
  const until = Math.floor(new Date('2020-02-03T04:05').getTime() / 1000)
  expect(address()).toContain(`statusTo=${until}`)
  // A view keeps them, and so do the files.
  await page.getByRole('button', { name: 'Save view' }).press('Enter')
  await page.getByRole('button', { name: /^View saved until/ }).waitFor()
  await page.goto(`${server.url}/#/task`)
  await page.getByRole('heading', { name: 'Update tasks' }).waitFor()
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await expect.poll(address).toMatch(new RegExp(`from=\\d{10}.*statusTo=${until}`))
  await page.getByText('Nothing matches').waitFor()
  const fileOf = async (entry: string) => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: entry }).click()
    return readFileSync(await (await saved).path())
  }
  const lines = async (entry: string) => (await fileOf(entry)).toString('utf8').trimEnd().split('\r\n').length
  expect([await lines('This list as shown (CSV)'), await lines('Filtered tags (CSV)')]).toEqual([1, 1])
  const emptySize = (await fileOf('Filtered tags (Excel)')).length
  await page.getByRole('button', { name: 'Clear Status changed' }).press('Enter')
  await expect.poll(count).toContain('of 120')
  expect(await lines('Filtered tags (CSV)')).toBe(121)
  expect((await fileOf('Filtered tags (Excel)')).length).toBeGreaterThan(emptySize)
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect.poll(address).not.toMatch(/from|status/i)
  await page.getByRole('button', { name: /^View saved until/ }).press('Enter')
})

test('the list as a file, by keyboard', async () => {
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?rows=10&sort=barcode%20asc`)
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–10 of 120')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  // The menu takes the keys once it is on the screen, a moment after it can be seen.
  await page.locator('[role=menu]:focus-within').waitFor()
  await press('ArrowDown', 'Enter')
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(121)
  expect(lines[1]).toContain(`${shop.tagMacs[0]},Expected,1,2.90″`)
})

test('on a fresh page keys reach the list from anywhere, and ? names them', async () => {
  await page.goto('about:blank')
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?sort=barcode%20asc`)
  await page.locator('tr[data-row]').first().waitFor()
  expect(await page.title()).toMatch(/^Tags · .+ · Endcap$/)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await press('j')
  await expect.poll(focusedRow).toBe('0')
  // Also from a row of the list.
  await press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  await press('/')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-filter]'))).toBe(true)
  // In a field it is a letter.
  await page.keyboard.type('j?')
  expect(await page.locator('[data-filter]:focus').inputValue()).toBe('j?')
  await page.locator('[data-filter]:focus').fill('')
  await press('Escape')
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  await press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await press('Escape')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
})

test('Tab leads past the menu first, and another page begins at its heading', async () => {
  await page.goto('about:blank')
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await page.locator('tr[data-row]').first().waitFor()
  await press('Tab')
  await page.getByRole('button', { name: 'Skip to the content' }).waitFor()
  await press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  await page.getByRole('link', { name: 'Update tasks' }).click()
  await expect
    .poll(() => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`))
    .toBe('H1 Update tasks')
  expect(await page.title()).toBe('Update tasks · Endcap')
})

test('a desk whose page is zoomed to 200 % stays a desk', async () => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('about:blank')
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  await page.locator('tr[data-row]').first().waitFor()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Tags')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(720)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('on a phone filters and order are in a dialog', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?sort=barcode%20asc`)
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await dialog.getByLabel('Filter Tag ID').fill(shop.tagMacs[5] ?? '')
  await dialog.getByRole('button', { name: 'Show the list' }).click()
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–1 of 1')
  await page.getByRole('button', { name: 'Filters' }).click()
  await dialog.getByRole('group', { name: 'Status changed' }).getByLabel('To').fill('2020-02-03T04:05')
  await dialog.getByRole('button', { name: 'Show the list' }).click()
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Clear Status changed' }).click()
  await expect.poll(() => page.locator('[data-part=foot]').innerText()).toContain('1–1 of 1')
})

test('on a phone what can be done with a row is beside it, large enough for a finger', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?sort=barcode%20asc`)
  const buttons = page.locator('tr[data-row]').first().locator('[data-part=row-actions]').locator('a, button')
  await buttons.first().waitFor()
  const boxes = await Promise.all((await buttons.all()).map((one) => one.boundingBox()))
  expect(boxes.length).toBeGreaterThan(1)
  for (const box of boxes) expect(box !== null && box.width >= 44 && box.height >= 44 && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  // No button lies over the list.
  const assign = await page.getByRole('button', { name: 'Assign', exact: true }).boundingBox()
  const list = await page.locator('tr[data-row]').first().boundingBox()
  expect(assign!.y + assign!.height).toBeLessThanOrEqual(list!.y)
})
