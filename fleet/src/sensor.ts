/** A virtual sensor: measures often, reports in its rhythm, and at once when its value leaves or enters its range. */
import { sensorTypes, type SensorOperation } from '@endcap/contract/sensors'
import type { Faults } from './faults.ts'
import type { Random } from './random.ts'

export interface SensorSetup {
  sensorMac: string
  storeCode: string
  /** FREEZER, CHILLER, ROOM. */
  type: string
  /** Seconds between reports, in the fleet's time. */
  period: number
}
export interface Sensor extends SensorSetup {
  /** Volts. */
  battery: number
  /** The newest measurement, degrees Celsius. */
  value: number
  /** Reports in its life. */
  reports: number
}

/** Degrees Celsius: what is usual, how far the day and the compressor's turns move it. */
const climates: Record<string, { average: number; day: number; turn: number }> = {
  FREEZER: { average: -21, day: 0.8, turn: 0.9 },
  CHILLER: { average: 4, day: 0.7, turn: 0.8 },
  ROOM: { average: 21, day: 3, turn: 0.3 },
}
const daySeconds = 86_400
const turnSeconds = 2400
const noise = 0.1
/** Volts of a fresh cell, and what one report takes of it. */
const freshVolts = 3.05
const reportVolts = 0.000_001
/** Measurements for each report. */
export const measuresInPeriod = 4

export function createSensor(setup: SensorSetup, { faults, random, speed }: { faults: Faults; random: Random; speed: number }) {
  const [phase, lean] = [random.next() * 2 * Math.PI, random.next() - 0.5]
  const { average, day, turn } = climates[setup.type] ?? { average: 20, day: 2, turn: 0 }
  const range = sensorTypes[setup.type]
  const sensor: Sensor = { ...setup, battery: freshVolts - random.next() * 0.25, value: average + lean, reports: 0 }
  const place = { storeCode: setup.storeCode, gwMac: '', sensorMac: setup.sensorMac }
  const isOff = (value: number) => range !== undefined && (value < range.low || value > range.high)
  let untilReport = 0

  return {
    sensor,
    /** Measures once; answers what is to be reported of it, undefined while its time has not come. `now` in milliseconds. */
    measure(now: number): SensorOperation | undefined {
      const time = (now / 1000) * speed
      const wave = (seconds: number) => Math.sin((2 * Math.PI * time) / seconds + phase)
      const natural = average + lean + day * wave(daySeconds) + turn * wave(turnSeconds) + (random.next() - 0.5) * noise
      const wasOff = isOff(sensor.value)
      sensor.value = faults.at('sensor-value', place)?.value ?? natural
      if (faults.at('sensor-lost', place) !== undefined) return undefined
      const operation = sensor.reports === 0 ? 'START' : isOff(sensor.value) !== wasOff ? 'ALERT' : untilReport <= 0 ? 'REPORT' : undefined
      untilReport--
      if (operation === undefined) return undefined
      untilReport = measuresInPeriod - 1
      sensor.reports++
      sensor.battery -= reportVolts
      return operation
    },
    /** Volts as the sensor tells them. */
    volts: () => faults.at('sensor-battery', place)?.volts ?? sensor.battery,
  }
}
