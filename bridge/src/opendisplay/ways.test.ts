import { encodeBitmap } from '@endcap/label/bitmap'
import { afterEach, describe, expect, test } from 'vitest'
import { readAddresses, readKeys } from './addresses.ts'
import { openDisplay } from './family.ts'
import type { PanelSettings } from './simulator.ts'
import { picture, stage, typeOf, until, type Stage } from './testing.ts'

const mac = 'A0B1C2D3E4F5'
const tag = `0D15${mac}`
const plain: PanelSettings = { mac, width: 64, height: 32, scheme: 0 }
let on: Stage
afterEach(() => on?.end())
const show = (op: string, seed: number) => {
  const bitmap = picture(seed)
  return on.driver.show({ op, tag, type: typeOf(bitmap), bitmap, refresh: false })
}
const red = { state: 1, brightness: 3, speed: 2, seconds: 6 }

describe('an operation that is not wanted any more', () => {
  test('is taken back while the picture is sent, and the glass stays', async () => {
    on = await stage([plain])
    await on.open()
    on.panel.fault = ({ code }) => (code === 0x71 ? 'silent' : undefined)
    await show('1', 1)
    await until(() => on.panel.commands.includes(0x71))
    expect(await on.driver.cancel('1', tag)).toBe(true)
    on.panel.fault = undefined
    expect(await on.shown('2', picture(2))).toMatchObject({ outcome: 'shown' })
    expect([on.endOf('1'), on.panel.drawn]).toEqual([undefined, 1])
  })
  test('cannot be taken back while the panel draws', async () => {
    on = await stage([plain])
    await on.open()
    await show('1', 1)
    await until(() => on.panel.drawing)
    expect(await on.driver.cancel('1', tag)).toBe(false)
    await on.clock.advance(3000)
    await until(() => on.endOf('1') !== undefined)
    expect(on.endOf('1')).toMatchObject({ outcome: 'shown' })
  })
  test('is replaced by a newer one while it is sent, and both are told rightly where it was drawn already', async () => {
    on = await stage([plain])
    await on.open()
    on.panel.fault = ({ code }) => (code === 0x71 ? 'silent' : undefined)
    await show('1', 1)
    await until(() => on.panel.commands.includes(0x71))
    on.panel.fault = undefined
    await show('2', 2)
    await on.pass(() => on.panel.drawing)
    await show('3', 3)
    await on.pass(() => on.endOf('3') !== undefined)
    expect(on.seen.ended).toEqual([
      { op: '2', outcome: 'shown' },
      { op: '3', outcome: 'shown' },
    ])
    expect(on.panel.glass).toEqual(picture(3))
  })
})

describe('a bridge that is killed', () => {
  test('between the file of a picture and its operation shows no picture of another one', async () => {
    on = await stage([{ ...plain, power: 1, sleepSeconds: 900 }])
    await on.open()
    await on.panel.sleep()
    await show('1', 1)
    await on.driver.close()
    on.state.keepFile(`picture-${mac}`, encodeBitmap(picture(2)))
    await on.restart()
    await on.panel.wake()
    await on.pass(() => on.endOf('1') !== undefined)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed', detail: 'The picture is not on disk any more' })
    expect(on.panel.drawn).toBe(0)
  })
  test('touches nothing and tells nothing afterwards', async () => {
    on = await stage([plain])
    await on.open()
    await show('1', 1)
    await until(() => on.panel.drawing)
    const reported = on.seen.heard.length + on.seen.states.length
    await on.driver.close()
    let touched = 0
    const touch = () => void touched++
    Object.assign(on.state, { get: touch, set: touch, file: touch, keepFile: touch, names: () => (touch(), []) })
    await until(() => !on.panel.busy)
    for (let minute = 0; minute < 5; minute++) await on.clock.advance(60_000)
    expect([touched, on.seen.ended.length, on.seen.heard.length + on.seen.states.length]).toEqual([0, 0, reported])
  })
})

describe('a panel on battery', () => {
  const sleeper: PanelSettings = { ...plain, power: 1, sleepSeconds: 900 }
  test('that sleeps keeps what it is to show until it announces itself', async () => {
    on = await stage([sleeper])
    await on.open()
    expect(on.seen.heard[0]?.checkin).toBe(900)
    await on.panel.sleep()
    await show('1', 1)
    for (let minute = 0; minute < 600; minute++) await on.clock.advance(60_000)
    expect(on.seen.ended).toEqual([])
    expect(on.seen.states.every(([state]) => state === 'online')).toBe(true)
    await on.panel.wake()
    on.panel.announce()
    await until(() => on.panel.drawing)
    await on.clock.advance(3000)
    await until(() => on.endOf('1') !== undefined)
    expect(on.endOf('1')).toMatchObject({ outcome: 'shown' })
  })
  test('is found by trying where it does not announce itself, also by a bridge that was killed meanwhile', async () => {
    on = await stage([sleeper])
    await on.open()
    await on.panel.sleep()
    await show('1', 1)
    await on.restart()
    await on.panel.wake()
    await on.pass(() => on.endOf('1') !== undefined)
    expect(on.endOf('1')).toMatchObject({ outcome: 'shown' })
    expect(on.panel.glass).toEqual(picture(1))
  })
  test('does not doubt its glass for having slept', async () => {
    on = await stage([sleeper])
    on.panel.rebooted = true
    await on.open()
    await on.shown('1', picture(1))
    await on.panel.sleep()
    for (let minute = 0; minute < 30; minute++) await on.clock.advance(60_000)
    await on.panel.wake()
    const heard = on.seen.heard.length
    await on.pass(() => on.seen.heard.length > heard)
    expect(on.seen.doubts).toEqual([])
  })
})

