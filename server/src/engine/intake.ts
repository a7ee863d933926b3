/**
 * Takes in what gateways report. Events wait in memory in the order they came and are stored in batches, one short transaction each;
 * only then are their streams acknowledged, so that a gateway sends again whatever a crash made us forget.
 */
import type { OpResult } from '@endcap/gateway-link/messages'
import type { StoreChange } from '@endcap/contract/push'
import { clearAlarm, raiseAlarm } from '../alarms/alarms.service.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Db } from '../db/schema.ts'
import { finishOperations, startTask, type Ending } from '../tasks/tasks.service.ts'
import { offerAgain, setPresence, storeStatus } from './gateways.queries.ts'
import {
  compareGlass,
  markSent,
  openOperations,
  recordReadings,
  retryOperations,
  storeSightings,
  type Accepted,
  type Retry,
  type StoredSighting,
} from './intake.queries.ts'
import { settleFailed, type LateWord } from './late.queries.ts'
import type { GatewayAddress, GatewayDriver, LinkEvent } from './link/driver.ts'
import { startLoop, type Loop } from './loop.ts'
import { afterFailure, confirmedStatus, confirmSeconds, type EnginePolicy } from './policy.ts'
import { createReadingFilter } from './reading-filter.ts'

/** Records stored in one transaction; more would keep the embedded database from everybody else for too long. */
const batchRecords = 1000
/** Events waiting in memory; beyond it new stream messages are dropped unacknowledged, and the gateway sends them again. */
const maxWaiting = 20_000

export interface Intake extends Loop {
  waiting(): number
}

/** A result with the gateway and store that reported it. */
interface Reported extends OpResult, GatewayAddress {}

interface Options {
  context: Context
  driver: GatewayDriver
  policy: EnginePolicy
  /** Room at a gateway, or an operation to offer again. */
  onWork: () => void
}

type StreamEvent = Extract<LinkEvent, { type: 'seen' | 'results' }>
const isStream = (event: LinkEvent): event is StreamEvent => event.type === 'seen' || event.type === 'results'
const sizeOf = (event: LinkEvent) => (event.type === 'seen' ? event.sightings.length : event.type === 'results' ? event.results.length : 20)

