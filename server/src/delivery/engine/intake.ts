/**
 * Takes in what gateways report. Events wait in memory in the order they came and are stored in batches, one short transaction each;
 * only then are their streams acknowledged, so that a gateway sends again whatever a crash made us forget.
 */
import type { StoreChange } from '@endcap/contract/push'
import { clearAlarm, raiseAlarm } from '../../people/alarms/alarms.service.ts'
import { clearNotTaken, judgeReport } from '../../people/alarms/gateway-alarms.ts'
import { isKnownStore } from '../../people/alarms/unknown-store.ts'
import type { Context } from '../../platform/context.ts'
import { fromEpoch } from '../../platform/base/clock.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { Db } from '../../platform/db/schema.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { takeReadings, type SensedReading } from '../../chain/sensors/sensors.service.ts'
import { cancelAgain } from './cancel.queries.ts'
import { noteLife, offerAgain, setPresence, storeStatus } from './gateways.queries.ts'
import type { StoredSighting } from './intake.queries.ts'
import { createLifeSigns } from './life-signs.ts'
import type { GatewayAddress, GatewayDriver, LinkEvent } from './link/driver.ts'
import type { Loop } from '../../platform/jobs/loop.ts'
import type { EnginePolicy } from './policy.ts'
import { maxLogsWaiting, takeAnswers } from './requests.ts'
import { takeResults, type Reported } from './take-results.ts'
import { takeSightings, takeWords } from './take-words.ts'

/** Records stored in one transaction; more would keep the embedded database from everybody else for too long. */
const batchRecords = 1000
/** Events waiting in memory; beyond it new stream messages are dropped unacknowledged, and the gateway sends them again. */
const maxWaiting = 20_000

export interface Intake extends Loop {
  waiting(): number
}

interface Options {
  context: Context
  driver: GatewayDriver
  policy: EnginePolicy
  /** Room at a gateway, or an operation to offer again. */
  onWork: () => void
}

type StreamEvent = Extract<LinkEvent, { type: 'seen' | 'results' | 'readings' }>
const streams: ReadonlySet<LinkEvent['type']> = new Set(['seen', 'results', 'readings'])
const isStream = (event: LinkEvent): event is StreamEvent => streams.has(event.type)
function sizeOf(event: LinkEvent): number {
  if (event.type === 'seen') return event.sightings.length
  if (event.type === 'results') return event.results.length
  return event.type === 'readings' ? event.readings.length : 20
}
/** Readings tell their time by their gateway's clock, which may be wrong: from here on by ours. */
function inOurTime(event: LinkEvent, now: Date): LinkEvent {
  if (event.type !== 'readings') return event
  const clock = now.getTime() / 1000
  const readings = event.readings.map((one) => ({ ...one, at: clock - Math.max(0, event.clock - one.at) }))
  return { ...event, clock, readings }
}
const sensedIn = (event: LinkEvent): SensedReading[] =>
  event.type === 'readings'
    ? event.readings.map(({ sensor, at, ...one }) => ({ ...one, ...event.gateway, sensorMac: sensor, sensedAt: fromEpoch(at) }))
    : []

