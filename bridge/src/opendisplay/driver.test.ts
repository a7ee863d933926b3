import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { DriverError } from '../driver.ts'
import type { PanelSettings } from './simulator.ts'
import { picture, stage, typeOf, until, type Stage } from './testing.ts'

const mac = 'A0B1C2D3E4F5'
const tag = `0D15${mac}`
const plain: PanelSettings = { mac, width: 64, height: 32, scheme: 0 }
let on: Stage | undefined
afterEach(async () => {
  await on?.end()
  on = undefined
})
const set = async (panels: PanelSettings[], options?: Record<string, unknown>) => {
  on = await stage(panels, options)
  return on
}
const show = (on: Stage, op: string, seed: number, more: { refresh?: boolean } = {}) => {
  const bitmap = picture(seed)
  return on.driver.show({ op, tag, type: typeOf(bitmap), bitmap, refresh: false, ...more })
}

describe('what a panel says of itself', () => {
  test('makes it a tag: size, colours, light, voltage, version', async () => {
    const on = await set([{ ...plain, lights: 1 }])
    await on.open()
    expect(on.seen.heard[0]).toEqual({
      tag,
      type: 'px-64x32-bw-led',
      rssi: undefined,
      battery: 3.95,
      temperature: 21,
      version: '2.26.1',
      checkin: 60,
    })
    expect(on.seen.states.at(-1)).toEqual(['online', undefined])
  })
  test('names a model of the catalogue where board and glass are those of one', async () => {
    const on = await set([
      { mac, width: 800, height: 480, scheme: 4, manufacturer: 1, board: 13 },
      { mac: 'A0B1C2D3E4F6', width: 800, height: 480, scheme: 0, manufacturer: 1, board: 13 },
    ])
    await on.open()
    expect(on.seen.heard.map(({ type }) => type).toSorted()).toEqual(['od-e1002', 'px-800x480-bw'])
  })
  test('is asked again every minute, and read once on each connection', async () => {
    const on = await set([plain])
    await on.open()
    await until(() => on.panel.commands.length === 3)
    on.panel.battery = 3.6
    await on.clock.advance(60_000)
    await until(() => on.seen.heard.length === 2)
    expect(on.seen.heard[1]?.battery).toBe(3.6)
    expect(on.panel.commands).toEqual([0x43, 0x40, 0x44, 0x43, 0x40, 0x44])
    expect(on.panel.connections).toBe(2)
  })
})

describe('a picture', () => {
  const schemes = [
    [0, 'bw', 2],
    [1, 'bwr', 3],
    [2, 'bwy', 3],
    [3, 'bwry', 4],
    [4, 'spectra6', 6],
    [5, 'gray4', 4],
    [6, 'gray16', 16],
    [8, 'spectra6', 6],
  ] as const
  test.each(schemes)('stands on the glass pixel by pixel: scheme %d, %s', async (scheme, palette, inks) => {
    for (const modes of [11, 8]) {
      const on = await set([{ mac, width: 130, height: 97, scheme, modes }])
      await on.open()
      const bitmap = picture(scheme, { width: 130, height: 97, palette, inks })
      expect(await on.shown('1', bitmap)).toEqual({ op: '1', outcome: 'shown' })
      expect(on.panel.glass).toEqual(bitmap)
      await on.end()
    }
  })
  test('is turned for a panel that is mounted turned', async () => {
    const on = await set([{ ...plain, rotation: 3 }])
    await on.open()
    const bitmap = picture(3, { width: 32, height: 64 })
    expect(on.seen.heard[0]?.type).toBe('px-32x64-bw')
    expect(await on.shown('1', bitmap)).toMatchObject({ outcome: 'shown' })
    expect(on.panel.glass).toEqual(bitmap)
  })
  test('is shown when the panel has drawn it, and not before', async () => {
    const on = await set([{ ...plain, refreshMs: 20_000 }])
    await on.open()
    await show(on, '1', 1)
    await until(() => on.panel.drawing)
    await on.clock.advance(19_000)
    expect(on.seen.ended).toEqual([])
    await on.clock.advance(1000)
    await until(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toEqual({ op: '1', outcome: 'shown' })
    expect(on.panel.etag).not.toBe(0)
  })
  test('that takes longer to draw than a panel keeps a silent connection is shown all the same', async () => {
    const on = await set([{ ...plain, refreshMs: 45_000 }])
    await on.open()
    await show(on, '1', 1)
    await until(() => on.panel.drawing)
    for (let second = 0; second < 46; second++) await on.clock.advance(1000)
    await until(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'shown' })
    expect(on.panel.drawn).toBe(1)
  })
  test('goes out part by part, the next one when the last one was answered', async () => {
    const on = await set([{ mac, width: 800, height: 480, scheme: 4, modes: 8 }])
    await on.open()
    // 192,000 bytes are 47 parts; the fifth is not answered.
    on.panel.fault = ({ code, count }) => (code === 0x71 && count === 5 ? 'silent' : undefined)
    const bitmap = picture(1, { width: 800, height: 480, palette: 'spectra6', inks: 6 })
    await on.driver.show({ op: '1', tag, type: typeOf(bitmap), bitmap, refresh: false })
    const parts = () => on.panel.commands.filter((code) => code === 0x71).length
    await until(() => parts() === 5)
    await on.clock.advance(5000)
    expect(parts()).toBe(5)
    on.panel.fault = undefined
    await on.pass(() => on.panel.drawn === 1)
    await until(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'shown' })
    expect(on.panel.glass).toEqual(bitmap)
  })
  test('blank is white', async () => {
    const on = await set([{ mac, width: 64, height: 32, scheme: 3 }])
    await on.open()
    await on.driver.blank({ op: '1', tag, type: 'px-64x32-bwry', refresh: false })
    await until(() => on.panel.drawing)
    await on.clock.advance(3000)
    await until(() => on.seen.ended.length === 1)
    expect(on.panel.glass?.pixels).toEqual(new Uint8Array(64 * 32))
  })
  test('of another size or other colours is refused, and nothing is drawn', async () => {
    const on = await set([plain])
    await on.open()
    const bitmap = picture(1, { palette: 'bwr', inks: 3 })
    await on.driver.show({ op: '1', tag, type: 'px-64x32-bwr', bitmap, refresh: false })
    await until(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed', reason: 'tag-refused' })
    await expect(on.driver.show({ op: '2', tag, type: 'px-64x32-bw', bitmap: picture(1, { width: 8 }), refresh: false })).rejects.toThrow(
      'another size',
    )
    expect(on.panel.commands).not.toContain(0x70)
  })
  test('for a panel that was never found is refused', async () => {
    const on = await set([plain])
    await on.open()
    const asked = on.driver.show({ op: '1', tag: '0D15000000000000', type: 'px-64x32-bw', bitmap: picture(1), refresh: false })
    await expect(asked).rejects.toMatchObject({ reason: 'tag-silent' } satisfies Partial<DriverError>)
  })
})