export function startIntake({ context, driver, policy, onWork }: Options): Intake {
  const { db, clock, log, signals } = context
  const waiting: LinkEvent[] = []
  const filter = createReadingFilter()

  driver.listen((event) => {
    if (waiting.length >= maxWaiting && isStream(event)) return
    waiting.push(event)
    loop.wake()
  })

  async function store(tx: Db, events: readonly LinkEvent[], at: Date): Promise<Map<string, Set<StoreChange>>> {
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
    for (const event of events) {
      if (event.type === 'presence') {
        await takePresence(tx, event.gateway, event, at)
        note(event.gateway.storeCode, 'alarms')
      }
      if (event.type === 'status') {
        const timeSync = Math.abs(event.status.at - at.getTime() / 1000) <= policy.clockToleranceSeconds
        await storeStatus(tx, event.gateway, event.status, { at, timeSync })
        const alarm = { storeCode: event.gateway.storeCode, subject: event.gateway.gwMac, at }
        if (await clearAlarm(tx, { ...alarm, type: 'GW STATUS ABNORMAL' })) note(alarm.storeCode, 'alarms')
        await (timeSync ? clearAlarm : raiseClock)(tx, { ...alarm, type: 'GW TIME SYNC ABNORMAL' })
      }
      if (event.type === 'presence' || event.type === 'status') note(event.gateway.storeCode, 'gateways')
    }
    const { stores, late } = await takeResults(tx, results, at)
    for (const storeCode of stores) note(storeCode, 'tags', 'tasks')
    if (sightings.length > 0) {
      const retyped = await storeSightings(tx, sightings, { at, lowBattery: policy.lowBattery })
      for (const [storeCode, tags] of Map.groupBy(retyped, (one) => one.storeCode)) {
        await startTask(tx, {
          storeCode,
          taskType: 'UPDATE',
          kind: 'SHOW',
          tagMacs: tags.map((one) => one.tagMac),
          createdBy: 'tag type',
          at,
        })
        note(storeCode, 'tasks')
      }
      await recordReadings(tx, filter.moved(sightings, at), at)
      const lost = await compareGlass(tx, sightings, at)
      await finishOperations(
        tx,
        lost.map((one) => ({ opId: one.opId, outcome: 'SHOWN', status: confirmedStatus(one.kind), answered: true, updates: one.updates })),
        at,
      )
      for (const { storeCode } of sightings) note(storeCode, 'tags')
    }
    for (const storeCode of await settleFailed(tx, [...late, ...sightings.map(wordOf)], at)) note(storeCode, 'tags')
    return changed
  }

  async function takePresence(tx: Db, gateway: GatewayAddress, { online, session }: { online: boolean; session: string }, at: Date) {
    const before = await setPresence(tx, gateway, { online, session, at })
    if (before === undefined) return
    const alarm = { storeCode: gateway.storeCode, type: 'GW STATUS ABNORMAL' as const, subject: gateway.gwMac, at }
    if (!online && before.wasOnline) await raiseAlarm(tx, { ...alarm, class: 3, data: { gwMac: gateway.gwMac } })
    if (!online) return
    await clearAlarm(tx, alarm)
    if (before.newSession || !before.wasOnline) await offerAgain(tx, gateway, { acceptedToo: before.newSession, at })
  }

  /** Answers the stores of which operations were heard, and confirmations of operations that are not open any more. */
  async function takeResults(tx: Db, results: readonly Reported[], at: Date): Promise<{ stores: Set<string>; late: LateWord[] }> {
    if (results.length === 0) return { stores: new Set(), late: [] }
    const open = await openOperations(tx, [...new Set(results.map((one) => one.op))])
    const [accepted, endings, retries]: [Accepted[], Map<string, Ending>, Map<string, Retry>] = [[], new Map(), new Map()]
    for (const { op: opId, gwMac, outcome, reason, detail, updates } of results) {
      const operation = open.get(opId)
      if (operation === undefined || endings.has(opId)) continue
      const current = operation.gwMac === gwMac
      if (outcome === 'accepted' && current) accepted.push({ opId, deadline: after(at, confirmSeconds(policy, operation.checkin)) })
      if (outcome === 'shown' || outcome === 'same') {
        const confirmed = outcome === 'shown' ? 'SHOWN' : 'SAME'
        endings.set(opId, { opId, outcome: confirmed, status: confirmedStatus(operation.kind), answered: true, updates: updates ?? null })
        retries.delete(opId)
      }
      // A gateway that is no longer asked may confirm, but its failure decides nothing.
      if (outcome !== 'failed' || !current) continue
      const next = afterFailure(policy, reason, operation.tries)
      const text = detail ?? null
      if (next.next === 'fail')
        endings.set(opId, {
          opId,
          outcome: 'FAILED',
          reason: next.reason,
          detail: text,
          status: next.status,
          answered: reason === 'tag-refused',
        })
      else retries.set(opId, { opId, dueAt: after(at, next.afterSeconds), reason: next.reason, detail: text, status: next.status })
    }
    await markSent(
      tx,
      accepted.filter((one) => !endings.has(one.opId) && !retries.has(one.opId)),
      at,
    )
    await retryOperations(tx, [...retries.values()])
    await finishOperations(tx, [...endings.values()], at)
    const late = results.filter(({ op, outcome }) => !open.has(op) && (outcome === 'shown' || outcome === 'same'))
    return {
      stores: new Set([...open.values()].map((operation) => operation.storeCode)),
      late: late.map(({ storeCode, tag, op, updates }) => ({ storeCode, tagMac: tag, opId: op, shown: null, updates: updates ?? null })),
    }
  }

  const loop = startLoop({
    name: 'intake',
    everyMs: 60_000,
    log,
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
      const changed = await inTransaction(db, (tx) => store(tx, events, at))
      waiting.splice(0, events.length)
      acknowledge(events)
      for (const event of events)
        if (event.type === 'bad-message')
          log.warn({ gateway: event.gateway, topic: event.topic, problem: event.problem }, 'gateway message refused')
      for (const [storeCode, changes] of changed) {
        signals.notify('changed', { storeCode, changes: [...changes] })
        if (changes.has('tasks')) signals.notify('operations', { storeCode })
      }
      if (events.some((event) => event.type !== 'seen')) onWork()
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

const wordOf = ({ storeCode, tag, shown, updates }: StoredSighting): LateWord => ({
  storeCode,
  tagMac: tag,
  opId: null,
  shown,
  updates: updates ?? null,
})
const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

function raiseClock(tx: Db, alarm: { storeCode: string; type: 'GW TIME SYNC ABNORMAL'; subject: string; at: Date }) {
  return raiseAlarm(tx, { ...alarm, class: 2, data: { gwMac: alarm.subject } })
}
