/** Roles: made with the tree of privileges, and changed under the feet of who has them. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { addMember, signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const stage = setStage()
const password = 'quiet-lantern-42-moss'
let server: ServerProcess
let client: ApiClient
let browser: Browser
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await client.stores.create({
    body: { storeCode: 'R1', storeName: 'Shop R1', timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' },
  })
  browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/roles`)
})
beforeEach(needChromium)

const dialog = () => page.getByRole('dialog')
const box = (name: string) => dialog().getByRole('checkbox', { name, exact: true })
const listed = (name: string) => page.getByRole('navigation', { name: 'Roles' }).getByRole('link', { name })
/** An account with this role, on a page of its own. */
async function holder(email: string, roleId: number): Promise<Page> {
  const account = await addMember(client, server.url, { email, name: email, password, role_id: roleId, store: ['R1'] })
  const theirs = await openPage(browser)
  await signInAt(theirs, `${server.url}/#/tag`, account)
  await theirs.getByRole('heading', { name: 'Tags' }).waitFor()
  return theirs
}

test('a role is made with the tree: reading goes with writing, settings follow their parts, arrows lead from box to box', async () => {
  await page.getByRole('button', { name: 'New role' }).click()
  await dialog().getByRole('button', { name: 'Add' }).click()
  await dialog().getByText('Create Role Error · Enter Name, please!').waitFor()
  await dialog().getByLabel('Name').fill('Store clerk')
  await box('Tags: Write').check()
  expect(await box('Tags: Read').isChecked()).toBe(true)
  await box('Tags: Read').uncheck()
  expect(await box('Tags: Write').isChecked()).toBe(false)
  await box('Tags: Write').check()
  await box('Settings › Aliases: Read').check()
  expect(await box('Settings: Read').isChecked()).toBe(true)
  await box('Settings › Aliases: Read').uncheck()
  expect(await box('Settings: Read').isChecked()).toBe(false)
  await box('Tags: Read').focus()
  // Sensors, products; then to the right, and ticked.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  expect(await box('Products: Write').isChecked()).toBe(true)
  await box('Update tasks: Read').check()
  await dialog().getByRole('button', { name: 'Add' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Store clerk' }).waitFor()
  const { roleList } = await client.roles.list()
  const made = roleList.find((role) => role.name === 'Store clerk')
  expect(made?.privilege.filter((one) => one.read).map((one) => `${one.key}${one.write ? '+' : ''}`)).toEqual(['tag+', 'product+', 'task'])
  // The address names the role: it opens again.
  await page.reload()
  await page.getByRole('heading', { name: 'Store clerk' }).waitFor()
})

test('a role change takes entries out of the menu of who is signed in, without reloading, and gives them back', async () => {
  const clerk = (await client.roles.list()).roleList.find((role) => role.name === 'Store clerk')
  const theirs = await holder('clerk@shop.example', clerk?.role_id ?? -1)
  await theirs.evaluate(() => Object.assign(window, { notReloaded: true }))
  const menu = theirs.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Products' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog().getByText('One member has this role').waitFor()
  await box('Products: Read').uncheck()
  await box('Alarms: Read').check()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await menu.getByRole('link', { name: 'Products' }).waitFor({ state: 'detached' })
  await menu.getByRole('link', { name: 'Alarms' }).waitFor()
  expect(await theirs.evaluate(() => 'notReloaded' in window)).toBe(true)
  // The server, too, at once.
  const status = await theirs.evaluate(async () => {
    const email = localStorage.getItem('endcap.account') ?? ''
    const headers = { 'x-endcap-console': '1', 'access-email': email, 'content-type': 'application/json' }
    return (await fetch('/api/status/store/R1/product/search', { method: 'POST', headers, body: '{}' })).status
  })
  expect(status).toBe(403)
  await theirs.context().close()
})

test('a role in use can not be deleted; a role without accounts is', async () => {
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await dialog().getByText('The role in use can not be deleted.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await client.roles.save({ body: { name: 'Nobody’s', privilege: [] } })
  await listed('Nobody’s').click()
  await page.getByRole('heading', { name: 'Nobody’s' }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await listed('Nobody’s').waitFor({ state: 'detached' })
})

test('the administrator’s role stays as it is, and leads to who has it', async () => {
  await listed('Administrator').click()
  await page.getByText('This role stays as it is.').waitFor()
  expect(await page.locator('[data-part=role-head] button').count()).toBe(0)
  await page.getByRole('link', { name: 'Show its member' }).click()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  await page.goto(`${server.url}/#/roles`)
})

test('roles that cannot be loaded are tried again; then an Error dialog, and the door', async () => {
  const theirs = await openPage(browser)
  await theirs.route('**/api/auth/role', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'fault', message: 'Something is broken.' }),
    }),
  )
  await signInAt(theirs, `${server.url}/#/roles`)
  const error = theirs.getByRole('dialog', { name: 'Error' })
  await error.getByText('Something is broken.').waitFor()
  await error.getByRole('button', { name: 'Sign out' }).click()
  await theirs.getByLabel('E-mail').waitFor()
  await theirs.context().close()
})

test('no serious accessibility violation, in both themes', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${server.url}/#/roles`)
    await page.reload()
    await settled(page)
    expect({ scheme, found: await violationsOf(page) }).toEqual({ scheme, found: [] })
    await page.getByRole('button', { name: 'New role' }).click()
    await dialog().waitFor()
    expect({ scheme, found: await violationsOf(page) }).toEqual({ scheme, found: [] })
  }
})
