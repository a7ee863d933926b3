/** Signing in with more than a password: the code of an app that scanned the screen, recovery codes, and an OpenID provider. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { Authenticator, scan } from './authenticator.ts'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { addMember, administrator, freePorts, signIn, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const stage = setStage()
const person = { email: 'mika@shop.example', password: 'quiet-lantern-42-moss' }
let server: ServerProcess
let client: ApiClient
let browser: Browser
let page: Page
let app: Authenticator
let recoveryCodes: string[]
let port: number

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const ports = await freePorts()
  port = ports.http
  const people = {
    haruto: { name: 'Sato Haruto', email: 'haruto@shop.example', email_verified: true, groups: ['staff'] },
    stranger: { name: 'Ms Stranger', email: 'stranger@shop.example', email_verified: true },
  }
  const redirectUri = `http://127.0.0.1:${port}/`
  const provider = await stage.startPeer<{ issuer: string }>('server/src/testing/serve-provider.ts', undefined, [
    JSON.stringify({ redirectUri, people }),
  ])
  if ('missing' in provider) throw new Error(provider.missing)
  server = await stage.startServer({
    ports,
    env: {
      ENDCAP_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ENDCAP_OIDC_ISSUER: provider.issuer,
      ENDCAP_OIDC_CLIENT_ID: 'endcap',
      ENDCAP_OIDC_CLIENT_SECRET: 'a secret of both that nobody else knows',
      ENDCAP_OIDC_LABEL: 'Kitasato account',
      ENDCAP_OIDC_ROLE_CLAIM: 'groups',
      ENDCAP_OIDC_ROLES: 'staff=Clerk',
    },
  })
  client = await signIn(server.url)
  const { role_id } = await client.roles.save({ body: { name: 'Clerk', privilege: [{ key: 'tag', read: true, write: false }] } })
  const first = 'amber-orchard-93-tide'
  const body = { email: person.email, name: 'Mika Kondo', password: first, role_id, enableWholeStore: true }
  await addMember(client, server.url, body, person.password)
  browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/tag`, person)
})
beforeEach(needChromium)

const dialog = () => page.getByRole('dialog')
async function openDialog() {
  await page.locator('[data-part=account]').click()
  await page.getByRole('menuitem', { name: 'Second factor' }).click()
}
async function leave() {
  await page.locator('[data-part=account]').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
}
async function enter(code: string) {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
/** Over the provider's own pages and back. */
async function throughProvider(theirs: Page, login: string) {
  await theirs.getByRole('button', { name: 'Kitasato account' }).click()
  await theirs.locator('input[name=login]').fill(login)
  await theirs.locator('input[name=password]').fill('any')
  await theirs.locator('button[type=submit]').click()
  await theirs.getByRole('button', { name: 'Continue' }).click()
}
/** Sets a second factor up in the dialog that is open. */
async function setUp(theirs: Page, own: string): Promise<Authenticator> {
  const box = theirs.getByRole('dialog')
  await box.getByLabel('Current password').fill(own)
  await box.getByRole('button', { name: 'Next' }).click()
  const made = new Authenticator(await scan(box.getByRole('img', { name: 'QR code for the authenticator app' })))
  await box.getByLabel('Code', { exact: true }).fill(await made.next())
  await box.getByRole('button', { name: 'Switch on' }).click()
  await box.getByText('Keep these recovery codes').waitFor()
  return made
}
const inside = () => page.locator('aside [data-part=account]').waitFor()

