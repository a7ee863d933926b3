/**
 * /alarm/notification on PostgreSQL with a real mail server: a text is changed and tried, and the mail says it; one that is switched off is
 * not sent; what was exported is imported, or everything that is wrong is named.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { addAccount } from './accounts.ts'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { need, needChromium, openPage, setStage, signInAt } from './stage.ts'
import { administrator, createShop, signIn, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const stage = setStage()
const inbox = `${stage.folder}/inbox`
const storeCode = 'NOTE'
let missing: string | undefined
let server: ServerProcess
let client: ApiClient
let shop: Shop
let database: pg.Client
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  mkdirSync(inbox)
  const postgres = await stage.postgres()
  if ('missing' in postgres) {
    missing = postgres.missing
    return
  }
  const mail = await stage.startMail(inbox)
  server = await stage.startServer({ env: { ENDCAP_SMTP_URL: mail.url } })
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 2, tags: 0 })
  const clerk = await addAccount(postgres.url, { email: 'clerk@shop.example', privileges: ['alarm.read'], stores: [storeCode] })
  await addAccount(postgres.url, { email: 'blind@shop.example', privileges: ['tag.read'], stores: [storeCode] })
  database = new pg.Client(postgres.url)
  await database.connect()
  stage.atEnd(() => database.end())
  await database.query(`update accounts set language = 'ja_JP' where email = $1`, [clerk.email])
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/alarm/notification`)
  await page.getByRole('heading', { name: 'Notifications' }).waitFor()
})
beforeEach((context) => {
  needChromium(context)
  need(context, missing)
})

const mails = () => readdirSync(inbox).map((name) => readFileSync(`${inbox}/${name}`, 'utf8'))
/** A mail's text: what is no ASCII travels encoded. */
const textOf = (mail: string): string => {
  const [head = '', ...rest] = mail.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString('utf8') : body
}
const mailsTo = (email: string) => mails().filter((mail) => mail.includes(`To: ${email}`))
const row = (name: string) => page.locator('tr[data-row]').filter({ hasText: name })
const offline = 'Gateway offline for more than 1 hour'
const dialog = () => page.getByRole('dialog')
const save = async () => {
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
}
const switchOff = (gwMac: string) =>
  database.query(`update gateways set status = 'OFFLINE', offline_since = now() - interval '61 minutes' where gw_mac = $1`, [gwMac])

