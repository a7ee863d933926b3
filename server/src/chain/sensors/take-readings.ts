/** Takes what gateways hear of sensors into the database: in the engine's own transaction, a few statements whatever their number. */
import { sensorRules as rules } from '@endcap/contract/sensors'
import type { Db } from '../../platform/db/schema.ts'
import {
  beginAlarms,
  endAlarms,
  insertReadings,
  insertSensors,
  lockSensors,
  moveSensors,
  saveSensors,
  type OpenAlarm,
} from './intake.queries.ts'
import { evaluateReadings, type EvaluatedReadings, type SensedReading, type SensorState } from './evaluate-readings.ts'
import { storesOfGateways } from '../gateways/gateways.service.ts'

/** Heard by more than one store, a sensor is where it is heard best. */
const bestOf = (readings: readonly SensedReading[]): SensedReading => readings.reduce((best, one) => (one.rssi > best.rssi ? one : best))
const ofStore = (readings: readonly SensedReading[], storeCode: string) => readings.filter((one) => one.storeCode === storeCode)

/**
 * Keeps the newest values and the history, raises and ends alarms. A sensor that no store has comes into the store whose gateway hears it
 * best; one that is silent in its own store goes to the store that hears it. Answers the stores whose sensors changed.
 */
export async function takeReadings(tx: Db, given: readonly SensedReading[], at: Date): Promise<string[]> {
  const earliest = at.getTime() - rules.latestSeconds * 1000
  const timely = given.filter((one) => one.sensedAt.getTime() >= earliest)
  if (timely.length === 0) return []
  // In one order everywhere, so that two engines never wait for each other.
  const heard = [...Map.groupBy(timely, (one) => one.sensorMac)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const known = await lockSensors(
    tx,
    heard.map(([mac]) => mac),
  )
  const [evaluated, strange]: [EvaluatedReadings[], SensedReading[][]] = [[], []]
  for (const [mac, readings] of heard) {
    const state = known.get(mac)
    const own = state === undefined ? [] : ofStore(readings, state.storeCode)
    const result = own.length > 0 ? evaluateReadings(state, own, at) : undefined
    if (result !== undefined) evaluated.push(result)
    else if (state === undefined || state.conditions.includes('SILENT')) strange.push(readings)
  }
  const taken = strange.length > 0 ? await takeStrange(tx, strange, known, at) : { found: [], moved: [], left: [] }
  const changed = [...evaluated, ...taken.moved]
  await saveSensors(
    tx,
    changed.map((one) => one.state),
  )
  const all = [...changed, ...taken.found]
  await insertReadings(
    tx,
    all.flatMap(({ state: { storeCode, sensorMac }, keep }) => keep.map((one) => ({ ...one, storeCode, sensorMac }))),
  )
  await notifyAlarms(tx, all)
  return [...new Set([...all.map((one) => one.state.storeCode), ...taken.left])]
}

/** Sensors that no store has, or not any more. `left`: stores that lost one. */
async function takeStrange(tx: Db, strange: readonly SensedReading[][], known: ReadonlyMap<string, SensorState>, at: Date) {
  const registered = await storesOfGateways(
    tx,
    strange.flat().map(({ gwMac }) => gwMac),
  )
  const [found, moved, left]: [EvaluatedReadings[], EvaluatedReadings[], string[]] = [[], [], []]
  for (const given of strange) {
    // The embedded broker lets only registered gateways in; other brokers may let others in.
    const readings = given.filter((one) => registered.get(one.gwMac) === one.storeCode)
    if (readings.length === 0) continue
    const { storeCode, sensorMac } = bestOf(readings)
    const before = known.get(sensorMac)
    const result = evaluateReadings(before && { ...before, storeCode }, ofStore(readings, storeCode), at)
    if (result === undefined) continue
    if (before === undefined) found.push(result)
    // Old words only say where it was.
    else if (!result.state.conditions.includes('SILENT')) {
      moved.push(result)
      left.push(before.storeCode)
    }
  }
  await moveSensors(
    tx,
    moved.map((one) => one.state),
  )
  const inserted = await insertSensors(
    tx,
    found.map((one) => one.state),
    at,
  )
  return { found: found.filter((one) => inserted.has(one.state.sensorMac)), moved, left }
}

async function notifyAlarms(tx: Db, evaluated: readonly EvaluatedReadings[]): Promise<void> {
  const [ended, passed, begun]: [(OpenAlarm & { clearedAt: Date })[], (OpenAlarm & { clearedAt: Date })[], OpenAlarm[]] = [[], [], []]
  for (const { state, alarms } of evaluated) {
    const { storeCode, sensorMac } = state
    const now = new Map<string, OpenAlarm>()
    for (const event of alarms) {
      const { type, at } = event
      if (event.change === 'begun') {
        now.set(type, { storeCode, sensorMac, type, at, value: event.value })
        continue
      }
      const own = now.get(type)
      now.delete(type)
      if (own === undefined) ended.push({ storeCode, sensorMac, type, at, value: null, clearedAt: at })
      else passed.push({ ...own, clearedAt: at })
    }
    begun.push(...now.values())
  }
  await endAlarms(tx, ended, passed)
  await beginAlarms(tx, begun)
}
