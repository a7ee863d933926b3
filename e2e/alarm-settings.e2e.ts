/**
 * The settings of alarms, each seen by its effect on the screen of another session: a class that is changed, a type that is switched off, a text in
 * another language in list, detail and mail.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Fleet } from '@endcap/fleet/fleet'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { addMember, createShop, signIn, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const stage = setStage()
const inbox = `${stage.folder}/inbox`
const storeCode = 'ALSET'
const password = 'quiet-lantern-42-moss'
const clerk = { email: 'clerk@shop.example', password: `${password}-own` }
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
/** The administrator's page, in English, and that of a clerk of this store, in Japanese. */
let page: Page
let theirs: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  mkdirSync(inbox)
  const mail = await stage.startMail(inbox)
  server = await stage.startServer({ env: { ENDCAP_SMTP_URL: mail.url } })
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 2, tags: 0 })
  fleet = stage.startFleet(shop, server)
  const { role_id } = await client.roles.save({ body: { name: 'Clerk', privilege: [{ key: 'alarm', read: true, write: true }] } })
  await addMember(client, server.url, { email: clerk.email, name: 'Clerk', password, role_id, store: [storeCode] }, clerk.password)
  await until('gateways are there', async () =>
    (await client.gateways.ofStore({ params: { storeCode } })).gwList.every((one) => one.status === 'NORMAL'),
  )
  const browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/alarm/history`)
  theirs = await openPage(browser)
  await theirs.goto(server.url)
  // The language that was chosen on this machine, as the sign-in page stores it.
  await theirs.evaluate(() => localStorage.setItem('endcap.language', 'ja_JP'))
  await theirs.goto(`${server.url}/#/alarm/history`)
  await theirs.reload()
  await theirs.getByLabel('メールアドレス').fill(clerk.email)
  await theirs.getByLabel('パスワード', { exact: true }).fill(clerk.password)
  await theirs.keyboard.press('Enter')
  await theirs.getByRole('heading', { name: 'アラーム' }).waitFor()
})
beforeEach(needChromium)

const dialog = () => page.getByRole('dialog', { name: 'Alarm settings' })
const rule = () => dialog().getByRole('region')
const row = (on: Page, ...texts: string[]) => texts.reduce((rows, text) => rows.filter({ hasText: text }), on.locator('tr[data-row]'))
const statusOf = async (gwMac: string) =>
  (await client.gateways.ofStore({ params: { storeCode } })).gwList.find((one) => one.gwMac === gwMac)?.status
const menuOf = (on: Page, name: string) =>
  on.getByRole('navigation', { name: 'メイン' }).getByRole('link', { name: new RegExp(`^${name}`) })
const open = async () => {
  const { data } = await client.alarms.history({ params: {}, body: { filter_state: 'open', condition_state: '==' } })
  return data.filter((one) => one.location === storeCode)
}