describe('an encrypted panel', () => {
  const masterKey = '000102030405060708090a0b0c0d0e0f'
  const secret: PanelSettings = { ...plain, masterKey }
  test('is spoken to on the next port with the key that is given for it', async () => {
    on = await stage([secret], { keys: { 'a0:b1:c2:d3:e4:f5': masterKey } })
    await on.open()
    expect(await on.shown('1', picture(1))).toMatchObject({ outcome: 'shown' })
    expect(on.panel.glass).toEqual(picture(1))
  })
  test('with another key is not reached, and its picture is failed', async () => {
    on = await stage([secret], { keys: { [mac]: 'ff'.repeat(16) } })
    await on.driver.open()
    await until(() => on.seen.states.at(-1)?.[0] === 'offline')
    expect(on.panel.commands).toEqual([])
  })
  test('whose key is not known is reported as such, and gets nothing', async () => {
    on = await stage([secret])
    await on.restart({ address: '' })
    on.panel.announce()
    await until(() => on.seen.states.at(-1)?.[1]?.includes('its key is not known') === true)
    expect(on.panel.connections).toBe(0)
  })
  test('is never spoken to in the clear, also where it says that it is not encrypted', async () => {
    on = await stage([plain], { keys: { [mac]: masterKey } })
    await on.restart({ address: '' })
    on.panel.announce()
    await on.pass(() => on.seen.states.at(-1)?.[0] === 'offline')
    expect(on.panel.commands).toEqual([])
  })
})

describe('lights and buttons', () => {
  test('a light flashes and goes out', async () => {
    on = await stage([{ ...plain, lights: 1 }])
    await on.open()
    await on.driver.light?.({ op: '1', tag, params: red })
    await until(() => on.endOf('1') !== undefined)
    await on.driver.light?.({ op: '2', tag, params: { ...red, seconds: 0 } })
    await until(() => on.endOf('2') !== undefined)
    // The first light; then 12 bytes; putting it out takes none.
    expect(on.panel.lights).toEqual(['00f1e05c000000000000000000', '00'])
    expect(on.seen.ended.map(({ outcome }) => outcome)).toEqual(['shown', 'shown'])
  })
  test('a light that the panel does not have is failed', async () => {
    on = await stage([plain])
    await on.open()
    await on.driver.light?.({ op: '1', tag, params: red })
    await on.pass(() => on.endOf('1') !== undefined)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed', reason: 'tag-refused' })
  })
  test('a light for a panel that sleeps is failed soon: it is for now', async () => {
    on = await stage([{ ...plain, power: 1, sleepSeconds: 900, lights: 1 }])
    await on.open()
    await on.panel.sleep()
    await on.driver.light?.({ op: '1', tag, params: red })
    await on.pass(() => on.endOf('1') !== undefined)
    expect(on.endOf('1')).toMatchObject({ outcome: 'failed', reason: 'tag-silent' })
  })
  test('a light and a picture at the same time are told apart', async () => {
    on = await stage([{ ...plain, lights: 1 }])
    await on.open()
    await show('1', 1)
    await until(() => on.panel.drawing)
    await on.driver.light?.({ op: '2', tag, params: red })
    expect(on.panel.lights).toEqual([])
    await on.clock.advance(3000)
    await until(() => on.endOf('2') !== undefined)
    expect(on.seen.ended.map(({ op, outcome }) => [op, outcome])).toEqual([
      ['1', 'shown'],
      ['2', 'shown'],
    ])
  })
  test('a press of a button is told once, with which it was', async () => {
    on = await stage([{ ...plain, buttonPlace: 3 }])
    await on.open()
    await until(() => !on.panel.busy)
    on.panel.press(0)
    on.panel.announce()
    on.panel.announce()
    on.panel.press(2)
    on.panel.announce()
    expect(on.seen.heard.flatMap(({ event }) => event ?? [])).toEqual(['button', 'button2'])
  })
  test('bytes of a sensor are not taken for buttons', async () => {
    on = await stage([plain])
    await on.open()
    await until(() => !on.panel.busy)
    on.panel.press(0)
    on.panel.announce()
    expect(on.seen.heard.flatMap(({ event }) => event ?? [])).toEqual([])
  })
})

