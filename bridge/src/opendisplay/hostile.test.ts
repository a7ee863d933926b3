import { afterEach, describe, expect, test } from 'vitest'
import type { Fault, PanelSettings } from './simulator.ts'
import { configOf } from './simulator/settings.ts'
import { picture, stage, typeOf, until, type Stage } from './testing.ts'

const [bad, good] = ['A0B1C2D3E4F5', 'A0B1C2D3E4F6']
const plain = (mac: string): PanelSettings => ({ mac, width: 64, height: 32, scheme: 0 })
let on: Stage
afterEach(() => on.end())
const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const show = (op: string, mac: string, seed = 1) => {
  const bitmap = picture(seed)
  return on.driver.show({ op, tag: `0D15${mac}`, type: typeOf(bitmap), bitmap, refresh: false })
}

/** Ten megabytes without a frame in them, and ten of frames that were not asked for. */
const noise = new Uint8Array(10_000_000).fill(0xaa)
const chatter = Buffer.concat(Array.from({ length: 500_000 }, () => hex('1200 0044 4624 0000000000000000000000 7a0000')))

const lies: [string, Fault, string][] = [
  ['frames without an end', () => hex('ffff'), '65535 bytes'],
  ['frames of nothing', () => hex('0000'), '0 bytes'],
  ['ten megabytes of noise', ({ code }) => (code === 0x70 ? noise : undefined), '43690 bytes'],
  ['ten megabytes of answers to nothing', ({ code }) => (code === 0x70 ? chatter : undefined), 'without being asked'],
  ['a status that none has', ({ code }) => (code === 0x70 ? hex('0200 4470') : undefined), 'status 0x44'],
  ['an answer of one byte', ({ code }) => (code === 0x71 ? hex('0100 00') : undefined), 'one byte'],
  ['a demand for a session', ({ code }) => (code === 0x40 ? hex('0200 fe40') : undefined), 'encrypted'],
  ['a demand for a session in the other form', ({ code }) => (code === 0x40 ? hex('0300 0040fe') : undefined), 'encrypted'],
  ['a configuration of 65535 bytes', ({ code }) => (code === 0x40 ? hex('0700 0040 0000 ffff 01') : undefined), '65535 bytes'],
  ['a configuration without an end', ({ code }) => (code === 0x40 ? hex('0700 0040 0000 0010 01') : undefined), 'No answer'],
  ['telemetry of three bytes', ({ code }) => (code === 0x44 ? hex('0500 0044 010203') : undefined), 'telemetry of 3 bytes'],
  ['a version of nothing', ({ code }) => (code === 0x43 ? hex('0200 0043') : undefined), 'cut off'],
  ['a refusal of the end', ({ code }) => (code === 0x72 ? 'refuse' : undefined), 'refuses the end'],
  ['a refusal of a part', ({ code }) => (code === 0x71 ? 'refuse' : undefined), 'refuses a part'],
]
describe('a panel that lies has its picture failed, and the other one shows its own', () => {
  test.each(lies)('a picture fails after %s', async (_, fault, why) => {
    on = await stage([plain(bad), plain(good)])
    await on.open()
    const [liar, honest] = on.panels
    liar!.fault = fault
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
    await show('1', bad)
    await show('2', good)
    await until(() => honest!.drawing)
    await on.clock.advance(3000)
    await until(() => on.endOf('2') !== undefined)
    expect(on.endOf('2')).toMatchObject({ outcome: 'shown' })
    await on.pass(() => on.endOf('1') !== undefined)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed' })
    const end = on.endOf('1')
    expect(end?.outcome === 'failed' && end.detail).toContain(why)
    expect(liar!.drawn).toBe(0)
    expect(process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000)
    expect(on.seen.states.at(-1)?.[0]).toBe('degraded')
  })
  test.each([
    ['no width', { width: 0 }, '0 × 32'],
    ['a width of 65535', { width: 65_535 }, '65535 × 32'],
    ['both sides of 65535', { width: 65_535, height: 65_535 }, '65535 × 65535'],
    ['colours that are not known', { scheme: 99 }, 'colour scheme 99'],
  ])('of its glass: %s', async (_, fields, why) => {
    on = await stage([plain(good), plain(bad)])
    on.panels[1]!.config = configOf({ ...plain(bad), ...fields })
    await on.driver.open()
    await until(() => on.seen.states.at(-1)?.[1]?.includes(why) === true)
    expect(on.seen.heard.map(({ tag }) => tag)).not.toContain(`0D15${bad}`)
    await until(() => on.seen.heard.some(({ tag }) => tag === `0D15${good}`))
    await show('1', good)
    await until(() => on.panel.drawing)
    await on.clock.advance(3000)
    await until(() => on.endOf('1') !== undefined)
    expect(on.endOf('1')).toMatchObject({ outcome: 'shown' })
  })
})

test('a panel that hangs while it draws holds up no other one', async () => {
  on = await stage([{ ...plain(bad), refreshMs: 100_000_000 }, plain(good)])
  await on.open()
  await show('1', bad)
  await until(() => on.panels[0]!.drawing)
  for (let seed = 1; seed <= 3; seed++)
    expect(await on.shown(`good-${seed}`, picture(seed), { mac: good })).toMatchObject({ outcome: 'shown' })
  expect(on.endOf('1')).toBeUndefined()
})

test('a panel that fails again and again is left alone for a minute, also where more is to be shown', async () => {
  on = await stage([plain(bad)])
  await on.open()
  on.panel.fault = ({ code }) => (code === 0x70 ? 'refuse' : undefined)
  await show('1', bad)
  await on.pass(() => on.endOf('1') !== undefined)
  const tried = on.panel.connections
  await show('2', bad)
  for (let second = 0; second < 20; second++) await on.clock.advance(1000)
  expect(on.panel.connections).toBe(tried)
  on.panel.fault = undefined
  await on.pass(() => on.endOf('2') !== undefined)
  expect(on.endOf('2')).toMatchObject({ outcome: 'shown' })
})
