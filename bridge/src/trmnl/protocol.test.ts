/** Headers and answers as plain functions. */
import { describe, expect, test } from 'vitest'
import { failedQuietly, mayShowMessage, pictureName, readCall, readMac, readReport, saysNotDrawn, tellableRate } from './protocol.ts'

const id = 'AA:BB:CC:DD:EE:0F'
const call = (more: Record<string, string | string[]> = {}) => readCall({ id, ...more })

describe('a call', () => {
  test('of the firmware, with all it says', () => {
    const headers = {
      'access-token': 'abc',
      'update-source': 'timer',
      'refresh-rate': '899',
      'battery-voltage': '4.08',
      'fw-version': '1.8.15',
      model: 'og',
      rssi: '-58',
      width: '800',
      height: '480',
      'image-cached': 'true',
      'wake-time': '9000',
      sensors: 'make=x;kind=humidity;value=40;unit=percent,make=x;model=y;kind=temperature;value=-3.5;unit=celsius;created_at=1',
    }
    expect(call(headers)).toEqual({
      mac: 'AABBCCDDEE0F',
      token: 'abc',
      model: 'og',
      firmware: '1.8.15',
      width: 800,
      height: 480,
      sized: 'panel',
      battery: 4.08,
      rssi: -58,
      temperature: -3.5,
      slept: 899,
      woken: undefined,
      byTimer: true,
    })
  })
  test('of a Raspberry Pi and of a Kindle, which say little, and percent for volts', () => {
    expect(call({ 'battery-voltage': '100.00', rssi: '0', 'user-agent': 'trmnl-display/0.1.1' })).toMatchObject({
      token: '',
      battery: undefined,
      rssi: undefined,
      sized: 'guess',
      width: 800,
      height: 480,
      slept: undefined,
    })
    for (const percent of ['3', '4', '5', '87', '100'])
      expect(call({ 'battery-voltage': percent, 'png-width': '1448', 'png-height': '1072' })).toMatchObject({
        battery: undefined,
        sized: 'wish',
        width: 1448,
        height: 1072,
      })
  })
  test('may say its address or its key alone', () => {
    expect(readCall({})).toBeUndefined()
    expect(readCall({ 'access-token': 'abc' })).toMatchObject({ mac: undefined, token: 'abc' })
    expect(readCall({ id: 'nonsense' })).toBeUndefined()
  })
  test.each([
    ['width', { width: '8000', height: '480' }],
    ['all pixels', { width: '4096', height: '4096' }],
    ['half of it', { width: '400' }],
    ['parts', { width: '400.5', height: '300' }],
    ['words', { width: 'wide', height: 'high' }],
    ['little', { width: '8', height: '8' }],
  ])('of a size that no panel has is not believed: %s', (_, more) => {
    expect(call(more)).toMatchObject({ width: 800, height: 480, sized: 'guess' })
  })
  test('values that are none are none', () => {
    const nothing = { battery: undefined, rssi: undefined, slept: undefined, temperature: undefined }
    expect(
      call({ 'battery-voltage': 'NaN', rssi: '1e3', 'refresh-rate': '-5', sensors: 'kind=temperature;value=;unit=celsius' }),
    ).toMatchObject(nothing)
    expect(call({ 'battery-voltage': '9.99', rssi: '-999', 'refresh-rate': '99999999', sensors: ';;;===,,,' })).toMatchObject(nothing)
    expect(call({ model: ['a', 'b'], 'fw-version': 'x'.repeat(1000), 'access-token': 'x'.repeat(1000) })).toMatchObject({
      model: undefined,
      firmware: '',
      token: '',
    })
  })
})

test('addresses in any spelling, and none that are of no single device', () => {
  for (const text of ['aa:bb:cc:dd:ee:0f', 'AA-BB-CC-DD-EE-0F', 'aabb.ccdd.ee0f', 'AABBCCDDEE0F'])
    expect(readMac(text)).toBe('AABBCCDDEE0F')
  for (const text of ['', undefined, 'AABBCCDDEE', 'AABBCCDDEE0F00', 'GG:BB:CC:DD:EE:0F', 'FF:FF:FF:FF:FF:FF', '000000000000'])
    expect(readMac(text)).toBeUndefined()
})
test('no rate is one of the pauses after failures, too short, or longer than a day', () => {
  for (let seconds = 0; seconds < 1000; seconds++) {
    expect([15, 30, 60, 180, 300, 900]).not.toContain(tellableRate(seconds))
    expect(tellableRate(seconds)).toBeGreaterThanOrEqual(20)
  }
  expect(tellableRate(1e9)).toBe(86_400)
  expect(tellableRate(3600.4)).toBe(3600)
})
test('what may stand on the glass after which sleep', () => {
  const last = { at: 0, rate: 899 }
  const why = (slept: number | undefined, after: number) => mayShowMessage({ slept }, last, after * 1000) !== undefined
  expect([15, 30, 899, 59, undefined].map((slept) => why(slept, 899))).toEqual([false, false, false, false, false])
  expect([60, 180, 300, 900].map((slept) => why(slept, 899))).toEqual([true, true, true, true])
  expect([why(899, 899 + 120), why(899, 899 + 121), why(undefined, 899 + 121), why(899, -5000)]).toEqual([false, true, true, false])
  expect(mayShowMessage({ slept: 899 }, undefined, 1e12)).toBeUndefined()
  expect([15, 30, 60, 899, undefined].map((slept) => failedQuietly({ slept }))).toEqual([true, true, false, false, false])
})
test('names fit into the flash, for any time', () => {
  for (const seconds of [1, 1_790_000_000, 9_999_999_999]) expect(pictureName('AABBCCDDEE0F', seconds)).toMatch(/^endcap-ddee0f-\d{10}$/)
})
test('reports: words that mean a picture did not come, others, and what is no report', () => {
  const reports = [
    'Receiving failed; incomplete download (timed out): 1/2 bytes',
    'image file size too big',
    'error parsing image',
    'failed to decode PNG',
  ]
  expect(reports.map(saysNotDrawn)).toEqual([true, true, true, true])
  expect(['Battery low', 'Error fetching API display: 3', 'WiFi connected'].map(saysNotDrawn)).toEqual([false, false, false])
  expect(readReport(JSON.stringify({ logs: [{ message: 'a\n\u0000b', id: 1, new_field: {} }, { message: 5 }, {}] }))).toEqual(['a??b'])
  for (const text of ['', '[]', 'null', '{"logs":{}}', '{"logs":"x"}', '{', '[[[[']) expect(readReport(text)).toEqual([])
})
