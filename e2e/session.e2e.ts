/** The door: signing up, waiting for approval, signing in, changing the password, signing out, and the way back to where one was. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { needChromium, openPage, setStage } from './stage.ts'
import { signIn, type ServerProcess } from './system.ts'

const person = { name: 'Mika Kondo', email: 'mika@endcap.example', mobile: '+81 3 1234 5678', password: 'quiet-lantern-42' }
const newPassword = 'silver-harbour-77'
const stage = setStage()
let server: ServerProcess
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  page = await openPage(await stage.launch())
})
beforeEach(needChromium)

const says = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
async function enter(password: string) {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('signing up checks one field after the other, in the order of the specification', async () => {
  await page.goto(`${server.url}/#/login`)
  await page.getByRole('link', { name: 'Create account' }).click()
  const submit = page.getByRole('button', { name: 'Create account' })
  const steps: [message: string, fill: () => Promise<unknown>][] = [
    ['Enter Email, please!', () => page.getByLabel('E-mail').fill(person.email)],
    ['Enter Name, please!', () => page.getByLabel('Name').fill(person.name)],
    ['Enter Phone, please!', () => page.getByLabel('Phone').fill(person.mobile)],
    ['Enter Password, please!', () => page.getByLabel('Password', { exact: true }).fill('password1')],
    ['Retype Password, please!', () => page.getByLabel('Retype').fill('password2')],
    ['Password doe not match!', () => page.getByLabel('Retype').fill('password1')],
    ['Agree!', () => page.getByRole('checkbox').check()],
    [
      'Your password is too weak.',
      async () => {
        await page.getByLabel('Password', { exact: true }).fill(person.password)
        await page.getByLabel('Retype').fill(person.password)
      },
    ],
  ]
  for (const [message, fill] of steps) {
    await submit.click()
    await says(`Signup Error · ${message}`)
    await fill()
  }
  await submit.click()
  await page.getByText('Your account was registered. An administrator must approve it before you can sign in.').waitFor()
  expect(page.url()).toContain('#/login')
})

test('the account waits for approval, then leads to the page that was asked for', async () => {
  await page.goto(`${server.url}/#/exceptions`)
  await enter(person.password)
  await says('Login Error')
  const administrator = await signIn(server.url)
  await administrator.members.update({ body: { email: person.email, role_id: 0 } })
  await enter(person.password)
  await page.getByRole('heading', { name: 'Exceptions' }).waitFor()
})

test('a changed password is the one that counts; signing out leads back to the door', async () => {
  await page.locator('.me').click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('not this one')
  await dialog.getByLabel('New password').fill(newPassword)
  await dialog.getByLabel('Retype').fill(newPassword)
  await dialog.getByRole('button', { name: 'Change now' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByRole('button', { name: 'Change now' }).click()
  await dialog.waitFor({ state: 'detached' })
  await says('Complete!')
  await page.locator('.me').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await enter(person.password)
  await says('Authentication Failure.')
  await enter(newPassword)
  await page.locator('main').waitFor()
})
