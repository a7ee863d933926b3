/**
 * Gateways in the console, on the real fleet: one that goes off is red everywhere, and what is asked of one really happens there: restart,
 * link check, logs, channels; an unknown gateway is approved and connects.
 */
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import type { Fault } from '@endcap/fleet/faults'
import { createFleet, type Fleet } from '@endcap/fleet/fleet'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test as aloneTest } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { testsInOrder } from './in-order.ts'
import { patienceMs } from './patience.ts'
import { need, needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, signIn, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

/** Faults end with their test, also where that fails: the next one finds its gateways well. */
const test = testsInOrder({ after: () => fleet.faults.clear() })
const storeCode = 'GWS'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page
const extra: Fleet[] = []

beforeAll(async () => {
  ;({ server, client, shop, fleet } = await stage.openShop({ storeCode, gateways: 2, tags: 30 }))
  await until('both gateways have reported', async () => (await states()).every((status) => status === 'NORMAL'))
  if (chromiumPath === undefined) return
  page = await openPage(await stage.launch())
  await signInAt(page, `${server.url}/#/store`)
  await page.getByRole('heading', { name: 'Stores and gateways' }).waitFor()
})
beforeEach(needChromium)
const addFault = (fault: Fault) => fleet.faults.add(fault)

const gatewaysNow = async () => (await client.gateways.ofStore({ params: { storeCode } })).gwList
const states = async () => (await gatewaysNow()).map((gateway) => gateway.status)
const near = () => shop.gateways[0]!.gwMac
const far = () => shop.gateways[1]!.gwMac
const statusOf = async (gwMac: string) => (await gatewaysNow()).find((gateway) => gateway.gwMac === gwMac)?.status
const go = (path: string) => page.goto(`${server.url}/#${path}`)
const row = (text: string, on = page) => on.locator('tr[data-row]').filter({ hasText: text })
const detail = async (gwMac: string) => {
  await go(`/store/${storeCode}/gw/${gwMac}`)
  await page.getByRole('heading', { name: gwMac }).waitFor()
}
/** The specification's colour of a state, as it is drawn. */
const colourIn = (where: string, on: Page) => on.locator(where).first().getAttribute('data-kind')

test('the list has every column of a gateway and leads to it', async () => {
  await go('/store')
  const store = row(storeCode)
  await expect.poll(() => store.innerText()).toMatch(/Shop GWS\s+GWS\s+2\s+2\s+0\s+0\s+Normal/)
  await store.getByRole('link', { name: `Shop ${storeCode}` }).click()
  await row(near()).waitFor()
  for (const heading of [
    'MAC',
    'GW index',
    'Tags',
    'IP',
    'Alternate IP',
    'Data channel',
    'Event channel',
    'Channel group',
    'GMP',
    'GRM',
    'Status',
    'Up link',
    'Down link',
    'Time sync',
    'Updated',
  ])
    expect(await page.getByRole('columnheader', { name: heading, exact: true }).count(), heading).toBe(1)
  const text = await row(near()).innerText()
  // The address stands there without its port.
  expect(text).toContain('10.0.0.1')
  expect(text).not.toContain('8080')
  await row(near()).getByRole('link', { name: near(), exact: true }).click()
  await page.getByRole('heading', { name: near() }).waitFor()
  for (const chart of ['Memory', 'RAM disk', 'Log disk'])
    await page.getByRole('img', { name: new RegExp(`^${chart}, Last 24 hours\\. ${chart}: now [\\d.]+ %`) }).waitFor()
  const services = page.getByRole('region', { name: 'Services' })
  for (const name of ['gmp', 'grm', 'ntp', 'mqtt'])
    expect(await services.getByRole('listitem').filter({ hasText: name }).innerText()).toContain('Running')
  expect(await page.getByRole('region', { name: 'Network' }).innerText()).toContain('10.0.0.1')
})

test('their screens are clean for axe, in light and dark', async () => {
  const found: string[] = []
  const look = async (place: string) => found.push(...(await violationsOf(page)).map((one) => `${place}: ${one}`))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const place of [
      '/store',
      '/store?tab=predefined',
      '/store?tab=waiting',
      `/store/detail/${storeCode}`,
      `/store/${storeCode}/gw/${near()}`,
    ]) {
      await go(place)
      await settled(page)
      await look(`${colorScheme} ${place}`)
    }
  }
  await page.emulateMedia({ colorScheme: null })
  expect(found).toEqual([])
})

