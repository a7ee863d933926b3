/** Labels of an OpenEPaperLink access point, from its address to a price on their glass, through the servers' own bridge. */
import { simulatedTypes, type AccessPoint } from '@endcap/bridge/openepaperlink/simulator'
import { beforeAll, expect } from 'vitest'
import {
  callUntil,
  createStore,
  deviceOf,
  hereAllowed,
  isPicture,
  openPoint,
  pixelsAt,
  probed,
  tagOf,
  type WatchedPoint,
} from './access-points.ts'
import { testsInOrder } from './in-order.ts'
import { setStage } from './stage.ts'
import { eanOf, signIn, until, uploadPrices, type ApiClient } from './system.ts'

const test = testsInOrder()
const storeCode = 'LABELS'
/** A type that stands in no catalogue: only the access point knows the panel. */
const unknownType = 0xf3
const unknownPanel = { name: 'Prototype', width: 312, height: 176, inks: new Map(simulatedTypes).get(0x01)?.inks ?? [] }
/** Tags by the types that they are found with. */
const labels = [
  { mac: '0000021D00000001', hwType: 0x01, tagType: 'oepl-01' },
  { mac: '0000021D00000002', hwType: 0x33, tagType: 'oepl-33' },
  { mac: '0000021D00000003', hwType: 0x2b, tagType: 'oepl-2b' },
  { mac: '0000021D00000004', hwType: 0x3c, tagType: 'oepl-3c' },
  { mac: '0000021D00000005', hwType: 0x26, tagType: 'oepl-26' },
  { mac: '0000021D00000006', hwType: unknownType, tagType: 'px-312x176-bwr' },
]
const tags = labels.map(({ mac }) => mac)
const lit = labels[1]?.mac ?? ''
const stage = setStage()
let client: ApiClient
let watched: WatchedPoint
let point: AccessPoint
let gwMac: string

beforeAll(async () => {
  const server = await stage.startServer({ env: hereAllowed })
  client = await signIn(server.url)
  await createStore(client, storeCode)
  watched = await openPoint({ tags: labels, types: [...simulatedTypes, [unknownType, unknownPanel]], mac: '34:85:18:0A:0B:01' })
  point = watched.point
  stage.atEnd(() => point.stop())
})
const statuses = async () => (await client.tags.counts({ params: { storeCode } })).byStatus
const areAll = async (status: 'OK' | 'UPDATE' | 'DEASSIGN') => (await statuses())[status] === labels.length
const wrong = (cents: number) =>
  labels
    .filter(({ mac, tagType }, index) => !isPicture(point.glass(mac), pixelsAt(index, cents + index, tagType)))
    .map(({ tagType }) => tagType)
/** All labels get another price, as the store brings it: by a file. */
const bringPrices = (cents: number) =>
  uploadPrices(
    client,
    storeCode,
    labels.map((_, index) => cents + index),
  )

test('an access point is tried, added, and its tags are found with their types, also of one that is in no catalogue', async () => {
  const { address } = point
  const tried = await probed(client, { bridgeId: null, kind: 'openepaperlink', address })
  expect(tried).toMatchObject({ maker: 'OpenEPaperLink', mac: '3485180A0B01', tags: labels.length })
  const made = await client.accessPoints.create({ body: { storeCode, kind: 'openepaperlink', name: 'Back room', address, bridgeId: null } })
  gwMac = made.gwMac
  await until('it is online', async () => (await deviceOf(client, gwMac))?.state === 'online')
  await until('all tags are found', () => areAll('DEASSIGN'))
  for (const { mac, tagType } of labels)
    expect(await tagOf(client, storeCode, mac)).toMatchObject({ tagType, gwMac, battery: 2.98, rssi: -60 })
  expect(await deviceOf(client, gwMac)).toMatchObject({ confirms: 'delivered', problem: null })
})

test('prices of a file reach the glass of every kind of panel, pixel by pixel, and count as delivered, not as confirmed', async () => {
  await bringPrices(199)
  await client.tags.assign({ body: { storeCode, tagList: tags.map((tagMac, index) => ({ tagMac, prCode: eanOf(index) })) } })
  await callUntil('all prices are reported', { point, tags }, () => areAll('OK'))
  expect(wrong(199)).toEqual([])
  const { timeline } = await client.tags.detail({ params: { storeCode, tagMac: lit } })
  expect(timeline[0]).toMatchObject({ kind: 'SHOW', state: 'SHOWN', confirmed: false, gwMac })
})

test('a file with other prices changes every glass exactly once', async () => {
  const { taskId } = await bringPrices(4999)
  await callUntil('all glasses show the new price', { point, tags }, () => wrong(4999).length === 0)
  await callUntil('all prices are reported', { point, tags }, () => areAll('OK'))
  const { data } = await client.tasks.search({ params: {}, body: { filter_storeCode: storeCode } })
  const task = data.find((one) => one.taskId === taskId)
  expect(task).toMatchObject({ totalTags: labels.length, shown: labels.length, delivered: labels.length, failed: 0 })
  for (const tag of tags) expect(watched.drawn(tag).length).toBe(2)
})

test('the light of a tag flashes as it was asked to, and its label stays; a tag without a light is told so', async () => {
  const light = { duration: 1, ledState: 1, ledBrightness: 1, blinkingSpeed: 2 }
  await client.tagControl.led({ body: { storeCode, tagList: [{ tagMac: lit, ...light }] } })
  await callUntil('the tag has its light', { point, tags }, () => point.tag(lit).lights.length > 0)
  // Red, a tenth of a second long, every half a second, 120 times.
  expect(point.tag(lit).lights).toEqual(['11E051000000000000007700'])
  await until('the light is over', async () => {
    const { timeline } = await client.tags.detail({ params: { storeCode, tagMac: lit } })
    return timeline.some(({ kind, state }) => kind === 'LED' && state === 'SHOWN')
  })
  await client.tagControl.led({ body: { storeCode, tagList: [{ tagMac: tags[0] ?? '', ...light }] } })
  await until('it is refused', async () => {
    const { timeline } = await client.tags.detail({ params: { storeCode, tagMac: tags[0] ?? '' } })
    return timeline.some(({ kind, state, reason }) => kind === 'LED' && state === 'FAILED' && reason === 'unsupported')
  })
  expect(wrong(4999)).toEqual([])
  expect((await tagOf(client, storeCode, lit))?.status).toBe('OK')
})

test('an access point that loses its power with prices on their way loses nothing', async () => {
  await bringPrices(799)
  await until('it has taken all of them', () => tags.every((tag) => point.air.items(tag).length > 0))
  point.restart('power')
  expect(tags.every((tag) => point.air.items(tag).length === 0)).toBe(true)
  await callUntil('all glasses show the new price', { point, tags }, () => wrong(799).length === 0)
  await callUntil('all prices are reported', { point, tags }, () => areAll('OK'))
  for (const [index, { mac, tagType }] of labels.entries()) {
    const all = [199, 4999, 799].map((cents) => pixelsAt(index, cents + index, tagType))
    expect(watched.drawn(mac).map((glass) => all.findIndex((pixels) => isPicture(glass, pixels)))).toEqual([0, 1, 2])
  }
})
