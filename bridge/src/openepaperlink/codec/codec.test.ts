/** What goes over the wire, byte by byte, and what comes back with nonsense in it. */
import { describe, expect, test } from 'vitest'
import { formBody, multipartBody } from './forms.ts'
import { lightPattern, patternHex } from './light.ts'
import { parseOwnMac, parseTagMac } from './mac.ts'
import { buildPacket, parsePacket, type Packet } from './packets.ts'
import { never, ownMacOf, parseConfig, parsePage, parseRecord, parseStreamMessage, parseSystemInfo, parseTagType } from './records.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))

test('two spellings of an id are one tag', () => {
  for (const spelling of ['0000021D34F67E1F', '0000021d34f67e1f', '00:00:02:1D:34:F6:7E:1F', '00-00-02-1d-34-f6-7e-1f', '021D34F67E1F'])
    expect(parseTagMac(spelling)).toBe('0000021D34F67E1F')
  for (const nonsense of ['', '12', '0000021D34F67E1', '0000021D34F67E1F00', 'ZZ00021D34F67E1F'])
    expect(parseTagMac(nonsense)).toBeUndefined()
  expect(parseOwnMac('34:85:18:0a:0b:0c')).toBe('3485180A0B0C')
  expect(parseOwnMac('00:00:00:00:00:00')).toBeUndefined()
})

describe('packets', () => {
  /** Written by hand from the layout. */
  const golden: [string, Packet][] = [
    [
      `e6 00 1f7ef6341d020000 00 64 c4 15 a20b 33 04 21 2700 0b 00 0000000000000000`,
      {
        kind: 'check-in',
        checkIn: {
          mac: '0000021D34F67E1F',
          lqi: 100,
          rssi: -60,
          temperature: 21,
          batteryMv: 2978,
          hwType: 0x33,
          wakeupReason: 4,
          capabilities: 0x21,
          version: 0x27,
          channel: 11,
        },
      },
    ],
    ['ea 00 1f7ef6341d020000', { kind: 'complete', mac: '0000021D34F67E1F' }],
    ['ed 00 1f7ef6341d020000', { kind: 'timeout', mac: '0000021D34F67E1F' }],
    [
      `81 c0a80132 73686f7020310000 0000000000000000 0000000000000000 0000000000000000 0f 90 1f00`,
      { kind: 'listed', entry: { ip: '192.168.1.50', alias: 'shop 1', channel: 15, tagCount: 144, version: 31 } },
    ],
    [
      `80 00000000 ${'00'.repeat(32)} 00 00 0000`,
      { kind: 'list', entry: { ip: '0.0.0.0', alias: '', channel: 0, tagCount: 0, version: 0 } },
    ],
    [
      `e5 00 8877665544332211 39300000 21 03 0580 0a00 1f7ef6341d020000`,
      {
        kind: 'offer',
        offer: {
          mac: '0000021D34F67E1F',
          dataVer: 0x1122334455667788n,
          dataSize: 12_345,
          dataType: 0x21,
          argument: 3,
          nextCheckIn: 0x8005,
          attempts: 10,
        },
      },
    ],
    [
      `82 01aa 1f7ef6341d020000 02 ${'61'.repeat(3)}${'00'.repeat(29)} 00f15365 64f15365 0200 3cf15365 33 fc 01 5802 18 0000000000000000`,
      {
        kind: 'sync',
        sync: {
          mac: '0000021D34F67E1F',
          mode: 'status',
          alias: 'aaa',
          lastSeen: 1_700_000_000,
          nextUpdate: 1_700_000_100,
          pending: 2,
          nextCheckIn: 1_700_000_060,
          hwType: 0x33,
          wakeupReason: 0xfc,
          capabilities: 1,
          pendingIdle: 600,
          contentMode: 24,
        },
      },
    ],
  ]
  test.each(golden)('a packet is read, and built with the same bytes: %s', (hex, packet) => {
    expect(parsePacket(bytes(hex))).toEqual(packet)
    expect(Buffer.from(buildPacket(packet)).toString('hex')).toBe(Buffer.from(bytes(hex)).toString('hex'))
  })

  test('a packet that is cut off anywhere says so, and a longer one is a newer program’s', () => {
    for (const [hex, packet] of golden) {
      const whole = bytes(hex)
      for (let length = 0; length < whole.length; length++)
        expect(() => parsePacket(whole.subarray(0, length))).toThrow(length === 0 ? 'An empty packet' : /bytes instead of/)
      expect(parsePacket(Uint8Array.from([...whole, 1, 2, 3]))).toEqual(packet)
    }
  })
  test('a packet of an unknown kind or version', () => {
    expect(() => parsePacket(bytes('42 00'))).toThrow('A packet of the unknown kind 0x42')
    expect(() => parsePacket(bytes(`82 02aa ${'00'.repeat(69)}`))).toThrow('A tag record of version 0xaa02, which is not known')
    expect(() => parsePacket(bytes(`82 01aa ${'00'.repeat(8)} 09 ${'00'.repeat(60)}`))).toThrow('A tag record of an unknown kind')
  })
  test('a name that is no text does not spoil the rest', () => {
    const packet = bytes(golden[3]![0])
    packet.set([0xff, 0x07, 0x41], 5)
    expect(parsePacket(packet)).toMatchObject({ entry: { alias: 'Ap 1', channel: 15 } })
  })
})

