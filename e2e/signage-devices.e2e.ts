/**
 * Displays in the console, with displays behind them that speak the real protocol: they are taken in, told what to do, and what they hear is
 * what was asked; what they report stands in the open list, on the map and among the alarms.
 */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { createDisplay, type TestDisplay } from './protocol-display.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { addMember, createShop, eanOf, signIn, until, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'SIGN'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let page: Page
let bread: TestDisplay
let milk: TestDisplay

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await createShop(client, { storeCode, gateways: 1, tags: 2 })
  await uploadPrices(client, storeCode, [199, 249])
  await createShop(client, { storeCode: 'EMPTY', gateways: 1, tags: 0 }, 2)
  const { enrolToken } = await client.displays.saveSetting({ params: { storeCode }, body: { newEnrolToken: true } })
  bread = createDisplay(server.url, { mac: '02:ec:d3:00:00:01', name: 'Bread', model: 'IP231A', storeCode, enrolToken: enrolToken ?? '' })
  const plain = { host: false, reboot: false, brightness: false, screenshot: false, update: false }
  const large = { model: 'IP291TA', screen: { width: 1920, height: 540 }, caps: plain }
  milk = createDisplay(server.url, { mac: '02:ec:d3:00:00:02', name: 'Milk', storeCode, enrolToken: enrolToken ?? '', ...large })
  for (const display of [bread, milk]) {
    await display.announce()
    await display.manifest()
    await display.beat()
  }
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/plus/device`)
  await page.getByRole('heading', { name: 'Displays' }).waitFor()
})
beforeEach(needChromium)
afterAll(() => {
  for (const display of [bread, milk]) display?.stop()
})

const open = (path: string) => page.goto(`${server.url}/#${path}`)
const openList = async () => {
  await open(`/plus/device/list/${storeCode}`)
  // Whatever stood open before.
  await page.reload()
  await row('Bread').waitFor()
}
const row = (text: string) => page.locator('tr[data-row]').filter({ hasText: text })
const rowShows = (which: string, ...texts: string[]) => texts.reduce((rows, text) => rows.filter({ hasText: text }), row(which)).waitFor()
const dialog = (): Locator => page.getByRole('dialog')
const press = (name: string | RegExp) =>
  dialog()
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click()
const gone = () => dialog().waitFor({ state: 'detached' })
const tick = (name: string) => row(name).getByRole('checkbox').check()
const bar = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true }).click()
async function ofStore(name: string) {
  await page.getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await dialog().waitFor()
}
const infoOf = (display: TestDisplay) => client.displays.info({ params: { storeCode, plusMac: display.mac } })
const clearSelection = async () => {
  const clear = page.getByRole('button', { name: 'Clear selection' })
  if (await clear.isVisible()) await clear.click()
}
async function accessible() {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.evaluate((scheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme), theme)
    expect(await violationsOf(page)).toEqual([])
  }
}