describe('where panels are', () => {
  test('addresses are hosts, with port and MAC where they are given', () => {
    expect(readAddresses('10.0.0.7, od1.local:2500  a0:b1:c2:d3:e4:f5@[fe80::1]:2446')).toEqual([
      { mac: undefined, host: '10.0.0.7', port: 2446 },
      { mac: undefined, host: 'od1.local', port: 2500 },
      { mac, host: 'fe80::1', port: 2446 },
    ])
    expect(readAddresses(' ')).toEqual([])
  })
  test.each(['http://10.0.0.7', '10.0.0.7:0', '10.0.0.7:65535', 'A0B1@10.0.0.7', 'a b@c', '10.0.0.7:port'])('%s is none', (text) => {
    expect(() => readAddresses(text)).toThrow('is no address of a panel')
  })
  test('keys are 32 digits by MAC', () => {
    expect(readKeys(undefined).size).toBe(0)
    expect(readKeys({ 'a0-b1-c2-d3-e4-f5': '00'.repeat(16) }).get(mac)).toEqual(Buffer.alloc(16))
    expect(() => readKeys({ [mac]: '00' })).toThrow('32 hexadecimal digits')
    expect(() => readKeys({ shop: '00'.repeat(16) })).toThrow('32 hexadecimal digits')
    expect(() => readKeys('00')).toThrow('by MAC')
  })
  test('a panel is found by what it announces, and again by a bridge that starts anew', async () => {
    on = await stage([plain])
    await on.restart({ address: '' })
    on.panel.announce()
    await until(() => on.seen.heard.length === 1)
    const before = on.panel.connections
    await on.restart({ address: '' })
    await until(() => on.panel.connections > before)
  })
  test('a panel is not looked for where discovery is off', async () => {
    on = await stage([plain])
    await on.restart({ address: '', options: { discover: false } })
    on.panel.announce()
    await on.clock.advance(60_000)
    expect(on.panel.connections).toBe(0)
  })
  test('an address without a MAC says what is missing until the panel announces itself', async () => {
    on = await stage([plain])
    await on.restart({ address: `127.0.0.1:${on.panel.port}` })
    expect(on.seen.states.at(-1)).toEqual(['degraded', expect.stringContaining('The MAC at 127.0.0.1 is not known')])
    on.panel.announce()
    await until(() => on.seen.heard.at(-1)?.tag === tag)
    expect(on.seen.states.at(-1)).toEqual(['online', undefined])
  })
  test('a typed address counts more than an announced one', async () => {
    on = await stage([plain])
    await on.open()
    await until(() => !on.panel.busy)
    const other = await stage([plain])
    on.panel.announce({ port: other.panel.port })
    await show('1', 1)
    await until(() => on.panel.drawing)
    expect(other.panel.connections).toBe(0)
    await other.end()
  })
  test('announcements have a panel visited at most every five seconds', async () => {
    on = await stage([plain])
    await on.open()
    await on.panel.sleep()
    await show('1', 1)
    await until(() => on.seen.states.at(-1)?.[0] === 'offline')
    await on.clock.advance(6000)
    await until(() => on.seen.states.at(-1)?.[1]?.includes('ECONNREFUSED') === true)
    await on.panel.wake()
    on.panel.fault = () => 'close'
    const before = on.panel.connections
    on.panel.announce()
    await on.clock.advance(1000)
    expect(on.panel.connections - before).toBe(0)
    await on.clock.advance(3000)
    on.panel.announce()
    await until(() => on.panel.connections - before === 1)
  })
})

describe('a link check', () => {
  test('asks the panels, and fails where none answers', async () => {
    on = await stage([plain])
    await on.open()
    await until(() => !on.panel.busy)
    const before = on.panel.connections
    await on.driver.linkCheck?.()
    expect(on.panel.connections).toBe(before + 1)
    await on.panel.sleep()
    await expect(on.driver.linkCheck?.()).rejects.toThrow('No panel answers')
  })
})

describe('before it is added', () => {
  test('a panel says who it is', async () => {
    on = await stage([{ ...plain, width: 800, height: 480, manufacturer: 1, board: 12, power: 1 }])
    const found = await openDisplay.probe(on.address, {})
    expect(found).toMatchObject({ maker: 'Seeed', model: 'reTerminal E1001', firmware: '2.26.1', mac, tags: 1 })
    expect(found.notes.join()).toContain('about a day')
  })
  test('one that does not answer is told so', async () => {
    on = await stage([plain])
    await on.panel.sleep()
    await expect(openDisplay.probe(on.address, {})).rejects.toMatchObject({ reason: 'tag-silent', retryable: true })
  })
})