describe('the same picture', () => {
  test('is not drawn again, also after the bridge was started anew', async () => {
    const on = await set([plain])
    await on.open()
    await on.shown('1', picture(1))
    expect(await on.shown('2', picture(1))).toEqual({ op: '2', outcome: 'same' })
    await on.restart()
    expect(await on.shown('3', picture(1))).toEqual({ op: '3', outcome: 'same' })
    expect(on.panel.drawn).toBe(1)
    expect(await on.shown('4', picture(2))).toMatchObject({ outcome: 'shown' })
  })
  test('is drawn again where that is asked for', async () => {
    const on = await set([plain])
    await on.open()
    await on.shown('1', picture(1))
    expect(await on.shown('2', picture(1), { refresh: true })).toMatchObject({ outcome: 'shown' })
    expect(on.panel.drawn).toBe(2)
  })
  test('is drawn again after a restart of the panel, of which is told', async () => {
    const on = await set([plain])
    await on.open()
    await on.shown('1', picture(1))
    await on.panel.reboot()
    await on.pass(() => on.seen.doubts.length > 0)
    expect(on.seen.doubts).toEqual([{ tag, why: 'The panel was restarted' }])
    expect(on.seen.heard.some(({ event }) => event === 'restart')).toBe(true)
    expect(await on.shown('2', picture(1))).toMatchObject({ outcome: 'shown' })
    expect(on.panel.glass).toEqual(picture(1))
  })
  test('is drawn again where the mark of an earlier restart hides another one', async () => {
    const on = await set([plain])
    on.panel.rebooted = true
    await on.open()
    await on.shown('1', picture(1))
    expect(await on.shown('2', picture(1))).toMatchObject({ outcome: 'shown' })
    expect(on.seen.doubts).toEqual([])
  })
  test('is in doubt where a panel with that mark was away for long', async () => {
    const on = await set([plain])
    on.panel.rebooted = true
    await on.open()
    await on.shown('1', picture(1))
    await on.panel.sleep()
    await on.pass(() => on.seen.states.at(-1)?.[0] === 'offline')
    for (let minute = 0; minute < 4; minute++) await on.clock.advance(60_000)
    await on.panel.wake()
    await on.pass(() => on.seen.doubts.length === 1)
    expect(on.seen.doubts[0]?.why).toContain('without power')
  })
  test('was not confirmed by drawing that failed, or whose end the bridge did not hear', async () => {
    const on = await set([plain])
    await on.open()
    await on.shown('1', picture(1))
    on.panel.drawFails = true
    expect(await on.shown('2', picture(2))).toMatchObject({ outcome: 'failed' })
    on.panel.drawFails = false
    expect(await on.shown('3', picture(1))).toMatchObject({ outcome: 'shown' })
  })
})