describe('tag records', () => {
  const plainImage = {
    mac: '0000021D34F67E1F',
    hash: '0123456789abcdef0000000000000000',
    lastseen: 1_700_000_000,
    nextupdate: never,
    nextcheckin: 1_700_000_600,
    pending: 1,
    alias: 'shelf 3',
    contentMode: 24,
    LQI: 90,
    RSSI: -61,
    temperature: 22,
    batteryMv: 2980,
    hwType: 51,
    wakeupReason: 0,
    capabilities: 1,
    modecfgjson: '{"filename":"/temp/x_12.jpg","dither":"0"}',
    isexternal: false,
    apip: '0.0.0.0',
    rotate: 0,
    lut: 0,
    invert: 0,
    updatecount: 7,
    updatelast: 1_699_999_000,
    ch: 11,
    ver: 39,
    later: { a: 1 },
  }
  test('a usual one, with a field that is not known yet', () => {
    expect(parseRecord(plainImage)).toEqual({
      mac: '0000021D34F67E1F',
      hash: '0123456789abcdef',
      lastSeen: 1_700_000_000,
      nextCheckIn: 1_700_000_600,
      nextUpdate: never,
      pending: 1,
      contentMode: 24,
      rssi: -61,
      temperature: 22,
      battery: 2.98,
      hwType: 51,
      wakeupReason: 0,
      capabilities: 1,
      upload: '/temp/x_12.jpg',
      completed: 7,
      externalAccessPoint: undefined,
      alias: 'shelf 3',
      version: '39',
    })
  })
  test.each([
    ['a battery that tells nothing', { batteryMv: 0 }, { battery: undefined }],
    ['a tag that is no device', { batteryMv: 1337 }, { battery: undefined }],
    ['an old tag, which measures 2.6 V at most', { batteryMv: 2600 }, { battery: 2.6 }],
    ['deep sleep', { nextcheckin: never }, { nextCheckIn: never }],
    ['never heard', { RSSI: 0, lastseen: 0 }, { rssi: undefined, lastSeen: 0 }],
    ['heard by another access point', { isexternal: true, apip: '192.168.1.51' }, { externalAccessPoint: '192.168.1.51' }],
    ['nothing completed yet', { hash: '0'.repeat(32) }, { hash: undefined }],
    ['a small id', { mac: '00:00:02:1d:34:f6:7e:1f' }, { mac: '0000021D34F67E1F' }],
    [
      'nonsense in every field',
      { ...Object.fromEntries(Object.keys(plainImage).map((name) => [name, { nested: [] }])), mac: plainImage.mac },
      { mac: plainImage.mac, pending: undefined, hwType: undefined, upload: undefined, capabilities: 0, version: '' },
    ],
    [
      'nothing but an id',
      { ...Object.fromEntries(Object.keys(plainImage).map((name) => [name, null])), mac: plainImage.mac },
      { hwType: undefined },
    ],
    [
      'readings out of this world',
      { RSSI: 5000, temperature: -273, batteryMv: 4e9 },
      { rssi: undefined, temperature: undefined, battery: undefined },
    ],
  ])('the record of a tag is read: %s', (_, fields, expected) => {
    expect(parseRecord({ ...plainImage, ...fields })).toMatchObject(expected)
  })
  test.each([
    ['the screen of the access point itself', { RSSI: 100 }],
    ['a record that is being deleted', { contentMode: 255 }],
    ['an id that is none', { mac: 'hello' }],
    ['no id', { mac: undefined }],
  ])('no tag: %s', (_, fields) => {
    expect(parseRecord({ ...plainImage, ...fields })).toBeUndefined()
  })
  test('a page keeps what can be read and counts the rest', () => {
    expect(parsePage({ tags: [plainImage, 7, { mac: 'x' }], continu: 12 })).toMatchObject({
      tags: [{ mac: plainImage.mac }],
      dropped: 2,
      next: 12,
    })
    expect(parsePage({ tags: [] })).toEqual({ tags: [], dropped: 0, next: undefined })
    for (const nonsense of [undefined, 'text', [], {}, { tags: 'x' }, { tags: Array.from({ length: 1001 }, () => plainImage) }])
      expect(() => parsePage(nonsense)).toThrow('It does not list its tags')
  })
})

