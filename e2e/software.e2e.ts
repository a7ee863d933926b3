/**
 * Software upgrade in the browser, on the real fleet: files go up, a bad one is refused; the first gateway fails and the others stay as they are;
 * a good one reaches all of them.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packUpgrade } from '@endcap/contract/upgrade-file'
import type { Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'SWU'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page

beforeAll(async () => {
  ;({ server, client, shop, fleet } = await stage.openShop({ storeCode, gateways: 3, tags: 3 }))
  await until('the gateways have reported', async () => (await gatewaysNow()).every((one) => one.gmpVersion === '3.2.1'))
  if (chromiumPath === undefined) return
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/sw-upgrade`)
  await page.getByRole('heading', { name: 'Software upgrade' }).waitFor()
})
beforeEach(needChromium)

const gatewaysNow = async () => (await client.gateways.ofStore({ params: { storeCode } })).gwList
const versions = async () => (await gatewaysNow()).map((one) => one.gmpVersion)
const row = (text: string) => page.locator('tr[data-row]').filter({ hasText: text })
const queued = (name: string) => page.getByRole('list', { name: 'Upload queue' }).getByRole('listitem').filter({ hasText: name })

function upgrade(version: string, bytes = 20_000): Buffer {
  const image = randomBytes(bytes)
  const sha256 = createHash('sha256').update(image).digest('hex')
  return Buffer.from(packUpgrade({ format: 1, component: 'gmp', version, image: 'gmp.bin', bytes, sha256 }, image))
}
function put(name: string, content: Buffer): string {
  mkdirSync(join(stage.folder, 'upgrades'), { recursive: true })
  const path = join(stage.folder, 'upgrades', name)
  writeFileSync(path, content)
  return path
}
const choose = (...paths: string[]) => page.locator('input[type=file]').setInputFiles(paths)

test('two files go up, the damaged one is refused with its reason, and the versions on the screen follow', async () => {
  const damaged = upgrade('3.9.0')
  damaged.writeUInt8(damaged.readUInt8(5000) ^ 255, 5000)
  await choose(put('gmp_4.0.0.tar', upgrade('4.0.0')), put('gmp_3.9.0.tar', damaged))
  await queued('gmp_4.0.0.tar').getByText('Taken in').waitFor()
  await queued('gmp_3.9.0.tar').getByText('The image is damaged: its checksum is wrong.').waitFor()
  await row('4.0.0').waitFor()
  expect(await row('3.9.0').count()).toBe(0)
  expect((await client.software.files()).fileList).toMatchObject([{ version: '4.0.0', fileName: 'gmp_4.0.0.tar' }])
  await expect.poll(() => page.locator('[data-part=versions]').innerText()).toMatch(/GMP\s+4\.0\.0\s+Newest file[\s\S]*3\.2\.1: 3 gateways/)
})

test('more than ten are left out, with a word', async () => {
  // Nothing goes up meanwhile, so that all of them are still waiting.
  await page.route('**/api/upgrade/upload/**', (route) => route.abort())
  await choose(...Array.from({ length: 12 }, (_, n) => put(`gmp_1.0.${n}.tar`, upgrade(`1.0.${n}`, 1000))))
  await page.getByText('2 files were left out: the queue takes 10 files.').waitFor()
  expect(await page.getByRole('list', { name: 'Upload queue' }).getByRole('listitem').count()).toBe(10)
  for (let left = 10; left > 0; left--)
    await page
      .getByRole('button', { name: /^Remove gmp_1\.0\.\d+\.tar from the queue/ })
      .first()
      .click()
  await page.unroute('**/api/upgrade/upload/**')
})

test('a file goes on where it was when its connection was lost', async () => {
  const offsets: string[] = []
  let parts = 0
  await page.route('**/api/upgrade/upload/**', (route) => {
    const request = route.request()
    if (request.method() !== 'POST' || request.url().endsWith('/finish')) return route.continue()
    offsets.push(/name="offset"\r\n\r\n(\d+)/.exec(request.postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? '?')
    return ++parts === 2 || parts === 3 ? route.abort('connectionreset') : route.continue()
  })
  await choose(put('gmp_4.1.0.tar', upgrade('4.1.0', 5_000_000)))
  await queued('gmp_4.1.0.tar').getByText('Taken in').waitFor()
  await page.unroute('**/api/upgrade/upload/**')
  // What was there is not sent again.
  expect(offsets.filter((offset) => offset === '0')).toHaveLength(1)
  expect(parts).toBeGreaterThanOrEqual(5)
  expect((await client.software.files()).fileList).toHaveLength(2)
})

/** Begins a roll-out of this version to all gateways, that are watched for two seconds each. */
async function rollOut(version: string, first?: string): Promise<void> {
  await page.goto(`${server.url}/#/sw-upgrade`)
  await page.getByRole('button', { name: `Roll out GMP ${version}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Must stay well for (s)').fill('2')
  if (first !== undefined) {
    await dialog.getByRole('combobox', { name: 'First gateway' }).fill(first)
    await page.getByRole('option', { name: new RegExp(first) }).click()
  }
  await dialog.getByRole('button', { name: 'Begin the roll-out' }).click()
  await page.getByRole('heading', { name: `Roll-out of GMP ${version}` }).waitFor()
}

test('some gateways are chosen from all stores by what is typed, with the keyboard, and by MACs that are pasted', async () => {
  const [first, second, third] = shop.gateways.map((one) => one.gwMac) as [string, string, string]
  await page.goto(`${server.url}/#/sw-upgrade`)
  await page.getByRole('button', { name: 'Roll out GMP 4.0.0' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Some gateways' }).check()
  const options = dialog.getByRole('listbox', { name: 'Some gateways' }).getByRole('option')
  const find = dialog.getByRole('textbox', { name: /^Store, name, MAC or version/ })
  const counted = dialog.getByRole('status')
  await expect.poll(() => options.count()).toBe(3)
  expect(await options.first().innerText()).toMatch(new RegExp(`${first}[\\s\\S]*${storeCode}[\\s\\S]*3\\.2\\.1`))
  await find.fill('no such gateway')
  await dialog.getByText('Nothing found').waitFor()
  for (const text of [storeCode.toLowerCase(), '3.2.1']) {
    await find.fill(text)
    await counted.getByText('3 found').waitFor()
  }
  await find.fill(`${second.match(/../g)!.join(':')}, ${third}`)
  await counted.getByText('2 found').waitFor()
  expect(await options.allInnerTexts()).toEqual([expect.stringContaining(second), expect.stringContaining(third)])
  await find.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await counted.getByText('1 gateway chosen').waitFor()
  await find.fill(second)
  await counted.getByText('1 found').waitFor()
  await dialog.getByRole('button', { name: 'Choose it' }).click()
  await counted.getByText('2 gateways chosen').waitFor()
  await find.fill('')
  await dialog.getByRole('button', { name: 'Only chosen' }).click()
  await expect.poll(() => options.count()).toBe(2)
  expect(await violationsOf(page)).toEqual([])
  // Only those can go first.
  await dialog.getByRole('combobox', { name: 'First gateway' }).click()
  await expect
    .poll(() => page.getByRole('option').filter({ hasText: ' · ' }).filter({ visible: true }).allInnerTexts())
    .not.toContain(first)
  await page.getByRole('option', { name: new RegExp(`^${third} · `) }).click()
  fleet.faults.add({ kind: 'upgrade-fails', gwMac: third })
  await dialog.getByRole('button', { name: 'Begin the roll-out' }).click()
  await page.getByText('Stopped: the first gateway failed').waitFor()
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(2)
  // The line above the table and its rows are asked for one after the other.
  await expect.poll(() => row(third).innerText()).toContain('Failed')
  await expect.poll(() => row(second).innerText()).toContain('Not touched')
  fleet.faults.clear('upgrade-fails')
})

test('the first gateway fails: the roll-out stops, and the others are not touched', async () => {
  const [first, ...rest] = shop.gateways.map((one) => one.gwMac)
  fleet.faults.add({ kind: 'upgrade-fails', gwMac: first! })
  await rollOut('4.0.0', first)
  await page.getByText('Stopped: the first gateway failed').waitFor()
  await expect.poll(() => row(first!).innerText()).toMatch(/First[\s\S]*Failed[\s\S]*The gateway refused: the image could not be written/)
  for (const gwMac of rest) await expect.poll(() => row(gwMac).innerText()).toContain('Not touched')
  expect(await versions()).toEqual(['3.2.1', '3.2.1', '3.2.1'])
  fleet.faults.clear('upgrade-fails')
  const { data } = await client.alarms.gatewayHistory({ params: { gwMac: first! }, body: {} })
  expect(data.filter((one) => one.subject === `${first} GMP`)).toMatchObject([
    {
      location: storeCode,
      type: 'GW STATUS ABNORMAL',
      state: 'open',
      data: { version: '4.0.0', conditions: ['upgrade:GMP 4.0.0', 'refused'] },
    },
  ])
  // Another gateway refused the same before: together they are one row.
  await page.goto(`${server.url}/#/alarm/history?rowsOf=each`)
  const alarm = page
    .locator('tr[data-row]')
    .filter({ hasText: first! })
    .filter({ hasText: 'its upgrade to GMP 4.0.0 failed, and the roll-out stopped' })
  await alarm.getByText('the gateway refused').first().waitFor()
  expect(await alarm.innerText()).toContain(storeCode)
})

test('one that comes back with the old version stops it as well', async () => {
  const [, second] = shop.gateways.map((one) => one.gwMac)
  fleet.faults.add({ kind: 'upgrade-reverts', gwMac: second! })
  await rollOut('4.0.0', second)
  await row(second!).getByText('It came back with another version: 3.2.1').waitFor()
  await page.getByText('Stopped: the first gateway failed').waitFor()
  expect(await versions()).toEqual(['3.2.1', '3.2.1', '3.2.1'])
  fleet.faults.clear('upgrade-reverts')
})

test('a good one reaches all, also through a killed server, and the gateway list shows the new version', async () => {
  await rollOut('4.1.0')
  await page.getByText('Upgraded', { exact: true }).first().waitFor()
  // In the midst of the rest.
  await server.kill()
  server = await stage.startServer({ ports: server.ports })
  await until('all have it', async () => (await versions()).every((version) => version === '4.1.0'))
  await page.getByText('Finished', { exact: true }).first().waitFor()
  await expect
    .poll(() => page.locator('tr[data-row]').allInnerTexts())
    .toSatisfy((rows: string[]) => rows.length === 3 && rows.every((text) => text.includes('Upgraded')))
  expect(fleet.gateways().map((one) => one.versions().gmp)).toEqual(['4.1.0', '4.1.0', '4.1.0'])
  await page.goto(`${server.url}/#/store/detail/${storeCode}`)
  await expect
    .poll(async () => (await page.locator('tr[data-row]').allInnerTexts()).filter((text) => text.includes('4.1.0')).length)
    .toBe(3)
  // What failed before is over.
  const { data } = await client.alarms.gatewayHistory({ params: { gwMac: shop.gateways[0]!.gwMac }, body: {} })
  expect(data.filter((one) => one.subject.endsWith(' GMP'))).toMatchObject([{ state: 'cleared' }])
})

test('an older version asks before gateways are set back; a roll-out is paused, resumed and ended', async () => {
  const [first] = shop.gateways.map((one) => one.gwMac)
  fleet.faults.add({ kind: 'upgrade-hangs', gwMac: first! })
  await page.goto(`${server.url}/#/sw-upgrade`)
  await page.getByRole('button', { name: 'Roll out GMP 4.0.0' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Begin the roll-out' }).click()
  await dialog.getByText('Some gateways have a newer version and would be set back. Confirm it below.').waitFor()
  await dialog.getByRole('combobox', { name: 'First gateway' }).fill(first!)
  await page.getByRole('option', { name: new RegExp(first!) }).click()
  await dialog.getByLabel('Set gateways back to this older version').check()
  await dialog.getByRole('button', { name: 'Begin the roll-out' }).click()
  await row(first!).getByText('Restarting').waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByText('The first gateway is tried').waitFor()
  await page.getByRole('button', { name: 'End the roll-out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the roll-out' }).click()
  await page.getByText('Ended by hand').waitFor()
  fleet.faults.clear('upgrade-hangs')
  // What was under way goes on to its end.
  await row(first!).getByText('Being watched').or(row(first!).getByText('Upgraded')).waitFor()
  await page.goto(`${server.url}/#/sw-upgrade?tab=rollouts`)
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(5)
})

test('the screens are clean for axe, in light and dark', async () => {
  const { data } = await client.software.search({ params: {}, body: { length: 1 } })
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const place of ['/sw-upgrade', '/sw-upgrade?tab=rollouts', `/sw-upgrade?rollout=${data[0]?.rolloutId}`]) {
      await page.goto(`${server.url}/#${place}`)
      await settled(page)
      found.push(...(await violationsOf(page)).map((one) => `${colorScheme} ${place}: ${one}`))
    }
  }
  await page.emulateMedia({ colorScheme: null })
  expect(found).toEqual([])
})
