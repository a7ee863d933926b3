/** What stands on the glass, and what the server is told of it. */
import { blankHash } from '@endcap/gateway-link/messages'
import { expect, test } from 'vitest'
import type { Case } from './case.ts'
import { pictureOf } from './rig.ts'

/** Declares the tests of pictures: shown, the same, replaced, taken back, refused, blank, pages. */
export function testShowing(device: () => Case): void {
  test('shows what it is sent, pixel by pixel, and is reported as what its kind can say', async () => {
    const { rig, bench, tag, picture, show, checkInUntilOver, confirmed } = device()
    const operation = await show(1)
    await checkInUntilOver(operation)
    expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
    expect(bench.outcomes(operation)).toEqual(['accepted', 'shown'])
    expect(bench.results(operation)[1]?.confirmed).toBe(confirmed() ? undefined : false)
    await rig.checkIn(tag)
    expect(bench.sightings(tag).at(-1)).toMatchObject({ shown: operation.hash })
  })
  test('shows the second picture after the first, and the words of it are ordered', async () => {
    const { rig, bench, tag, picture, show, checkInUntilOver } = device()
    const first = await show(1)
    await checkInUntilOver(first)
    const second = await show(2)
    await checkInUntilOver(second)
    expect(rig.glass(tag)?.pixels).toEqual(picture(2).pixels)
    expect(bench.results(second).at(-1)?.updates).toBeGreaterThan(bench.results(first).at(-1)?.updates ?? Infinity)
  })
  test('the same picture again is the same, and is not drawn again; asked to be drawn anew, it is', async () => {
    const { rig, bench, tag, picture, show, checkInUntilOver } = device()
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
  test('a newer picture takes the place of one that the tag has not taken yet', async () => {
    const { rig, bench, tag, picture, show, checkInUntilOver } = device()
    await show(1)
    const second = await show(2)
    await checkInUntilOver(second)
    expect(rig.glass(tag)?.pixels).toEqual(picture(2).pixels)
    expect(bench.sightings(tag).at(-1)?.shown).not.toBe(bench.operation(tag, [picture(1)]).hash)
  })
  test('what was taken back in time does not come out; in vain, it is told', async () => {
    const { rig, bench, tag, picture, show, checkInUntilOver } = device()
    const first = await show(1)
    await checkInUntilOver(first)
    const second = await show(2)
    await bench.cancel(second)
    for (let times = 0; times < 3; times++) await rig.checkIn(tag)
    expect(bench.outcomes(second).at(-1)).toBe('cancelled')
    const stands = rig.glass(tag)?.pixels ?? new Uint8Array()
    const lastShown = bench.sightings(tag).at(-1)?.shown
    expect([Buffer.compare(stands, picture(1).pixels), lastShown]).toSatisfy(([differs, hash]) =>
      differs === 0 ? hash === first.hash : Buffer.compare(stands, picture(2).pixels) === 0 && hash === second.hash,
    )
  })
  test('a picture of another size is refused, and the glass stays', async () => {
    const { rig, bench, tag, picture, show, checkInUntilOver } = device()
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
    const { rig, bench, tag, show, checkInUntilOver } = device()
    const first = await show(1)
    await checkInUntilOver(first)
    const blank = bench.operation(tag, [], { kind: 'BLANK', hash: blankHash })
    await bench.give(blank)
    await checkInUntilOver(blank)
    expect(bench.outcomes(blank).at(-1)).toBe('shown')
    expect(rig.isBlank?.(tag) ?? rig.glass(tag)?.pixels.every((ink) => ink === 0)).toBe(true)
  })
  test('shows another page, and its first one again when the time is over', async () => {
    const { rig, bench, tag, picture, checkInUntilOver } = device()
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
}
