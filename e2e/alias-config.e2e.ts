/** /setting/alias-config: names of columns, and where they stand at once: on another person's open list, in files, on the preview. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'ALI'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
/** A second session, which shows the products meanwhile. */
let other: Page

beforeAll(async () => {
  server = await stage.startServer()
  client = await signIn(server.url)
  await createShop(client, { storeCode, gateways: 1, tags: 0 })
  await client.products.save({ body: { storeCode, productList: [{ prCode: '1', prInfo: ['1', 'Milk', '', '1.29'] }] } })
  if (chromiumPath === undefined) return
  const browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/setting/alias-config`)
  await page.getByRole('heading', { name: 'Alias configuration' }).waitFor()
  other = await openPage(browser)
  await signInAt(other, `${server.url}/#/product/list/${storeCode}`)
  // The list has the name in a column of its own; the slot's is there for who asks for it.
  await other.getByRole('button', { name: 'Columns' }).click()
  await other.getByRole('checkbox', { name: 'Name NAME', exact: true }).check()
  await other.keyboard.press('Escape')
  await other.getByRole('columnheader', { name: 'Name', exact: true }).waitFor()
})
beforeEach(needChromium)

const name = (slot: number) => page.getByRole('textbox', { name: `Name, slot ${slot}`, exact: true })
const inEnglish = (slot: number) => page.getByRole('textbox', { name: `Shown in English, slot ${slot}`, exact: true })
const save = async () => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('There are unsaved changes.').waitFor({ state: 'detached' })
}
const stored = async () => (await client.aliases.list()).aliasList

/** Asked what is to be renamed with it. */
const saveRenamed = async () => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Rename and save' }).click()
  await page.getByText('There are unsaved changes.').waitFor({ state: 'detached' })
}

test('a new name stands at once on another person’s open list, in files and on the preview', async () => {
  const draw = async () =>
    (await client.products.preview({ body: { storeCode, prCode: '1', prInfo: ['1', 'Milk', '', '1.29'], tagType: 'B5' } })).encodedImage
  const before = await draw()
  await name(2).fill('TITLE')
  await inEnglish(2).fill('Title')
  await saveRenamed()
  const heading = other.getByRole('columnheader', { name: 'Title', exact: true })
  await heading.waitFor()
  expect(await heading.getAttribute('title')).toBe('TITLE')
  expect(await other.getByRole('columnheader', { name: 'Name', exact: true }).count()).toBe(0)
  const upload = (header: string) =>
    client.productFiles.upload({
      body: { storeCode },
      file: { name: 'a.csv', content: new Blob([`PRODUCT_CODE,${header},PRICE\n2,Bread,2.49`]) },
    })
  await expect(upload('NAME')).rejects.toThrow()
  await upload('TITLE')
  expect((await client.products.get({ params: { prCode: '2', storeCode } })).prInfo[1]).toBe('Bread')
  // The layouts were renamed with it: labels look as before.
  expect(await draw()).toBe(before)
  await name(2).fill('NAME')
  await inEnglish(2).fill('Name')
  await saveRenamed()
  expect(await draw()).toBe(before)
})

test('one is the key: marking one takes the mark from the others, and a blank name drops the entry', async () => {
  await page.getByRole('radio', { name: 'Key, slot 10' }).check()
  expect(await page.getByRole('radio', { name: 'Key, slot 1', exact: true }).isChecked()).toBe(false)
  await name(12).fill(' ')
  await page.getByRole('checkbox', { name: 'Chart, slot 4' }).check()
  await page.getByRole('combobox', { name: 'Type, slot 3' }).selectOption('Number')
  await save()
  const now = await stored()
  expect(now.filter((alias) => alias.key).map((alias) => alias.index)).toEqual([9])
  expect(now.some((alias) => alias.index === 11)).toBe(false)
  expect(now.find((alias) => alias.index === 3)).toMatchObject({ chart: true })
  expect(now.find((alias) => alias.index === 2)).toMatchObject({ type: 'number' })
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('radio', { name: 'Key, slot 1', exact: true }).check()
  await save()
})

test('a name that layouts use is not removed: the dialog says which, and only closes', async () => {
  await name(16).fill(' ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'These names are in use' })
  await dialog.getByRole('listitem').filter({ hasText: 'SHELF' }).first().waitFor()
  expect(await dialog.getByRole('button', { name: 'Rename and save' }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  expect((await stored()).find((alias) => alias.index === 15)).toMatchObject({ name: 'URL' })
})

test('two columns of one name are not saved; more slots can be had', async () => {
  await name(3).fill('price')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Two columns have the same name.' }).waitFor()
  expect(await name(3).getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: /^Show 10 more slots$/ }).click()
  await name(20).fill('SHELF')
  await save()
  expect((await stored()).find((alias) => alias.index === 19)).toMatchObject({ name: 'SHELF' })
})

test('a column marked for charts is drawn in the history of a product', async () => {
  await client.products.save({ body: { storeCode, productList: [{ prCode: '1', prInfo: ['1', 'Milk', '', '1.49'] }] } })
  await other.goto(`${server.url}/#/product/${storeCode}/1/update/history`)
  await other.getByRole('button', { name: 'Values' }).click()
  const chart = other.getByRole('dialog').getByRole('region', { name: 'Price' })
  await chart.locator('canvas').waitFor()
  await other.keyboard.press('Escape')
})

test('a change that another session saved meanwhile is not undone', async () => {
  await name(20).fill('AISLE')
  const { aliasList } = await client.aliases.list()
  await client.aliases.save({ body: { aliasList: aliasList.map((alias) => (alias.index === 19 ? { ...alias, name: 'BAY' } : alias)) } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect.poll(() => name(20).inputValue()).toBe('BAY')
})

test('with unsaved changes the way out asks first', async () => {
  await name(20).fill('LANE')
  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click()
  expect(await name(20).inputValue()).toBe('LANE')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
})

test('aliases that cannot be loaded are an error, and then the way out', async () => {
  // The page itself knows: it asks again by itself as well, when its push channel opens, and the dialog would be gone before the press.
  const isPressed = () => page.evaluate(() => document.documentElement.dataset.pressed !== undefined)
  await page.route('**/api/config/alias', async (route) =>
    route.request().method() === 'GET' && !(await isPressed())
      ? route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({ code: 'fault', message: 'The aliases are lost.' }),
        })
      : route.continue(),
  )
  await page.goto('about:blank')
  await page.goto(`${server.url}/#/setting/alias-config`)
  const dialog = page.getByRole('dialog', { name: 'Error' })
  // It is tried again by itself before it comes to that.
  await dialog.getByText('The aliases are lost.').waitFor()
  const again = dialog.getByRole('button', { name: 'Try again' })
  await again.evaluate((button) => button.addEventListener('click', () => (document.documentElement.dataset.pressed = '')))
  await again.click()
  await name(1).waitFor()
  await page.goto('about:blank')
  await page.goto(`${server.url}/#/setting/alias-config`)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').waitFor()
})
