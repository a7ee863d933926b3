import { describe, expect, test } from 'vitest'
import { createReader, readMac } from './discover.ts'

const name = 'ODc0ffee._opendisplay._tcp.local'
const service = { type: 'SRV', name, data: { port: 2446, target: 'ODc0ffee.local' } }
const text = (...lines: string[]) => ({ type: 'TXT', name, data: lines.map((line) => Buffer.from(line)) })
const address = { type: 'A', name: 'odc0ffee.local', data: '10.0.0.7' }
const complete = text('mac=a0:b1:c2:d3:e4:f5', 'tls=0', 'fw=2.26', 'msd=00000000000000000000007a8b01')

describe('announcements', () => {
  test('are put together from service, text and address', () => {
    expect(createReader()({ answers: [service, complete], additionals: [address] }, '10.0.0.99')).toEqual([
      {
        mac: 'A0B1C2D3E4F5',
        host: '10.0.0.7',
        name: 'odc0ffee.local',
        port: 2446,
        encrypted: false,
        telemetry: Buffer.from('00000000000000000000007a8b01', 'hex'),
      },
    ])
  })
  test('with encryption name the port of that already', () => {
    const announced = createReader()(
      { answers: [{ ...service, data: { port: 2447, target: 'x.local' } }, text('mac=a0b1c2d3e4f5', 'tls=1')] },
      '10.0.0.9',
    )
    expect(announced).toMatchObject([{ port: 2447, encrypted: true, host: '10.0.0.9', telemetry: undefined }])
  })
  test('may bring a changed text alone', () => {
    const read = createReader()
    read({ answers: [service, complete, address] }, '10.0.0.7')
    expect(read({ answers: [text('mac=a0b1c2d3e4f5', 'msd=88')] }, '10.0.0.7')).toMatchObject([
      { port: 2446, host: '10.0.0.7', telemetry: undefined },
    ])
  })
  test.each([
    ['no MAC', [service, text('tls=0')]],
    ['a MAC that is none', [service, text('mac=shop')]],
    ['no service', [complete]],
    ['a port that is none', [{ ...service, data: { port: 0, target: 'x.local' } }, complete]],
    [
      'another service',
      [
        { ...service, name: 'x._http._tcp.local' },
        { ...complete, name: 'x._http._tcp.local' },
      ],
    ],
    [
      'data that is none',
      [
        { ...service, data: null },
        { ...complete, data: 7 },
      ],
    ],
    ['nothing', []],
  ])('with %s are left', (_, answers) => expect(createReader()({ answers }, '10.0.0.7')).toEqual([]))
  test('of thousands of instances are forgotten but for the newest', () => {
    const read = createReader()
    for (let number = 0; number < 5000; number++) read({ answers: [{ ...service, name: `${number}._opendisplay._tcp.local` }] }, '10.0.0.7')
    const late = (number: number) => read({ answers: [{ ...complete, name: `${number}._opendisplay._tcp.local` }] }, '10.0.0.7')
    expect([late(4999).length, late(0).length]).toEqual([1, 0])
  })
  test('MACs are read with colons, dashes, or neither', () => {
    expect(['a0:b1:c2:d3:e4:f5', 'A0-B1-C2-D3-E4-F5', 'a0b1c2d3e4f5'].map(readMac)).toEqual(Array.from({ length: 3 }, () => 'A0B1C2D3E4F5'))
    expect([readMac(''), readMac('a0b1c2d3e4'), readMac('g0b1c2d3e4f5')]).toEqual([undefined, undefined, undefined])
  })
})
