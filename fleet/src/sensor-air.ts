/** The air between sensors and gateways: who measures when, and who hears it. */
import type { Faults } from './faults.ts'
import type { Gateway } from './gateway.ts'
import { createRandom, type Random } from './random.ts'
import { createSensor, measuresInPeriod, type Sensor, type SensorSetup } from './sensor.ts'

interface Options {
  sensors: readonly SensorSetup[]
  gateways: readonly Gateway[]
  faults: Faults
  seed: number
  speed: number
}
interface Placed {
  device: ReturnType<typeof createSensor>
  random: Random
  /** Every gateway near by hears a sensor, each as well as it can. */
  hearers: { gateway: Gateway; rssi: number }[]
  /** Milliseconds. */
  dueAt: number
}

export function createSensorAir({ sensors, gateways, faults, seed, speed }: Options) {
  const placed: Placed[] = sensors.map((setup, index) => {
    const random = createRandom(seed + 7919 * (index + 1))
    const near = gateways.filter((gateway) => gateway.setup.storeCode === setup.storeCode)
    const first = random.below(Math.max(1, near.length))
    const hearers = near
      .map((_, place) => near[(first + place) % near.length]!)
      .slice(0, 2)
      .map((gateway, place) => ({ gateway, rssi: -48 - random.below(20) - 14 * place }))
    return { device: createSensor(setup, { faults, random, speed }), random, hearers, dueAt: 0 }
  })
  return {
    sensors: (): Sensor[] => placed.map((one) => one.device.sensor),
    /** Lets those measure whose time has come. `now` in milliseconds. */
    turn(now: number) {
      for (const one of placed) {
        const { sensor, measure, volts } = one.device
        if (now < one.dueAt) continue
        const stepMs = (sensor.period * 1000) / measuresInPeriod / speed
        // Spread over the first step, as in life.
        one.dueAt = now + (one.dueAt === 0 ? one.random.next() : 1) * stepMs
        const operation = measure(now)
        if (operation === undefined) continue
        for (const { gateway, rssi } of one.hearers)
          gateway.sense({
            sensor: sensor.sensorMac,
            type: sensor.type,
            operation,
            version: '1.2.0',
            period: sensor.period / speed,
            value: Math.round(sensor.value * 100) / 100,
            battery: Math.round(volts() * 1000) / 1000,
            rssi: rssi + one.random.below(5) - 2,
          })
      }
    },
  }
}
