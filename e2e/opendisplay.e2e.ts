/** OpenDisplay panels from their address to a price on their glass, which they confirm themselves, through a bridge in the shop. */
import { join } from 'node:path'
import { systemClock } from '@endcap/bridge/clock'
import { startPanels, type PanelSettings, type SimulatedPanel } from '@endcap/bridge/opendisplay/simulator'
import { beforeAll, expect } from 'vitest'
import { createStore, deviceOf, hereAllowed, isPicture, pixelsAt, probed, tagOf } from './access-points.ts'
import { forkBridge, type BridgeProcess } from './bridge.ts'
import { testsInOrder } from './in-order.ts'
import { setStage } from './stage.ts'
import { eanOf, freePorts, signIn, until, uploadPrices, type ApiClient, type Ports, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'PANELS'
const refreshMs = 1500
/** The key of the last panel, which answers only to its holder. */
const masterKey = '00112233445566778899aabbccddeeff'
/** Of each way in which pictures are packed: rows, planes, and a panel that is mounted upright; the last one is encrypted. */
const settings: (PanelSettings & { tagType: string })[] = [
  { mac: 'D0CF5E000001', width: 400, height: 300, scheme: 3, tagType: 'px-400x300-bwry' },
  { mac: 'D0CF5E000002', width: 800, height: 480, scheme: 0, manufacturer: 1, board: 12, lights: 1, tagType: 'od-e1001' },
  { mac: 'D0CF5E000003', width: 184, height: 360, scheme: 1, rotation: 1, tagType: 'px-360x184-bwr' },
  { mac: 'D0CF5E000004', width: 296, height: 128, scheme: 1, masterKey, tagType: 'px-296x128-bwr' },
]
const tagMacs = settings.map(({ mac }) => `0D15${mac}`)
const stage = setStage()
let ports: Ports
let server: ServerProcess
let client: ApiClient
let panels: SimulatedPanel[]
let bridge: BridgeProcess
let gwMac: string

beforeAll(async () => {
  ports = await freePorts()
  await start()
  await createStore(client, storeCode)
  const simulated = await startPanels({ clock: systemClock, panels: settings.map((one) => ({ refreshMs, ...one })) })
  panels = simulated.panels
  stage.atEnd(simulated.close)
})
async function start() {
  server = await stage.startServer({ ports })
  client = await signIn(server.url)
}
const countOf = async (status: 'OK' | 'DEASSIGN') => (await client.tags.counts({ params: { storeCode } })).byStatus[status] ?? 0
const showing = (cents: number) =>
  panels.filter(({ glass }, index) => isPicture(glass, pixelsAt(index, cents + index, settings[index]?.tagType ?? ''))).length
const bringPrices = (cents: number) =>
  uploadPrices(
    client,
    storeCode,
    settings.map((_, index) => cents + index),
  )
const timelineOf = async (index: number) => (await client.tags.detail({ params: { storeCode, tagMac: tagMacs[index] ?? '' } })).timeline

test('panels are added by their addresses, and found with what they are', async () => {
  const made = await client.bridges.create({ body: { name: 'Shop', storeCodes: [storeCode] } })
  bridge = forkBridge({
    serverUrl: server.url,
    token: made.token,
    dataFolder: join(stage.folder, 'bridge'),
    env: hereAllowed,
  })
  stage.atEnd(() => bridge.kill())
  const { bridgeId } = made
  const address = panels.map((panel) => panel.address).join(', ')
  const tried = await probed(client, { bridgeId, kind: 'opendisplay', address: panels[1]?.address ?? '' })
  expect(tried).toMatchObject({ maker: 'Seeed', model: 'reTerminal E1001', mac: 'D0CF5E000002' })
  // An encrypted one says nothing without its key.
  const sealed = { bridgeId, kind: 'opendisplay' as const, address: panels[3]?.address ?? '' }
  expect((await client.accessPoints.probe({ body: sealed })).problem).toMatch(/key/)
  const keys = { D0CF5E000004: masterKey }
  expect(await probed(client, { ...sealed, keys })).toMatchObject({ model: 'OpenDisplay panel', mac: 'D0CF5E000004' })
  ;({ gwMac } = await client.accessPoints.create({ body: { storeCode, kind: 'opendisplay', name: 'Panels', address, keys, bridgeId } }))
  await until('it is online', async () => (await deviceOf(client, gwMac))?.state === 'online')
  await until('all panels are found', async () => (await countOf('DEASSIGN')) === panels.length)
  for (const [index, tagMac] of tagMacs.entries())
    expect(await tagOf(client, storeCode, tagMac)).toMatchObject({ tagType: settings[index]?.tagType, gwMac, battery: 3.95 })
})

test('prices of a file reach their glass, pixel by pixel, and they confirm it', async () => {
  await bringPrices(199)
  await client.tags.assign({ body: { storeCode, tagList: tagMacs.map((tagMac, index) => ({ tagMac, prCode: eanOf(index) })) } })
  await until('all prices are reported', async () => (await countOf('OK')) === panels.length)
  expect(showing(199)).toBe(panels.length)
  for (const index of tagMacs.keys())
    expect((await timelineOf(index))[0]).toMatchObject({ kind: 'SHOW', state: 'SHOWN', confirmed: true, gwMac })
  const { data } = await client.tasks.search({ params: {}, body: { filter_storeCode: storeCode } })
  expect(data[0]).toMatchObject({ totalTags: panels.length, shown: panels.length, delivered: 0 })
})

test('a panel with a light flashes', async () => {
  const light = { duration: 1, ledState: 1, ledBrightness: 1, blinkingSpeed: 2 }
  await client.tagControl.led({ body: { storeCode, tagList: [{ tagMac: tagMacs[1] ?? '', ...light }] } })
  await until('its light is over', async () => (await timelineOf(1)).some(({ kind, state }) => kind === 'LED' && state === 'SHOWN'))
  expect(panels[1]?.lights.length).toBeGreaterThan(0)
  expect(showing(199)).toBe(panels.length)
})

test('while the server is away panels are drawn on, and all is reported afterwards', async () => {
  // No panel is reached until the server has gone.
  await Promise.all(panels.map((panel) => panel.sleep()))
  const { taskId } = await bringPrices(799)
  await until('the bridge has all pictures', async () =>
    (await Promise.all([...tagMacs.keys()].map(timelineOf))).every(([newest]) => newest?.taskId === taskId && newest.state === 'SENT'),
  )
  await server.kill()
  await Promise.all(panels.map((panel) => panel.wake()))
  await until('all glasses show the new price', () => showing(799) === panels.length)
  const drawn = panels.map((panel) => panel.drawn)
  await start()
  await until('all is reported', async () => (await countOf('OK')) === panels.length)
  for (const index of tagMacs.keys()) expect((await timelineOf(index))[0]).toMatchObject({ taskId, state: 'SHOWN', confirmed: true })
  expect(panels.map((panel) => panel.drawn)).toEqual(drawn)
})