test('the overviews of all six kinds lead to the list of each store; the map shows the same stores', async () => {
  await rowShows(storeCode, 'Normal', '2')
  await rowShows('EMPTY', 'Normal', '0')
  await accessible()
  const kinds = { image: 'Images', video: 'Videos', widget: 'Widgets', template: 'Templates', schedule: 'Schedules' }
  for (const [kind, title] of Object.entries(kinds)) {
    await open(`/plus/${kind}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await rowShows(storeCode, 'Normal', '2')
    expect(await row(storeCode).getByRole('link').getAttribute('href')).toContain(`/plus/${kind}/list/${storeCode}`)
  }
  await open('/plus/device')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  const list = page.getByRole('region', { name: 'Stores on the map' })
  await list.getByRole('listitem').filter({ hasText: storeCode }).getByRole('button').click()
  const info = page.getByRole('region', { name: `Shop ${storeCode}` })
  await expect.poll(() => info.innerText()).toMatch(/Displays\s+2\s+Online\s+2\s+Offline\s+0/)
  await info.getByRole('link').click()
  await page.waitForURL(new RegExp(`/plus/device/list/${storeCode}`))
  await rowShows('Bread', 'Online', '1.4.0', 'IP231A')
})

test('a display that waits stands in the list with its code and is taken in by typing it', async () => {
  const fish = createDisplay(server.url, { mac: '02:ec:d3:00:00:03', name: 'Fish', storeCode })
  const code = await fish.announce()
  await openList()
  await rowShows('Fish', 'Waiting', String(code))
  await row('Fish').getByRole('button', { name: 'Take in Fish' }).click()
  await dialog().getByLabel('Code').fill('000')
  await press('Take in')
  await dialog().getByRole('alert').waitFor()
  await dialog().getByLabel('Code').fill(String(code))
  await dialog().getByLabel('Name').fill('Fish counter')
  await accessible()
  await press('Take in')
  await gone()
  expect(await fish.announce()).toBeUndefined()
  await rowShows('Fish counter', 'Online')
  // Removed, it has no token any more.
  await tick('Fish counter')
  await bar('Remove')
  await dialog().getByText('1 display leaves this store', { exact: false }).waitFor()
  await press('Remove')
  await page.getByText('Device is removed.').waitFor()
  await row('Fish counter').waitFor({ state: 'detached' })
  await expect(fish.beat()).rejects.toThrow('401')
  fish.stop()
})

test('what is asked of ticked displays is what they hear', async () => {
  await openList()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sync' }).click()
  await press('Sync')
  await dialog().getByRole('alert').getByText('No row selected. Please select one or more rows.').waitFor()
  await page.keyboard.press('Escape')
  await gone()
  await tick('Bread')
  await tick('Milk')
  await bar('Sync')
  await dialog().getByText('Bread, Milk', { exact: false }).waitFor()
  await press('Sync')
  await Promise.all([bread.asked('sync'), milk.asked('sync')])

  await tick('Milk')
  await bar('Reboot')
  await dialog().getByText('Without the host program only the browser starts anew: Milk.').waitFor()
  await press('Reboot')
  await milk.asked('reboot')

  await tick('Bread')
  await tick('Milk')
  await bar('Update software')
  await dialog().getByText('2 displays install the newest software', { exact: false }).filter({ hasText: 'Bread, Milk' }).waitFor()
  await dialog().getByText('Without a host program that installs software nothing happens: Milk.').waitFor()
  await accessible()
  await press('Install')
  await page.getByText('2 displays were asked to update.').waitFor()
  await Promise.all([bread.asked('update'), milk.asked('update')])

  await tick('Bread')
  await bar('Show information')
  for (const wrong of ['10', '300', '11.5']) {
    await dialog().getByLabel('Duration in seconds').fill(wrong)
    await press('Show')
    await dialog().getByText('You entered an incorrect value').waitFor()
    await dialog().getByText('This value must be greater than 10 and less than 300.').waitFor()
  }
  await dialog().getByLabel('Duration in seconds').fill('11')
  await accessible()
  await press('Show')
  expect((await bread.asked('info')).args).toEqual({ seconds: 11 })

  await tick('Bread')
  await bar('Fixed slide')
  await dialog().getByLabel('Fixed slide', { exact: true }).fill('2')
  await press('Apply')
  await gone()
  expect((await bread.manifest()).plan).toMatchObject({ line: 'v0', showIdx: 2 })
  await rowShows('Bread', '2')
  await tick('Bread')
  await bar('Fixed slide')
  await dialog().locator('label', { hasText: 'All slides in turn' }).click()
  await press('Apply')
  await gone()
  expect((await bread.manifest()).plan).toMatchObject({ line: 'v0', showIdx: null })

  await tick('Milk')
  await bar('Change mode')
  await dialog().locator('label', { hasText: 'Off' }).click()
  await press('Switch mode')
  await gone()
  expect([(await bread.manifest()).mode, (await milk.manifest()).mode]).toEqual(['normal', 'off'])
  await ofStore('Mode of all displays')
  await dialog().locator('label', { hasText: 'Products' }).click()
  await press('Switch mode')
  await gone()
  expect([(await bread.manifest()).mode, (await milk.manifest()).mode]).toEqual(['product', 'product'])
})

test('a template is applied to displays of its size; wrong sizes are named; without update it is held until the next sync', async () => {
  const slides = [{ duration: 20, bgColor: '#102030', object: [], schedule: [], empty: false }]
  await client.slideTemplates.save({ params: { storeCode, templateName: 'Week 47' }, body: { size: '23.1', show: slides } })
  await openList()
  await clearSelection()
  await tick('Bread')
  await tick('Milk')
  await bar('Apply template')
  await dialog().getByPlaceholder('Choose a template').click()
  await page.getByRole('option', { name: 'Week 47' }).click()
  const wrong = dialog().getByRole('alert')
  await wrong.getByText('The template is for 23.1 inches. These displays have another size:').waitFor()
  expect(await wrong.getByRole('listitem').allInnerTexts()).toEqual(['Milk (29 in)'])
  expect(await dialog().getByRole('button', { name: 'Apply', exact: true }).isDisabled()).toBe(true)
  await accessible()
  await press('Cancel')
  await gone()
  await clearSelection()
  await tick('Bread')
  await bar('Apply template')
  await dialog().getByPlaceholder('Choose a template').click()
  await page.getByRole('option', { name: 'Week 47' }).click()
  await dialog().getByLabel('Update the displays now').uncheck()
  await press('Apply')
  // It is in mode Products since the journey before.
  await dialog().locator('[data-part=overridden]').getByText('Bread: Its products').waitFor()
  await page.keyboard.press('Escape')
  await gone()
  await rowShows('Bread', 'Week 47')
  expect((await bread.manifest()).plan).toMatchObject({ line: 'v0', slides: [] })
  await tick('Bread')
  await bar('Sync')
  await press('Sync')
  await gone()
  await expect.poll(async () => (await bread.manifest()).plan).toMatchObject({ slides: [{ duration: 20 }] })
})

test('assigning by scanning: a list into free places, one product into a place, off again, and it flashes', async () => {
  await openList()
  await clearSelection()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const [device, product] = [dialog().getByLabel('Device ID'), dialog().getByLabel('Product code')]
  await device.fill(bread.mac.toUpperCase().replaceAll(':', '-'))
  await press('Assign')
  await dialog().getByText('Enter Product Code, Please!').waitFor()
  await product.fill(eanOf(0))
  await page.keyboard.press('Enter')
  await product.fill(eanOf(1))
  await press('Assign')
  await dialog().getByText('Do you want to add the entered product code to the list?').waitFor()
  await accessible()
  await press('Yes')
  await dialog().getByRole('status').getByText(bread.mac).waitFor()
  expect(await device.inputValue()).toBe('')
  expect((await bread.manifest()).products.map(({ slot, prCode }) => `${slot} ${prCode}`)).toEqual([`1 ${eanOf(0)}`, `2 ${eanOf(1)}`])
  await device.fill(`${bread.mac}5`)
  await dialog().getByText('One product into place 5').waitFor()
  await product.fill(eanOf(0))
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await bread.manifest()).products.map(({ slot }) => slot)).toEqual([1, 2, 5])
  await device.fill(`${bread.mac}99`)
  await product.fill(eanOf(0))
  await page.keyboard.press('Enter')
  await expect.poll(() => device.inputValue()).toBe('')
  expect(await dialog().getByRole('alert').count()).toBe(0)
  await page.keyboard.press('Escape')
  await rowShows('Bread', eanOf(0))

  await ofStore('Blink a product')
  await press('Blink a product')
  await dialog().getByLabel('Product code').fill(eanOf(1))
  await page.keyboard.press('Enter')
  expect((await bread.asked('blink')).args).toEqual({ slot: 2 })
  await page.keyboard.press('Escape')
  await gone()
  await ofStore('Deassign')
  await dialog().getByLabel('Device ID').fill(`${bread.mac}5`)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await bread.manifest()).products.map(({ slot }) => slot)).toEqual([1, 2])
  await page.keyboard.press('Escape')
  await gone()

  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await dialog().getByLabel('Address, name or product code').fill(eanOf(1))
  await dialog().getByText('1 display found').waitFor()
  await accessible()
  await dialog().getByRole('listitem').filter({ hasText: 'Bread' }).getByRole('button').click()
  await page.getByRole('dialog', { name: 'Bread' }).waitFor()
  await page.keyboard.press('Escape')
})

test('the information of a display: what it reports, its screen, and settings that save by themselves', async () => {
  // What went before may have taken longer than a display may be silent.
  await bread.beat()
  await openList()
  await row('Bread').getByRole('button', { name: 'Information of Bread' }).click()
  for (const text of ['Slide 2', 'player 1.4.0', '192.0.2.17', '-58 dBm', '41 %', '35 %', '1920 × 158'])
    await dialog().getByText(text).first().waitFor()
  await press('Take a picture')
  await bread.asked('screenshot')
  await dialog().getByRole('img', { name: 'Screen at' }).waitFor()
  await dialog().getByLabel('Volume').fill('7')
  await dialog().getByLabel('Name').fill('Rye bread')
  await dialog().getByText('Saved').waitFor()
  const { device, settings } = await bread.manifest()
  expect([device.name, Math.round(settings.volume * 15)]).toEqual(['Rye bread', 7])
  await dialog().getByLabel('Time zone').first().fill('Tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await expect.poll(async () => (await bread.manifest()).settings.timeZone).toBe('Asia/Tokyo')
  await accessible()
  await dialog().getByLabel('Name').fill('Bread')
  // Closing does not lose what was typed a moment ago.
  await page.keyboard.press('Escape')
  await gone()
  await expect.poll(async () => (await infoOf(bread)).name).toBe('Bread')

  await row('Milk').getByRole('button', { name: 'Information of Milk' }).click()
  await dialog().getByText('This display cannot set its brightness').waitFor()
  expect(await dialog().getByLabel('Brightness').isDisabled()).toBe(true)
  expect(await dialog().getByRole('button', { name: 'Take a picture' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await gone()
})

test('a product that a display leaves out is named with its reason: by the check of the file, beside the display, in the status of the store', async () => {
  await client.displays.assign({ body: { storeCode, devList: [{ mac: `${milk.mac}5`, product: eanOf(1) }] } })
  const buffer = Buffer.from(`PRODUCT_CODE,NAME,PRICE\n${eanOf(1)},Olive oil,\n`)
  await open(`/product/list/${storeCode}`)
  await page.reload()
  await page.getByRole('button', { name: 'Upload file' }).click()
  await dialog().locator('input[type=file]').setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer })
  await press('Check')
  await dialog()
    .getByText(/\d products? would be left out on/)
    .waitFor()
  const named = dialog()
    .getByRole('list', { name: 'Products that displays would leave out' })
    .getByRole('listitem')
    .filter({ hasText: 'Milk' })
  for (const text of [eanOf(1), milk.mac, 'The price is empty or no number']) await named.getByText(text).waitFor()
  await accessible()
  await press('Apply')
  await dialog()
    .getByText(/1 rows?: 1 changed/)
    .waitFor()
  await openList()
  await row('Milk').getByRole('button', { name: 'Information of Milk' }).click()
  await dialog()
    .locator('[data-part=display-lack]')
    .filter({ hasText: eanOf(1) })
    .getByText('The price is empty or no number')
    .waitFor()
  await accessible()
  await page.keyboard.press('Escape')
  await gone()
  await ofStore('Status detail')
  const leftOut = dialog()
    .getByRole('row')
    .filter({ hasText: eanOf(1) })
    .filter({ hasText: 'Milk' })
  await leftOut.getByText('The price is empty or no number').waitFor()
  await accessible()
  await page.keyboard.press('Escape')
  await gone()
  await uploadPrices(client, storeCode, [199, 249])
  await expect.poll(async () => (await infoOf(milk)).leftOut).toEqual([])
})

test('the settings of the store: its token is shown and renewed, the dot and proof of play reach the displays', async () => {
  await openList()
  await ofStore('Settings')
  const token = dialog().getByLabel('Enrolment token')
  await expect.poll(() => token.inputValue()).toMatch(/^[\w-]{24}$/)
  const before = await token.inputValue()
  await press('Renew the token')
  await dialog().getByRole('alert').getByRole('button', { name: 'Renew the token' }).click()
  await expect.poll(() => token.inputValue()).not.toBe(before)
  const late = { mac: '02:ec:d3:00:00:07', storeCode }
  expect(await createDisplay(server.url, { ...late, enrolToken: before }).announce()).toMatch(/^\d{6}$/)
  await dialog().getByLabel('Dot while offline').uncheck()
  await dialog().getByLabel('Proof of play').check()
  await accessible()
  await press('Save')
  await gone()
  expect((await bread.manifest()).settings).toMatchObject({ offlineDot: false, proofOfPlay: true })
  await client.displays.remove({ params: { storeCode, plusMac: late.mac } })
})

test('what displays say that they have shown can be looked through and is summed up by days', async () => {
  const address = 'webpage:http://shop.example/offers'
  const at = Date.now() - 600_000
  await bread.played(
    1,
    [0, 1].map((turn) => ({ content: address, from: at + turn * 40_000, to: at + turn * 40_000 + 30_000 })),
  )
  await openList()
  await page.getByRole('button', { name: 'Store', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Proof of play' }).click()
  await page.waitForURL(`**/#/plus/play/${storeCode}`)
  const played = page.locator('tr[data-row]').filter({ hasText: address }).filter({ hasText: 'Bread' })
  await expect.poll(() => played.count()).toBe(2)
  await accessible()
  await page.getByRole('link', { name: 'Sums' }).click()
  await page.waitForURL(`**/#/plus/play/sum/${storeCode}`)
  const sums = page.locator('tr[data-row]').filter({ hasText: address })
  await expect.poll(() => sums.first().innerText()).toMatch(/\d{4}-\d\d-\d\d/)
  await page.getByRole('button', { name: '7 days' }).click()
  await page.waitForURL(/days=7/)
  await sums.first().waitFor()
  // By display alone, from a day on; the address keeps both.
  const by = page.getByRole('group', { name: 'Sum up by' })
  for (const name of ['Display', 'Day', 'Content']) await by.getByRole('button', { name }).click()
  await expect(by.getByRole('button', { name: 'Display' }).isDisabled()).resolves.toBe(true)
  const day = new Date(at - 3 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('From', { exact: true }).fill(day)
  await page.waitForURL(new RegExp(`by=display&from=${day}&to=`))
  await page.reload()
  await page.getByRole('row', { name: /^Bread 2 1:00$/ }).waitFor()
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'Total' }).innerText()).toMatch(/Times 2\s+Displays 1\s+Length 1:00/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Download' }).click()
      await page.getByRole('menuitem', { name: /^Sums \(CSV\)/ }).click()
    })(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toBe('\uFEFFDisplay,Times,Length\r\nBread,2,60\r\n')
  await accessible()
})

