/**
 * A gateway goes off: within seconds its alarm stands in the open history, with a red number in the menu, and both are gone when it is
 * back. The alarm of a failed update leads to its task, and the tag has an alarm of its own.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import type { Contract } from '@endcap/contract'
import type { Client } from '@endcap/contract/client'
import type { Fleet } from '@endcap/fleet/fleet'
import { chromiumMissing, chromiumPath, launch } from './browser.ts'
import {
  administrator,
  createShop,
  eanOf,
  fleetOf,
  freePorts,
  priceFile,
  signIn,
  startServer,
  temporaryFolder,
  until,
  type ServerProcess,
  type Shop,
} from './system.ts'

const labels = 6
const storeCode = 'ALARM'
/** From the server's knowing to what a person sees. */
const seenWithinMs = 5000
const folder = temporaryFolder()
let server: ServerProcess
let client: Client<Contract>
let shop: Shop
let fleet: Fleet
let browser: Browser
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const ports = await freePorts()
  server = await startServer({ dataFolder: folder.path, ports })
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 2, tags: labels })
  fleet = fleetOf(shop, { serverUrl: server.url, mqttUrl: `mqtt://127.0.0.1:${ports.mqtt}` })
  fleet.start()
  await client.productFiles.upload({
    body: { storeCode },
    file: { name: 'a.csv', content: new Blob([priceFile(Array.from({ length: labels }, () => 199))]) },
  })
  await until('gateways are there', async () =>
    (await client.gateways.ofStore({ params: { storeCode } })).gwList.every((one) => one.status === 'NORMAL'),
  )
  await client.tags.assign({ body: { storeCode, tagList: shop.tagMacs.map((tagMac, index) => ({ tagMac, prCode: eanOf(index) })) } })
  await until('labels are shown', async () => (await client.tags.counts({ params: { storeCode } })).byStatus.OK === labels)
  browser = await launch()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(20_000)
  await page.goto(`${server.url}/#/alarm/history`)
  await page.getByLabel('E-mail').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Alarms' }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await fleet?.stop()
  await server?.stop()
  folder.remove()
})
const needChromium = (context: { skip(note?: string): void }) => {
  if (chromiumPath === undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) context.skip(chromiumMissing)
  expect(chromiumPath, chromiumMissing).toBeDefined()
}
const rowsWith = (...texts: string[]) =>
  texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('region', { name: 'Alarms' }).locator('tr[data-row]'))
const menuEntry = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Alarms/ })

test('a gateway that goes off is told within 5 s of the server knowing, and over when it is back', async (context) => {
  needChromium(context)
  const { gwMac } = shop.gateways[0]!
  const statusOf = async () => (await client.gateways.ofStore({ params: { storeCode } })).gwList.find((one) => one.gwMac === gwMac)?.status
  expect(await menuEntry().innerText()).toBe('Alarms')

  fleet.faults.add({ kind: 'gateway-offline', gwMac })
  await until('the server knows', async () => (await statusOf()) === 'OFFLINE')
  const knew = Date.now()
  const row = rowsWith('GW STATUS ABNORMAL', gwMac)
  await row.waitFor({ timeout: seenWithinMs })
  expect(Date.now() - knew).toBeLessThan(seenWithinMs)
  const text = await row.innerText()
  expect(text).toContain(`Gateway ${gwMac} does not work as it should`)
  expect(text).toContain('it is offline')
  expect(text).toContain('Critical')
  expect(text).toContain(storeCode)
  expect(text).toMatch(/Open since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  await expect.poll(() => menuEntry().innerText()).toContain('1')
  expect(await menuEntry().getAttribute('aria-label')).toBeNull()
  await page.getByRole('link', { name: 'Alarms 1 critical alarm is open' }).waitFor()

  fleet.faults.clear()
  await until('the gateway is back', async () => (await statusOf()) === 'NORMAL')
  const back = Date.now()
  await row.filter({ hasText: /Cleared \d{4}-/ }).waitFor({ timeout: seenWithinMs })
  expect(Date.now() - back).toBeLessThan(seenWithinMs)
  await expect.poll(() => menuEntry().innerText()).toBe('Alarms')
})

test('what it tells can be opened, filtered and linked to', async (context) => {
  needChromium(context)
  await rowsWith('GW STATUS ABNORMAL')
    .first()
    .getByRole('button', { name: /^Details:/ })
    .click()
  const panel = page.getByRole('complementary', { name: 'Alarm' })
  await panel.getByText('does not work as it should').waitFor()
  expect(page.url()).toContain('peek=')
  await page.reload()
  await panel.getByText('does not work as it should').waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.goto(`${server.url}/#/alarm/history?f=${encodeURIComponent(JSON.stringify({ state: '==open' }))}`)
  await expect.poll(() => rowsWith('GW STATUS ABNORMAL').count()).toBe(0)
})

test('the alarm of a failed update leads to its task', async (context) => {
  needChromium(context)
  fleet.faults.add({ kind: 'image-unavailable', storeCode })
  const { taskId } = await client.productFiles.upload({
    body: { storeCode },
    file: { name: 'b.csv', content: new Blob([priceFile([299, ...Array.from({ length: labels - 1 }, () => 199)])]) },
  })
  await page.goto(`${server.url}/#/alarm/history`)
  const row = rowsWith('UPDATE FAILURE', `Labels of task ${taskId} failed`)
  await row.waitFor({ timeout: 150_000 })
  expect(await row.innerText()).toContain('1 of 1 labels could not be updated.')
  await row.getByRole('link', { name: `Open task ${taskId}` }).click()
  await page.waitForURL(`**/#/task/detail/${storeCode}/${taskId}/UPDATE`)
  await page.getByText(shop.tagMacs[0]!).first().waitFor()

  // The tag has an alarm of its own, until its label is right.
  const tagMac = shop.tagMacs[0]!
  await page.goto(`${server.url}/#/tag/${storeCode}/${tagMac}/${tagMac}/update/history`)
  await page.getByRole('navigation', { name: 'Histories of this tag' }).getByRole('link', { name: 'Alarms' }).click()
  await page.getByRole('heading', { name: 'Alarm history' }).waitFor()
  const tagRow = page.locator('tr[data-row]').filter({ hasText: 'Update failed' })
  await tagRow.filter({ hasText: 'Open since' }).waitFor()
  fleet.faults.clear()
  await client.tags.reassign({ body: { storeCode, tagList: [tagMac] } })
  await tagRow.filter({ hasText: 'Cleared' }).waitFor({ timeout: 60_000 })
  await page.goto(`${server.url}/#/alarm/history`)
  await row.filter({ hasText: 'Cleared' }).waitFor({ timeout: 60_000 })
})