test('an app scans the code off the screen; its first code switches the second factor on, and recovery codes are shown once', async () => {
  await openDialog()
  await dialog().getByLabel('Current password').fill('wrong')
  await dialog().getByRole('button', { name: 'Next' }).click()
  await dialog().getByRole('alert').getByText('The current password is not right.').waitFor()
  await dialog().locator('[data-field=password][aria-invalid=true]:focus').waitFor()
  await dialog().getByLabel('Current password').fill(person.password)
  await dialog().getByRole('button', { name: 'Next' }).click()
  const uri = await scan(dialog().getByRole('img', { name: 'QR code for the authenticator app' }))
  expect(uri).toContain(encodeURIComponent(`Endcap:${person.email}`))
  app = new Authenticator(uri)
  expect((await dialog().locator('code').innerText()).replaceAll(/\s/g, '')).toBe(new URL(uri).searchParams.get('secret'))
  await dialog().getByLabel('Code', { exact: true }).fill('000000')
  await dialog().getByRole('button', { name: 'Switch on' }).click()
  await dialog().getByRole('alert').waitFor()
  await dialog()
    .getByLabel('Code', { exact: true })
    .fill(await app.next())
  await dialog().getByRole('button', { name: 'Switch on' }).click()
  await dialog().getByText('Keep these recovery codes').waitFor()
  recoveryCodes = await dialog().locator('code').allInnerTexts()
  expect(new Set(recoveryCodes).size).toBe(10)
  await dialog().getByRole('button', { name: 'Close' }).last().click()
})

test('after the password a code is asked for; one that was used is refused, the next one opens', async () => {
  await leave()
  const code = await app.next()
  await enter(code)
  await inside()
  await leave()
  await enter(code)
  await page.getByText('This code is not right, or was used before.').waitFor()
  await enter(await app.next())
  await inside()
})

test('a recovery code signs in, and only once', async () => {
  await leave()
  await enter(recoveryCodes[0] ?? '')
  await inside()
  await leave()
  await enter(recoveryCodes[0] ?? '')
  await page.getByText('This code is not right, or was used before.').waitFor()
  await enter(recoveryCodes[1] ?? '')
  await inside()
  await openDialog()
  await dialog().getByText('8 recovery codes are left').waitFor()
})

test('it is switched off with the password and a code; then the password is enough', async () => {
  await dialog().getByLabel('Current password').fill(person.password)
  await dialog()
    .getByLabel('Code', { exact: true })
    .fill(recoveryCodes[2] ?? '')
  await dialog().getByRole('button', { name: 'Switch off' }).click()
  await dialog().waitFor({ state: 'detached' })
  const again = await openPage(browser)
  await signInAt(again, `${server.url}/#/tag`, person)
  await again.getByRole('heading', { name: 'Tags' }).waitFor()
  await again.context().close()
})

test('an administrator switches it off for who has lost the phone', async () => {
  await openDialog()
  app = await setUp(page, person.password)
  const root = await openPage(browser)
  await signInAt(root, `${server.url}/#/members`)
  await root.getByRole('button', { name: 'Switch off the second factor of Mika Kondo' }).click()
  await root.getByRole('dialog').getByRole('button', { name: 'Switch off second factor' }).click()
  await page.getByText('Your session has ended. Sign in again.').waitFor()
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await inside()
  await root.context().close()
})

test('through the provider: its button leads there and back to the page that was asked for, with the role of the mapping', async () => {
  const theirs = await openPage(browser)
  await theirs.goto(`${server.url}/#/exceptions`)
  await throughProvider(theirs, 'haruto')
  await theirs.getByRole('heading', { name: 'Exceptions' }).waitFor()
  // Nothing of the answer stays in the address.
  expect(new URL(theirs.url()).search).toBe('')
  await theirs.locator('[data-part=account]').filter({ hasText: 'Sato Haruto' }).filter({ hasText: 'Clerk' }).waitFor()
  await theirs.reload()
  await theirs.getByRole('heading', { name: 'Exceptions' }).waitFor()
  await theirs.context().close()
})

test('whom the mapping does not know waits for approval, and is told so at the door', async () => {
  const theirs = await openPage(browser)
  await theirs.goto(`${server.url}/#/login`)
  await throughProvider(theirs, 'stranger')
  await theirs.getByText('An administrator must approve this account first.').waitFor()
  const { data } = await client.members.search({ params: {}, body: { filter_status: 'WAITING' } })
  expect(data.map((member) => member.name)).toEqual(['Ms Stranger'])
  await theirs.context().close()
})

