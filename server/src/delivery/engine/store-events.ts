/** Stores what gateways reported, a batch in one transaction, and tells which stores' screens it changes. */
import type { StoreChange } from '@endcap/contract/push'
import { takeReadings, type SensedReading } from '../../chain/sensors/sensors.service.ts'
import { clearAlarm, raiseAlarm } from '../../people/alarms/alarms.service.ts'
import { clearNotTaken, evaluateReport } from '../../people/alarms/gateway-alarms.ts'
import { isKnownStore } from '../../people/alarms/unknown-store.ts'
import { fromEpoch } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { cancelAgain } from './cancel.queries.ts'
import { isRestarting, noteLife, offerAgain, setPresence, storeStatus } from './gateways.queries.ts'
import type { StoredSighting } from './sightings.queries.ts'
import type { GatewayAddress, LinkEvent } from './link/driver.ts'
import type { EnginePolicy } from './policy.ts'
import { takeAnswers } from './requests.ts'
import { takeResults, type Reported } from './take-results.ts'
import { takeSightings, takeWords } from './tag-reports.ts'

/** What changed in which stores. */
export type ChangedStores = Map<string, Set<StoreChange>>

interface Batch {
  /** In the order they came. */
  events: readonly LinkEvent[]
  /** Gateways whose last sign of life is to be written down. */
  alive: readonly GatewayAddress[]
  at: Date
  policy: EnginePolicy
}

function note(changed: ChangedStores, storeCode: string, ...changes: StoreChange[]): void {
  const set = changed.get(storeCode) ?? new Set()
  for (const change of changes) set.add(change)
  changed.set(storeCode, set)
}

/** All of it or, when it throws, nothing; `answered`: a call may be waiting for what a gateway replied. */
export async function storeEvents(tx: Db, batch: Batch): Promise<{ changed: ChangedStores; answered: boolean }> {
  const { events, alive, at } = batch
  const changed: ChangedStores = new Map()
  // Before presence: what a gateway said before its line broke does not mean that it is there.
  for (const gateway of await noteLife(tx, alive, at)) {
    await clearAlarm(tx, { storeCode: gateway.storeCode, type: 'GW STATUS ABNORMAL', subject: gateway.gwMac, at })
    note(changed, gateway.storeCode, 'gateways', 'alarms')
  }
  await takeGateways(tx, batch, changed)
  const answered = await takeAnswers(tx, events, at)
  await takeTags(tx, batch, changed)
  return { changed, answered }
}

/** How gateways are: presence and status. */
async function takeGateways(tx: Db, { events, at }: Batch, changed: ChangedStores): Promise<void> {
  const { clockSeconds } = events.some((event) => event.type === 'status') ? await getSetting(tx, 'alarms') : { clockSeconds: 0 }
  for (const event of events) {
    if (event.type === 'presence') {
      await takePresence(tx, event.gateway, event, at)
      note(changed, event.gateway.storeCode, 'alarms')
    }
    if (event.type === 'status') {
      const timeSync = Math.abs(event.status.at - at.getTime() / 1000) <= clockSeconds
      await storeStatus(tx, event.gateway, event.status, { at, timeSync })
      if (await evaluateReport(tx, event.gateway, event.status, { at, timeSync })) note(changed, event.gateway.storeCode, 'alarms')
    }
    if (event.type === 'presence' || event.type === 'status') note(changed, event.gateway.storeCode, 'gateways')
  }
}

async function takePresence(
  tx: Db,
  gateway: GatewayAddress,
  { online, session }: { online: boolean; session: string },
  at: Date,
): Promise<void> {
  const before = await setPresence(tx, gateway, { online, session, at })
  if (before === undefined) {
    // The embedded broker lets only registered gateways in; other brokers may let others in.
    if (online) await isKnownStore(tx, { storeCode: gateway.storeCode, source: gateway.gwMac, at })
    return
  }
  const alarm = { storeCode: gateway.storeCode, type: 'GW STATUS ABNORMAL' as const, subject: gateway.gwMac, at }
  // A restart that a person asked for is no alarm, unless it takes too long: then the sweep raises it.
  if (!online && before.wasOnline && !(await isRestarting(tx, gateway, at)))
    await raiseAlarm(tx, { ...alarm, class: 3, data: { gwMac: gateway.gwMac, conditions: ['offline'] } })
  if (!online) return
  await clearAlarm(tx, alarm)
  await cancelAgain(tx, gateway, at)
  if (before.newSession || !before.wasOnline) await offerAgain(tx, gateway, { acceptedToo: before.newSession, at })
}

/** What gateways did with operations, and what they heard of tags and sensors. */
async function takeTags(tx: Db, { events, at, policy }: Batch, changed: ChangedStores): Promise<void> {
  const results: Reported[] = events.flatMap((event) =>
    event.type === 'results' ? event.results.map((one) => ({ ...one, ...event.gateway })) : [],
  )
  const sightings: StoredSighting[] = events.flatMap((event) =>
    event.type === 'seen' ? event.sightings.map((one) => ({ ...one, ...event.gateway })) : [],
  )
  const { stores, late, overtaken } = await takeResults(tx, results, { policy, at })
  for (const storeCode of stores) note(changed, storeCode, 'tags', 'tasks')
  const takers = results.filter((one) => one.outcome === 'accepted')
  for (const storeCode of await clearNotTaken(tx, takers, at)) note(changed, storeCode, 'alarms')
  for (const storeCode of await takeSightings(tx, sightings, { at, policy })) note(changed, storeCode, 'tasks')
  for (const { storeCode } of sightings) note(changed, storeCode, 'tags')
  for (const storeCode of await takeReadings(tx, events.flatMap(sensedIn), at)) note(changed, storeCode, 'sensors')
  const words = await takeWords(tx, { sightings, late, overtaken }, at)
  for (const storeCode of words.changed) note(changed, storeCode, 'tags')
  for (const storeCode of words.redrawn) note(changed, storeCode, 'tags', 'tasks')
}

const sensedIn = (event: LinkEvent): SensedReading[] =>
  event.type === 'readings'
    ? event.readings.map(({ sensor, at, ...one }) => ({ ...one, ...event.gateway, sensorMac: sensor, sensedAt: fromEpoch(at) }))
    : []
