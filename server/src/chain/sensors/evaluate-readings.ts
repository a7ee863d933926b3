/**
 * What readings make of a sensor: its newest values, what is amiss with it, which readings are kept, which alarms begin and end. Pure; the
 * rules are data of the contract (`sensorRules`, `sensorTypes`).
 */
import { sensorConditions, sensorRules as rules, sensorTypes, type SensorCondition, type SensorOperation } from '@endcap/contract/sensors'

/** One measurement as a gateway heard it, in our own time. */
export interface SensedReading {
  storeCode: string
  gwMac: string
  sensorMac: string
  type: string
  sensedAt: Date
  /** Degrees Celsius. */
  value: number
  operation: SensorOperation
  /** dBm */
  rssi: number
  /** Volts. */
  battery: number
  version: string
  /** Seconds between two reports. */
  period: number
}

/** What is stored of a sensor. */
export interface SensorState extends SensedReading {
  gwHeardAt: Date
  conditions: SensorCondition[]
  /** The newest reading in the history. */
  lastStored: { at: Date; value: number } | null
}

export interface StoredReading {
  at: Date
  value: number
  /** Older than what is there: it may be there already. */
  late: boolean
}
export type AlarmEvent =
  | { change: 'begun'; type: SensorCondition; at: Date; value: number }
  | { change: 'over'; type: SensorCondition; at: Date }
export interface EvaluatedReadings {
  state: SensorState
  keep: StoredReading[]
  /** In their order: an alarm may begin and end within one message. */
  alarms: AlarmEvent[]
}

const secondsBetween = (later: Date, earlier: Date) => (later.getTime() - earlier.getTime()) / 1000

/** Seconds without a word after which a sensor with this period is silent. */
const silentAfter = (period: number): number => Math.max(rules.silentMinSeconds, rules.silentReports * period)

/** What a reading tells; what was amiss stays so until it is clearly over. */
export function conditionsOf(
  before: readonly SensorCondition[],
  { type, value, battery }: Pick<SensedReading, 'type' | 'value' | 'battery'>,
): SensorCondition[] {
  const range = sensorTypes[type]
  const inside = before.includes('OUT_OF_RANGE') ? rules.rangeMargin : 0
  const above = before.includes('LOW_BATTERY') ? rules.batteryMargin : 0
  const off = range !== undefined && (value < range.low + inside || value > range.high - inside)
  return [...(off ? ['OUT_OF_RANGE' as const] : []), ...(battery < rules.lowBattery + above ? ['LOW_BATTERY' as const] : [])]
}

/** The history needs a reading that moved, one that changed what is amiss, and one now and then. */
function isWorthKeeping({ sensedAt, value }: SensedReading, lastStored: SensorState['lastStored']): boolean {
  if (lastStored === null) return true
  return Math.abs(value - lastStored.value) >= rules.keepMoved || secondsBetween(sensedAt, lastStored.at) >= rules.keepEverySeconds
}

/** A sensor keeps its gateway until another hears it better, or its own has not heard it for three reports. */
function heardBy(state: SensorState | undefined, { gwMac, rssi, sensedAt, period }: SensedReading) {
  if (
    state !== undefined &&
    state.gwMac !== gwMac &&
    rssi < state.rssi &&
    secondsBetween(sensedAt, state.gwHeardAt) < rules.silentReports * period
  )
    return { gwMac: state.gwMac, rssi: state.rssi, gwHeardAt: state.gwHeardAt }
  return { gwMac, rssi, gwHeardAt: sensedAt }
}

/** Takes readings of one sensor, all of one store, in any order. `before` is undefined for a sensor that no store had. */
export function evaluateReadings(
  before: SensorState | undefined,
  readings: readonly SensedReading[],
  at: Date,
): EvaluatedReadings | undefined {
  let state = before
  const [keep, alarms]: [StoredReading[], AlarmEvent[]] = [[], []]
  for (const reading of readings.toSorted((one, other) => one.sensedAt.getTime() - other.sensedAt.getTime())) {
    const { sensedAt, value, battery, period } = reading
    if (state !== undefined && sensedAt <= state.sensedAt) {
      const last = keep.at(-1)
      const near = last !== undefined && secondsBetween(sensedAt, last.at) < rules.keepEverySeconds
      if (!near) keep.push({ at: sensedAt, value, late: true })
      // Another gateway may have heard the same measurement, and better.
      if (secondsBetween(state.sensedAt, sensedAt) < period) state = { ...state, ...heardBy(state, reading) }
      continue
    }
    const known: readonly SensorCondition[] = state?.conditions ?? []
    const reported = conditionsOf(known, reading)
    // A word that is old itself, kept by a gateway through an outage, does not mean that the sensor is there now.
    const silent = known.includes('SILENT') && secondsBetween(at, sensedAt) > silentAfter(period)
    const conditions: SensorCondition[] = silent ? ['SILENT', ...reported] : reported
    for (const type of sensorConditions) {
      const [was, is] = [known.includes(type), conditions.includes(type)]
      if (was && !is) alarms.push({ change: 'over', type, at: type === 'SILENT' ? at : sensedAt })
      if (is && !was) alarms.push({ change: 'begun', type, at: sensedAt, value: type === 'LOW_BATTERY' ? battery : value })
    }
    const worth = conditions.join() !== known.join() || isWorthKeeping(reading, state?.lastStored ?? null)
    if (worth) keep.push({ at: sensedAt, value, late: false })
    const lastStored = worth ? { at: sensedAt, value } : (state?.lastStored ?? null)
    state = { ...reading, ...heardBy(state, reading), conditions, lastStored }
  }
  return state && { state, keep, alarms }
}
