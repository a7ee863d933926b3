/**
 * The gateway's side of the native protocol (docs/gateway-protocol.md): sessions, streams with resend and acknowledgement, operations by
 * lane, cancels before operations, answers instead of work where work was done. The program of a gateway gives it a line, a way to bitmaps
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
import { createHearing } from './hearing.ts'
import { createImages } from './images.ts'
import { createIntake } from './intake.ts'
import type { LogName } from './logs.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createAttendant, type Abilities, type GatewaySettings } from './requests.ts'
import { createResults, type Ended } from './results.ts'
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
export interface Gateway {
  readonly gwMac: string
  isOnline(): boolean
  session(): string
  /** How many operations wait for their tags. */
  pending(): number
  /** Results that the server does not have yet. */
  unacknowledged(): number
  /** Readings of sensors that the server does not have yet. */
  unheardReadings(): number
  settings(): Readonly<GatewaySettings>
  /** A line into one of its logs: gmp of its line and operations, grm of its radio. */
  note(file: LogName, text: string): void
  waiting(tag: string, lane: string): Waiting | undefined
  /** Power on: streams begin anew. What its state kept waits again, and what the server may not have heard is told again. */
  start(): void
  connected(): void
  disconnected(): void
  /** What the broker tells for it when its line breaks. */
  lastWill(): string
  sendStatus(): void
  /** A message from the server, as its schema reads it. */
  receive<N extends DownName>(name: N, message: DownMessage<N>): void
  /** The tag did it (`shown`; `confirmed: false` where it only took the picture), or it stood there already (`same`). */
  finish(operation: Operation, outcome: 'shown' | 'same', more?: Ended): void
  /** It could not be carried out; it may be asked for again. */
  fail(operation: Operation, reason: NonNullable<OpResult['reason']>, detail: string): void
  /** A tag is heard. Without a line to the server its last word is kept and told later. */
  heard(sighting: Omit<Sighting, 'at'>): void
  /** A sensor is heard, also without a line to the server: what it says is kept and told later. */
  sensed(reading: Omit<Reading, 'at'>): void
  /** To be called several times a second: sends what has gathered, and again what was not acknowledged. */
  flush(): void
}

/** What is done with a message, by its name. */
type Receivers = { [N in DownName]: (message: DownMessage<N>) => void }

/** A gateway without power: `start` begins its first session, `connected` says that its line stands. */
export function createGateway(parts: GatewayParts): Gateway {
  const { gwMac, uplink, state, now } = parts
  const clock = parts.clock ?? (() => now() / 1000)
  let session = ''
  let starts = 0
  let online = false
  let startedAt = now()
  let statusSentAt = 0
  const publish: Uplink['publish'] = (name, message) => online && uplink.publish(name, message)
  let outbox = createOutbox(session, publish, clock)
  const attendant = createAttendant({
    ip: parts.ip,
    state,
    now,
    abilities: parts.abilities ?? {},
    reply: (message) => publish('reply', message),
    sendLog: (message) => publish('log', message),
    changed: () => sendStatus(),
  })
  const hearing = createHearing({ outbox: () => outbox, isOnline: () => online, clock })
  const results = createResults({ state, outbox: () => outbox, note: attendant.note, clock })
  const images = createImages((hash, operation) => parts.fetchImage(hash, operation))
  const intake = createIntake({
    state,
    images,
    clock,
    session: () => session,
    results,
    carry: (waiting) => parts.carry?.(waiting),
    drop: (op, tag) => parts.drop?.(op, tag),
  })

  function sendStatus() {
    if (!online) return
    statusSentAt = now()
    uplink.publish('status', statusOf(parts, attendant.settings(), { at: clock(), uptime: Math.floor((now() - startedAt) / 1000) }))
  }

  const received: Receivers = {
    ack: ({ stream, session: of, seq }) => of === session && acknowledge(stream, seq),
    request: (message) => attendant.request(message),
    config: (message) => attendant.configure(message),
    op: (message) => intake.receive(message),
  }
  function acknowledge(stream: keyof Outbox, seq: number) {
    if (stream === 'op') state.reported(outbox.op.acknowledge(seq).map((one) => one.op))
    else outbox[stream].acknowledge(seq)
  }

  return {
    gwMac,
    isOnline: () => online,
    session: () => session,
    pending: () => state.size(),
    unacknowledged: () => outbox.op.unacknowledged(),
    unheardReadings: () => outbox.sensor.unacknowledged(),
    settings: () => attendant.settings(),
    note: attendant.note,
    waiting: (tag, lane) => state.waiting(tag, lane),
    start() {
      session = `${gwMac}-${++starts}-${Math.floor(now())}`
      startedAt = now()
      state.restarted()
      images.clear()
      hearing.forget()
      outbox = createOutbox(session, publish, clock)
      attendant.started(session)
      for (const result of state.untold()) results.answer(result)
      for (const waiting of state.allWaiting()) parts.carry?.(waiting)
    },
    connected() {
      online = true
      attendant.note('gmp', 'connected to the server')
      uplink.publish('presence', { v: protocolVersion, state: 'online', session, at: clock() }, true)
      for (const stream of Object.values(outbox)) stream.resendAll()
      hearing.reportUnheard()
      sendStatus()
    },
    disconnected() {
      if (online) attendant.note('gmp', 'lost the line to the server')
      online = false
    },
    lastWill: () => JSON.stringify({ v: protocolVersion, state: 'offline', session, at: clock() }),
    sendStatus,
    receive: (name, message) => received[name](message),
    finish: results.finish,
    fail: results.fail,
    heard: hearing.heard,
    sensed: hearing.sensed,
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
