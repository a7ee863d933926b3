/**
 * What other systems work with. A webhook made in the browser is told of a gateway that goes off, by a signature that its secret proves; a
 * program with an API token changes a price on the glass; and every change stands in the audit log.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import type { Fleet } from '@endcap/fleet/fleet'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { expectedPixels, isOnGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { administrator, eanOf, until, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'HOOK'
const stage = setStage()
let server: ServerProcess
let shop: Shop
let fleet: Fleet
let page: Page
let secret = ''

interface Message {
  headers: IncomingHttpHeaders
  body: string
}
const messages: Message[] = []
let answer = 200
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    messages.push({ headers: request.headers, body })
    response.writeHead(answer).end()
  })
})
const bodies = () => messages.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })

beforeAll(async () => {
  if (chromiumPath === undefined) return
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  stage.atEnd(() => receiver.close())
  ;({ server, shop, fleet } = await stage.openShop({ storeCode, gateways: 1, tags: 2 }, { env: { ENDCAP_WEBHOOK_HOSTS: '127.0.0.1:*' } }))
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/setting/webhooks`)
})
beforeEach(needChromium)
const dialog = () => page.getByRole('dialog')
const row = () => page.locator('tr[data-row]')

test('it is made in the browser, and its secret is shown once', async () => {
  await page.getByRole('button', { name: 'New webhook' }).click()
  await dialog().getByRole('button', { name: 'Create' }).click()
  await dialog().getByText('Enter a name.').waitFor()
  await dialog().getByLabel('Name').fill('Integration')
  // It listens on TCP, so its address is one.
  await dialog()
    .getByLabel('Address')
    .fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
  expect(await violationsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Create' }).click()
  secret = await dialog().locator('code').innerText()
  expect(secret).toMatch(/^whsec_/)
  // All of it is on screen to be copied by hand, also on a phone.
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () =>
      dialog()
        .locator('code')
        .evaluate((code) => code.getBoundingClientRect().right - code.closest('ul')!.getBoundingClientRect().right)
    expect(await overflow()).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog().getByRole('button', { name: 'Close' }).click()
  await row().getByText('Integration').waitFor()
  expect(await page.content()).not.toContain(secret)
})

test('a gateway that goes off is told to it, signed, and so is its coming back', async () => {
  await until('the gateway is on', () => fleet.tag(shop.tagMacs[0] ?? '') !== undefined)
  fleet.faults.add({ kind: 'gateway-offline', gwMac: shop.gateways[0]!.gwMac })
  await until('it is told', () => bodies().some(({ type, data }) => type === 'alarm.raised' && data.storeCode === storeCode))
  const { headers, body } = messages.find((one) => one.body.includes('alarm.raised'))!
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  answer = 503
  fleet.faults.clear('gateway-offline')
  await until('it is told again', () => bodies().some(({ type }) => type === 'alarm.cleared'))
  await page.reload()
  await row().getByText('Not taken').waitFor()
})

test('what was not taken is sent again, by itself or by hand; a test tells what came back', async () => {
  await page.getByRole('button', { name: 'Messages of Integration' }).click()
  await dialog().getByText('Failed (5xx)').first().waitFor()
  await dialog().getByRole('button', { name: 'Send a test' }).click()
  await dialog().getByRole('status').getByText('Failed (5xx)').waitFor()
  answer = 200
  await dialog().getByRole('button', { name: 'Send a test' }).click()
  await dialog().getByRole('status').getByText('Taken').waitFor()
  await dialog()
    .locator('tr[data-row]')
    .filter({ hasText: 'Alarm cleared' })
    .getByRole('button', { name: /Send message/ })
    .click()
  await expect.poll(() => dialog().locator('tr[data-row]').filter({ hasText: 'Alarm cleared' }).innerText()).toContain('Taken')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await violationsOf(page)).toEqual([])
  }
  await dialog().getByRole('button', { name: 'Close' }).click()
})

test('the audit log tells who changed it, and what was before and after', async () => {
  await page.getByRole('button', { name: 'Edit Integration' }).click()
  await dialog().getByLabel('Name').fill('Chain office')
  await dialog().getByLabel('Which alarms').selectOption({ label: 'Critical alarms only' })
  await dialog().getByRole('button', { name: 'Save' }).click()
  await row().getByText('Chain office').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await row().filter({ hasText: 'Change a webhook' }).waitFor()
  const changed = await row().filter({ hasText: 'Change a webhook' }).innerText()
  expect(changed).toContain(administrator.email)
  expect(changed).toContain('changed the webhook')
  expect(changed).toContain('Name: Integration → Chain office')
  await row()
    .filter({ hasText: 'Change a webhook' })
    .getByRole('button', { name: /^Details: .* changed the webhook Chain office/ })
    .click()
  const panel = page.getByRole('complementary', { name: 'Change' })
  await panel.getByText('Chain office').first().waitFor()
  await panel.getByText('Details', { exact: true }).click()
  expect((await panel.locator('[data-part=differences]').innerText()).split('\n').map((line) => line.trim())).toEqual(
    expect.arrayContaining(['name', 'Before', 'Integration', 'After', 'Chain office', 'minClass', '1', '3']),
  )
  // The address leads there again.
  await page.reload()
  await panel.getByText('Chain office').first().waitFor()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await violationsOf(page)).toEqual([])
  }
  await page.keyboard.press('Escape')
  await page.getByLabel('Filter Who').fill('nobody@')
  await page.getByText('Nothing matches').waitFor()
})

test('deleted, it is told nothing any more', async () => {
  await page.goto(`${server.url}/#/setting/webhooks`)
  await page.getByRole('button', { name: 'Delete Chain office' }).click()
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => row().count()).toBe(0)
})

test('a program with a token changes a price on the glass, and is refused once the token is removed', async () => {
  await page.goto(`${server.url}/#/setting/tokens`)
  await page.getByRole('button', { name: 'New token' }).click()
  await dialog().getByLabel('Name').fill('Till')
  for (const right of ['Products: write', 'Tags: write', 'Servers: read']) await dialog().getByRole('checkbox', { name: right }).check()
  expect(await violationsOf(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Make token' }).click()
  const token = await dialog().locator('code').innerText()
  await dialog().getByRole('button', { name: 'Close' }).click()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = (url: string, body?: object) =>
    fetch(server.url + url, { headers, ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }) })
  const [tagMac = ''] = shop.tagMacs
  const info = (price: string) => [eanOf(0), 'Milk', '', price]
  expect((await ask('/api/product', { storeCode, productList: [{ prCode: eanOf(0), prInfo: info('1.99') }] })).status).toBe(200)
  expect((await ask('/api/tag/assign', { storeCode, tagList: [{ tagMac, prCode: eanOf(0) }] })).status).toBe(200)
  const shows = (price: string) => isOnGlass(fleet, tagMac, expectedPixels(info(price)))
  await until('the price is on the glass', () => shows('1.99'))
  await ask('/api/product', { storeCode, productList: [{ prCode: eanOf(0), prInfo: info('1.49') }] })
  await until('the new price is on the glass', () => shows('1.49'))
  await expect.poll(async () => (await ask('/metrics')).text()).toMatch(/^endcap_tags\{status="OK"\} 1$/m)
  expect((await ask('/api/auth/account/search', {})).status).toBe(403)

  await page.reload()
  await row().filter({ hasText: '127.0.0.1' }).waitFor()
  await page.getByRole('button', { name: 'Remove Till' }).click()
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => row().count()).toBe(0)
  expect((await ask('/api/product', { storeCode, productList: [{ prCode: eanOf(0), prInfo: info('0.99') }] })).status).toBe(401)
})
