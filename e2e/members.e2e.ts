/** Members: added, approved, locked, given a new password, deleted; each seen by the person it happens to. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { addMember, administrator, signIn, until, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const stage = setStage()
const inbox = join(stage.folder, 'inbox')
/** As many as a real chain has: the picker must bear it. */
const storeCount = 1600
const password = 'quiet-lantern-42-moss'
let server: ServerProcess
let client: ApiClient
let browser: Browser
/** The administrator's page. */
let page: Page
const roleIds = { clerk: 0, reader: 0 }

const codeOf = (number: number) => `N${String(number).padStart(4, '0')}`

beforeAll(async () => {
  if (chromiumPath === undefined) return
  mkdirSync(inbox)
  const mail = await stage.startMail(inbox)
  server = await stage.startServer({ env: { ENDCAP_SMTP_URL: mail.url } })
  client = await signIn(server.url)
  for (let first = 1; first <= storeCount; first += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, place) => {
        const storeCode = codeOf(first + place)
        return client.stores.create({
          body: { storeCode, storeName: `Shop ${first + place}`, timeZone: 'Europe/Berlin', locale: 'de-DE', currency: 'EUR' },
        })
      }),
    )
  const reading = (key: 'tag' | 'member') => ({ key, read: true, write: false })
  roleIds.clerk = (await client.roles.save({ body: { name: 'Clerk', privilege: [reading('tag')] } })).role_id
  roleIds.reader = (await client.roles.save({ body: { name: 'Reader', privilege: [reading('tag'), reading('member')] } })).role_id
  browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/members`)
})
beforeEach(needChromium)

const dialog = (on = page) => on.getByRole('dialog')
const row = (name: string) => page.locator('tr[data-row]').filter({ hasText: name })
const complete = (on = page) => on.getByRole('alert').filter({ hasText: 'Complete!' }).last().waitFor()
/** The mails that have arrived for an address. */
const mailTo = (email: string) =>
  readdirSync(inbox)
    .map((name) => readFileSync(join(inbox, name), 'utf8'))
    .find((text) => text.includes(`To: ${email}`))
async function add(email: string, more: { role_id?: number; store?: string[] } = {}) {
  const body = { email, name: email.split('@')[0] ?? '', password, role_id: roleIds.clerk, store: [codeOf(1)], ...more }
  return { ...(await addMember(client, server.url, body)), name: body.name }
}
async function signInAs(account: { email: string; password: string }) {
  const theirs = await openPage(browser)
  await signInAt(theirs, `${server.url}/#/tag`, account)
  return theirs
}

test('a new member: what is missing is said, stores are picked out of 1,600, and they see these alone', async () => {
  await page.getByRole('button', { name: 'New member' }).click()
  const add_ = dialog().getByRole('button', { name: 'Add' })
  const showsAlert = (text: string) =>
    dialog()
      .getByRole('alert')
      .filter({ hasText: `Create Member Error · ${text}` })
      .waitFor()
  await add_.click()
  await showsAlert('Enter Email, please!')
  await dialog().getByLabel('E-mail').fill('mika@shop.example')
  await add_.click()
  await showsAlert('Enter Name, please!')
  await dialog().getByLabel('Name', { exact: true }).fill('Mika Kondo')
  await add_.click()
  await showsAlert('Enter Password, please!')
  await dialog().getByLabel('Password', { exact: true }).fill(password)
  await add_.click()
  await showsAlert('Password doe not match!')
  await dialog().getByLabel('Retype').fill(password)
  await dialog().getByLabel('Role').selectOption({ label: 'Clerk' })
  const list = dialog().getByRole('listbox', { name: 'Stores' })
  // Of 1,600 only those in sight are drawn.
  expect(await list.getByRole('option').count()).toBeLessThan(40)
  const find = dialog().getByLabel('Name or code')
  await find.fill('Shop 1234')
  await list.getByRole('option', { name: 'Shop 1234' }).click()
  await find.fill(`${codeOf(7)}, ${codeOf(900)}`)
  await expect.poll(() => list.getByRole('option').count()).toBe(2)
  await find.press('ArrowDown')
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  await dialog().getByText('3 of 1,600 chosen').waitFor()
  await add_.click()
  await complete()
  await row('Mika Kondo')
    .getByText(`${codeOf(7)} ${codeOf(900)} ${codeOf(1234)}`)
    .waitFor()

  const theirs = await signInAs({ email: 'mika@shop.example', password })
  await theirs.getByText('Choose a new password to go on.').waitFor()
  await dialog(theirs).getByLabel('Current password').fill(password)
  await dialog(theirs).getByLabel('New password').fill('amber-orchard-93-tide')
  await dialog(theirs).getByLabel('Retype').fill('amber-orchard-93-tide')
  await dialog(theirs).getByRole('button', { name: 'Change now' }).click()
  await theirs.getByText('Your password was changed. Sign in with the new one.').waitFor()
  await theirs.getByLabel('E-mail').fill('mika@shop.example')
  await theirs.getByLabel('Password', { exact: true }).fill('amber-orchard-93-tide')
  await theirs.keyboard.press('Enter')
  await theirs.locator('[data-part=scope]').filter({ hasText: '3 stores' }).waitFor()
  await theirs.context().close()
})

