/**
 * Sensors in the console, with the virtual fleet behind them: what is heard stands in its store; what leaves its range, runs low or falls
 * silent is red within seconds, in the list, the overview and on the map; the alarms and the chart tell it, also for the time of an outage.
 */
import { readFileSync } from 'node:fs'
import type { Fleet } from '@endcap/fleet/fleet'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder({
  after: async () => {
    if (chromiumPath === undefined) return
    fleet.faults.clear()
    await until('everything is well again', async () => (await counts()).byStatus.OK === 3)
  },
})
const storeCode = 'COLD'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  ;({ server, client, shop, fleet } = await stage.openShop({ storeCode, gateways: 2, tags: 0 }))
  await createShop(client, { storeCode: 'EMPTY', gateways: 1, tags: 0 }, 2)
  await until('the sensors are heard', async () => (await counts()).total === 3)
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/sensor`)
  await page.getByRole('heading', { name: 'Sensors' }).waitFor()
})
beforeEach(needChromium)

const counts = () => client.sensors.counts({ params: { storeCode } })
const [freezer, chiller, room] = [0, 1, 2].map((place) => () => shop.sensorMacs[place] ?? '') as [() => string, () => string, () => string]
const open = (path: string) => page.goto(`${server.url}/#${path}`)
const row = (text: string) => page.locator('tr[data-row]').filter({ hasText: text })
/** Waits until a row says all of this. */
const rowShows = (which: string, ...texts: string[]) => texts.reduce((rows, text) => rows.filter({ hasText: text }), row(which)).waitFor()
const colourOf = (which: string) =>
  row(which)
    .locator('[data-part=state]')
    .first()
    .evaluate((element) => getComputedStyle(element).color)
/** Waits until a sensor has reported twice more, heard or not. */
async function reportsAgain(sensorMac: string): Promise<void> {
  const reports = () => fleet.sensors().find((one) => one.sensorMac === sensorMac)?.reports ?? 0
  const before = reports()
  await until(`${sensorMac} reports`, () => reports() >= before + 2)
}
/** A list with so many entries. */
const holds = (entries: Locator, count: number) => expect.poll(() => entries.count()).toBe(count)
const [green, red] = ['rgb(19, 106, 57)', 'rgb(174, 35, 26)']

