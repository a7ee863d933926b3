/** All prices of a store change at once, and the bridge in the shop is killed in the middle of it, twice. */
import { join } from 'node:path'
import { simulatedTypes, type AccessPoint } from '@endcap/bridge/openepaperlink/simulator'
import { beforeAll, expect } from 'vitest'
import { callUntil, createStore, deviceOf, hereAllowed, isPicture, openPoint, pixelsAt, type WatchedPoint } from './access-points.ts'
import { forkBridge, type BridgeProcess } from './bridge.ts'
import { testsInOrder } from './in-order.ts'
import { setStage } from './stage.ts'
import { eanOf, signIn, until, uploadPrices, type ApiClient, type ServerProcess } from './system.ts'

const test = testsInOrder()
const storeCode = 'MANY'
const labels = 400
/** The list of an access point reaches no further: the others are found once they are heard. */
const listed = 250
/** The bridge is killed when so many labels show their new price. */
const kills = [100, 220]
/** Small ones of no known type, so that their pictures cost little. */
const hwType = 0xf4
const tagType = 'px-96x48-bwr'
const panel = { name: 'Small', width: 96, height: 48, inks: new Map(simulatedTypes).get(0x01)?.inks ?? [] }
const [before, after] = [100, 5000]
const tags = Array.from({ length: labels }, (_, index) => `0000021D0004${index.toString(16).toUpperCase().padStart(4, '0')}`)
const indexes = tags.map((_, index) => index)
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let watched: WatchedPoint
let point: AccessPoint
let bridge: BridgeProcess
let token: string

beforeAll(async () => {
  server = await stage.startServer()
  client = await signIn(server.url)
  await createStore(client, storeCode)
  watched = await openPoint({ tags: tags.map((mac) => ({ mac, hwType })), types: [[hwType, panel]] })
  point = watched.point
  stage.atEnd(() => point.stop())
})
function startBridge() {
  bridge = forkBridge({ serverUrl: server.url, token, dataFolder: join(stage.folder, 'bridge'), env: hereAllowed })
}
const count = async (status: 'OK' | 'DEASSIGN') => (await client.tags.counts({ params: { storeCode } })).byStatus[status] ?? 0
const bringPrices = (cents: number) =>
  uploadPrices(
    client,
    storeCode,
    indexes.map((index) => cents + index),
  )
const assign = (of: number[]) =>
  client.tags.assign({ body: { storeCode, tagList: of.map((index) => ({ tagMac: tags[index] ?? '', prCode: eanOf(index) })) } })
/** The tags whose newest label the server knows to be shown. */
const shownTags = async () => {
  const { data } = await client.tags.search({
    params: { storeCode },
    body: { filter_status: 'OK', condition_status: '==', length: labels },
  })
  return data.map(({ tagMac }) => tagMac)
}
/** How many labels show the price that begins here. */
const showing = (cents: number) => indexes.filter((index) => isPicture(point.glass(tags[index] ?? ''), expected(cents, index))).length
const pictures = new Map<string, Uint8Array>()
function expected(cents: number, index: number): Uint8Array {
  const found = pictures.get(`${cents} ${index}`) ?? pixelsAt(index, cents + index, tagType)
  pictures.set(`${cents} ${index}`, found)
  return found
}

test(`an access point with ${labels} labels is served, also those that its list does not reach`, async () => {
  const made = await client.bridges.create({ body: { name: 'Shop', storeCodes: [storeCode] } })
  token = made.token
  startBridge()
  stage.atEnd(() => bridge.kill())
  const { gwMac } = await client.accessPoints.create({
    body: { storeCode, kind: 'openepaperlink', name: 'Ceiling', address: point.address, bridgeId: made.bridgeId },
  })
  await until('it is online', async () => (await deviceOf(client, gwMac))?.state === 'online')
  await until('what it lists is found', async () => (await count('DEASSIGN')) >= listed)
  await bringPrices(before)
  await assign(indexes.slice(0, listed))
  // While a campaign runs the bridge listens closely, and hears the others.
  await callUntil(
    'all of its labels are found',
    { point, tags },
    async () => (await client.tags.counts({ params: { storeCode } })).total === labels,
  )
  await assign(indexes.slice(listed))
  await callUntil('all labels are reported', { point, tags }, async () => (await count('OK')) === labels)
  expect(showing(before)).toBe(labels)
})

test('one file changes them all; the bridge is killed twice meanwhile, and every label shows its new price in the end', async () => {
  const { taskId } = await bringPrices(after)
  // How often labels were drawn that the server has heard of by then; what a killed bridge had no time to tell is drawn once more.
  const reported = new Map<string, number>()
  for (const delivered of kills) {
    await callUntil(`${delivered} labels show their new price`, { point, tags }, () => showing(after) >= delivered)
    expect(showing(after)).toBeLessThan(labels)
    await bridge.kill()
    for (const tagMac of await shownTags()) reported.set(tagMac, watched.drawn(tagMac).length)
    startBridge()
  }
  await callUntil('all labels show their new price', { point, tags }, () => showing(after) === labels)
  await callUntil('all labels are reported', { point, tags }, async () => (await count('OK')) === labels)
  const { data } = await client.tasks.search({ params: {}, body: { filter_storeCode: storeCode } })
  const { totalTags, shown, delivered, same, failed, left } = data.find((one) => one.taskId === taskId) ?? {}
  // Who was killed before it could tell says that the label shows it already.
  expect({ totalTags, told: (shown ?? 0) + (same ?? 0), failed, left }).toEqual({ totalTags: labels, told: labels, failed: 0, left: 0 })
  expect(delivered).toBe(shown)
  const drawn = indexes.map((index) => {
    const prices = [before, after].map((cents) => expected(cents, index))
    return watched.drawn(tags[index] ?? '').map((glass) => prices.findIndex((pixels) => isPicture(glass, pixels)))
  })
  // The old price, then the new one; nothing else, and nothing old after what is new.
  for (const order of drawn) expect(order.join()).toMatch(/^0(,1){1,3}$/)
  expect(reported.size).toBeGreaterThan(0)
  expect([...reported].filter(([tagMac, times]) => watched.drawn(tagMac).length > times)).toEqual([])
})
