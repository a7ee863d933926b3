/**
 * The gateway's side of the native protocol (docs/gateway-protocol.md): sessions, streams with resend and acknowledgement, operations by
 * lane, cancels before operations, answers instead of work where work was done. Whoever builds a gateway gives it a line, a way to bitmaps
 * and what carries operations to tags. Knows no time but what it is told, so that tests can run it by hand.
 */
import {
  protocolVersion,
  statusPeriodSeconds,
  type DownMessage,
  type Operation,
  type OpResult,
  type Reading,
  type Sighting,
  type UpMessage,
} from '../messages.ts'
import type { DownName, UpName } from '../topics.ts'
import { createImages } from './images.ts'
import { createIntake } from './intake.ts'
import { createOutbox, wordsFor } from './outbox.ts'
import { createAttendant, type Abilities, type GatewaySettings } from './requests.ts'
import type { GatewayState, Waiting } from './state.ts'

/** The gateway's way out: whatever carries its messages. */
export interface Uplink {
  publish<N extends UpName>(name: N, message: UpMessage<N>, retain?: boolean): void
}

/** What its status says beside what it knows by itself. */
export type OwnStatus = Partial<Pick<UpMessage<'status'>, 'dataChannel'>> &
  Omit<
    UpMessage<'status'>,
    'at' | 'uptime' | 'ip' | 'dataChannel' | 'eventChannel' | 'channelGroupIndex' | 'config' | 'upLink' | 'downLink'
  >
export interface GatewayParts {
  /** 12 hexadecimal digits, capitals. */
  gwMac: string
  /** The address that its status tells until it is set to another one. */
  ip: string
  uplink: Uplink
  /** A bitmap by its hash, for this operation; rejects when it cannot be had. What comes is checked against the hash. */
  fetchImage(hash: string, operation: Operation): Promise<Uint8Array>
  state: GatewayState
  /** Milliseconds. */
  now(): number
  /** The gateway's clock, in seconds. */
  clock?(): number
  status(): OwnStatus
  abilities?: Abilities
  /** An operation and its bitmaps are here: carry it to its tag, then `finish` or `fail` it. Also called for what waited before a restart. */
  carry?(waiting: Waiting): void
  /** An operation that was carried on is not wanted any more. */
  drop?(op: string, tag: string): void
}
export type Ended = Partial<Pick<OpResult, 'rssi' | 'battery' | 'temperature' | 'updates' | 'confirmed' | 'detail'>>
export type Gateway = ReturnType<typeof createGateway>

/** Readings of sensors kept while the server cannot be reached. */
const maxReadings = 5000
/** Tags of which the last sighting is kept while the server cannot be reached. */
const maxUnheard = 20_000