describe('what an access point says of itself', () => {
  test('its description, or that it is none', () => {
    expect(parseSystemInfo({ alias: 'shop', env: 'Yellow_AP', buildversion: '2.91', psramsize: 0, extra: 1 })).toMatchObject({
      env: 'Yellow_AP',
    })
    expect(() => parseSystemInfo({ hello: 'world' })).toThrow('This is no OpenEPaperLink access point')
    expect(() => parseSystemInfo('<html>')).toThrow('This is no OpenEPaperLink access point')
  })
  test('settings, some of which come as text', () => {
    expect(parseConfig({ channel: 15, apstate: '1', sleeptime1: 22, sleeptime2: 6, maxsleep: 10 })).toMatchObject({
      channel: 15,
      apstate: 1,
    })
  })
  test('of the Wi-Fi settings nothing but the MAC', () => {
    expect(ownMacOf({ ssid: 'shop', pw: 'secret', mac: '34:85:18:0A:0B:0C' })).toBe('3485180A0B0C')
    expect(ownMacOf({ pw: 'secret' })).toBeUndefined()
  })
  test('a tag type, its inks in their order; one without size or colours is none', () => {
    const colortable = { white: [255, 255, 255], black: [0, 0, 0], red: [255, 0, 0] }
    expect(parseTagType({ name: 'M3 2.9"', width: 384, height: 168, bpp: 2, colortable })).toEqual({
      name: 'M3 2.9"',
      width: 384,
      height: 168,
      inks: [
        { name: 'white', colour: 0xffffff },
        { name: 'black', colour: 0 },
        { name: 'red', colour: 0xff0000 },
      ],
    })
    for (const broken of [{ width: 0 }, { width: 1e6 }, { colortable: {} }, { colortable: { red: [1] } }])
      expect(parseTagType({ width: 384, height: 168, colortable, ...broken })).toBeUndefined()
  })
  test('a message of its stream is read by its kind, and all else counts as other', () => {
    expect(parseStreamMessage('{"tags":[{"mac":"0000021D34F67E1F"},{"mac":"?"}]}')).toMatchObject({ kind: 'tags', tags: [{}] })
    expect(parseStreamMessage('{"sys":{"currtime":1700000000,"heap":100000,"littlefsfree":31000}}')).toMatchObject({
      figures: { littlefsfree: 31_000 },
    })
    expect(parseStreamMessage('{"errMsg":"invalid jpg\\u0000"}')).toEqual({ kind: 'error', text: 'invalid jpg' })
    for (const other of ['', '[]', 'null', '{"apitem":{}}', '{', '{"sys":7}']) expect(parseStreamMessage(other)).toEqual({ kind: 'other' })
  })
})

describe('what it is sent', () => {
  test('fields of an upload stand before the file', () => {
    const { type, body } = multipartBody(
      { mac: '0000021D34F67E1F', dither: 0 },
      { name: 'a.jpg', type: 'image/jpeg', content: bytes('ffd8ffd9') },
    )
    expect(type).toBe('multipart/form-data; boundary=EndcapFormBoundary')
    expect(Buffer.from(body).toString('latin1')).toBe(
      [
        '--EndcapFormBoundary',
        'Content-Disposition: form-data; name="mac"',
        '',
        '0000021D34F67E1F',
        '--EndcapFormBoundary',
        'Content-Disposition: form-data; name="dither"',
        '',
        '0',
        '--EndcapFormBoundary',
        'Content-Disposition: form-data; name="file"; filename="a.jpg"',
        'Content-Type: image/jpeg',
        '',
        '\xff\xd8\xff\xd9',
        '--EndcapFormBoundary--',
        '',
      ].join('\r\n'),
    )
  })
  test('a picture that holds the boundary gets another', () => {
    const { type } = multipartBody({}, { name: 'a', type: 'b', content: Buffer.from('EndcapFormBoundary') })
    expect(type).toBe('multipart/form-data; boundary=EndcapFormBoundaryx')
  })
  test('fields of a form', () => expect(formBody({ epoch: 1, alias: 'ä & b' })).toBe('epoch=1&alias=%C3%A4+%26+b'))
  test.each([
    [{ state: 0, brightness: 2, speed: 2, seconds: 10 }, '511C51000000000000001300'],
    [{ state: 1, brightness: 3, speed: 3, seconds: 1 }, 'F1E021000000000000000400'],
    [{ state: 6, brightness: 1, speed: 1, seconds: 3600 }, '11FFAF00000000000000EF00'],
    [{ state: 2, brightness: 1, speed: 0, seconds: 3600 }, '11031F00000000000000FD00'],
    [{ state: 3, brightness: 1, speed: 1, seconds: 0 }, '000000000000000000000000'],
  ])('a light %j', (params, hex) => expect(patternHex(lightPattern(params))).toBe(hex))
})