test('a gateway that goes off is red in list, detail, overview and map, and green when it is back', async () => {
  const places = ['/store', '/store?viewType=map', `/store/detail/${storeCode}`, `/store/${storeCode}/gw/${near()}`]
  const context = page.context()
  const pages = await Promise.all(
    places.map(async (place) => {
      const one = await context.newPage()
      one.setDefaultTimeout(patienceMs)
      await one.goto(`${server.url}/#${place}`)
      return one
    }),
  )
  const [overview, map, list, one] = pages as [Page, Page, Page, Page]
  await Promise.all([row(storeCode, overview).waitFor(), row(near(), list).waitFor(), one.getByRole('heading', { name: near() }).waitFor()])
  await map.locator('[data-part=map-list] li').first().waitFor()
  const states = () =>
    Promise.all([
      row(storeCode, overview).locator('[data-part=state]').last().innerText(),
      map.locator('[data-part=map-list] li [data-part=state]').first().innerText(),
      row(near(), list).locator('[data-part=state]').first().innerText(),
      one.locator('[data-part=head] [data-part=state]').first().innerText(),
    ])
  await expect.poll(states).toEqual(['Normal', 'Normal', 'Normal', 'Normal'])
  addFault({ kind: 'gateway-offline', storeCode })
  await until('the server knows', async () => (await statusOf(near())) === 'OFFLINE' && (await statusOf(far())) === 'OFFLINE')
  await expect.poll(states).toEqual(['Offline', 'Offline', 'Offline', 'Offline'])
  for (const [where, on] of [
    ['tr[data-row] [data-part=state]', overview],
    ['[data-part=map-list] li [data-part=state]', map],
    ['tr[data-row] [data-part=state]', list],
    ['[data-part=head] [data-part=state]', one],
  ] as const)
    expect(await colourIn(where, on)).toBe('bad')
  fleet.faults.clear('gateway-offline')
  await until('the server knows', async () => (await statusOf(near())) === 'NORMAL')
  await expect.poll(() => one.locator('[data-part=head] [data-part=state]').first().innerText()).toBe('Normal')
  await until('both are back', async () => (await statusOf(far())) === 'NORMAL')
  await expect.poll(states).toEqual(['Normal', 'Normal', 'Normal', 'Normal'])
  await one.getByRole('button', { name: 'Alarm history' }).click()
  await expect.poll(() => one.locator('tr[data-row]').first().innerText()).toMatch(/GW STATUS ABNORMAL[\s\S]*Cleared/)
  for (const open of pages) await open.close()
})

describe('asking a gateway', () => {
  const dialog = () => page.getByRole('dialog')
  const askLink = async () => {
    await detail(near())
    await page.getByRole('button', { name: 'Check link' }).click()
  }
  test('the link check says "Success", and "Fail" with its reason when the gateway does not answer', async () => {
    await askLink()
    await dialog().getByText('Success', { exact: true }).waitFor()
    expect(await dialog().innerText()).toMatch(new RegExp(`${near()} answered after \\d+ ms`))
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    addFault({ kind: 'deaf', gwMac: near() })
    await askLink()
    await dialog().getByText('Fail', { exact: true }).waitFor()
    await dialog().getByText("Can't connect to the GW").waitFor()
    fleet.faults.clear('deaf')
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await dialog().getByText('Success', { exact: true }).waitFor()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
  })

  test('a reboot takes it off the air and back as another start', async () => {
    const before = fleet
      .gateways()
      .find((gateway) => gateway.setup.gwMac === near())!
      .session()
    await detail(near())
    await page.getByRole('button', { name: 'Reboot' }).click()
    await dialog().getByRole('button', { name: 'Reboot' }).click()
    await page.getByText('GW will restart soon.').waitFor()
    await expect.poll(() => page.locator('[data-part=head] [data-part=state]').first().innerText()).toBe('Offline')
    await expect.poll(() => page.locator('[data-part=head] [data-part=state]').first().innerText()).toBe('Normal')
    const after = fleet.gateways().find((gateway) => gateway.setup.gwMac === near())!
    expect([after.session() === before, after.isOnline()]).toEqual([false, true])
  })

  test('a reboot that the gateway does not answer says "GW reboot failed."', async () => {
    addFault({ kind: 'deaf', gwMac: near() })
    await detail(near())
    await page.getByRole('button', { name: 'Reboot' }).click()
    await dialog().getByRole('button', { name: 'Reboot' }).click()
    await dialog().getByText('GW reboot failed.').waitFor()
    fleet.faults.clear('deaf')
    await page.keyboard.press('Escape')
  })

  test('its log comes as a zip and tells what really happened to it', async () => {
    await detail(near())
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download log' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(new RegExp(`^gateway-log-${near()}-.*\\.zip$`))
    const files = readZip(readFileSync(await download.path()))
    expect([...files.keys()].toSorted()).toEqual(['gmp.log', 'grm.log'])
    const log = files.get('gmp.log')!.toString()
    expect(log).toMatch(/started, session \S+\n/)
    expect(log).toMatch(/asked for link-check/)
    expect(log).toMatch(/asked for reboot[\s\S]*restarting[\s\S]*started, session[\s\S]*connected to the server/)
  })

  test('the log of an offline gateway is refused in the words of the specification', async () => {
    addFault({ kind: 'gateway-offline', gwMac: far() })
    await until('the server knows', async () => (await statusOf(far())) === 'OFFLINE')
    await detail(far())
    await page.getByRole('button', { name: 'Download log' }).click()
    await page.getByText('Unable to log download from offline gateway.').waitFor()
    fleet.faults.clear('gateway-offline')
    await until('it is back', async () => (await statusOf(far())) === 'NORMAL')
  })
})