test('a disk over its threshold stands in the status detail and the alarm history, a second display of the same address in the alarm history', async () => {
  await openList()
  await ofStore('Alarm setting')
  await dialog().getByLabel('Memory threshold').fill('0')
  await press('Save')
  await dialog().getByText('Thresholds are whole numbers from 1 to 100.').waitFor()
  await dialog().getByLabel('Memory threshold').fill('90')
  await dialog().getByLabel('Disk threshold').fill('80')
  await accessible()
  await press('Save')
  await gone()
  for (let turn = 0; turn < 3; turn++) await bread.beat({ disk: 82 })
  await ofStore('Status detail')
  await dialog().getByRole('row').filter({ hasText: 'Bread' }).filter({ hasText: '82 %' }).waitFor()
  await accessible()
  await page.keyboard.press('Escape')
  await gone()
  await expect(createDisplay(server.url, { mac: bread.mac }).announce()).rejects.toThrow('409')
  await open('/plus/device')
  await rowShows(storeCode, 'Alarm')
  await open('/alarm/history')
  await rowShows('The disk of Bread is nearly full', storeCode, 'Open')
  await rowShows('Another display says it is Bread', storeCode)
  for (let turn = 0; turn < 3; turn++) await bread.beat({ disk: 30 })
  await rowShows('The disk of Bread is nearly full', 'Cleared')
  // Paired anew: the one that announces itself next takes its place.
  await openList()
  await row('Bread').getByRole('button', { name: 'Information of Bread' }).click()
  await press('Pair anew')
  await dialog().getByRole('alert').getByRole('button', { name: 'Pair anew' }).click()
  await until('the place is free', async () => (await infoOf(bread)).status === 'OFFLINE')
  await expect(bread.beat()).rejects.toThrow('401')
  await bread.announce()
  await page.keyboard.press('Escape')
  await rowShows('Bread', 'Online')
})

