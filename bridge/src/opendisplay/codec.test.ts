import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  compress,
  createFrameParser,
  encodeCommand,
  encodeFrame,
  endCommand,
  etagOf,
  lightPattern,
  parseAnswer,
  parseButton,
  parseTelemetry,
  parseVersion,
  saysDrawn,
  saysTimedOut,
  startCommand,
} from './codec.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

describe('frames', () => {
  test('carry their length with its low byte first', () => {
    expect(encodeFrame(bytes('0040'))).toEqual(bytes('0200 0040'))
    const long = encodeFrame(new Uint8Array(300))
    expect([long[0], long[1], long.length]).toEqual([0x2c, 0x01, 302])
  })
  test('have 1 to 4094 bytes', () => {
    expect(encodeFrame(new Uint8Array(4094)).subarray(0, 2)).toEqual(bytes('fe0f'))
    expect(() => encodeFrame(new Uint8Array(4095))).toThrow('4095')
    expect(() => encodeFrame(new Uint8Array())).toThrow('0 bytes')
  })
  test('are found however the network cuts them', () => {
    const stream = bytes('0200 0043 0100 07 0400 00400000')
    const expected = [bytes('0043'), bytes('07'), bytes('00400000')]
    expect(createFrameParser().push(stream)).toEqual(expected)
    const parser = createFrameParser()
    expect([...stream].flatMap((byte) => parser.push(Uint8Array.of(byte)))).toEqual(expected)
  })
  test.each(['0000', 'ff0f', 'ffff'])('end where a length is none: %s', (length) => {
    expect(() => createFrameParser().push(bytes(length))).toThrow('which none has')
  })
  test('take the largest, byte by byte at its end, and then the next one', () => {
    const parser = createFrameParser()
    expect(parser.push(Buffer.concat([bytes('fe0f'), new Uint8Array(4093)]))).toEqual([])
    expect(parser.push(bytes('05 0100 09')).map(({ length }) => length)).toEqual([4094, 1])
  })
})

describe('commands and answers', () => {
  test('opcodes have their high byte first', () => {
    expect(encodeCommand(0x0153, bytes('aa'))).toEqual(bytes('0153 aa'))
  })
  test('a picture begins with nothing, or with its size before compression, low byte first', () => {
    expect(startCommand(undefined)).toEqual(bytes('0070'))
    expect(startCommand(48_000)).toEqual(bytes('0070 80bb0000'))
  })
  test('a picture ends with how to draw and an etag, high byte first', () => {
    expect(endCommand({ fast: false, etag: 0x01020304 })).toEqual(bytes('0072 00 01020304'))
    expect(endCommand({ fast: true, etag: 0xfffffffe })).toEqual(bytes('0072 01 fffffffe'))
  })
  test('an etag is never 0, which means none', () => {
    expect(etagOf('deadbeef00')).toBe(0xdeadbeef)
    expect(etagOf('00000000ff')).toBe(1)
  })
  test('answers are done, refused, or want a session, in both of its forms', () => {
    expect(parseAnswer(bytes('0070'))).toEqual({ status: 'done', code: 0x70, data: bytes('') })
    expect(parseAnswer(bytes('ff71 0600'))).toEqual({ status: 'refused', code: 0x71, data: bytes('0600') })
    expect(parseAnswer(bytes('fe40')).status).toBe('session')
    expect(parseAnswer(bytes('0040 fe')).status).toBe('session')
    expect(() => parseAnswer(bytes('0170'))).toThrow('status 0x1')
    expect(() => parseAnswer(bytes('00'))).toThrow('one byte')
  })
  test('the answer to a light does not say that anything was drawn', () => {
    expect(saysDrawn(parseAnswer(bytes('0073')))).toBe(true)
    expect(saysDrawn(parseAnswer(bytes('0073 0000')))).toBe(false)
    expect(saysDrawn(parseAnswer(bytes('ff73')))).toBe(false)
    expect(saysDrawn(parseAnswer(bytes('0074')))).toBe(false)
    expect(saysTimedOut(parseAnswer(bytes('0074')))).toBe(true)
  })
  test('versions are two numbers and a text, and in newer ones a third number behind it', () => {
    expect(parseVersion(bytes('021a 03 616263'))).toBe('2.26')
    expect(parseVersion(bytes('021a 03 616263 01'))).toBe('2.26.1')
    expect(() => parseVersion(bytes('02'))).toThrow('cut off')
  })
  test('what is compressed looks back 512 bytes at most', () => {
    const raw = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) & 255)
    const packed = compress(raw)
    // 0x18: deflate with a window of 2^(1+8) bytes.
    expect(packed[0]).toBe(0x18)
    expect(Uint8Array.from(inflateSync(packed, { windowBits: 9 }))).toEqual(raw)
  })
})

describe('telemetry', () => {
  // Button 2 pressed for the third time at place 4; 21.5 °C = 123 / 2 - 40; 3.95 V = 395 × 10 mV = 0x18B.
  const newer = '00000000 9a 000000000000 7b 8b'
  test('of 14 bytes', () => {
    const read = parseTelemetry(bytes(`${newer} 53`))
    expect(read).toMatchObject({ temperature: 21.5, battery: 3.95, rebooted: true, wantsConnection: false, counter: 5 })
    expect(parseButton(read.dynamic[4]!)).toEqual({ id: 2, count: 3, pressed: true })
  })
  test('with the number of the company before it, as an answer has it', () => {
    expect(parseTelemetry(bytes(`4624 ${newer} 05`))).toMatchObject({ battery: 3.95, rebooted: false, wantsConnection: true, counter: 0 })
  })
  test('of the older 11 bytes', () => {
    // 3012 mV low byte first, -5 °C, counter 7.
    expect(parseTelemetry(bytes('0236006c00c301 c40b fb 07'))).toMatchObject({
      temperature: -5,
      battery: 3.012,
      counter: 7,
      rebooted: false,
    })
  })
  test('without a battery says no voltage', () => {
    expect(parseTelemetry(bytes('00000000000000000000007a0000')).battery).toBeUndefined()
  })
  test.each([0, 10, 12, 17])('of %d bytes is none', (length) => {
    expect(() => parseTelemetry(new Uint8Array(length))).toThrow(`${length} bytes`)
  })
})

describe('lights', () => {
  const red = { state: 1, brightness: 3, speed: 2 }
  test('are 12 bytes: brightness and mode, colour, pace and number, repeats', () => {
    // 6 s in half seconds are 12 flashes, once.
    expect(lightPattern({ ...red, seconds: 6 })).toEqual(bytes('f1 e0 5c 00 000000 000000 00 00'))
    // A minute: 120 flashes, 15 eight times.
    expect(lightPattern({ ...red, state: 0, brightness: 1, seconds: 60 })).toEqual(bytes('31 1c 5f 00 000000 000000 07 00'))
  })
  test('never shine for ever, and last as long as was asked', () => {
    for (const speed of [0, 1, 2, 3]) {
      for (const seconds of [1, 30, 300, 3600]) {
        const pattern = lightPattern({ state: 6, brightness: 2, speed, seconds })
        const lasts = [1, 4, 7].reduce((sum, at) => sum + (pattern[at + 1]! & 15) * (pattern[at + 1]! >> 4), 0) * (pattern[10]! + 1)
        // 254 and 255 are for ever.
        expect(pattern[10]).toBeLessThan(254)
        expect(Math.abs(lasts / 10 - seconds)).toBeLessThanOrEqual(Math.max(1, seconds * 0.1))
      }
    }
  })
})