test('whose password is at the provider is not asked to change it, nor does an administrator reset it', async () => {
  const theirs = await openPage(browser)
  await theirs.goto(`${server.url}/#/exceptions`)
  await throughProvider(theirs, 'haruto')
  await theirs.getByRole('heading', { name: 'Exceptions' }).waitFor()
  await theirs.locator('[data-part=account]').click()
  const items = theirs.getByRole('menuitem')
  await items.filter({ hasText: 'My account' }).waitFor()
  expect(await items.filter({ hasText: /Change password|Second factor/ }).count()).toBe(0)
  await items.filter({ hasText: 'My account' }).click()
  await theirs.getByRole('dialog').getByText('This account signs in through a third party').waitFor()
  expect(await theirs.getByRole('dialog').getByLabel('New password').count()).toBe(0)
  await theirs.context().close()

  const root = await openPage(browser)
  await signInAt(root, `${server.url}/#/members`)
  await root.getByRole('button', { name: 'Reset the password of Mika Kondo' }).waitFor()
  expect(await root.getByRole('button', { name: 'Reset the password of Sato Haruto' }).count()).toBe(0)
  await root.getByRole('button', { name: 'Edit Sato Haruto' }).click()
  await root.getByRole('dialog').getByText('This account signs in through a third party').waitFor()
  expect(await root.getByRole('dialog').getByLabel('New password').count()).toBe(0)
  await root.context().close()
})

test('no serious accessibility violation, in both themes', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await openDialog()
    await dialog().getByLabel('Current password').fill(person.password)
    await dialog().getByRole('button', { name: 'Next' }).click()
    await dialog().getByRole('img').first().waitFor()
    await settled(page)
    expect({ scheme, found: await violationsOf(page) }).toEqual({ scheme, found: [] })
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  }
})

test('an administrator requires it of all administrators, once they have it; another is led to setting it up, and on', async () => {
  const nora = { email: 'nora@shop.example', password: 'hollow-cedar-17-brook' }
  const first = 'amber-orchard-93-tide'
  await addMember(client, server.url, { email: nora.email, name: 'Nora Lind', password: first, role_id: 0 }, nora.password)
  const theirs = await openPage(browser)
  await signInAt(theirs, `${server.url}/#/exceptions`, nora)
  await theirs.getByRole('heading', { name: 'Exceptions' }).waitFor()

  const root = await openPage(browser)
  await signInAt(root, `${server.url}/#/setting/server-config`)
  await root.getByLabel('PAN ID').fill('2A01')
  await root.getByLabel('Second factor for administrators').check()
  await root.getByRole('button', { name: 'Save', exact: true }).click()
  await root.getByText('You have no second factor yourself. Set up yours first').waitFor()
  const menu = async (name: string) => {
    await root.locator('[data-part=account]').click()
    await root.getByRole('menuitem', { name }).click()
  }
  await menu('Second factor')
  await setUp(root, administrator.password)
  await root.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await root.getByRole('button', { name: 'Save', exact: true }).click()
  await root.getByText('There are unsaved changes.').waitFor({ state: 'detached' })
  await menu('Second factor')
  await root.getByRole('dialog').getByText('it cannot be switched off').waitFor()

  // The open session is led there at once, and a new one too; the way out stays.
  await theirs.getByRole('dialog', { name: 'Second factor' }).getByLabel('Current password').waitFor()
  const late = await openPage(browser)
  await signInAt(late, `${server.url}/#/exceptions`, nora)
  await late.getByRole('dialog').getByLabel('Current password').waitFor()
  for (const scheme of ['light', 'dark'] as const) {
    await late.emulateMedia({ colorScheme: scheme })
    await settled(late)
    expect({ scheme, found: await violationsOf(late) }).toEqual({ scheme, found: [] })
  }
  await late.keyboard.press('Escape')
  await late.getByRole('heading', { name: 'Second factor needed' }).waitFor()
  await late.getByRole('button', { name: 'Sign out' }).click()
  await late.getByRole('heading', { name: 'Sign in' }).waitFor()

  const noras = await setUp(theirs, nora.password)
  await theirs.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await theirs.getByRole('heading', { name: 'Exceptions' }).waitFor()
  await signInAt(late, `${server.url}/#/exceptions`, nora)
  await late.getByLabel('Code', { exact: true }).fill(await noras.next())
  await late.getByRole('button', { name: 'Sign in', exact: true }).click()
  await late.getByRole('heading', { name: 'Exceptions' }).waitFor()
})