describe('settings', () => {
  const settingsOf = (gwMac: string) =>
    fleet
      .gateways()
      .find((gateway) => gateway.setup.gwMac === gwMac)!
      .settings()
  test('the channel setting reaches the gateways with that index, and the list shows what they report', async () => {
    await go('/store')
    await page.getByRole('button', { name: 'Channel setting' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add row' }).click()
    const field = (name: string) => dialog.getByLabel(name)
    // Specification 1 §3: what a new row begins with.
    expect([
      await field('GW index, index 0').inputValue(),
      await field('Data channel, index 0').inputValue(),
      await field('Event channel, index 0').inputValue(),
    ]).toEqual(['0', '11', '26'])
    await dialog.getByRole('button', { name: 'Add row' }).click()
    await dialog.getByText('GW index 0 stands here more than once.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await field('GW index, index 0').last().fill('1')
    await dialog.getByText('Data channel 11 is shared by the indexes 0, 1').waitFor()
    await field('Data channel, index 1').selectOption('19')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. 1 gateway gets other channels.').waitFor()
    await until('the gateway is set', () => settingsOf(far()).dataChannel === 19)
    expect(settingsOf(near()).dataChannel).toBe(11)
    await go(`/store/detail/${storeCode}`)
    await expect.poll(() => row(far()).locator('td').nth(7).innerText()).toBe('19')
    await page.reload()
    await go('/store')
    await page.getByRole('button', { name: 'Channel setting' }).click()
    expect(await field('Data channel, index 1').inputValue()).toBe('19')
    await page.keyboard.press('Escape')
  })

  test('a setting that is refused shows status text and code', async () => {
    await go('/store')
    await page.getByRole('button', { name: 'Channel setting' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Data channel, index 1').selectOption('27')
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(await dialog.getByRole('alert').innerText()).toMatch(/^Bad Request 400: .*Channel 27 needs outband.*It is off in GWS/)
    await page.keyboard.press('Escape')
  })

  test('one gateway is edited, all of a store are edited, and nothing changed says so', async () => {
    await go(`/store/detail/${storeCode}`)
    await row(near())
      .getByRole('button', { name: `Edit ${near()}` })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('IP', { exact: true }).fill('10.0.0.9:80')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Validation Error').waitFor()
    await dialog.getByText('Enter the correct ipv4 format in Gateway IP.').waitFor()
    await dialog.getByLabel('IP', { exact: true }).fill('10.0.0.9:8080')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await until('the gateway is set', () => settingsOf(near()).ip === '10.0.0.9:8080')
    await expect.poll(() => row(near()).innerText()).toContain('10.0.0.9')

    await page.getByRole('button', { name: 'Edit all' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('No changed! Gateway configurations have not been changed.').waitFor()
    await dialog.getByLabel(`GW index, ${near()}`).fill('x')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a number for the GW Index.').waitFor()
    await dialog.getByLabel(`GW index, ${near()}`).fill('7')
    await dialog.getByLabel(`Data channel, ${far()}`).selectOption('21')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await until('the gateway is set', () => settingsOf(far()).dataChannel === 21)
    expect((await gatewaysNow()).find((gateway) => gateway.gwMac === near())?.gwIndex).toBe(7)
  })

  test('a gateway that does not take its settings is named', async () => {
    addFault({ kind: 'deaf', gwMac: far() })
    await go(`/store/detail/${storeCode}`)
    await page.getByRole('button', { name: 'Edit all' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(`Data channel, ${near()}`).selectOption('22')
    await dialog.getByLabel(`Netmask, ${far()}`).fill('255.255.0.0')
    await dialog.getByLabel(`DNS server, ${near()}`).fill('10.0.0')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter the correct ipv4 format in DNS.').waitFor()
    await dialog.getByLabel(`DNS server, ${near()}`).fill('10.0.0.53')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('1 gateway has not taken its settings yet:').waitFor()
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([far()])
    expect(settingsOf(near())).toMatchObject({ dataChannel: 22, dns: '10.0.0.53' })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    fleet.faults.clear('deaf')
    // It is told until it takes them.
    await until('the gateway is set', () => settingsOf(far()).netmask === '255.255.0.0')
  })
})

describe('how gateways come and go', () => {
  const connect = (gwMac: string, secret: string, store = storeCode) => {
    const one = createFleet({
      serverUrl: server.url,
      mqttUrl: `mqtt://127.0.0.1:${server.ports.mqtt}`,
      gateways: [{ storeCode: store, gwMac, secret, ip: '10.0.0.77:8080' }],
      tags: [],
    })
    one.start()
    extra.push(one)
    stage.atEnd(() => one.stop())
    return one
  }

  test('an unknown gateway waits, is approved, and connects with its secret', async () => {
    const gwMac = '02ECAA000001'
    const stranger = connect(gwMac, 'made up')
    await go('/store')
    await page.getByRole('button', { name: /^Waiting for approval/ }).click()
    await expect.poll(() => row(gwMac).innerText()).toMatch(/Not registered[\s\S]*127\.0\.0\.1/)
    await row(gwMac)
      .getByRole('button', { name: `Approve ${gwMac}` })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Store' }).fill(storeCode)
    await page.getByRole('option', { name: storeCode }).click()
    await dialog.getByLabel('GW index').fill('3')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByText(`Gateway ${gwMac} belongs to store ${storeCode} now`).waitFor()
    const secret = await dialog.locator('code').innerText()
    await stranger.stop()
    connect(gwMac, secret)
    await until('it is connected', async () => (await statusOf(gwMac)) === 'NORMAL')
    await page.keyboard.press('Escape')
    await expect.poll(() => row(gwMac).count()).toBe(0)
    await detail(gwMac)
    await expect.poll(() => page.locator('[data-part=head] [data-part=state]').first().innerText()).toBe('Normal')
    // Shown once: the secret is nowhere any more.
    expect(await page.content()).not.toContain(secret)
  })

  test('a foreign gateway is rejected, on a phone too, and is not listed again though it goes on trying', async () => {
    const gwMac = '02ECAA0000FF'
    const stranger = connect(gwMac, 'made up')
    await page.setViewportSize({ width: 390, height: 844 })
    await go('/store?tab=waiting')
    await page.getByRole('button', { name: gwMac, exact: true }).click()
    await page
      .getByRole('dialog', { name: `Gateway ${gwMac}` })
      .getByText('127.0.0.1')
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    const asks = page.getByRole('dialog', { name: `Reject gateway ${gwMac}?` })
    await asks.getByText('It disappears from this list and cannot connect.').waitFor()
    await asks.getByRole('button', { name: 'Reject' }).click()
    await page.getByText(`Gateway ${gwMac} is forgotten.`).waitFor()
    await expect.poll(() => row(gwMac).count()).toBe(0)
    const waiting = async () => (await client.gateways.waiting({ params: {}, body: { filter_gwMac: gwMac } })).data
    expect(await waiting()).toEqual([])
    await stranger.stop()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('a new secret ends the old one at once', async () => {
    const gwMac = '02ECAA000001'
    await detail(gwMac)
    await page.getByRole('button', { name: 'New secret' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Issue new secret' }).click()
    const secret = await dialog.locator('code').innerText()
    await until('it is off', async () => (await statusOf(gwMac)) === 'OFFLINE')
    await page.keyboard.press('Escape')
    await go('/store?tab=waiting')
    await expect.poll(() => row(gwMac).innerText()).toContain(`Wrong secret · Shop ${storeCode}`)
    await extra.at(-1)!.stop()
    connect(gwMac, secret)
    await until('it is back', async () => (await statusOf(gwMac)) === 'NORMAL')
  })

  test('a predefined file is refused with its lines, taken when it is right, and can be looked at', async () => {
    await go('/store')
    await page.getByRole('button', { name: 'Predefine gateways' }).click()
    const dialog = page.getByRole('dialog')
    const upload = async (name: string, content: string) => {
      await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
      await dialog.getByRole('button', { name: 'Upload' }).click()
    }
    await upload('gateways.json', '{}')
    await dialog.getByText('Invalid file format').waitFor()
    await upload('gateways.csv', `storeCode,gwMac,gwIndex\n${storeCode},nonsense,1\n`)
    await dialog.getByRole('listitem').filter({ hasText: 'line 2: gwMac must be a gateway MAC' }).waitFor()
    await upload('gateways.txt', `storeCode,gwMac,gwIndex\n# back room\n\n${storeCode},02ECAA000009,9\n`)
    await dialog.getByText('1 gateway is taken in, 1 new.').waitFor()
    expect(await dialog.locator('code').innerText()).toMatch(/^[\w-]{43}$/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Predefined gateways' }).click()
    await expect.poll(() => row('02ECAA000009').innerText()).toMatch(new RegExp(`Shop ${storeCode}[\\s\\S]*Never heard`))
  })

  test('deleting one says what becomes of its tags, and it is gone from its line', async () => {
    await until('its tags are known', async () => (await client.tags.counts({ params: { storeCode } })).total >= shop.tagMacs.length)
    await detail(near())
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.innerText()).toMatch(/\d+ tags? (is|are) heard by (other gateways, too|no other gateway)/)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`Gateway ${near()} is deleted.`).waitFor()
    await page.waitForURL(new RegExp(`/store/detail/${storeCode}$`))
    await row(far()).waitFor()
    expect(await row(near()).count()).toBe(0)
    const gone = fleet.gateways().find((gateway) => gateway.setup.gwMac === near())!
    await until('its line is cut', () => !gone.isOnline())
    await until(
      'it is refused and waits',
      async () => (await client.gateways.waiting({ params: {}, body: { filter_gwMac: near() } })).data.length === 1,
    )
  })
})

aloneTest('a process without engine asks gateways of another one, and what it asked outlives that one', async (context) => {
  const own = setStage(onTestFinished)
  const needed = <T extends object>(peer: T | { missing: string }): T => {
    if (!('missing' in peer)) return peer
    need(context, peer.missing)
    throw new Error(peer.missing)
  }
  const database = needed(await own.postgres())
  const start = (env: Record<string, string>) =>
    own.startServer({ env: { DATABASE_URL: database.url, ENDCAP_BLOBS: `${own.folder}/blobs`, ...env } })
  // The gateways' secrets come from the server, and Mosquitto must know them before a gateway connects.
  const first = await start({})
  const place = await createShop(await signIn(first.url), { storeCode: 'TWO', gateways: 1, tags: 1 }, 2)
  await first.stop()
  const { gwMac, secret } = place.gateways[0]!
  const broker = needed(await own.startPeer<{ url: string; port: number }>('server/src/testing/serve-mosquitto.ts', { [gwMac]: secret }))
  const front = await start({ MQTT_URL: broker.url, ENDCAP_ROLES: 'api,worker' })
  const admin = await signIn(front.url)
  const engine = await start({ MQTT_URL: broker.url, ENDCAP_ROLES: 'engine' })
  own.startFleet(place, front, `mqtt://127.0.0.1:${broker.port}`)
  const status = async () => (await admin.gateways.ofStore({ params: { storeCode: 'TWO' } })).gwList[0]?.status
  await until('the gateway has reported', async () => (await status()) === 'NORMAL')
  expect(await admin.gateways.checkLink({ params: { gwMac } })).toMatchObject({ result: 'Success' })

  await engine.kill()
  // No engine serves the gateway: a clear answer in time, not a wait for ever.
  const began = performance.now()
  expect(await admin.gateways.checkLink({ params: { gwMac } })).toMatchObject({ result: 'Fail', message: "Can't connect to the GW" })
  expect(performance.now() - began).toBeLessThan(7000)
  const { taskId } = await admin.downloads.start({ body: { type: 1, storeCode: 'TWO', filter: { gwMac } } })
  await start({ MQTT_URL: broker.url, ENDCAP_ROLES: 'engine' })
  await until('the log is there', async () => (await admin.downloads.status({ params: { taskId } })).finishedAt !== null)
  expect(await admin.gateways.checkLink({ params: { gwMac } })).toMatchObject({ result: 'Success' })
})

/** Name → content of every entry of a small archive, by the directory at its end. */
function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const entries = new Map<string, Buffer>()
  let place = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const size = archive.readUInt32LE(place + 20)
    const [nameLength, extraLength, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(place + offset)) as [
      number,
      number,
      number,
    ]
    const name = archive.toString('utf8', place + 46, place + 46 + nameLength)
    const local = archive.readUInt32LE(place + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + size)
    entries.set(name, archive.readUInt16LE(place + 10) === 0 ? packed : inflateRawSync(packed))
    place += 46 + nameLength + extraLength + comment
  }
  return entries
}
