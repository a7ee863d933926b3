/**
 * Lights, pages and status checks from the console to the tags: what a tag shines, shows and answers is read from the fleet, over its own
 * HTTP API, and nothing of it disturbs the labels.
 */
import { beforeAll, beforeEach, expect } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { fleetApi } from '@endcap/fleet/api'
import { createFleet, type Fleet } from '@endcap/fleet/fleet'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import {
  createShop,
  eanOf,
  freePort,
  showAll,
  signIn,
  until,
  uploadPrices,
  type ApiClient,
  type ServerProcess,
  type Shop,
} from './system.ts'

const test = testsInOrder()
const storeCode = 'OPS'
const labels = 6
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let fleetUrl: string
let browser: Browser
let page: Page
/** 4.20 inches, with a second page; one without a light; the others are small and have one. */
let [large, dark]: string[] = []

interface FleetTag {
  page: number
  pages: number
  shown: string
  updates: number
  checks: number
  light: { colour: string; blinks: boolean; brightness: number } | null
}
const fleetTag = async (tagMac = ''): Promise<FleetTag> => (await fetch(`${fleetUrl}/tags/${tagMac}`)).json() as Promise<FleetTag>
const glass = async (tagMac = '', query = ''): Promise<string> =>
  Buffer.from(await (await fetch(`${fleetUrl}/tags/${tagMac}/glass${query}`)).arrayBuffer()).toString('base64')

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  shop = await createShop(client, { storeCode, gateways: 2, tags: labels, config: { enableTagStatusCheck: true } })
  shop.tagMacs[0] = large = '5A3C9E0190000000'
  dark = shop.tagMacs[1] ?? ''
  const tags = shop.tagMacs.map((tagMac) => ({
    tagMac,
    storeCode,
    checkin: 60,
    tagType: tagMac === large ? 'B9' : tagMac === dark ? '35' : 'B5',
  }))
  fleet = createFleet({
    serverUrl: server.url,
    mqttUrl: `mqtt://127.0.0.1:${server.ports.mqtt}`,
    gateways: shop.gateways,
    tags,
    seed: 3,
    speed: 15,
  })
  stage.atEnd(() => fleet.stop())
  const fleetServer = fleetApi(fleet)
  stage.atEnd(() => fleetServer.close())
  const port = await freePort()
  await fleetServer.listen({ port, host: '127.0.0.1' })
  fleetUrl = `http://127.0.0.1:${port}`
  fleet.start()
  await uploadPrices(
    client,
    storeCode,
    shop.tagMacs.map((_, index) => 100 + index),
  )
  await until('all tags are heard', async () => (await client.tags.counts({ params: { storeCode } })).total === labels)
  await showAll(client, shop)
  browser = await stage.launch()
  page = await openPage(browser)
  await signInAt(page, `${server.url}/#/tag/detail/${storeCode}`)
  await page.getByRole('heading', { name: 'Tags' }).waitFor()
})
beforeEach(needChromium)
const dialog = () => page.getByRole('dialog')
const bar = () => page.getByRole('toolbar')
async function tick(...tagMacs: (string | undefined)[]) {
  await page.goto(`${server.url}/#/tag/detail/${storeCode}`)
  // The same address again leaves the rows ticked.
  await page.reload()
  for (const tagMac of tagMacs) await page.getByRole('checkbox', { name: `Select ${tagMac ?? ''}` }).click()
}
const statuses = async () => (await client.tags.counts({ params: { storeCode } })).byStatus