describe('what goes wrong', () => {
  test('drawing that the panel gives up is failed at once', async () => {
    const on = await set([plain])
    await on.open()
    on.panel.drawFails = true
    expect(await on.shown('1', picture(1))).toMatchObject({
      outcome: 'failed',
      reason: 'tag-refused',
      detail: 'The panel says that drawing took too long',
    })
    expect(on.panel.commands.filter((code) => code === 0x70)).toHaveLength(1)
  })
  test('a newer client that ousts the bridge is outlived: it tries again', async () => {
    const on = await set([plain])
    await on.open()
    on.panel.fault = ({ code }) => (code === 0x71 ? 'silent' : undefined)
    await show(on, '1', 1)
    await until(() => on.panel.commands.includes(0x71))
    const other = connect(on.panel.port, '127.0.0.1')
    other.on('error', () => undefined)
    await until(() => on.panel.connections === 3)
    on.panel.fault = undefined
    other.destroy()
    await on.pass(() => on.panel.drawn === 1)
    await until(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'shown' })
  })
  test('a panel that is held by another client is waited for', async () => {
    const on = await set([{ ...plain, second: 'refused' }])
    await on.open()
    await until(() => !on.panel.busy)
    const other = connect(on.panel.port, '127.0.0.1')
    other.on('error', () => undefined)
    await until(() => on.panel.connections === 2)
    await show(on, '1', 1)
    await until(() => on.seen.states.at(-1)?.[0] === 'offline')
    expect(on.seen.states.at(-1)?.[1]).toContain('closed the connection')
    // It is dropped when it has been silent for 30 s.
    await on.pass(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'shown' })
    expect(on.panel.glass).toEqual(picture(1))
    other.destroy()
  })
  test('a panel that closes in the middle is tried again, three times', async () => {
    const on = await set([plain])
    await on.open()
    on.panel.fault = ({ code }) => (code === 0x71 ? 'close' : undefined)
    await show(on, '1', 1)
    await on.pass(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed', reason: 'transfer-timeout', detail: 'The panel closed the connection' })
    expect(on.panel.commands.filter((code) => code === 0x70)).toHaveLength(3)
    expect(on.panel.drawn).toBe(0)
  })
  test.each([
    ['0x70', 0x70],
    ['0x71', 0x71],
    ['0x72', 0x72],
  ])('a panel that never answers %s has its picture failed', async (_, silent) => {
    const on = await set([plain])
    await on.open()
    on.panel.fault = ({ code }) => (code === silent ? 'silent' : undefined)
    await show(on, '1', 1)
    await on.pass(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed', reason: 'transfer-timeout' })
  })
  test('a panel that never says how drawing went has its picture failed', async () => {
    const on = await set([{ ...plain, refreshMs: 100_000_000 }])
    await on.open()
    await show(on, '1', 1)
    await on.pass(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({
      outcome: 'failed',
      reason: 'transfer-timeout',
      detail: 'No answer to how drawing went within 120 s',
    })
  })
  test('a panel that says it has drawn before it has the picture is not believed', async () => {
    const on = await set([plain])
    await on.open()
    const drawn = Buffer.from('02000073', 'hex')
    // With the answer to the begin, to each part, and instead of that to the end.
    on.panel.fault = ({ code }) =>
      code === 0x70
        ? Buffer.concat([Buffer.from('02000070', 'hex'), drawn])
        : code === 0x71
          ? Buffer.concat([drawn, Buffer.from('02000071', 'hex')])
          : code === 0x72
            ? drawn
            : undefined
    await show(on, '1', 1)
    await on.pass(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed' })
  })
  test("a light's answer is not taken for a picture's", async () => {
    const on = await set([plain])
    await on.open()
    on.panel.fault = ({ code }) => (code === 0x72 ? Buffer.from('02000072040000730000', 'hex') : undefined)
    await show(on, '1', 1)
    await on.pass(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed' })
  })
  test('a panel that refuses to begin has its picture failed', async () => {
    const on = await set([plain])
    await on.open()
    on.panel.fault = ({ code }) => (code === 0x70 ? 'refuse' : undefined)
    await show(on, '1', 1)
    await on.pass(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({
      outcome: 'failed',
      reason: 'tag-refused',
      detail: 'The panel refuses the begin of a picture (1)',
    })
  })
  test('a panel that is away and should not be has its picture failed after some tries', async () => {
    const on = await set([plain])
    await on.open()
    await on.panel.sleep()
    await show(on, '1', 1)
    await on.pass(() => on.seen.ended.length === 1)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed', reason: 'tag-silent' })
    expect(on.seen.states.at(-1)?.[0]).toBe('offline')
  })
})
