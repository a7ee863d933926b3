/** Two access points of one store, and a label that is carried from one to the other: its price goes with it. */
import { beforeAll, expect } from 'vitest'
import {
  callUntil,
  carry,
  createStore,
  deviceOf,
  hereAllowed,
  isPicture,
  openPoint,
  pixelsAt,
  tagOf,
  type WatchedPoint,
} from './access-points.ts'
import { testsInOrder } from './in-order.ts'
import { setStage } from './stage.ts'
import { eanOf, signIn, until, uploadPrices, type ApiClient } from './system.ts'

const test = testsInOrder()
const storeCode = 'TWO'
const tagMac = '0000021D00050001'
const tagType = 'oepl-33'
const stage = setStage()
let client: ApiClient
let near: WatchedPoint
let far: WatchedPoint
const gwMacs: Record<'near' | 'far', string> = { near: '', far: '' }

beforeAll(async () => {
  const server = await stage.startServer({ env: hereAllowed })
  client = await signIn(server.url)
  await createStore(client, storeCode)
  near = await openPoint({ tags: [{ mac: tagMac, hwType: 0x33 }], mac: '34:85:18:0A:0B:21' })
  far = await openPoint({ mac: '34:85:18:0A:0B:22' })
  stage.atEnd(() => near.point.stop())
  stage.atEnd(() => far.point.stop())
  for (const [place, { point }] of Object.entries({ near, far }) as ['near' | 'far', WatchedPoint][]) {
    const body = { storeCode, kind: 'openepaperlink', name: place, address: point.address, bridgeId: null } as const
    gwMacs[place] = (await client.accessPoints.create({ body })).gwMac
    await until(`${place} is online`, async () => (await deviceOf(client, gwMacs[place]))?.state === 'online')
  }
})
const row = () => tagOf(client, storeCode, tagMac)
const expected = (cents: number) => pixelsAt(0, cents, tagType)
const shows = ({ point }: WatchedPoint, cents: number) => isPicture(point.glass(tagMac), expected(cents))
const tags = [tagMac]
/** Every picture that stood on its glass, as the prices that it said, from either access point. */
const prices = [199, 349, 499, 649]
const drawn = (at: WatchedPoint) => at.drawn(tagMac).map((glass) => prices.find((cents) => isPicture(glass, expected(cents))))

test('a label shows its price through the access point that hears it', async () => {
  await uploadPrices(client, storeCode, [199])
  await until('it is found', async () => (await row())?.gwMac === gwMacs.near)
  await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode: eanOf(0) }] } })
  await callUntil('it shows its price', { point: near.point, tags }, async () => shows(near, 199) && (await row())?.status === 'OK')
})

test('carried to the other one it keeps its glass, and gets its next price there', async () => {
  carry(tagMac, { from: near, to: far }, '10.0.0.52')
  await callUntil('the other one hears it', { point: far.point, tags }, async () => (await row())?.gwMac === gwMacs.far)
  expect(shows(far, 199)).toBe(true)
  expect(await row()).toMatchObject({ status: 'OK' })
  await uploadPrices(client, storeCode, [349])
  await callUntil('it shows its new price', { point: far.point, tags }, async () => shows(far, 349) && (await row())?.status === 'OK')
  expect([drawn(near), drawn(far)]).toEqual([[199], [349]])
  const { timeline } = await client.tags.detail({ params: { storeCode, tagMac } })
  expect(timeline[0]).toMatchObject({ kind: 'SHOW', state: 'SHOWN', gwMac: gwMacs.far })
})

test('carried back with a price on its way it gets that price where it is now, and no older one', async () => {
  await uploadPrices(client, storeCode, [499])
  await until('the other one has its picture', () => far.point.air.items(tagMac).length > 0)
  carry(tagMac, { from: far, to: near }, '10.0.0.51')
  await callUntil('it shows the price', { point: near.point, tags }, async () => shows(near, 499) && (await row())?.status === 'OK')
  await uploadPrices(client, storeCode, [649])
  await callUntil('and the next', { point: near.point, tags }, async () => shows(near, 649) && (await row())?.status === 'OK')
  expect([drawn(near), drawn(far)]).toEqual([[199, 499, 649], [349]])
})
