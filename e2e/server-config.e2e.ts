/**
 * /setting/server-config and /setting/amac-config: what is saved there takes effect on the gateways, on the labels' glass, in mails, on the sign-in
 * page, in the histories, and on the handheld.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fleet } from '@endcap/fleet/fleet'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, type TestContext } from 'vitest'
import { addAccount } from './accounts.ts'
import { smallPackage } from './android-package.ts'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { need, needChromium, openPage, setStage, signInAt } from './stage.ts'
import { administrator, createShop, showAll, signIn, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'SET'
const stage = setStage()
const inbox = join(stage.folder, 'mails')
let missing: string | undefined
let databaseUrl = ''
let database: pg.Client
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let smtpPort = 0
let browser: Browser
let page: Page

beforeAll(async () => {
  mkdirSync(inbox)
  const postgres = await stage.postgres()
  if ('missing' in postgres) return void (missing = postgres.missing)
  const mail = await stage.startMail(inbox)
  smtpPort = Number(new URL(mail.url).port)
  databaseUrl = postgres.url
  database = new pg.Client(databaseUrl)
  await database.connect()
  stage.atEnd(() => database.end())
  server = await stage.startServer({ env: { ENDCAP_MAIL_HOSTS: '127.0.0.1:*' } })
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 1, tags: 3 })
  await uploadPrices(client, storeCode, [199, 299, 399])
  fleet = stage.startFleet(shop, server)
  await until('the tags are heard', async () => (await client.tags.counts({ params: { storeCode } })).byStatus.DEASSIGN === 3)
  await showAll(client, shop)
  if (chromiumPath === undefined) return undefined
  browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/setting/server-config`)
  await page.getByRole('heading', { name: 'Server configuration' }).waitFor()
  return undefined
})
beforeEach((context: TestContext) => {
  needChromium(context)
  need(context, missing)
})

const go = async (path: string, on = page) => {
  await on.goto('about:blank')
  await on.goto(`${server.url}/#${path}`)
}
const general = async () => {
  await go('/setting/server-config')
  await page.getByLabel('PAN ID').waitFor()
}
const save = async () => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('There are unsaved changes.').waitFor({ state: 'detached' })
}
const choose = async (field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}
const settingsOf = () => fleet.gateways()[0]!.settings()

test('without a PAN ID nothing is saved, and the field says so', async () => {
  await general()
  await page.getByLabel('Telephone').fill('+49 30 1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Setting Server Error' })
  await alert.waitFor()
  await page.getByText('Enter PAN ID, Please!').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('setting-panId')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  expect((await client.settings.server()).updatedAt).toBeNull()
})

test('gateways are set as the form says, and their tags check in as often', async () => {
  await general()
  await page.getByLabel('PAN ID').fill('2a07')
  await choose('Communication Mode', 'Fast (every 30 s)')
  await page.getByLabel('Gateway status check interval (s)').fill('20')
  await page.getByLabel('Time server', { exact: true }).fill('10.0.0.5')
  await page.getByLabel('Retail server', { exact: true }).fill('pos.shop.example')
  await page.getByLabel('Retail server port').fill('8443')
  await save()
  const expected = { panId: '2A07', checkin: 30, statusPeriod: 20, timeServer: '10.0.0.5:123', retailServer: 'pos.shop.example:8443' }
  await expect.poll(settingsOf).toMatchObject(expected)
  await until('the gateway is not pending any more', async () => {
    const { gwList } = await client.gateways.ofStore({ params: { storeCode } })
    return gwList.every((gateway) => gateway.pending === null)
  })
  const [tag] = fleet.tags()
  await until('a tag checks in every 30 s of its time', () => tag?.checkin === 30 * 15)
})

test('displays that have not changed for long are drawn again', async () => {
  const tags = [...fleet.tags()]
  const drawn = () => tags.map((tag) => tag.updates)
  const before = drawn()
  await database.query(`update tag_glass set shown_at = now() - interval '31 days' where tag_mac = $1`, [shop.tagMacs[1]])
  await general()
  await page.getByLabel('Tag display refresh (days)').fill('30')
  await save()
  const [first, second, third] = before
  await expect.poll(drawn).toEqual([first, second! + 1, third])
  await go('/task')
  await page.getByText('Update').first().waitFor()
  const { data } = await client.tasks.search({ params: {}, body: { length: 1, order: { column: 'startTime', dir: 'desc' } } })
  expect(data[0]).toMatchObject({ taskType: 'UPDATE', totalTags: 1 })
})

test('what would be removed is shown, and is gone when it is removed', async () => {
  await database.query(
    `create table if not exists login_history_200001 partition of login_history for values from ('2000-01-01') to ('2000-02-01')`,
  )
  await database.query(
    `insert into login_history (email, ip, type, success, locked, updated_at) values ($1, '9.9.9.9', 0, true, false, '2000-01-05')`,
    [administrator.email],
  )
  const old = async () => (await database.query(`select 1 from login_history where ip = '9.9.9.9'`)).rowCount
  await general()
  const region = page.locator('[data-part=retention]')
  await region.getByText('Sign-ins').waitFor()
  await page.getByRole('textbox', { name: 'History retention (days)', exact: true }).fill('3650')
  await region.getByText('Sign-ins').waitFor()
  await save()
  expect(await old()).toBe(1)
  await region.getByRole('button', { name: 'Remove now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await region.getByText('Nothing.').waitFor()
  expect(await old()).toBe(0)
})

test('a save over what another session has changed meanwhile is refused, and can be loaded again', async () => {
  await general()
  await page.getByLabel('Telephone').fill('+49 30 2')
  const { updatedAt: _, version: __, ...stored } = await client.settings.server()
  await client.settings.saveServer({ body: { ...stored, mobile: '+81 3 9' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Setting Server Error' }).waitFor()
  expect((await client.settings.server()).mobile).toBe('+81 3 9')
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect.poll(() => page.getByLabel('Telephone').inputValue()).toBe('+81 3 9')
})

test('mail goes out as saved, its password stays unknown, and names whom to ask', async () => {
  await general()
  await page.getByLabel('E-mail').fill('help@shop.example')
  await save()
  await page.getByRole('button', { name: 'Mail (SMTP)' }).click()
  await page.getByLabel('Send mail').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Setting SMTP Error · Enter Server, Please!' }).waitFor()
  await page.getByRole('textbox', { name: 'Server', exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port').fill('1')
  await page.getByLabel('Account').fill('esl@shop.example')
  await choose('Encryption', 'When the server offers it')
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await page.getByText('127.0.0.1:1 takes no connections').waitFor()
  await page.getByLabel('Port').fill(String(smtpPort))
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await page.getByText(`Sent to ${administrator.email}`).waitFor()
  expect(readdirSync(inbox)).toHaveLength(1)
  await save()
  expect(await violationsOf(page)).toEqual([])

  const other = await openPage(browser)
  await go('/login', other)
  await other.getByText('Questions?').waitFor()
  expect(await other.getByRole('link', { name: 'help@shop.example' }).getAttribute('href')).toBe('mailto:help@shop.example')
  const { email } = await addAccount(databaseUrl, { email: 'forgot@shop.example', privileges: ['dashboard.read'], stores: [storeCode] })
  await client.session.forgotPassword({ body: { email } })
  const text = () =>
    readdirSync(inbox)
      .map((name) => readFileSync(join(inbox, name), 'utf8'))
      .find((one) => one.includes(`To: ${email}`)) ?? ''
  await expect.poll(text).toContain('help@shop.example')
  expect(text()).toContain('From: esl@shop.example')
  // With a password the peer, which knows none, is not satisfied; and the password is nowhere to be read.
  await page.getByLabel('Password', { exact: true }).fill('secret-of-smtp')
  await save()
  await go('/setting/server-config?tab=smtp')
  await page.getByText('One is stored. Leave this empty to keep it.').waitFor()
  expect(await page.content()).not.toContain('secret-of-smtp')
  expect(JSON.stringify(await client.settings.smtp())).not.toContain('secret-of-smtp')
  await other.context().close()
})

test('a mail server that the environment names stands in the form, which says so until it is changed here', async () => {
  const dataFolder = join(stage.folder, 'environment')
  mkdirSync(dataFolder)
  const own = await stage.startServer({ dataFolder, env: { ENDCAP_SMTP_URL: `smtp://esl%40shop.example@127.0.0.1:${smtpPort}` } })
  const visitor = await openPage(browser)
  await signInAt(visitor, `${own.url}/#/setting/server-config?tab=smtp`)
  const note = visitor.getByText('Mail goes as the server’s environment says (ENDCAP_SMTP_URL). What is saved here takes its place.')
  await note.waitFor()
  expect(await visitor.getByRole('textbox', { name: 'Server', exact: true }).inputValue()).toBe('127.0.0.1')
  expect(await visitor.getByLabel('Account').inputValue()).toBe('esl@shop.example')
  expect(await visitor.getByLabel('Send mail').isChecked()).toBe(true)
  await visitor.getByLabel('Account').fill('prices@shop.example')
  await visitor.getByRole('button', { name: 'Save', exact: true }).click()
  await note.waitFor({ state: 'detached' })
  await visitor.context().close()
  await own.stop()
})

test('the app is taken in, made active, and offered on the handheld', async () => {
  await go('/setting/server-config?tab=apps')
  const upload = async (name: string, content: Buffer) => {
    await page.getByRole('button', { name: 'Upload file' }).click()
    const file = join(stage.folder, name)
    writeFileSync(file, content)
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    return dialog
  }
  const refused = await upload('handheld.apk', smallPackage)
  await refused.getByRole('alert').filter({ hasText: 'mobile_{version_info}.apk' }).waitFor()
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await refused.waitFor({ state: 'detached' })
  for (const version of ['1.0', '1.1']) await (await upload(`mobile_${version}.apk`, smallPackage)).waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Active: 1.0' }).click()
  await page.locator('tr[data-row]').filter({ hasText: '1.0' }).getByText('Active', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Active: 1.1' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Active: 1.0' }).isChecked()).toBe(false)
  expect(await violationsOf(page)).toEqual([])

  const hand = await openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signInAt(hand, `${server.url}/#/tag/detail/${storeCode}`)
  const [download] = await Promise.all([hand.waitForEvent('download'), hand.getByRole('button', { name: 'Get the app (1.1)' }).click()])
  expect(download.suggestedFilename()).toBe('mobile_1.1.apk')
  expect(readFileSync(await download.path()).equals(smallPackage)).toBe(true)
  await hand.context().close()
  await page.getByRole('button', { name: 'Remove 1.1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Active: 1.1' }).waitFor({ state: 'detached' })
  expect((await client.apps.offered()).app).toBeNull()
})

test('amac records reach the gateways, and are gone there when they are deleted', async () => {
  const gatewayRecords = () => settingsOf().amac
  await go('/setting/amac-config')
  await page.getByRole('button', { name: 'Create record' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Setting Amac Error · Enter Abstract code, Please!').waitFor()
  await dialog.getByLabel('Abstract code').fill('GATE-1')
  await dialog.getByLabel('Abstract data').fill('north entrance')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'north entrance' }).waitFor()
  await expect.poll(gatewayRecords).toEqual([{ code: 'GATE-1', data: 'north entrance' }])
  await page.getByRole('button', { name: 'Edit GATE-1' }).click()
  await dialog.getByLabel('Abstract data').fill('south entrance')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(gatewayRecords).toEqual([{ code: 'GATE-1', data: 'south entrance' }])
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete GATE-1' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No records yet').waitFor()
  await expect.poll(gatewayRecords).toEqual([])
})

test('who has some stores only reads it; who may not read it does not find it', async () => {
  const some = await addAccount(databaseUrl, {
    email: 'some@shop.example',
    privileges: ['dashboard.read', 'server_config.read', 'server_config.write'],
    stores: [storeCode],
  })
  const reader = await openPage(browser)
  await signInAt(reader, `${server.url}/#/setting/server-config`, some)
  await reader.getByText('These settings reach every store.').waitFor()
  await reader.getByLabel('PAN ID').waitFor()
  expect(await reader.getByLabel('PAN ID').getAttribute('readonly')).not.toBeNull()
  expect(await reader.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  await reader.context().close()
  const none = await addAccount(databaseUrl, { email: 'none@shop.example', privileges: ['dashboard.read'], stores: [storeCode] })
  const blind = await openPage(browser)
  await signInAt(blind, `${server.url}/#/dashboard`, none)
  await blind.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await blind.getByRole('link', { name: 'Server configuration' }).count()).toBe(0)
  await blind.context().close()
})
