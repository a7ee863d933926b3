/**
 * A gateway goes off: within seconds its alarm stands in the open history, with a red number in the menu, and both are gone when it is
 * back. The alarm of a failed update leads to its task, and the tag has an alarm of its own.
 */
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { Fleet } from '@endcap/fleet/fleet'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { showAll, until, uploadPrices, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const labels = 6
const storeCode = 'ALARM'
/** From the server's knowing to what a person sees. */
const seenWithinMs = 5000
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  ;({ server, client, shop, fleet } = await stage.openShop({ storeCode, gateways: 2, tags: labels }))
  await uploadPrices(
    client,
    storeCode,
    shop.tagMacs.map(() => 199),
  )
  await until('gateways are there', async () =>
    (await client.gateways.ofStore({ params: { storeCode } })).gwList.every((one) => one.status === 'NORMAL'),
  )
  await showAll(client, shop)
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/alarm/history`)
  await page.getByRole('heading', { name: 'Alarms' }).waitFor()
})
beforeEach(needChromium)
const rowsWith = (...texts: string[]) =>
  texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('region', { name: 'Alarms' }).locator('tr[data-row]'))
const menuEntry = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Alarms/ })

test('a gateway that goes off is told within 5 s of the server knowing, and over when it is back', async () => {
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

test('what it tells can be opened, filtered and linked to', async () => {
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

test('the outage of a store is one row, with its gateways in the panel; each can stand alone', async () => {
  await page.goto(`${server.url}/#/alarm/history?f=${encodeURIComponent(JSON.stringify({ state: '==open' }))}`)
  for (const { gwMac } of shop.gateways) fleet.faults.add({ kind: 'gateway-offline', gwMac })
  const outage = rowsWith('2 gateways', 'it is offline')
  await outage.waitFor()
  expect(await rowsWith('GW STATUS ABNORMAL').count()).toBe(1)
  await outage.getByRole('button', { name: /^Details:/ }).click()
  const panel = page.getByRole('complementary', { name: 'Alarm' })
  for (const { gwMac } of shop.gateways) await panel.getByRole('link', { name: gwMac }).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Each alarm' }).click()
  await expect.poll(() => rowsWith('does not work as it should').count()).toBe(2)
  await page.reload()
  await expect.poll(() => rowsWith('does not work as it should').count()).toBe(2)
  // The rows that stand there until the others come still speak for one gateway each.
  const held = Promise.withResolvers<void>()
  await page.route('**/history/alarm/system/search', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Together' }).click()
  await page.getByRole('button', { name: 'Together', pressed: true }).waitFor()
  expect([await rowsWith('does not work as it should').count(), await rowsWith('2 gateways').count()]).toEqual([2, 0])
  held.resolve()
  await outage.waitFor()
  fleet.faults.clear()
  await outage.waitFor({ state: 'detached' })
})

test('the alarm of a failed update leads to its task', async () => {
  fleet.faults.add({ kind: 'image-unavailable', storeCode })
  const { taskId } = await uploadPrices(client, storeCode, [299, ...shop.tagMacs.slice(1).map(() => 199)])
  await page.goto(`${server.url}/#/alarm/history`)
  const row = rowsWith('UPDATE FAILURE', `Labels of task ${taskId} failed`)
  await row.waitFor()
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
  await tagRow.filter({ hasText: 'Cleared' }).waitFor()
  await page.goto(`${server.url}/#/alarm/history`)
  await row.filter({ hasText: 'Cleared' }).waitFor()
})