test('the labels of the ticked tags blink in the chosen colour, and go out again by themselves', async () => {
  const before = await fleetTag(large)
  expect(before.light).toBeNull()
  await tick(large, dark)
  await bar().getByRole('button', { name: 'LED' }).click()
  await dialog().getByText('1 of them has no light and is left out.').waitFor()
  await dialog().getByText('Red').click()
  await dialog().getByText('Fast').click()
  await dialog().getByText('High').click()
  expect(await dialog().getByLabel('Duration in minutes').inputValue()).toBe('5')
  await dialog().getByLabel('Duration in minutes').fill('1')
  await dialog().getByRole('button', { name: 'Send' }).click()
  await page.getByText('The light of 1 tag is switched').waitFor()
  await until('it blinks', async () => (await fleetTag(large)).light !== null)
  expect(await fleetTag(large)).toMatchObject({ light: { colour: 'red', blinks: true, brightness: 3 } })
  // A minute of the fleet's time are four seconds.
  await until('it has gone out', async () => (await fleetTag(large)).light === null)
  // Neither the label nor its status has moved.
  expect(await fleetTag(large)).toMatchObject({ shown: before.shown, updates: before.updates, page: 0 })
  expect(await statuses()).toMatchObject({ OK: labels, WIP: 0, UPDATE: 0 })
  const history = await client.tags.updateHistory({ params: { storeCode, tagMac: large ?? '' }, body: {} })
  expect(history.data.map((row) => row.kind)).toEqual(['SHOW'])
})

