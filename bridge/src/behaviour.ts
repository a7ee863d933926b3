/**
 * What every family of devices must do, whatever its protocol: one suite, run against each simulator, and against a real device by
 * `npm run bridge -- try`. It looks at the glass, and at what the server is told. Time passes by hand.
 */
import { blankHash, type Operation } from '@endcap/gateway-link/messages'
import type { Bitmap } from '@endcap/label/bitmap'
import { paletteColours } from '@endcap/label/palettes'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ManualClock } from './clock.ts'
import type { Family } from './driver.ts'
import { createServerSide, unitOf, type GatewayMaker, type ServerSide } from './server-side.ts'

export type Panel = Omit<Bitmap, 'pixels'>
/** Simulated devices with what stands around them. */
export interface Rig {
  clock: ManualClock
  family: Family
  address: string
  /** What waits for a device waits until the server takes it back. */
  waitsForEver?: boolean
  options?: Record<string, unknown>
  /** At least two devices, by tag id. */
  tags: readonly string[]
  panel(tag: string): Panel
  /** What stands on the glass; undefined while it is no picture. */
  glass(tag: string): Bitmap | undefined
  /** How often the panel was drawn. */
  drawings(tag: string): number
  /** Lets time pass until these devices have called once, or were called, and have drawn what they got. */
  checkIn(...tags: readonly string[]): Promise<void>
  /** The device is not heard any more, or again. */
  silence(tag: string, silent: boolean): void
  /** What stands between bridge and devices is gone, or back; absent where there is nothing. */
  away?(gone: boolean): Promise<void>
  /** It loses its power for a moment. */
  restart?(): Promise<void>
  /** The next confirmation does not arrive. */
  loseConfirmation?(tag: string): void
  /** One more device, of a model that nobody knows; answers its tag id. */
  addUnknown?(panel: Panel): string
  /** So many devices more; answers their tag ids. */
  addMany?(count: number): readonly string[]
  /** A white glass, as this family has it. */
  isBlank?(tag: string): boolean
  stop(): Promise<void>
}

/** Devices behind a gateway that is no unit of the bridge. */
export type GatewayRig = Omit<Rig, 'family' | 'address' | 'options'> & { make: GatewayMaker }

/** A picture that is another one for each number, with every ink that the panel has. */
export function pictureOf({ width, height, palette }: Panel, number: number, inks = paletteColours[palette].length): Bitmap {
  const pixels = new Uint8Array(width * height)
  for (let index = 0; index < pixels.length; index++) {
    const [x, y] = [index % width, Math.floor(index / width)]
    pixels[index] = (Math.floor(x / 3) * 7 + Math.floor(y / 2) * 13 + number * 31 + (x === y ? number : 0)) % inks
  }
  return { width, height, palette, pixels }
}

/** What stands on the server's side of simulated devices. */
export const createBench = (rig: Rig | GatewayRig): ServerSide =>
  createServerSide({ make: 'make' in rig ? rig.make : unitOf(rig), settle: () => rig.clock.advance(0) })