test('a sign-up waits in its tab with a count; approving it with a role and a store lets the person in', async () => {
  const person = { name: 'Lena Braun', email: 'lena@shop.example', mobile: '+49 30 1', password }
  await client.session.signup({ body: person })
  const tab = page.getByRole('button', { name: 'Waiting for approval' })
  await expect.poll(() => tab.innerText()).toContain('1')
  await tab.click()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  await page.getByRole('button', { name: 'Approve Lena Braun' }).click()
  await dialog().getByRole('button', { name: 'Approve' }).click()
  await dialog().getByText('Choose a role, please!').waitFor()
  await dialog().getByLabel('Role').selectOption({ label: 'Clerk' })
  await dialog().getByLabel('Name or code').fill('Shop 55')
  await dialog().getByRole('option', { name: 'Shop 55', exact: false }).first().click()
  await dialog().getByRole('button', { name: 'Approve' }).click()
  await complete()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(0)
  const theirs = await signInAs(person)
  await theirs.getByRole('heading', { name: 'Tags' }).waitFor()
  await theirs.context().close()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'All' }).click()
})

test('who signed up is told by e-mail: approved ones that they may come in, others that they may not', async () => {
  const sign = (name: string) =>
    client.session.signup({ body: { name, email: `${name.toLowerCase()}@shop.example`, mobile: '+49 30 1', password } })
  await sign('Iris')
  await sign('Oskar')
  await page.getByRole('button', { name: 'Waiting for approval' }).click()
  await page.getByRole('button', { name: 'Approve Iris' }).click()
  await dialog().getByText('and are told so by e-mail').waitFor()
  await dialog().getByLabel('Role').selectOption({ label: 'Clerk' })
  await dialog().getByRole('button', { name: 'Approve' }).click()
  await row('Iris').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete Oskar' }).click()
  await dialog().getByText('the person is told by e-mail').waitFor()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await row('Oskar').waitFor({ state: 'detached' })
  await until('the mail of the approval', () => mailTo('iris@shop.example')?.includes('your account has been approved') === true)
  await until('the mail of the refusal', () => mailTo('oskar@shop.example')?.includes('your request for an account was declined') === true)
  expect(mailTo('iris@shop.example')).toContain('Subject: Your Endcap account is approved')
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'All' }).click()
})