test('one that falls silent is offline in the open list, an alarm until it is heard again', async () => {
  await openList()
  milk.stop()
  const beats = setInterval(() => void bread.beat(), 20_000)
  try {
    await row('Milk').filter({ hasText: 'Offline' }).waitFor()
  } finally {
    clearInterval(beats)
  }
  await open('/alarm/history')
  await rowShows('Display Milk does not answer', storeCode, 'Open')
  await milk.beat()
  await rowShows('Display Milk does not answer', 'Cleared')
})

test('who may only read sees displays and what they are, and can change nothing', async () => {
  const { role_id } = await client.roles.save({
    body: { name: 'Looks at displays', privilege: [{ key: 'plus', read: true, write: false }] },
  })
  const first = { email: 'reader@endcap.example', password: 'journey-reader-password-1' }
  const reader = await addMember(client, server.url, { ...first, name: 'Reader', role_id, store: [storeCode] })
  // It was paired anew since it reported last.
  await bread.beat()
  const own = await openPage(page.context().browser()!)
  await signInAt(own, `${server.url}/#/plus/device/list/${storeCode}`, reader)
  await own.locator('tr[data-row]').first().waitFor()
  expect(await own.getByRole('button', { name: 'Assign', exact: true }).count()).toBe(0)
  expect(await own.getByRole('checkbox').count()).toBe(0)
  await own.getByRole('button', { name: 'Information of Bread' }).click()
  await own.getByRole('dialog').getByText('192.0.2.17').waitFor()
  expect(await own.getByRole('dialog').getByLabel('Name').getAttribute('readonly')).not.toBeNull()
  expect(await own.getByRole('dialog').getByRole('button', { name: 'Take a picture' }).count()).toBe(0)
  expect(await own.getByRole('dialog').getByRole('button', { name: 'Pair anew' }).count()).toBe(0)
})
