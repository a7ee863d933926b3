/** Signing in with more than a password: the code of an app that scanned the screen, recovery codes, and an OpenID provider. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Authenticator, scan } from './authenticator.ts'
import { violationsOf } from './axe.ts'
import { chromiumPath, settled } from './browser.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { freePorts, signIn, type ApiClient, type ServerProcess } from './system.ts'

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
  await client.members.create({ body: { email: person.email, name: 'Mika Kondo', password: first, role_id, enableWholeStore: true } })
  const own = await signIn(server.url, { email: person.email, password: first })
  await own.session.changePassword({ body: { oldPassword: first, password: person.password } })
  browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/tag`, person)
})
beforeEach(needChromium)

const dialog = () => page.getByRole('dialog')
async function openDialog() {
  await page.locator('.me').click()
  await page.getByRole('menuitem', { name: 'Second factor' }).click()
}
async function leave() {
  await page.locator('.me').click()
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
const inside = () => page.locator('aside .me').waitFor()

test('an app scans the code off the screen; its first code switches the second factor on, and recovery codes are shown once', async () => {
  await openDialog()
  await dialog().getByLabel('Current password').fill('wrong')
  await dialog().getByRole('button', { name: 'Next' }).click()
  await dialog().getByText('The current password is not right.').waitFor()
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

test('after the password a code is asked for; one that was used is refused, the next one opens', { timeout: 120_000 }, async () => {
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

test('a recovery code does, once', async () => {
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
  await dialog().getByLabel('Current password').fill(person.password)
  await dialog().getByRole('button', { name: 'Next' }).click()
  app = new Authenticator(await scan(dialog().getByRole('img', { name: 'QR code for the authenticator app' })))
  await dialog()
    .getByLabel('Code', { exact: true })
    .fill(await app.next())
  await dialog().getByRole('button', { name: 'Switch on' }).click()
  await dialog().getByText('Keep these recovery codes').waitFor()
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
  await theirs.getByRole('button', { name: 'Kitasato account' }).click()
  await theirs.locator('input[name=login]').fill('haruto')
  await theirs.locator('input[name=password]').fill('any')
  await theirs.locator('button[type=submit]').click()
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await theirs.getByRole('heading', { name: 'Exceptions' }).waitFor()
  // Nothing of the answer stays in the address.
  expect(new URL(theirs.url()).search).toBe('')
  await theirs.locator('.me').filter({ hasText: 'Sato Haruto' }).filter({ hasText: 'Clerk' }).waitFor()
  await theirs.reload()
  await theirs.getByRole('heading', { name: 'Exceptions' }).waitFor()
  await theirs.context().close()
})

test('whom the mapping does not know waits for approval, and is told so at the door', async () => {
  const theirs = await openPage(browser)
  await theirs.goto(`${server.url}/#/login`)
  await theirs.getByRole('button', { name: 'Kitasato account' }).click()
  await theirs.locator('input[name=login]').fill('stranger')
  await theirs.locator('input[name=password]').fill('any')
  await theirs.locator('button[type=submit]').click()
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await theirs.getByText('An administrator must approve this account first.').waitFor()
  const { data } = await client.members.search({ params: {}, body: { filter_status: 'WAITING' } })
  expect(data.map((member) => member.name)).toEqual(['Ms Stranger'])
  await theirs.context().close()
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
