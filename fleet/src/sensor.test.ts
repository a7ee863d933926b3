/** Virtual sensors: they report in their rhythm and at once when their value leaves its range; gateways keep what they say. */
import type { UpMessage } from '@endcap/gateway-link/messages'
import { describe, expect, test } from 'vitest'
import { createFaults } from './faults.ts'
import { createGateway } from './gateway.ts'
import { createRandom } from './random.ts'
import { createSensorAir } from './sensor-air.ts'

/** `server`: whether one acknowledges what comes. */
function createAir({ types = ['CHILLER'], gateways = 1, seed = 5, server = true } = {}) {
  let now = 1_000_000
  const faults = createFaults()
  const sent: { gwMac: string; message: UpMessage<'sensor'> }[] = []
  const list = Array.from({ length: gateways }, (_, index) => {
    const gwMac = `02EC5A01000${index}`
    const gateway = createGateway(
      { storeCode: 'S1', gwMac, secret: '', ip: '' },
      {
        uplink: {
          publish: (name, message) => {
            if (name === 'sensor') sent.push({ gwMac, message: message as UpMessage<'sensor'> })
          },
        },
        faults,
        random: createRandom(1),
        now: () => now,
        speed: 1,
        fetchImage: () => Promise.reject(new Error('there are none')),
      },
    )
    gateway.start()
    return gateway
  })
  const sensors = types.map((type, index) => ({ sensorMac: `5E3C9E000000000${index}`, storeCode: 'S1', type, period: 60 }))
  const air = createSensorAir({ sensors, gateways: list, faults, seed, speed: 1 })
  return {
    faults,
    gateways: list,
    sent,
    readings: () => sent.splice(0).flatMap(({ message }) => message.readings),
    pass: (seconds: number) => {
      for (let step = 0; step < seconds; step++) {
        now += 1000
        air.turn(now)
        for (const gateway of list) gateway.flush()
        for (const { gwMac, message } of server ? sent : [])
          list.find((one) => one.setup.gwMac === gwMac)!.receive('ack', { stream: 'sensor', session: message.session, seq: message.seq })
      }
    },
  }
}

describe('a sensor', () => {
  test('says when it was switched on, and then reports in its rhythm', () => {
    const { gateways, pass, readings } = createAir()
    gateways[0]!.connected()
    pass(1)
    expect(readings()).toMatchObject([{ operation: 'START', type: 'CHILLER', period: 60 }])
    pass(600)
    const reports = readings()
    expect(reports.length).toBeGreaterThanOrEqual(9)
    expect(reports.length).toBeLessThanOrEqual(11)
    for (const { operation, value } of reports) {
      expect(operation).toBe('REPORT')
      expect(value).toBeGreaterThan(0)
      expect(value).toBeLessThan(8)
    }
  })
  test('tells at once that its value left its range, and that it is back', () => {
    const { faults, gateways, pass, readings } = createAir()
    gateways[0]!.connected()
    pass(100)
    readings()
    faults.add({ kind: 'sensor-value', value: 15, sensorMac: '5E3C9E0000000000' })
    pass(16)
    expect(readings().at(-1)).toMatchObject({ operation: 'ALERT', value: 15 })
    faults.clear()
    pass(16)
    expect(readings().at(-1)).toMatchObject({ operation: 'ALERT' })
  })
  test('can fall silent, and its battery can run low', () => {
    const { faults, gateways, pass, readings } = createAir({ types: ['ROOM', 'ROOM'] })
    gateways[0]!.connected()
    pass(100)
    readings()
    faults.add({ kind: 'sensor-lost', sensorMac: '5E3C9E0000000000' })
    faults.add({ kind: 'sensor-battery', volts: 2.1, sensorMac: '5E3C9E0000000001' })
    pass(11)
    readings()
    pass(200)
    const heard = readings()
    expect(new Set(heard.map((one) => one.sensor))).toEqual(new Set(['5E3C9E0000000001']))
    expect(heard.every((one) => one.battery === 2.1)).toBe(true)
  })
  test('is the same for the same seed, and is heard by every gateway near by, each as well as it can', () => {
    const of = (seed: number) => {
      const { gateways, pass, sent } = createAir({ gateways: 3, seed })
      for (const gateway of gateways) gateway.connected()
      pass(120)
      return sent.flatMap(({ gwMac, message }) => message.readings.map((one) => `${gwMac} ${one.value} ${one.rssi}`))
    }
    expect(of(5)).toEqual(of(5))
    expect(of(5)).not.toEqual(of(6))
    expect(new Set(of(5).map((line) => line.split(' ')[0])).size).toBe(2)
  })
})

test('a gateway without a line keeps what it hears, and tells it with its own time when it is back', () => {
  const { gateways, pass, sent } = createAir({ server: false })
  const [gateway] = gateways
  pass(300)
  expect(sent).toEqual([])
  gateway!.connected()
  pass(1)
  const [first] = sent
  expect(first!.message.readings.length).toBeGreaterThanOrEqual(4)
  const { clock, readings } = first!.message
  expect(clock - readings[0]!.at).toBeGreaterThan(290)
  // Not acknowledged: it comes again, with the clock of that moment.
  pass(11)
  const again = sent.find(({ message }) => message.seq === first!.message.seq && message.clock > clock)
  expect(again!.message.readings).toEqual(readings)
  gateway!.receive('ack', { stream: 'sensor', session: gateway!.session(), seq: first!.message.seq })
  sent.length = 0
  pass(30)
  expect(sent.every(({ message }) => message.seq !== first!.message.seq)).toBe(true)
})