test('a value out of range and a low battery turn red in the open list, and the overview and the map count them', async () => {
  await open('/sensor')
  await rowShows(storeCode, 'Normal', '100 %', '3')
  await rowShows('EMPTY', '–', '0')
  await row(storeCode).getByRole('link').click()
  await page.waitForURL(`**/#/sensor/detail/${storeCode}`)
  await rowShows(freezer(), 'OK', 'Freezer', '-2')
  expect(await colourOf(freezer())).toBe(green)

  fleet.faults.add({ kind: 'sensor-value', value: 14.5, sensorMac: chiller() })
  fleet.faults.add({ kind: 'sensor-battery', volts: 2.11, sensorMac: room() })
  await rowShows(chiller(), 'Out of range', '14.5 °C', 'Chiller')
  await rowShows(room(), 'Low battery', '2.11 V')
  expect([await colourOf(chiller()), await colourOf(room()), await colourOf(freezer())]).toEqual([red, red, green])
  // The filter is part of the address.
  await page.getByRole('button', { name: 'Out of range 1' }).click()
  await holds(page.locator('tr[data-row]'), 1)
  await page.reload()
  await rowShows(chiller(), 'Out of range')
  expect(await page.locator('tr[data-row]').count()).toBe(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('menuitem', { name: 'This list as shown (CSV)' }).click()
  const file = readFileSync(await (await saved).path(), 'utf8')
  expect(file).toMatch(new RegExp(`${chiller()}.*Out of range.*Chiller`))
  expect(file).not.toContain(room())

  await open('/sensor')
  await rowShows(storeCode, 'Alarm', '33.3 %', '1')
  await page.getByRole('button', { name: 'Alarm 1', exact: true }).click()
  await holds(page.locator('tr[data-row]'), 1)
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  const list = page.getByRole('region', { name: 'Stores on the map' })
  const entries = list.getByRole('listitem')
  await holds(entries, 1)
  await page.getByRole('button', { name: 'All 2', exact: true }).click()
  await holds(entries, 2)
  await entries.filter({ hasText: storeCode }).filter({ hasText: 'Alarm' }).getByRole('button').click()
  const info = page.getByRole('region', { name: `Shop ${storeCode}` })
  await info.getByText('33.3 %').waitFor()
  expect(await info.innerText()).toMatch(/Sensors\s+3\s+Low battery\s+1\s+Success rate\s+33\.3 %/)
  fleet.faults.clear()
  await info.getByText('100 %').waitFor()
  await info.getByRole('link').click()
  await rowShows(chiller(), 'OK')
  expect(await colourOf(chiller())).toBe(green)
})

test('the alarm history tells what was amiss, with its value, and when it was over', async () => {
  fleet.faults.add({ kind: 'sensor-value', value: -9.5, sensorMac: freezer() })
  await open(`/sensor/detail/${storeCode}`)
  await rowShows(freezer(), 'Out of range')
  await row(freezer())
    .getByRole('link', { name: `Alarms of ${freezer()}` })
    .click()
  await page.waitForURL(`**/#/sensor/${storeCode}/${freezer()}/alarm/history`)
  await rowShows('Out of range', '-9.5 °C', 'Open since')
  fleet.faults.clear()
  await rowShows('Out of range', '-9.5 °C', 'Cleared')
  const { data } = await client.sensors.alarmHistory({ params: { storeCode, sensorMac: freezer() }, body: {} })
  expect(data).toMatchObject([{ alarmType: 'OUT_OF_RANGE', value: -9.5, clearedAt: expect.any(Number) }])
  expect(await row('Out of range').innerText()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
})

test('the open chart and table go on with what the sensor measures, over the range that is chosen', async () => {
  await open(`/sensor/detail/${storeCode}`)
  await row(room())
    .getByRole('link', { name: `History of ${room()}` })
    .click()
  await page.waitForURL(`**/#/sensor/${storeCode}/${room()}/history`)
  const chart = (last: string) => page.getByRole('img', { name: new RegExp(`Temperature: now ${last}`) })
  await chart('(1[789]|2\\d)\\.\\d °C').waitFor()
  const table = page.getByRole('region', { name: 'Sensor history' })
  fleet.faults.add({ kind: 'sensor-value', value: 27.3, sensorMac: room() })
  await chart('27\\.3 °C').waitFor()
  await table.getByText('27.3 °C').first().waitFor()
  await page.getByText('5 to 35 °C').waitFor()
  fleet.faults.clear()
  fleet.faults.add({ kind: 'sensor-value', value: 24.1, sensorMac: room() })
  await chart('24\\.1 °C, lowest .*, highest 27\\.3 °C').waitFor()

  const api = await client.sensors.history({ params: { storeCode, sensorMac: room() }, query: {} })
  expect(api.data.map((one) => one.sensingValue)).toEqual(expect.arrayContaining([27.3, 24.1]))
  await page.getByRole('button', { name: /Any time/ }).click()
  await page.getByRole('button', { name: 'Last hour' }).click()
  await page.keyboard.press('Escape')
  await chart('24\\.1 °C').waitFor()
  expect(page.url()).toMatch(/from=\d{10}/)
  await page.reload()
  await chart('24\\.1 °C').waitFor()
  // A range before the first reading.
  const before = api.data[0]!.sensingTime - 10
  await open(`/sensor/${storeCode}/${room()}/history?from=${before - 3600}&to=${before}`)
  await page.getByText('No data to display').waitFor()
  await holds(table.locator('tr[data-row]'), 0)
})

test('what happens while the gateways have no line is told when they are back, at its own time', async () => {
  const gone = Math.floor(Date.now() / 1000)
  fleet.faults.add({ kind: 'gateway-offline', storeCode })
  await until('the gateways are gone', async () =>
    (await client.gateways.ofStore({ params: { storeCode } })).gwList.every((one) => one.status === 'OFFLINE'),
  )
  fleet.faults.add({ kind: 'sensor-value', value: 19.75, sensorMac: chiller() })
  await reportsAgain(chiller())
  fleet.faults.clear()
  fleet.faults.add({ kind: 'gateway-offline', storeCode })
  await reportsAgain(chiller())
  const back = Math.floor(Date.now() / 1000)
  // Asked before the line is back: gateways may report at once then.
  const { data } = await client.sensors.history({ params: { storeCode, sensorMac: chiller() }, query: {} })
  expect(data.map((one) => one.sensingValue)).not.toContain(19.75)
  fleet.faults.clear()
  await open(`/sensor/${storeCode}/${chiller()}/alarm/history`)
  const peak = row('19.8 °C').filter({ hasText: 'Cleared' })
  await peak.waitFor()
  const [alarm] = (await client.sensors.alarmHistory({ params: { storeCode, sensorMac: chiller() }, body: {} })).data
  expect(alarm).toMatchObject({ alarmType: 'OUT_OF_RANGE', value: 19.75 })
  expect(alarm!.alarmTime).toBeGreaterThanOrEqual(gone)
  expect(alarm!.clearedAt).toBeLessThan(back)
  await page.getByRole('link', { name: 'Readings' }).click()
  await page.getByRole('img', { name: /highest 19\.8 °C/ }).waitFor()
})

test('no serious accessibility violation on any screen of sensors, in both themes', async () => {
  fleet.faults.add({ kind: 'sensor-value', value: 30, sensorMac: chiller() })
  const screens = [
    '',
    '?viewType=map',
    `/detail/${storeCode}`,
    `/${storeCode}/${chiller()}/history`,
    `/${storeCode}/${chiller()}/alarm/history`,
  ]
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const screen of screens) {
      await open(`/sensor${screen}`)
      await settled(page)
      expect({ scheme, screen, found: await violationsOf(page) }).toEqual({ scheme, screen, found: [] })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
})

test('sensors that say nothing are silent after a while, and their store is offline until one is heard', async () => {
  await open('/sensor')
  await rowShows(storeCode, 'Normal')
  fleet.faults.add({ kind: 'sensor-lost', storeCode })
  const began = Date.now()
  await row(storeCode).filter({ hasText: 'Offline' }).waitFor()
  // Three reports of two seconds, but never sooner than a minute.
  expect(Date.now() - began).toBeGreaterThan(50_000)
  await row(storeCode).getByRole('link').click()
  for (const mac of shop.sensorMacs) await rowShows(mac, 'Silent')
  fleet.faults.clear()
  for (const mac of shop.sensorMacs) await rowShows(mac, 'OK')
  await open(`/sensor/${storeCode}/${room()}/alarm/history`)
  await rowShows('Silent', 'Cleared')
})
