/** Histories of a tag in the console: what the fleet's tag told of itself stands in the list and in the chart, within the chosen time. */
import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { assignAll, until, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'HISTORY'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
let tagMac = ''

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const { shop, fleet, ...opened } = await stage.openShop({ storeCode, gateways: 1, tags: 3 })
  ;({ server, client } = opened)
  ;[tagMac = ''] = shop.tagMacs
  await uploadPrices(client, storeCode, [199, 299, 399])
  await until('the tags are heard', async () => (await client.tags.counts({ params: { storeCode } })).total === 3)
  await assignAll(client, shop)
  const rowCount = async () => (await client.tagHistory.battery({ params: { storeCode, tagMac }, body: {} })).recordsTotal
  // The tag's battery sinks, it is carried somewhere warm, and it starts anew twice.
  const tag = fleet.tag(tagMac)
  if (tag === undefined) throw new Error('The fleet does not have the tag')
  await until('its first word is kept', async () => (await rowCount()) === 1)
  for (const [battery, warmer, resets] of [
    [2.9, 6, 1],
    [2.7, 0, 1],
    [2.45, 3, 2],
  ] as const) {
    const before = await rowCount()
    Object.assign(tag, { battery, temperature: tag.temperature + warmer, resets })
    await until('it has told so', async () => (await rowCount()) > before)
  }
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/tag/${storeCode}/${tagMac}/${tagMac}/update/history`)
  await page.getByRole('heading', { name: 'Update history' }).waitFor()
})
beforeEach(needChromium)
const tab = (name: string) => page.getByRole('navigation', { name: 'Histories of this tag' }).getByRole('link', { name })
const column = async (place: number) =>
  (
    await page
      .locator('tr[data-row]')
      .evaluateAll((rows, at) => rows.map((row) => row.querySelectorAll('td')[at]?.textContent ?? ''), place)
  ).map((text) => text.trim())
const chart = (name: string) => page.getByRole('img', { name })

test('battery: each step down stands in the list, low in red, and the chart tells lowest and last', async () => {
  await tab('Battery').click()
  await page.getByRole('heading', { name: 'Battery history' }).waitFor()
  expect(page.url()).toContain(`/tag/${storeCode}/${tagMac}/${tagMac}/battery/history`)
  await expect.poll(async () => (await page.locator('tr[data-row]').allInnerTexts()).join(' ')).toContain('2.45 V')
  const rows = await page.locator('tr[data-row]').allInnerTexts()
  expect(rows.join(' ')).toContain('2.90 V')
  expect(rows.join(' ')).toContain('2.70 V')
  const summary = await chart(`Battery of ${tagMac}`).getAttribute('aria-label')
  expect(summary).toContain('2.45 V')
})

test('resets: a row for each new count, with the time it was first told', async () => {
  await tab('Resets').click()
  await page.getByRole('heading', { name: 'Reset-count history' }).waitFor()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(3)
  const { data } = await client.tagHistory.reset({ params: { storeCode, tagMac }, body: {} })
  expect(data.map((row) => row.cnt)).toEqual([2, 1, 0])
  expect((await column(2)).join()).toBe('2,1,0')
})

test('temperature: the list and its chart follow the time range, which the address keeps', async () => {
  await tab('Temperature').click()
  await page.getByRole('heading', { name: 'Temperature history' }).waitFor()
  const { data } = await client.tagHistory.temperature({ params: { storeCode, tagMac }, body: {} })
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(data.length)
  expect(data.length).toBeGreaterThan(2)
  // From the newest one on: exactly one is left, in the list as in the chart.
  const [newest] = data
  await page.goto(`${page.url().split('?')[0]}?from=${newest?.updatedAt}`)
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  const value = `${newest?.temperature.toFixed(1)} °C`
  await expect
    .poll(() => chart(`Temperature of ${tagMac}`).getAttribute('aria-label'))
    .toContain(`now ${value}, lowest ${value}, highest ${value}`)
  await page.reload()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
})

test('without the update history of tags the console does not lead to it', async () => {
  const keep = async (enableTagUpdateHistory: boolean) => {
    const { updatedAt: _, version: __, ...config } = await client.settings.server()
    await client.settings.saveServer({ body: { ...config, panId: '2A01', system: { ...config.system, enableTagUpdateHistory } } })
    await page.goto('about:blank')
    await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
    await page.getByRole('link', { name: `Update history of ${tagMac}` }).click()
    await tab('Battery').waitFor()
  }
  await keep(false)
  await page.getByRole('heading', { name: 'Alarm history' }).waitFor()
  expect(await tab('Updates').count()).toBe(0)
  // Its address still leads to what there is.
  await page.goto(`${server.url}/#/tag/${storeCode}/${tagMac}/${tagMac}/update/history`)
  await page.getByRole('heading', { name: 'Update history' }).waitFor()
  await keep(true)
  await page.getByRole('heading', { name: 'Update history' }).waitFor()
  expect(await tab('Updates').count()).toBe(1)
})

test('the list as it is filtered can be had as a file', async () => {
  await page.goto(`${server.url}/#/tag/${storeCode}/${tagMac}/${tagMac}/battery/history`)
  await page.getByLabel('Filter Battery').fill('<=2.7')
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(2)
  await page.getByRole('button', { name: 'Download' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem').first().click()])
  const text = readFileSync((await file.path()) ?? '', 'utf8')
  expect(text).toContain('2.45')
  expect(text).toContain('2.7')
  expect(text).not.toContain('2.9')
})