export function startIntake({ context, driver, policy, onWork }: Options): Intake {
  const { db, clock, log, signals } = context
  const waiting: LinkEvent[] = []
  const lifeSigns = createLifeSigns()
  let logsWaiting = 0
  let answered = false

  driver.listen((event) => {
    if (waiting.length >= maxWaiting && isStream(event)) return
    if (event.type === 'log' && ++logsWaiting > maxLogsWaiting) {
      logsWaiting--
      return
    }
    waiting.push(inOurTime(event, clock.now()))
    loop.wake()
  })

  async function store(
    tx: Db,
    events: readonly LinkEvent[],
    { alive, at }: { alive: readonly GatewayAddress[]; at: Date },
  ): Promise<Map<string, Set<StoreChange>>> {
    const changed = new Map<string, Set<StoreChange>>()
    const note = (storeCode: string, ...changes: StoreChange[]) => {
      const set = changed.get(storeCode) ?? new Set()
      for (const change of changes) set.add(change)
      changed.set(storeCode, set)
    }
    const results: Reported[] = events.flatMap((event) =>
      event.type === 'results' ? event.results.map((one) => ({ ...one, ...event.gateway })) : [],
    )
    const sightings: StoredSighting[] = events.flatMap((event) =>
      event.type === 'seen' ? event.sightings.map((one) => ({ ...one, ...event.gateway })) : [],
    )
    // Before presence: what a gateway said before its line broke does not mean that it is there.
    for (const gateway of await noteLife(tx, alive, at)) {
      await clearAlarm(tx, { storeCode: gateway.storeCode, type: 'GW STATUS ABNORMAL', subject: gateway.gwMac, at })
      note(gateway.storeCode, 'gateways', 'alarms')
    }
    const { clockSeconds } = events.some((event) => event.type === 'status') ? await getSetting(tx, 'alarms') : { clockSeconds: 0 }
    for (const event of events) {
      if (event.type === 'presence') {
        await takePresence(tx, event.gateway, event, at)
        note(event.gateway.storeCode, 'alarms')
      }
      if (event.type === 'status') {
        const timeSync = Math.abs(event.status.at - at.getTime() / 1000) <= clockSeconds
        await storeStatus(tx, event.gateway, event.status, { at, timeSync })
        if (await judgeReport(tx, event.gateway, event.status, { at, timeSync })) note(event.gateway.storeCode, 'alarms')
      }
      if (event.type === 'presence' || event.type === 'status') note(event.gateway.storeCode, 'gateways')
    }
    answered = await takeAnswers(tx, events, at)
    const { stores, late, overtaken } = await takeResults(tx, results, { policy, at })
    for (const storeCode of stores) note(storeCode, 'tags', 'tasks')
    const takers = results.filter((one) => one.outcome === 'accepted')
    for (const storeCode of await clearNotTaken(tx, takers, at)) note(storeCode, 'alarms')
    for (const storeCode of await takeSightings(tx, sightings, { at, policy })) note(storeCode, 'tasks')
    for (const { storeCode } of sightings) note(storeCode, 'tags')
    for (const storeCode of await takeReadings(tx, events.flatMap(sensedIn), at)) note(storeCode, 'sensors')
    const words = await takeWords(tx, { sightings, late, overtaken }, at)
    for (const storeCode of words.changed) note(storeCode, 'tags')
    for (const storeCode of words.redrawn) note(storeCode, 'tags', 'tasks')
    return changed
  }

  async function takePresence(tx: Db, gateway: GatewayAddress, { online, session }: { online: boolean; session: string }, at: Date) {
    const before = await setPresence(tx, gateway, { online, session, at })
    if (before === undefined) {
      // The embedded broker lets nobody in who is not registered; others may.
      if (online) await isKnownStore(tx, { storeCode: gateway.storeCode, source: gateway.gwMac, at })
      return
    }
    const alarm = { storeCode: gateway.storeCode, type: 'GW STATUS ABNORMAL' as const, subject: gateway.gwMac, at }
    if (!online && before.wasOnline) await raiseAlarm(tx, { ...alarm, class: 3, data: { gwMac: gateway.gwMac, conditions: ['offline'] } })
    if (!online) return
    await clearAlarm(tx, alarm)
    await cancelAgain(tx, gateway, at)
    if (before.newSession || !before.wasOnline) await offerAgain(tx, gateway, { acceptedToo: before.newSession, at })
  }

  const loop = context.jobs.start({
    name: 'intake',
    everyMs: 60_000,
    work: async () => {
      let records = 0
      const events: LinkEvent[] = []
      while (events.length < waiting.length && records < batchRecords) {
        const event = waiting[events.length]!
        records += sizeOf(event)
        events.push(event)
      }
      if (events.length === 0) return false
      const at = clock.now()
      const alive = lifeSigns.due(events, at)
      const changed = await inTransaction(db, (tx) => store(tx, events, { alive, at }))
      lifeSigns.wrote(alive, at)
      waiting.splice(0, events.length)
      logsWaiting -= events.filter((event) => event.type === 'log').length
      if (answered) signals.notify('gateway-replies', {})
      acknowledge(events)
      for (const event of events)
        if (event.type === 'bad-message')
          log.warn({ gateway: event.gateway, topic: event.topic, problem: event.problem }, 'gateway message refused')
      for (const [storeCode, changes] of changed) {
        signals.notify('changed', { storeCode, changes: [...changes] })
        if (changes.has('tasks')) signals.notify('operations', { storeCode })
      }
      if (events.some((event) => event.type !== 'seen' && event.type !== 'readings')) onWork()
      return waiting.length > 0
    },
  })

  /** A failure to say so only makes the gateway send again. */
  function acknowledge(events: readonly LinkEvent[]) {
    for (const { gateway, place } of events.filter(isStream)) {
      driver.acknowledge(gateway, place).catch((error: unknown) => log.debug({ err: error, gateway }, 'acknowledgement not sent'))
    }
  }

  return { ...loop, waiting: () => waiting.length }
}