test('where no ticked tag has a light the button is grey and says why', async () => {
  await tick(dark)
  const button = bar().getByRole('button', { name: 'LED' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  expect(await button.getAttribute('title')).toBe('None of these tags has a light.')
  await button.click({ force: true })
  expect(await dialog().count()).toBe(0)
})

test('without a ticked row the dialogs say so', async () => {
  await tick()
  for (const [action, send] of [
    ['LED', 'Send'],
    ['Page', 'Turn'],
  ] as const) {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
    // At once, and with nothing to fill in; sending says it again.
    await dialog().getByRole('alert').getByText('No row selected. Please select one or more rows.').waitFor()
    expect(await dialog().getByRole('textbox').count()).toBe(0)
    await dialog().getByRole('button', { name: send }).click()
    await dialog().getByText('No row selected. Please select one or more rows.').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
  }
})

test('a label turns to its second page, the glass shows it, and the panel says so; then it turns back', async () => {
  expect((await fleetTag(large)).pages).toBe(2)
  const [main, second] = [await glass(large, '?page=0'), await glass(large, '?page=1')]
  expect(second).not.toBe(main)
  expect(await glass(large)).toBe(main)
  await tick(large)
  await bar().getByRole('button', { name: 'Page' }).click()
  await dialog().getByText('Page 1', { exact: true }).click()
  await dialog().getByLabel('Duration in minutes').fill('5')
  await dialog().getByRole('button', { name: 'Turn' }).click()
  await until('the glass shows the second page', async () => (await glass(large)) === second)
  await page.getByRole('button', { name: `Preview ${large}` }).click()
  await page.getByText('Page 2 of 2 · on the glass now').waitFor()
  expect(await page.locator('aside[data-part=peek] img').getAttribute('src')).toBe(`data:image/png;base64,${second}`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('Page 1 of 2').waitFor()
  expect(await page.locator('aside[data-part=peek] img').getAttribute('src')).toBe(`data:image/png;base64,${main}`)
  await page.getByRole('button', { name: 'Rotate' }).click()
  expect(await page.locator('aside[data-part=peek] img').getAttribute('style')).toContain('90deg')
  await until('the main page is back', async () => (await glass(large)) === main)
  expect(await statuses()).toMatchObject({ OK: labels })
})

test('a page that the label does not have is refused by the tag, by name', async () => {
  const { taskId } = await client.tagControl.page({ body: { storeCode, tagList: [{ tagMac: dark ?? '', pageNo: 5 }] } })
  const failed = async () =>
    (await client.tasks.failedRows({ params: { storeCode, taskId: taskId ?? '' }, body: {} })).data.map(({ reason, detail }) => ({
      reason,
      detail,
    }))
  await until('the tag has answered', async () => (await failed()).length > 0)
  expect(await failed()).toEqual([{ reason: 'tag-refused', detail: 'the label has no page 5' }])
  expect(await statuses()).toMatchObject({ OK: labels, NG: 0 })
})

test('a status check of ticked tags: the pill appears, the tags answer, and it goes again', async () => {
  const asked = shop.tagMacs.slice(2, 4)
  const before = await Promise.all(asked.map(fleetTag))
  await tick(...asked)
  await bar().getByRole('button', { name: 'Status check' }).click()
  await dialog().getByText('2 chosen tags answer with signal, battery, temperature and version.').waitFor()
  await dialog().getByRole('button', { name: 'Start' }).click()
  await page.getByText('Start tag status collection').waitFor()
  await until('they have answered', async () =>
    (await Promise.all(asked.map(fleetTag))).every((tag, index) => tag.checks === (before[index]?.checks ?? 0) + 1),
  )
  const newest = async () => (await client.statusCheck.progress({ params: { storeCode } })).collection
  await until('it is over', async () => (await newest())?.outcome === 'DONE')
  expect(await newest()).toMatchObject({ cmd: 'TAG_STATUS_CHECK', total: 2, answered: 2, failed: 0 })
  await page.getByRole('button', { name: /^Collecting status/ }).waitFor({ state: 'detached' })
  const { data } = await client.statusCheck.rows({ params: { storeCode }, body: {} })
  expect(data.map((row) => row.tagMac).toSorted()).toEqual(asked)
  const now = Date.now() / 1000
  for (const row of data) expect(now - (row.respondedAt ?? 0)).toBeLessThan(60)
})

test('all tags: its progress is seen in detail, a silent tag holds it up, and stopping asks first', async () => {
  const silent = shop.tagMacs[4]
  fleet.faults.add({ kind: 'tag-lost', tagMac: silent })
  try {
    await tick()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Status check' }).click()
    await dialog().getByText('All Tag Status Collect').click()
    await dialog().getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Collecting status · 1' }).click()
    await dialog().getByText(`5 of ${labels} tags answered`).waitFor()
    const row = dialog()
      .locator('tr[data-row]')
      .filter({ hasText: silent ?? '' })
    // The rows are asked for beside the count.
    await expect.poll(() => dialog().locator('tr[data-row]').filter({ hasText: 'Answered' }).count()).toBe(5)
    expect(await row.innerText()).toContain('Waiting')
    await dialog().getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Are you sure you want to stop?').waitFor()
    await dialog().last().getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped', { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Collecting status/ }).waitFor({ state: 'detached' })
    expect((await client.statusCheck.collecting()).storeList).toEqual([])
  } finally {
    fleet.faults.clear('tag-lost')
  }
})

test('a gateway scan: every gateway calls what it hears, and answers how many', async () => {
  await client.statusCheck.start({ body: { storeCode, cmd: 'GATEWAY_SCAN' } })
  const progress = () => client.statusCheck.progress({ params: { storeCode } })
  await until('both gateways have answered', async () => (await progress()).collection?.outcome === 'DONE')
  const { gatewayList } = await progress()
  expect(gatewayList).toHaveLength(2)
  expect(gatewayList.reduce((sum, gateway) => sum + Number(gateway.detail), 0)).toBeGreaterThanOrEqual(labels)
  expect(await statuses()).toMatchObject({ OK: labels })
})

test('a mistyped id is expected, holds nothing up, and is removed again', async () => {
  const mistyped = '5A3C9E0250103665'
  const row = page.locator('tr[data-row]').filter({ hasText: mistyped })
  const { taskId } = await client.tags.assign({ body: { storeCode, tagList: [{ tagMac: mistyped, prCode: eanOf(0) }] } })
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?view=table`)
  await row.getByText('Expected').waitFor()
  const task = async () => (await client.tasks.search({ params: {}, body: { filter_taskId: taskId, condition_taskId: '==' } })).data[0]
  await until('its task is over', async () => (await task())?.left === 0)
  expect(await task()).toMatchObject({ failed: 0, superseded: 1 })
  await client.statusCheck.start({ body: { storeCode, cmd: 'ALL_TAG_STATUS_COLLECT' } })
  const newest = async () => (await client.statusCheck.progress({ params: { storeCode } })).collection
  await until('all that are there have answered', async () => (await newest())?.outcome === 'DONE')
  expect(await newest()).toMatchObject({ total: labels, answered: labels })
  expect((await client.exceptions.statistics({ params: { storeCode } })).errorTags).toBe(0)

  const act = async (name: string, confirm: string, choice?: string) => {
    await page.getByRole('checkbox', { name: `Select ${mistyped}` }).click()
    await bar().getByRole('button', { name }).click()
    if (choice !== undefined) await dialog().getByText(choice, { exact: true }).first().click()
    await dialog().getByRole('button', { name: confirm, exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
  }
  await act('Deassign', 'Deassign')
  await until('it has no product', async () => (await client.tags.detail({ params: { storeCode, tagMac: mistyped } })).tag.prCode === null)
  await act('State or removal', 'Remove', 'Remove')
  await row.waitFor({ state: 'detached' })
  expect(await client.tags.counts({ params: { storeCode } })).toMatchObject({ total: labels })
})

test('a collection goes on after the server was killed, without the push channel too', async () => {
  const silent = shop.tagMacs[5]
  fleet.faults.add({ kind: 'tag-lost', tagMac: silent })
  await client.statusCheck.start({ body: { storeCode, cmd: 'ALL_TAG_STATUS_COLLECT' } })
  const newest = async () => (await client.statusCheck.progress({ params: { storeCode } })).collection
  await until('the others have answered', async () => (await newest())?.answered === labels - 1)
  await server.kill()
  server = await stage.startServer({ ports: server.ports })
  // A page whose push channel never opens asks by itself.
  const deaf = await openPage(browser)
  await deaf.routeWebSocket(/\/push$/, (socket) => void socket.close())
  await signInAt(deaf, `${server.url}/#/tag/detail/${storeCode}`)
  await deaf.getByRole('button', { name: 'Collecting status · 1' }).waitFor()
  fleet.faults.clear('tag-lost')
  await until('it is over', async () => (await newest())?.outcome === 'DONE')
  await deaf.getByRole('button', { name: /^Collecting status/ }).waitFor({ state: 'detached' })
  await deaf.close()
})

test('swapped in its panel: the new label shows what the old one showed, which goes blank; one that carries a product is asked about', async () => {
  const [from = '', to = ''] = shop.tagMacs.slice(2, 4)
  const shown = await glass(from)
  expect(await glass(to)).not.toBe(shown)
  await page.goto(`${server.url}/#/tag/detail/${storeCode}?view=table&peek=${from}`)
  await page.locator('aside[data-part=peek]').getByRole('button', { name: 'Swap', exact: true }).click()
  const swap = dialog().getByRole('button', { name: 'Swap', exact: true })
  await swap.click()
  await dialog().getByText('Enter Tag ID, Please!').first().waitFor()
  await dialog().getByLabel('ID of the new tag').fill(to)
  await swap.click()
  await dialog().getByText('The new label already carries a product. It will be replaced.').waitFor()
  const productOf = async (tagMac: string) => (await client.tags.detail({ params: { storeCode, tagMac } })).tag.prCode
  expect([await productOf(from), await productOf(to)]).toEqual([eanOf(2), eanOf(3)])
  await dialog().getByRole('button', { name: 'Swap all the same' }).click()
  await page.getByText(`was swapped for ${to}`).waitFor()
  await until('the new label shows what the old one showed', async () => (await glass(to)) === shown)
  await until('the old one is blank', async () => (await glass(from)) !== shown)
  expect([await productOf(from), await productOf(to)]).toEqual([null, eanOf(2)])
})