async function openSettings(type: string) {
  await page.getByRole('button', { name: 'Settings' }).click()
  await dialog().getByRole('navigation').getByRole('button', { name: type }).click()
  await rule().getByRole('heading', { name: type }).waitFor()
}
async function choose(label: string, option: string) {
  await rule().getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
async function save() {
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
}

test('a class that is changed shows in colour, in words and in the red number, also of what is open', async () => {
  const { gwMac } = shop.gateways[0]!
  fleet.faults.add({ kind: 'gateway-offline', gwMac })
  const alarm = row(theirs, 'GW状態異常', gwMac)
  await alarm.filter({ hasText: '重大' }).waitFor()
  await expect.poll(() => menuOf(theirs, 'アラーム').innerText()).toContain('1')
  const colour = () => alarm.locator('[data-part=state]').first().getAttribute('data-kind')
  expect(await colour()).toContain('bad')

  await openSettings('GW STATUS ABNORMAL')
  expect(page.url()).toContain('settings=')
  expect(await violationsOf(page)).toEqual([])
  await choose('Class', 'Information')
  await save()
  await alarm.filter({ hasText: '情報' }).waitFor()
  expect(await colour()).toContain('info')
  await expect.poll(() => menuOf(theirs, 'アラーム').innerText()).toBe('アラーム')

  await openSettings('GW STATUS ABNORMAL')
  await choose('Class', 'By itself (Warning, Critical)')
  await rule().getByLabel('Count in the red number of the menu while critical and open').uncheck()
  await save()
  await alarm.filter({ hasText: '重大' }).waitFor()
  await expect.poll(() => menuOf(theirs, 'アラーム').innerText()).toBe('アラーム')
})

test('a text that is changed shows in list, detail and mail, in the language it was changed in', async () => {
  const [first, second] = shop.gateways
  await openSettings('GW STATUS ABNORMAL')
  await rule().getByRole('button', { name: '日本語' }).click()
  const title = rule().getByLabel('Title')
  await title.fill('要確認：')
  // A blank goes where the caret stands.
  await rule().getByRole('group', { name: 'Insert' }).getByRole('button', { name: 'Insert gwMac' }).click()
  expect(await title.inputValue()).toBe('要確認：{{gwMac}}')
  await rule().getByRole('figure', { name: 'Preview with sample data' }).getByText('要確認：02EC5A010001').waitFor()
  await rule().getByText('サービス grm が停止中').waitFor()
  await choose('Mail at once', 'Critical ones')
  await save()

  const words = `要確認：${first!.gwMac}`
  await row(theirs, words).first().waitFor()
  await row(theirs, words).first().getByRole('button', { name: /^詳細/ }).click()
  await theirs.getByRole('complementary').getByText(words).waitFor()
  expect(await row(page, first!.gwMac).first().innerText()).toContain(`Gateway ${first!.gwMac} does not work as it should`)

  fleet.faults.add({ kind: 'gateway-offline', gwMac: second!.gwMac })
  const mails = () => readdirSync(inbox).map((name) => readFileSync(`${inbox}/${name}`, 'utf8'))
  const to = (email: string) => mails().filter((text) => text.includes(`To: ${email}`) && text.includes(second!.gwMac))
  // The clerk has chosen no language: their store, in Germany, has none of ours but English.
  await until('both are told', () => to('admin@endcap.example').length > 0 && to(clerk.email).length > 0)
  expect(to(clerk.email)[0]).toContain(`[Critical] Gateway ${second!.gwMac} does not work as it should`)
  expect(to(clerk.email)[0]).toContain('Shop ALSET (ALSET)')
})

test('wrong texts and thresholds are told in their place, and what is typed is not lost', async () => {
  await openSettings('DISK USAGE ABNORMAL')
  await rule().getByLabel('Disk in use (%) from').fill('7')
  await rule().getByLabel('Title').fill('{{percent}} {{tea}}')
  await rule().getByText('There is no {{tea}} here.').waitFor()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByRole('alert').getByText('DISK USAGE ABNORMAL: a text is not right yet.').waitFor()
  await rule().getByRole('button', { name: 'Usual text' }).click()
  expect(await rule().getByLabel('Title').inputValue()).toBe('The disk of {{name}} is nearly full')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByRole('alert').getByText('enter a whole number from 50 to 99').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().getByText('Leave without saving what you typed?').waitFor()
  await dialog().getByRole('button', { name: 'Leave' }).click()
  expect((await client.alarms.setting({})).limits.diskPercent).toBe(90)
})

test('a type that is switched off ends, and is raised no more', async () => {
  const { gwMac } = shop.gateways[0]!
  expect(await open()).toHaveLength(2)
  await openSettings('GW STATUS ABNORMAL')
  await rule().getByLabel('Raise alarms of this type').uncheck()
  await save()
  await row(theirs, gwMac).filter({ hasText: 'に解消' }).first().waitFor()
  expect(await open()).toEqual([])
  fleet.faults.clear()
  await until('the gateway is back', async () => (await statusOf(gwMac)) === 'NORMAL')
  fleet.faults.add({ kind: 'gateway-offline', gwMac })
  await until('the server knows', async () => (await statusOf(gwMac)) === 'OFFLINE')
  expect(await open()).toEqual([])
  fleet.faults.clear()
})

test('who has some stores may look at the settings and not change them', async () => {
  await theirs.getByRole('button', { name: '設定' }).click()
  const looked = theirs.getByRole('dialog', { name: 'アラーム設定' })
  await looked.getByText('この設定は全店舗に反映されます。').waitFor()
  expect(await looked.getByRole('button', { name: '保存' }).count()).toBe(0)
  expect(await looked.getByLabel('この種類のアラームを発生させる').isDisabled()).toBe(true)
  await settled(theirs)
  expect(await violationsOf(theirs)).toEqual([])
})
