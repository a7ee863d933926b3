/** What a device says by itself. */
import { expect, test } from 'vitest'
import type { Case } from './case.ts'
import { pictureOf, type Panel } from './rig.ts'

/** Declares the tests of sightings: model, answers to a status check, a model outside the catalogue. */
export function testHearing(device: () => Case): void {
  test('is heard with its model, and what it says of itself', () => {
    const { bench, tag } = device()
    const sighting = bench.sightings(tag).at(-1)
    expect(sighting).toMatchObject({ tag, shown: null, page: 0 })
    expect(sighting?.checkin).toBeGreaterThan(0)
  })
  test('a status check is answered when it is heard', async () => {
    const { bench, tag, checkInUntilOver } = device()
    const check = bench.operation(tag, [], { kind: 'STATUS_CHECK', hash: null })
    await bench.give(check)
    expect(bench.outcomes(check)).toEqual(['accepted'])
    await checkInUntilOver(check)
    expect(bench.outcomes(check)).toEqual(['accepted', 'shown'])
  })
  test('of a model outside the catalogue works from what it says of itself', async () => {
    const { rig, bench, checkInUntilOver } = device()
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
}