test('a locked member is sent to the door at once, and comes in again when unlocked', async () => {
  const person = await add('jonas@shop.example')
  const theirs = await signInAs(person)
  await theirs.getByRole('heading', { name: 'Tags' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Edit jonas' }).click()
  await dialog().getByLabel('Locked: cannot sign in').check()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await theirs.getByText('Your session has ended. Sign in again.').waitFor()
  await theirs.getByLabel('E-mail').fill(person.email)
  await theirs.getByLabel('Password', { exact: true }).fill(person.password)
  await theirs.keyboard.press('Enter')
  await theirs.getByText('The account is locked. Please wait and try again.').waitFor()
  await row('jonas').getByText('Locked').waitFor()
  await page.getByRole('button', { name: 'Unlock jonas' }).click()
  await dialog().getByRole('button', { name: 'Unlock' }).click()
  await row('jonas').getByText('Active').waitFor()
  await theirs.keyboard.press('Enter')
  await theirs.getByRole('heading', { name: 'Tags' }).waitFor()
  await theirs.context().close()

  await page.getByRole('button', { name: 'Login history of jonas' }).click()
  await dialog().getByText('FAILURE · This account is locked.').waitFor()
  await dialog().getByText('LOGIN', { exact: true }).first().waitFor()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
})

test('a reset mails a temporary password that must be changed; shown once instead, it works as well', async () => {
  const person = await add('anna@shop.example')
  await page.reload()
  await page.getByRole('button', { name: 'Reset the password of anna' }).click()
  await dialog().getByText('By e-mail to anna@shop.example').waitFor()
  await dialog().getByRole('button', { name: 'Reset password' }).click()
  await complete()
  const mailed = () => mailTo('anna@shop.example')
  await until('the mail with the temporary password', () => mailed() !== undefined)
  const temporary = /temporary password: (\S+)/.exec(mailed() ?? '')?.[1] ?? ''
  const theirs = await signInAs({ ...person, password: temporary })
  await theirs.getByText('Choose a new password to go on.').waitFor()
  await theirs.context().close()

  await page.getByRole('button', { name: 'Reset the password of anna' }).click()
  await dialog().getByText('Shown here once').click()
  await dialog().getByRole('button', { name: 'Reset password' }).click()
  const shown = await dialog().locator('code').innerText()
  expect(shown).not.toBe(temporary)
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  const again = await signInAs({ ...person, password: shown })
  await again.getByText('Choose a new password to go on.').waitFor()
  await again.context().close()
})

test('a deleted member is sent to the door and comes in no more', async () => {
  const person = await add('emil@shop.example')
  const theirs = await signInAs(person)
  await theirs.getByRole('heading', { name: 'Tags' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Delete emil' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await theirs.getByText('Your session has ended. Sign in again.').waitFor()
  await row('emil').waitFor({ state: 'detached' })
  await theirs.context().close()
})

test('the later of two forms is refused, and says why', async () => {
  await add('clara@shop.example')
  await page.reload()
  await page.getByRole('button', { name: 'Edit clara' }).click()
  await dialog().getByLabel('Phone').fill('+49 1')
  await client.members.update({ body: { email: 'clara@shop.example', mobile: '+49 2' } })
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('This account was changed by another account in the meantime. Open it again.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  expect((await client.members.account({ params: { email: 'clara@shop.example' } })).mobile).toBe('+49 2')
})

test('the own account is changed from the menu, and the new name stands in the frame at once', async () => {
  await page.locator('[data-part=account]').click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await dialog().getByLabel('Name', { exact: true }).fill('Root Person')
  await dialog().getByLabel('New password').fill('amber-orchard-93-tide')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Update Account Error · Password doe not match!').waitFor()
  await dialog().getByLabel('New password').fill('')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.locator('[data-part=account]').filter({ hasText: 'Root Person' }).waitFor()
})

test('without member.write only the login history opens', async () => {
  const reader = await add('reader@shop.example', { role_id: roleIds.reader })
  const theirs = await openPage(browser)
  await signInAt(theirs, `${server.url}/#/members`, reader)
  await theirs.getByText('clara@shop.example').waitFor()
  await settled(theirs)
  const names = await theirs
    .locator('tr[data-row]')
    .filter({ hasText: 'clara' })
    .locator('[data-part=row-actions] button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
  expect(names).toEqual(['Login history of clara'])
  expect(await theirs.getByRole('button', { name: 'New member' }).count()).toBe(0)
  // Of other stores nothing is seen, nor is the administrator.
  expect(await theirs.getByText(administrator.email).count()).toBe(0)
  await theirs.context().close()
})

test('no serious accessibility violation, in both themes', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${server.url}/#/members`)
    await page.reload()
    await settled(page)
    await page.locator('tr[data-row] button[data-part=open]').first().click()
    await page.locator('aside[data-part=peek] dl').waitFor()
    expect({ scheme, found: await violationsOf(page) }).toEqual({ scheme, found: [] })
    await page.getByRole('button', { name: 'New member' }).click()
    await settled(page)
    expect({ scheme, found: await violationsOf(page) }).toEqual({ scheme, found: [] })
  }
})