test('the notifications of the specification, to whom they go, fifty rows a page', async () => {
  await row(offline).waitFor()
  expect(await page.locator('tr[data-row]').count()).toBe(3)
  expect(await page.getByRole('combobox', { name: 'Rows' }).inputValue()).toBe('50')
  await page.getByRole('button', { name: 'Goes to 2 people' }).click()
  const list = dialog().getByRole('listitem')
  await list.filter({ hasText: administrator.email }).filter({ hasText: 'All stores' }).waitFor()
  await list.filter({ hasText: 'clerk@shop.example' }).filter({ hasText: '1 store' }).filter({ hasText: '日本語' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Close' }).click()
})

test('a text is changed with blanks by click, previewed by the server, tried as a mail to oneself, and sent', async () => {
  await row(offline)
    .getByRole('button', { name: `Edit: ${offline}` })
    .click()
  expect(page.url()).toContain('edit=gwOff1Hr')
  await dialog().getByRole('button', { name: '日本語' }).click()
  const subject = dialog().getByLabel('Subject')
  await subject.fill('至急 台')
  await subject.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3))
  await dialog().getByRole('group', { name: 'Insert' }).first().getByRole('button', { name: 'Insert count' }).click()
  expect(await subject.inputValue()).toBe('至急 {{count}}台')
  const preview = dialog().getByRole('figure', { name: 'Preview with sample data' })
  await preview.getByText('至急 2台').waitFor()
  await preview.getByText('銀座店').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Send a test to me' }).click()
  await dialog().getByText(`Sent to ${administrator.email}.`).waitFor()
  expect(mails()).toHaveLength(1)
  expect(textOf(mailsTo(administrator.email)[0]!)).toContain('銀座店（S0001）：ゲートウェイ 02EC5A010001')
  // Nothing is stored before it is saved.
  expect((await client.notifications.content({ params: { notification: 'gwOff1Hr' } })).content.ja_JP.subject).not.toContain('至急')
  await save()
  await row(offline).filter({ hasText: 'Changed' }).waitFor()

  const { gwMac } = shop.gateways[0]!
  await switchOff(gwMac)
  await until('the clerk is told', () => mailsTo('clerk@shop.example').length > 0)
  const [mail] = mailsTo('clerk@shop.example')
  expect(mail).toMatch(/^Subject: =\?UTF-8\?/m)
  const [, encoding, words = ''] = /^Subject: =\?UTF-8\?([BQ])\?([^?]+)\?=/m.exec(mail!) ?? []
  const subjectText =
    encoding === 'B'
      ? Buffer.from(words, 'base64').toString('utf8')
      : Buffer.from(
          words.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString('utf8')
  expect(subjectText).toBe('至急 1台')
  expect(textOf(mail!)).toContain(gwMac)
  await until('the administrator is told', () => mailsTo(administrator.email).length > 1)
  expect(mails().some((text) => text.includes('Subject: Gateways offline for more than 1 hour: 1'))).toBe(true)
  expect(mailsTo('blind@shop.example')).toEqual([])
  await page.reload()
  await expect.poll(() => row(offline).innerText()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
})

test('one that is switched off is not sent, while others are', async () => {
  const before = mails().length
  await row(offline).getByRole('switch').click()
  await row(offline).getByText('Off', { exact: true }).waitFor()
  await switchOff(shop.gateways[1]!.gwMac)
  // Looked for after the gateway in each round: when its mail is there, the gateway was looked at and not told.
  await database.query(
    `insert into files (store_code, file_name, file_type, source, received_at) values ($1, 'old.csv', 'product', 'test', now() - interval '5 hours')`,
    [storeCode],
  )
  await until('the file is told', () => mails().length >= before + 2)
  expect(mails().length).toBe(before + 2)
  expect(mails().filter((text) => textOf(text).includes(shop.gateways[1]!.gwMac))).toEqual([])
  await row(offline).getByRole('switch').click()
  await until('what lasts is told', () => mails().some((text) => textOf(text).includes(shop.gateways[1]!.gwMac)))
})

test('what was exported is imported, or everything that is wrong is named and nothing changes', async () => {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = `${stage.folder}/texts.json`
  await (await saved).saveAs(file)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('至急 {{count}}台')
  const take = async (content: string) => {
    writeFileSync(file, content)
    await dialog().locator('input[type=file]').setInputFiles(file)
    await dialog().getByRole('button', { name: 'Import' }).click()
  }
  await page.getByRole('button', { name: 'Import' }).click()
  await take('# no JSON')
  await dialog().getByText('This is no export of notifications.').waitFor()
  await take(text.replaceAll('{{productList}}', '{{tea}}').replaceAll('至急', '急'))
  await dialog().getByText('3 things in this file are wrong. Nothing was changed.').waitFor()
  await dialog().getByRole('listitem').filter({ hasText: 'abnorTagProduct.ja_JP.detail: there is no {{tea}}' }).waitFor()
  const subject = async () => (await client.notifications.content({ params: { notification: 'gwOff1Hr' } })).content.ja_JP.subject
  expect(await subject()).toBe('至急 {{count}}台')
  await take(text.replaceAll('至急', '急'))
  await dialog().waitFor({ state: 'detached' })
  expect(await subject()).toBe('急 {{count}}台')
})

test('the usual text comes back with a click; two people at once are told of each other', async () => {
  await page.goto(`${server.url}/#/alarm/notification?edit=gwOff1Hr`)
  await dialog().getByRole('button', { name: '日本語' }).click()
  await dialog().getByRole('button', { name: 'Usual text' }).click()
  expect(await dialog().getByLabel('Subject').inputValue()).toBe('1時間以上オフラインのゲートウェイ：{{count}}台')
  const { content } = await client.notifications.content({ params: { notification: 'gwOff1Hr' } })
  const other = { ...content, en_US: { ...content.en_US, subject: 'Another account’s' } }
  await client.notifications.saveContent({ params: { notification: 'gwOff1Hr' }, body: { content: other } })
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByRole('alert').getByText('Another account has changed this text').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().getByRole('button', { name: 'Leave' }).click()
  await page.goto(`${server.url}/#/alarm/notification?edit=gwOff1Hr`)
  await dialog().getByRole('button', { name: '日本語' }).click()
  await dialog().getByRole('button', { name: 'Usual text' }).click()
  await save()
  const now = await client.notifications.content({ params: { notification: 'gwOff1Hr' } })
  expect([now.content.ja_JP, now.content.en_US.subject]).toEqual([now.defaultContent.ja_JP, 'Another account’s'])
})
