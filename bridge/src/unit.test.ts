/** What a unit makes of what its driver says: what stands on a glass, over pages, doubts and kills. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBench, pictureOf } from './behaviour.ts'
import type { ServerSide } from './server-side.ts'
import { createOpenDisplayRig } from './opendisplay/rig.ts'
import { createTrmnlRig, type TrmnlRig } from './trmnl/rig.ts'

let rig: TrmnlRig
let bench: ServerSide
let tag: string
beforeEach(async () => {
  rig = await createTrmnlRig()
  tag = rig.tags[0] ?? ''
  bench = createBench(rig)
  await bench.open()
  await rig.checkIn(tag)
})
afterEach(async () => {
  await bench.end()
  await rig.stop()
})
/** Another one for each number. */
const picture = (number: number) => {
  const bitmap = pictureOf(rig.panel(tag), number)
  bitmap.pixels[number] = 1 - (bitmap.pixels[number] ?? 0)
  return bitmap
}
const isShown = (number: number) => Buffer.compare(rig.glass(tag)?.pixels ?? Buffer.alloc(0), picture(number).pixels) === 0

test('is told with its first address where there are many: all of them are more than the protocol takes', async () => {
  const panels = await createOpenDisplayRig()
  const address = Array.from({ length: 30 }, (_, index) => `D0CF5E0000${10 + index}@127.0.0.1:1`).join(', ')
  const own = createBench({ ...panels, address })
  await own.open()
  expect(own.status()).toMatchObject({ ip: 'D0CF5E000010@127.0.0.1:1', device: { address: address.slice(0, 300) } })
  await own.end()
  await panels.stop()
})
test('a label with the same first page and another second one turns to its own second page', async () => {
  const first = bench.operation(tag, [picture(1), picture(2)])
  await bench.give(first)
  await rig.checkIn(tag)
  const second = bench.operation(tag, [picture(1), picture(3)])
  await bench.give(second)
  await rig.checkIn(tag)
  await rig.checkIn(tag)
  expect([bench.outcomes(second).at(-1), bench.sightings(tag).at(-1)?.shown]).toEqual(['same', second.hash])
  await bench.give(bench.operation(tag, [], { kind: 'PAGE', hash: null, params: { page: 1, seconds: 600 } }))
  await rig.checkIn(tag)
  expect([isShown(2), isShown(3)]).toEqual([false, true])
})
test('a message on the glass is doubt for the server, until the label is drawn again by itself', async () => {
  const operation = bench.operation(tag, [picture(1)])
  await bench.give(operation)
  await rig.checkIn(tag)
  const sign = rig.sign(tag)
  sign.setWifi(false)
  await rig.clock.advance(900_000)
  await sign.wake()
  expect(rig.glass(tag)).toBeUndefined()
  sign.setWifi(true)
  const before = bench.sightings(tag).length
  await rig.checkIn(tag)
  const reported = bench.sightings(tag).slice(before)
  expect([reported[0]?.doubt, reported.at(-1)?.doubt, isShown(1)]).toEqual([true, undefined, true])
  expect(bench.outcomes(operation)).toEqual(['accepted', 'shown'])
})
test('the bridge is away until messages cover the prices: each comes back at the first call', async () => {
  await bench.give(bench.operation(tag, [picture(1)]))
  await rig.checkIn(tag)
  await bench.unit().close()
  for (let times = 0; times < 5; times++) {
    await rig.clock.advance(1000 * (rig.sign(tag).sleeps() ?? 0))
    await rig.sign(tag).wake()
  }
  expect(rig.sign(tag).glass()).toHaveProperty('message')
  await bench.kill()
  await rig.checkIn(tag)
  expect(isShown(1)).toBe(true)
})
test.each(['reset', 'close'] as const)(
  'pictures that break off by a %s come at the next call, and are told when one stands there',
  async (how) => {
    const operation = bench.operation(tag, [picture(1)])
    await bench.give(operation)
    await rig.clock.advance(858_000)
    const sign = rig.sign(tag)
    for (const sleep of [15, 30, 60]) {
      sign.breakOff(how)
      await sign.wake()
      await rig.settle()
      expect([sign.sleeps(), bench.outcomes(operation), isShown(1)]).toEqual([sleep, ['accepted'], false])
      await rig.clock.advance(sleep * 1000 + 5000)
      expect(bench.outcomes(operation)).toEqual(['accepted'])
    }
    await rig.checkIn(tag)
    expect([bench.outcomes(operation), isShown(1)]).toEqual([['accepted', 'shown'], true])
  },
)
test('after many failures of Wi-Fi only its button wakes it; then the price is there again', async () => {
  await bench.give(bench.operation(tag, [picture(1)]))
  await rig.checkIn(tag)
  const sign = rig.sign(tag)
  sign.setWifi(false)
  for (let times = 0; times < 4; times++) {
    await rig.clock.advance(1000 * (sign.sleeps() ?? 0))
    await sign.wake()
  }
  sign.setWifi(true)
  expect(sign.sleeps()).toBeUndefined()
  await rig.clock.advance(3_600_000)
  await sign.wake('timer')
  expect(rig.glass(tag)).toBeUndefined()
  await sign.wake('button')
  await rig.checkIn(tag)
  expect(isShown(1)).toBe(true)
  expect(bench.sightings(tag).some((one) => one.event === 'button')).toBe(true)
})
test('a caller with the address of a sign, and no key, sees no price; the sign keeps its own', async () => {
  await bench.give(bench.operation(tag, [picture(1)]))
  await rig.checkIn(tag)
  const answer = await fetch(`${rig.base}/api/display`, { headers: { id: rig.sign(tag).mac, 'access-token': 'x', 'refresh-rate': '900' } })
  const { image_url: url } = (await answer.json()) as { image_url: string }
  const stolen = Buffer.from(await (await fetch(url)).arrayBuffer())
  const own = bench.operation(tag, [picture(1)])
  expect(createHash('sha256').update(stolen).digest('hex')).not.toBe(own.hash)
  const drawn = rig.drawings(tag)
  await rig.checkIn(tag)
  expect([isShown(1), rig.drawings(tag)]).toEqual([true, drawn])
})
