/** The door: signing up, waiting for approval, signing in, changing the password, signing out, and the way back to where one was. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage } from './stage.ts'
import { administrator, freePorts, signIn, temporaryFolder, until, type ServerProcess } from './system.ts'

const test = testsInOrder()
const person = { name: 'Mika Kondo', email: 'mika@endcap.example', mobile: '+81 3 1234 5678', password: 'quiet-lantern-42' }
const newPassword = 'silver-harbour-77'
const stage = setStage()
let server: ServerProcess
let page: Page
let folder = ''
let env: Record<string, string>

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const inbox = temporaryFolder()
  stage.atEnd(inbox.remove)
  folder = inbox.path
  const mail = await stage.startMail(folder)
  const ports = await freePorts()
  env = { ENDCAP_SMTP_URL: mail.url, ENDCAP_PUBLIC_URL: `http://localhost:${ports.http}` }
  server = await stage.startServer({ env, ports })
  page = await openPage(await stage.launch())
})
beforeEach(needChromium)

const showsAlert = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
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
    await showsAlert(`Signup Error · ${message}`)
    await fill()
  }
  await submit.click()
  await page.getByText('Your account was registered. An administrator must approve it before you can sign in.').waitFor()
  expect(page.url()).toContain('#/login')
})

test('the account waits for approval, then leads to the page that was asked for', async () => {
  await page.goto(`${server.url}/#/exceptions`)
  await enter(person.password)
  await showsAlert('Login Error')
  const administrator = await signIn(server.url)
  await administrator.members.update({ body: { email: person.email, role_id: 0 } })
  await enter(person.password)
  await page.getByRole('heading', { name: 'Exceptions' }).waitFor()
})

test('a changed password is the one that counts; signing out leads back to the door', async () => {
  await page.locator('[data-part=account]').click()
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
  await showsAlert('Complete!')
  await page.locator('[data-part=account]').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await enter(person.password)
  await showsAlert('Authentication Failure.')
  await enter(newPassword)
  await page.locator('main').waitFor()
})

/** The mails that have come, each as text. */
const mails = () =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='))

test('open sessions are listed; all others end, and their pages go to the door', async () => {
  const other = await openPage(await stage.launch())
  await other.goto(`${server.url}/#/exceptions`)
  await other.getByLabel('E-mail').fill(person.email)
  await other.getByLabel('Password', { exact: true }).fill(newPassword)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('heading', { name: 'Exceptions' }).waitFor()
  await page.locator('[data-part=account]').click()
  await page.getByRole('menuitem', { name: 'Open sessions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This one').waitFor()
  await dialog.getByRole('button', { name: 'End all others' }).click()
  await dialog.getByText('You are signed in nowhere else.').waitFor()
  await other.getByText('Your session has ended. Sign in again.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await other.context().close()
})

test('no script of the page reads the session; signing out in one tab signs out the other', async () => {
  const seen = await page.evaluate(() => `${document.cookie} ${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)}`)
  const cookies = await page.context().cookies()
  const session = cookies.find((cookie) => cookie.name === 'endcap')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  expect(seen).not.toContain(session?.value)
  const tab = await page.context().newPage()
  await tab.goto(`${server.url}/#/exceptions`)
  await tab.getByRole('heading', { name: 'Exceptions' }).waitFor()
  await tab.locator('[data-part=account]').click()
  await tab.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').waitFor()
  await tab.close()
})

test('a forgotten password: the link of the mail survives a reload, leads to a new password, and is good once', async () => {
  await page.goto(`${server.url}/#/login`)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send a link' }).click()
  await dialog.getByText('If the account exists, a mail that leads to a new password is on its way.').waitFor()
  const link = () => /http:\S+password\?link=[\w-]+/.exec(mails().find((text) => text.includes('password?link=')) ?? '')?.[0]
  await until('the mail with the link', () => link() !== undefined)
  await page.goto('about:blank')
  await page.goto(link() ?? '')
  await page.getByText(`For ${person.email}`).waitFor()
  await page.reload()
  const chosen = 'amber-thicket-58-loom'
  await page.getByLabel('New password').fill('Endcap2026!')
  await page.getByLabel('Retype').fill('Endcap2026!')
  await page.getByRole('button', { name: 'Save password' }).click()
  await showsAlert('Your password is too weak.')
  await page.getByLabel('New password').fill(chosen)
  await page.getByLabel('Retype').fill(chosen)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Your password was changed. Sign in with the new one.').waitFor()
  await page.goto('about:blank')
  await page.goto(link() ?? '')
  await showsAlert('This link was used already. Ask for a new one.')
  await page.goto(`${server.url}/#/password`)
  await page.getByLabel('Code of the mail').fill('made up')
  await page.getByRole('button', { name: 'Continue' }).click()
  await showsAlert('This link is not right. Ask for a new one.')
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await enter(newPassword)
  await showsAlert('Authentication Failure.')
  await enter(chosen)
  await page.locator('[data-part=account]').waitFor()
})

test('the only administrator’s password is lost: a command on the machine prints a link to a new one', async () => {
  const postgres = await stage.postgres()
  // The embedded database has one program at a time.
  await server.stop()
  const databaseEnv = { ...env, ENDCAP_DATA: stage.folder, ...('url' in postgres && { DATABASE_URL: postgres.url }) }
  const command = (...args: string[]) =>
    promisify(execFile)('npm', ['run', '-s', 'administrator', '--', ...args], { env: { ...process.env, ...databaseEnv } })
  expect((await command('list')).stdout).toContain(administrator.email)
  await expect(command('reset', 'stranger@endcap.example')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('stranger') })
  await expect(command('reset')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('npm run administrator -- reset EMAIL') })
  const { stdout } = await command('reset', administrator.email)
  server = await stage.startServer({ env, ports: server.ports })
  const [link = ''] = /http:\S+password\?link=[\w-]+/.exec(stdout) ?? []
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText(`For ${administrator.email}`).waitFor()
  const password = 'copper-meadow-31-kite'
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Retype').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Your password was changed. Sign in with the new one.').waitFor()
  await expect(signIn(server.url)).rejects.toThrow()
  await signIn(server.url, { ...administrator, password })
})