/** A gateway without power: `start` begins its first session, `connected` says that its line stands. */
export function createGateway(parts: GatewayParts) {
  const { gwMac, uplink, state, now } = parts
  const clock = parts.clock ?? (() => now() / 1000)
  let session = ''
  let starts = 0
  let online = false
  let startedAt = now()
  let statusSentAt = 0
  /** Heard without a line to the server: the last word of each tag. */
  const unheard = new Map<string, Sighting>()
  const tell: Uplink['publish'] = (name, message) => online && uplink.publish(name, message)
  let outbox = createOutbox(session, tell, clock)
  const attendant = createAttendant({
    ip: parts.ip,
    state,
    now,
    abilities: parts.abilities ?? {},
    reply: (message) => tell('reply', message),
    sendLog: (message) => tell('log', message),
    changed: () => sendStatus(),
  })
  const images = createImages((hash, operation) => parts.fetchImage(hash, operation))
  const intake = createIntake({
    state,
    images,
    clock,
    session: () => session,
    answer: (result) => outbox.op.add(result),
    report,
    carry: (waiting) => parts.carry?.(waiting),
    drop: (op, tag) => parts.drop?.(op, tag),
  })

  function report(result: OpResult, kind: Operation['kind']) {
    outbox.op.add(result)
    attendant.note(result.outcome === 'accepted' ? 'gmp' : 'grm', wordsFor(result, kind))
  }

  function sendStatus() {
    if (!online) return
    statusSentAt = now()
    uplink.publish('status', statusOf(parts, attendant.settings(), { at: clock(), uptime: Math.floor((now() - startedAt) / 1000) }))
  }

  const received: { [N in DownName]: (message: DownMessage<N>) => void } = {
    ack({ stream, session: of, seq }) {
      if (of !== session) return
      if (stream === 'op') state.told(outbox.op.acknowledge(seq).map((one) => one.op))
      else outbox[stream].acknowledge(seq)
    },
    request: (message) => attendant.request(message),
    config: (message) => attendant.configure(message),
    op({ ops, cancel }) {
      intake.letGo(cancel)
      for (const operation of ops) void intake.take(operation)
    },
  }

  return {
    gwMac,
    isOnline: () => online,
    session: () => session,
    /** Operations that wait for their tags. */
    pending: () => state.size(),
    unacknowledged: () => outbox.op.unacknowledged(),
    /** Readings of sensors that the server does not have yet. */
    unheardReadings: () => outbox.sensor.unacknowledged(),
    settings: (): Readonly<GatewaySettings> => attendant.settings(),
    /** A line into one of its logs: gmp of its line and operations, grm of its radio. */
    note: attendant.note,
    waiting: (tag: string, lane: string) => state.waiting(tag, lane),
    /** Power on: streams begin anew. What its state kept waits again, and what the server may not have heard is told again. */
    start() {
      session = `${gwMac}-${++starts}-${Math.floor(now())}`
      startedAt = now()
      state.restarted()
      images.clear()
      unheard.clear()
      outbox = createOutbox(session, tell, clock)
      attendant.started(session)
      for (const result of state.untold()) outbox.op.add(result)
      for (const waiting of state.allWaiting()) parts.carry?.(waiting)
    },
    connected() {
      online = true
      attendant.note('gmp', 'connected to the server')
      uplink.publish('presence', { v: protocolVersion, state: 'online', session, at: clock() }, true)
      for (const stream of Object.values(outbox)) stream.resendAll()
      for (const sighting of unheard.values()) outbox.seen.add(sighting)
      unheard.clear()
      sendStatus()
    },
    disconnected() {
      if (online) attendant.note('gmp', 'lost the line to the server')
      online = false
    },
    /** What the broker tells for it when its line breaks. */
    lastWill: () => JSON.stringify({ v: protocolVersion, state: 'offline', session, at: clock() }),
    sendStatus,
    /** A message from the server, as its schema reads it. */
    receive<N extends DownName>(name: N, message: DownMessage<N>) {
      received[name](message)
    },
    /** The tag did it (`shown`; `confirmed: false` where it only took the picture), or it stood there already (`same`). */
    finish(operation: Operation, outcome: 'shown' | 'same', more: Ended = {}) {
      const result: OpResult = { op: operation.op, tag: operation.tag, outcome, at: clock(), ...more }
      state.finish(result)
      report(result, operation.kind)
    },
    /** It could not be carried out; it may be asked for again. */
    fail(operation: Operation, reason: NonNullable<OpResult['reason']>, detail: string) {
      state.failed(operation.op)
      report({ op: operation.op, tag: operation.tag, outcome: 'failed', reason, detail: detail.slice(0, 300), at: clock() }, operation.kind)
    },
    /** A tag is heard. Without a line to the server its last word is kept and told later. */
    heard(sighting: Omit<Sighting, 'at'>) {
      const told = { ...sighting, at: clock() }
      if (online) outbox.seen.add(told)
      else if (unheard.has(sighting.tag) || unheard.size < maxUnheard) unheard.set(sighting.tag, told)
    },
    /** A sensor is heard, also without a line to the server: what it says is kept and told later. */
    sensed(reading: Omit<Reading, 'at'>) {
      if (outbox.sensor.unacknowledged() < maxReadings) outbox.sensor.add({ ...reading, at: clock() })
    },
    /** To be called several times a second: sends what has gathered, and again what nobody acknowledged. */
    flush() {
      if (!online) return
      attendant.flush()
      if (now() - statusSentAt >= (attendant.settings().statusPeriod ?? statusPeriodSeconds) * 1000) sendStatus()
      for (const stream of Object.values(outbox)) stream.flush(now())
    },
  }
}

/** What it says of itself: how long it runs, what it is set to, and what its owner knows. */
function statusOf(parts: GatewayParts, settings: Readonly<GatewaySettings>, times: { at: number; uptime: number }): UpMessage<'status'> {
  const { ip, dataChannel, eventChannel, channelGroupIndex, version } = settings
  return { ...times, ip, dataChannel, eventChannel, channelGroupIndex, config: version, upLink: 'OK', downLink: 'OK', ...parts.status() }
}
