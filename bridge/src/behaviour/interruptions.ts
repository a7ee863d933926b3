/** What becomes of pictures when a device, the bridge, the server or the access point is away, and when many come at once. */
import { expect, test } from 'vitest'
import type { Case } from './case.ts'

/** Declares the tests of interruptions: no operation is lost or drawn twice, and none holds up another. */
export function testInterruptions(device: () => Case): void {
  test('that is not heard is given up, with its reason; the others are not held up', async () => {
    const { rig, bench, tag, picture, show, checkInUntilOver } = device()
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
    const { rig, bench, tag, picture, show, checkInUntilOver } = device()
    const operation = await show(1)
    const drawn = rig.drawings(tag)
    await bench.kill()
    await checkInUntilOver(operation)
    for (let times = 0; times < 2; times++) await rig.checkIn(tag)
    expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
    expect([bench.outcomes(operation).at(-1), rig.drawings(tag)]).toEqual(['shown', drawn + 1])
  })
  test('the bridge is killed after it: it is told again until the server has it, and not drawn again', async () => {
    const { rig, bench, tag, show, checkInUntilOver } = device()
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
    const { rig, bench, tag, picture, show } = device()
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
      const { rig, bench, picture } = device()
      const many = rig.addMany?.(400) ?? rig.tags
      await rig.checkIn(...many)
      const operations = many.map((one, index) => bench.operation(one, [picture(index, one)]))
      await bench.give(...operations)
      for (let times = 0; times < 6 && operations.some((one) => bench.outcomes(one).at(-1) !== 'shown'); times++) await rig.checkIn(...many)
      expect(operations.filter((one) => bench.outcomes(one).at(-1) !== 'shown').length).toBe(0)
      for (const [index, one] of many.entries())
        expect(Buffer.compare(rig.glass(one)?.pixels ?? Buffer.alloc(0), picture(index, one).pixels)).toBe(0)
    },
    120_000,
  )
  test('whose access point is away keeps what it is to show; nothing fails meanwhile', async () => {
    const { rig, bench, tag, picture, show, checkInUntilOver } = device()
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
    const { rig, tag, picture, show, checkInUntilOver } = device()
    if (rig.restart === undefined) return
    const operation = await show(1)
    await rig.restart()
    await rig.clock.advance(120_000)
    await checkInUntilOver(operation)
    expect(rig.glass(tag)?.pixels).toEqual(picture(1).pixels)
  })
}
