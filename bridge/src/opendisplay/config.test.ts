import { describe, expect, test } from 'vitest'
import { createConfigReader, crc16, glassOf, parseConfig } from './config.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))
const zeros = (count: number) => '00'.repeat(count)

/** The record of a display of 800 × 480 (0x320 × 0x1E0), three colours, OpenEPaperLink's type 0x33, turned by a quarter. */
const display = (fields: { width?: string; height?: string; turned?: string; scheme?: string } = {}) => {
  const { width = '2003', height = 'e001', turned = '01', scheme = '01' } = fields
  return `03 20 00 01 2100 ${width} ${height} ${zeros(4)} 3300 ${turned} ${zeros(6)} ${scheme} 0b ${zeros(23)}`
}
/** With length and checksum; `length` as some tools leave it. */
function written(records: string, length?: number): Uint8Array {
  const body = bytes(`0000 01 ${records}`)
  const crc = crc16(body)
  const size = length ?? body.length + 2
  return Uint8Array.of(size & 255, size >> 8, ...body.subarray(2), crc & 255, crc >> 8)
}

describe('the parts of a configuration', () => {
  test('are put together: number, in the first the length of all, data', () => {
    const reader = createConfigReader()
    expect(reader.push(bytes('0000 0500 0102'))).toBeUndefined()
    expect(reader.push(bytes('0100 0304'))).toBeUndefined()
    expect(reader.push(bytes('0200 05'))).toEqual(bytes('0102030405'))
  })
  test('an empty one is one part', () => expect(createConfigReader().push(bytes('0000 0000'))).toEqual(bytes('')))
  test.each([
    ['a part is missing', ['0000 0500 0102', '0200 03'], 'missing'],
    ['it begins in the middle', ['0100 01'], 'missing'],
    ['a part comes twice', ['0000 0500 0102', '0000 0500 0102'], 'missing'],
    ['more comes than was said', ['0000 0300 01020304'], 'longer'],
    ['nothing comes', ['0000 0300', '0100'], 'longer or shorter'],
    ['it says more than any has', ['0000 ffff 01'], '65535'],
    ['it is cut off', ['0000 05'], 'cut off'],
    ['it is empty', [''], 'missing'],
  ])('are refused where %s', (_, parts, why) => {
    const reader = createConfigReader()
    expect(() => {
      for (const part of parts) reader.push(bytes(part))
    }).toThrow(why)
  })
})

describe('a configuration', () => {
  test('has the usual checksum', () => expect(crc16(Buffer.from('123456789'))).toBe(0x29b1))
  test('says what the glass is', () => {
    const config = parseConfig(written(display()))
    expect(config.displays).toEqual([{ controller: 0x21, width: 800, height: 480, oeplType: 0x33, quarters: 1, scheme: 1, modes: 11 }])
    // Turned by a quarter, it is higher than wide.
    expect(glassOf(config)).toMatchObject({ width: 480, height: 800, palette: 'bwr', type: 'px-480x800-bwr' })
  })
  test('says what else is there: board, power, lights, buttons', () => {
    const board = `00 02 0100 0d ${zeros(19)}`
    // Battery; 300 s (0x12C) of sleep.
    const power = `01 04 01 ${zeros(17)} 2c01 ${zeros(10)}`
    const light = `02 21 ${zeros(22)}`
    const buttons = `04 25 ${zeros(15)} 06 ${zeros(14)}`
    const config = parseConfig(written(`${board} ${power} ${light} ${display({ turned: '00' })} ${buttons}`))
    expect(config).toMatchObject({ manufacturer: 1, board: 13, onBattery: true, sleepSeconds: 300, lights: 1, buttonPlaces: [6] })
    expect(glassOf(config).type).toBe('px-800x480-bwr-led')
  })
  test('on USB does not sleep, whatever is set', () => {
    expect(parseConfig(written(`01 04 02 ${zeros(17)} 2c01 ${zeros(10)} ${display()}`))).toMatchObject({
      onBattery: false,
      sleepSeconds: 0,
    })
  })
  test('buttons that are not told in telemetry have no place', () => {
    expect(parseConfig(written(`04 25 ${zeros(15)} ff ${zeros(14)}`)).buttonPlaces).toEqual([])
  })
  test('is found before a record of a kind that is newer than we are', () => {
    expect(parseConfig(written(`${display()} 07 77 1234`)).displays).toHaveLength(1)
  })
  test('ends with the shorter Wi-Fi record of older panels', () => {
    expect(parseConfig(written(`${display()} 05 26 ${zeros(65)}`)).displays).toHaveLength(1)
  })
  test('may leave its length at zero', () => expect(parseConfig(written(display(), 0)).displays).toHaveLength(1))
  test('with a wrong checksum is refused', () => {
    const blob = written(display())
    blob[10]! ^= 1
    expect(() => parseConfig(blob)).toThrow('checksum')
  })
  test('that ends in a record is refused', () => expect(() => parseConfig(written('03 20 0001'))).toThrow('middle'))
  test('of nothing is refused', () => expect(() => parseConfig(bytes(''))).toThrow('no configuration'))
})

describe('a panel that lies about its glass', () => {
  test.each([
    ['no width', { width: '0000' }, '480 × 0'],
    ['a width that none has', { width: 'ffff' }, '65535'],
    ['a height that none has', { height: 'ffff' }, '65535'],
    ['colours that are not known', { scheme: '63' }, '99'],
    ['seven colours, whose order is not known', { scheme: '07' }, '7'],
  ])('a configuration with %s is refused', (_, fields, why) => {
    expect(() => glassOf(parseConfig(written(display(fields))))).toThrow(why)
  })
  test('a configuration with an angle that is no quarter is refused', () =>
    expect(() => parseConfig(written(display({ turned: '2d' })))).toThrow('45'))
  test('a configuration without a display is refused', () => expect(() => glassOf(parseConfig(written('')))).toThrow('names no display'))
})