export function familyBehaviour(name: string, createRig: () => Promise<Rig | GatewayRig>) {
  describe(`a device of ${name}`, () => {
    let rig: Rig | GatewayRig
    let bench: ServerSide
    let tag: string
    beforeEach(async () => {
      rig = await createRig()
      tag = rig.tags[0] ?? ''
      bench = createBench(rig)
      await bench.open()
      await rig.checkIn(...rig.tags)
    })
    afterEach(async () => {
      await bench.end()
      await rig.stop()
    })
    const picture = (number: number, of = tag) => pictureOf(rig.panel(of), number)
    const show = async (number: number, more: Partial<Operation> = {}, of = tag) => {
      const operation = bench.operation(of, [picture(number, of)], more)
      await bench.give(operation)
      return operation
    }
    /** Calls until the operation is over, as many times as a device may need. */
    const checkInUntilOver = async (operation: Operation) => {
      for (let times = 0; times < 6 && !bench.outcomes(operation).some((one) => one !== 'accepted'); times++)
        await rig.checkIn(operation.tag)
    }
    const confirmed = () => bench.unit().describe().confirms === 'shown'

    test('is heard with its model, and what it says of itself', () => {
      const sighting = bench.sightings(tag).at(-1)
      expect(sighting).toMatchObject({ tag, shown: null, page: 0 })
      expect(sighting?.checkin).toBeGreaterThan(0)
    })
    test('shows what it is sent, pixel by pixel, and is reported as what its kind can say', async () => {
      const operation = await show(1)
      await checkInUntilOver(operation)
      expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
      expect(bench.outcomes(operation)).toEqual(['accepted', 'shown'])
      expect(bench.results(operation)[1]?.confirmed).toBe(confirmed() ? undefined : false)
      await rig.checkIn(tag)
      expect(bench.sightings(tag).at(-1)).toMatchObject({ shown: operation.hash })
    })
    test('shows the second picture after the first, and the words of it are ordered', async () => {
      const first = await show(1)
      await checkInUntilOver(first)
      const second = await show(2)
      await checkInUntilOver(second)
      expect(rig.glass(tag)?.pixels).toEqual(picture(2).pixels)
      expect(bench.results(second).at(-1)?.updates).toBeGreaterThan(bench.results(first).at(-1)?.updates ?? Infinity)
    })
    test('the same picture again is the same, and is not drawn again; asked to be drawn anew, it is', async () => {
      const first = await show(1)
      await checkInUntilOver(first)
      const drawn = rig.drawings(tag)
      const same = await show(1)
      await checkInUntilOver(same)
      expect([bench.outcomes(same).at(-1), rig.drawings(tag)]).toEqual(['same', drawn])
      const anew = await show(1, { params: { refresh: 1 } })
      await checkInUntilOver(anew)
      expect([bench.outcomes(anew).at(-1), rig.drawings(tag)]).toEqual(['shown', drawn + 1])
      expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
    })
    test('a newer picture takes the place of one that nobody has taken yet', async () => {
      await show(1)
      const second = await show(2)
      await checkInUntilOver(second)
      expect(rig.glass(tag)?.pixels).toEqual(picture(2).pixels)
      expect(bench.sightings(tag).at(-1)?.shown).not.toBe(bench.operation(tag, [picture(1)]).hash)
    })
    test('what was taken back in time does not come out; in vain, it is told', async () => {
      const first = await show(1)
      await checkInUntilOver(first)
      const second = await show(2)
      await bench.cancel(second)
      for (let times = 0; times < 3; times++) await rig.checkIn(tag)
      expect(bench.outcomes(second).at(-1)).toBe('cancelled')
      const stands = rig.glass(tag)?.pixels ?? new Uint8Array()
      const told = bench.sightings(tag).at(-1)?.shown
      expect([Buffer.compare(stands, picture(1).pixels), told]).toSatisfy(([differs, hash]) =>
        differs === 0 ? hash === first.hash : Buffer.compare(stands, picture(2).pixels) === 0 && hash === second.hash,
      )
    })
    test('a picture of another size is refused, and the glass stays', async () => {
      const first = await show(1)
      await checkInUntilOver(first)
      const { width, height, palette } = rig.panel(tag)
      const wrong = bench.operation(tag, [pictureOf({ width: width - 8, height: height - 8, palette }, 3)])
      await bench.give(wrong)
      await checkInUntilOver(wrong)
      expect(bench.results(wrong).at(-1)).toMatchObject({ outcome: 'failed', reason: 'tag-refused' })
      expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
    })
    test('blank, it shows no price', async () => {
      const first = await show(1)
      await checkInUntilOver(first)
      const blank = bench.operation(tag, [], { kind: 'BLANK', hash: blankHash })
      await bench.give(blank)
      await checkInUntilOver(blank)
      expect(bench.outcomes(blank).at(-1)).toBe('shown')
      expect(rig.isBlank?.(tag) ?? rig.glass(tag)?.pixels.every((ink) => ink === 0)).toBe(true)
    })
    test('shows another page, and its first one again when the time is over', async () => {
      const label = bench.operation(tag, [picture(1), picture(2)])
      await bench.give(label)
      await checkInUntilOver(label)
      const page = bench.operation(tag, [], { kind: 'PAGE', hash: null, params: { page: 1, seconds: 60 } })
      await bench.give(page)
      await checkInUntilOver(page)
      expect([bench.outcomes(page).at(-1), rig.glass(tag)?.pixels]).toEqual(['shown', picture(2).pixels])
      await rig.clock.advance(61_000)
      for (let times = 0; times < 3; times++) await rig.checkIn(tag)
      expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
      expect(bench.sightings(tag).at(-1)).toMatchObject({ page: 0, shown: label.hash })
    })
    test('a status check is answered when it is heard', async () => {
      const check = bench.operation(tag, [], { kind: 'STATUS_CHECK', hash: null })
      await bench.give(check)
      expect(bench.outcomes(check)).toEqual(['accepted'])
      await checkInUntilOver(check)
      expect(bench.outcomes(check)).toEqual(['accepted', 'shown'])
    })
    test('that is not heard is given up, with its reason; the others are not held up', async () => {
      const other = rig.tags[1] ?? ''
      rig.silence(tag, true)
      const lost = await show(1)
      const fine = await show(2, {}, other)
      await checkInUntilOver(fine)
      expect(bench.outcomes(fine).at(-1)).toBe('shown')
      await rig.clock.advance(4 * 86_400_000)
      if (rig.waitsForEver === true) expect(bench.outcomes(lost)).toEqual(['accepted'])
      else expect(bench.results(lost).at(-1)).toMatchObject({ outcome: 'failed', reason: 'tag-silent' })
      rig.silence(tag, false)
      const again = { ...lost }
      await bench.give(again)
      for (let times = 0; times < 6 && bench.outcomes(again).at(-1) !== 'shown'; times++) await rig.checkIn(tag)
      expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
    })
    test('the bridge is killed before the device called: the picture comes out, once', async () => {
      const operation = await show(1)
      const drawn = rig.drawings(tag)
      await bench.kill()
      await checkInUntilOver(operation)
      for (let times = 0; times < 2; times++) await rig.checkIn(tag)
      expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
      expect([bench.outcomes(operation).at(-1), rig.drawings(tag)]).toEqual(['shown', drawn + 1])
    })
    test('the bridge is killed after it: it is told again until the server has it, and not drawn again', async () => {
      bench.setStoring(false)
      const operation = await show(1)
      await checkInUntilOver(operation)
      const drawn = rig.drawings(tag)
      bench.forgetSent()
      await bench.kill()
      bench.setStoring(true)
      expect(bench.outcomes(operation)).toEqual(['shown'])
      await bench.kill()
      bench.forgetSent()
      await bench.give(operation)
      expect(bench.outcomes(operation)).toEqual(['shown'])
      await rig.checkIn(tag)
      expect(rig.drawings(tag)).toBe(drawn)
    })
    test('the server is away for an hour: everything goes on, and is told afterwards', async () => {
      const operation = await show(1)
      bench.setOnline(false)
      for (let minute = 0; minute < 60; minute += 10) {
        await rig.checkIn(tag)
        await rig.clock.advance(600_000)
      }
      expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
      bench.setOnline(true)
      expect(bench.outcomes(operation)).toEqual(['accepted', 'shown'])
    })
    test.runIf(true)(
      'many at once are all served',
      async () => {
        const many = rig.addMany?.(400) ?? rig.tags
        await rig.checkIn(...many)
        const operations = many.map((one, index) => bench.operation(one, [picture(index, one)]))
        await bench.give(...operations)
        for (let times = 0; times < 6 && operations.some((one) => bench.outcomes(one).at(-1) !== 'shown'); times++)
          await rig.checkIn(...many)
        expect(operations.filter((one) => bench.outcomes(one).at(-1) !== 'shown').length).toBe(0)
        for (const [index, one] of many.entries())
          expect(Buffer.compare(rig.glass(one)?.pixels ?? Buffer.alloc(0), picture(index, one).pixels)).toBe(0)
      },
      120_000,
    )
    test('of a model that nobody knows works from what it says of itself', async () => {
      const panel: Panel = { width: 312, height: 176, palette: 'bw' }
      const stranger = rig.addUnknown?.(panel)
      if (stranger === undefined) return
      await rig.checkIn(stranger)
      expect(bench.sightings(stranger).at(-1)?.type).toBe('px-312x176-bw')
      const operation = bench.operation(stranger, [pictureOf(panel, 1)])
      await bench.give(operation)
      await checkInUntilOver(operation)
      expect(rig.glass(stranger)?.pixels).toEqual(pictureOf(panel, 1).pixels)
    })
    test('whose access point is away keeps what it is to show; nothing fails meanwhile', async () => {
      if (rig.away === undefined) return
      await rig.away(true)
      const operation = await show(1)
      await rig.clock.advance(120_000)
      expect(bench.outcomes(operation)).toEqual(['accepted'])
      expect(bench.status()?.device).toMatchObject({ state: 'offline' })
      await rig.away(false)
      await rig.clock.advance(120_000)
      await checkInUntilOver(operation)
      expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
    })
    test('whose access point restarts in the middle shows the picture in the end', async () => {
      if (rig.restart === undefined) return
      const operation = await show(1)
      await rig.restart()
      await rig.clock.advance(120_000)
      await checkInUntilOver(operation)
      expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
    })
  })
}
