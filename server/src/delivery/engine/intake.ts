/**
 * Takes in what gateways report. Events wait in memory in the order they came and are stored in batches, one short transaction each;
 * only then are their streams acknowledged, so that a gateway sends again whatever a crash made us forget. Those that change nothing by
 * themselves wait for others (gathering.ts).
 */
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { Loop } from '../../platform/jobs/loop.ts'
import { createGathering } from './gathering.ts'
import { createLifeSigns } from './life-signs.ts'
import type { GatewayDriver, LinkEvent } from './link/driver.ts'
import type { EnginePolicy } from './policy.ts'
import { maxLogsWaiting } from './requests.ts'
import { storeEvents, type ChangedStores } from './store-events.ts'

/** Records stored in one transaction; more would keep the embedded database from all other callers for too long. */
const batchRecords = 1000
/** As many as one message of a gateway may hold (docs/gateway-protocol.md): they are stored without waiting for more. */
const enoughRecords = 200
/** Events waiting in memory; beyond it new stream messages are dropped unacknowledged, and the gateway sends them again. */
const maxWaiting = 20_000

export interface Intake extends Loop {
  /** Events that are not stored yet. */
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
/** Sightings and readings change no operation that is under way; what they confirm may be confirmed a moment later. */
const waiters: ReadonlySet<LinkEvent['type']> = new Set(['seen', 'readings'])
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

/** Events in the order they came, of which no more are kept than there is room for. */
interface WaitingRoom {
  events: LinkEvent[]
  /** In all events. */
  records: number
  /** Log parts among them: they are large. */
  logs: number
}

/** False where there is no room: the gateway sends it again, or is asked again for its log. */
function enter(room: WaitingRoom, event: LinkEvent, now: Date): boolean {
  if (room.events.length >= maxWaiting && isStream(event)) return false
  if (event.type === 'log') {
    if (room.logs >= maxLogsWaiting) return false
    room.logs++
  }
  room.records += sizeOf(event)
  room.events.push(inOurTime(event, now))
  return true
}

/** The first events: as many as go into one transaction, one at least. They stay in the room until they have left it by `leave`. */
function nextBatch({ events }: WaitingRoom): LinkEvent[] {
  let records = 0
  let count = 0
  for (const event of events) {
    if (records >= batchRecords) break
    records += sizeOf(event)
    count++
  }
  return events.slice(0, count)
}

function leave(room: WaitingRoom, batch: readonly LinkEvent[]): void {
  room.events.splice(0, batch.length)
  room.records -= batch.reduce((sum, event) => sum + sizeOf(event), 0)
  room.logs -= batch.filter((event) => event.type === 'log').length
}

/** Listens to the driver from now on; `onWork` is called when a batch may have made room or work for the dispatcher. */
export function startIntake({ context, driver, policy, onWork }: Options): Intake {
  const { db, clock, log, signals } = context
  const room: WaitingRoom = { events: [], records: 0, logs: 0 }
  const lifeSigns = createLifeSigns()
  const gathering = createGathering({ gatherMs: policy.gatherMs, enough: enoughRecords, store: () => loop.wake() })

  driver.listen((event) => {
    if (enter(room, event, clock.now())) gathering.came({ mayWait: waiters.has(event.type), waiting: room.records })
  })

  const loop = context.jobs.start({
    name: 'intake',
    everyMs: 60_000,
    work: async () => {
      const events = nextBatch(room)
      if (events.length === 0) return false
      const at = clock.now()
      const alive = lifeSigns.due(events, at)
      const { changed, answered } = await inTransaction(db, (tx) => storeEvents(tx, { events, alive, at, policy }))
      lifeSigns.wrote(alive, at)
      leave(room, events)
      if (room.events.length === 0) gathering.stored()
      if (answered) signals.notify('gateway-replies', {})
      acknowledge(events)
      for (const event of events)
        if (event.type === 'bad-message')
          log.warn({ gateway: event.gateway, topic: event.topic, problem: event.problem }, 'gateway message refused')
      notifyChanges(changed)
      if (events.some((event) => event.type !== 'seen' && event.type !== 'readings')) onWork()
      return room.events.length > 0
    },
  })

  function notifyChanges(changed: ChangedStores) {
    for (const [storeCode, changes] of changed) {
      signals.notify('changed', { storeCode, changes: [...changes] })
      if (changes.has('tasks')) signals.notify('operations', { storeCode })
    }
  }

  /** A failure to say so only makes the gateway send again. */
  function acknowledge(events: readonly LinkEvent[]) {
    for (const { gateway, place } of events.filter(isStream)) {
      driver.acknowledge(gateway, place).catch((error: unknown) => log.debug({ err: error, gateway }, 'acknowledgement not sent'))
    }
  }

  const stop = async () => {
    gathering.stop()
    await loop.stop()
  }
  return { ...loop, stop, waiting: () => room.events.length }
}
