/**
 * The gateway's side of the native protocol (docs/gateway-protocol.md): sessions, streams with resend and acknowledgement, operations by
 * lane, cancels before operations, answers instead of work where work was done. Whoever builds a gateway gives it a line, a way to bitmaps
 * and what carries operations to tags. Knows no time but what it is told, so that tests can run it by hand.
 */
import { createHash } from 'node:crypto'
import {
  laneOf,
  protocolVersion,
  statusPeriodSeconds,
  type DownMessage,
  type Operation,
  type OpResult,
  type Reading,
  type Sighting,
  type UpMessage,
} from '../messages.ts'
import type { UpName } from '../topics.ts'
import { createAttendant, type Abilities, type GatewaySettings } from './requests.ts'
import type { GatewayState, Waiting } from './state.ts'
import { createStream } from './stream.ts'

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

/** Bitmaps under way or just fetched, by hash: tags often get the same. */
const keptImages = 200
/** Readings of sensors kept while the server cannot be reached. */
const maxReadings = 5000
/** Tags of which the last sighting is kept while the server cannot be reached. */
const maxUnheard = 20_000

export function createGateway(parts: GatewayParts) {
  const { gwMac, uplink, fetchImage, state, now } = parts
  const clock = parts.clock ?? (() => now() / 1000)
  let session = ''
  let starts = 0
  let online = false
  let startedAt = now()
  let statusSentAt = 0
  let ops = newResults()
  let sightings = newSightings()
  let readings = newReadings()
  /** Heard without a line to the server: the last word of each tag. */
  const unheard = new Map<string, Sighting>()
  const images = new Map<string, Promise<Uint8Array>>()
  const attendant = createAttendant({
    ip: parts.ip,
    state,
    now,
    abilities: parts.abilities ?? {},
    reply: (message) => online && uplink.publish('reply', message),
    sendLog: (message) => online && uplink.publish('log', message),
    changed: () => sendStatus(),
  })

  function newResults() {
    return createStream<OpResult>((seq, results) => online && uplink.publish('op', { session, seq, results }))
  }
  function newSightings() {
    return createStream<Sighting>((seq, tags) => online && uplink.publish('seen', { session, seq, tags }))
  }
  function newReadings() {
    return createStream<Reading>((seq, list) => online && uplink.publish('sensor', { session, seq, clock: clock(), readings: list }))
  }

  function report(result: OpResult, kind: string) {
    ops.add(result)
    const why = result.reason === undefined ? '' : ` (${result.reason}${result.detail === undefined ? '' : `: ${result.detail}`})`
    attendant.note(result.outcome === 'accepted' ? 'gmp' : 'grm', `${kind} ${result.op} for ${result.tag}: ${result.outcome}${why}`)
  }

  function sendStatus() {
    if (!online) return
    statusSentAt = now()
    const { ip, dataChannel, eventChannel, channelGroupIndex, version } = attendant.settings()
    uplink.publish('status', {
      at: clock(),
      uptime: Math.floor((now() - startedAt) / 1000),
      ip,
      dataChannel,
      eventChannel,
      channelGroupIndex,
      config: version,
      upLink: 'OK',
      downLink: 'OK',
      ...parts.status(),
    })
  }

  function image(hash: string, operation: Operation): Promise<Uint8Array> {
    const known = images.get(hash)
    if (known !== undefined) return known
    const fetched = fetchImage(hash, operation).then((file) => {
      if (createHash('sha256').update(file).digest('hex') !== hash) throw new Error('the bitmap is not what its hash says')
      return file
    })
    images.set(hash, fetched)
    for (const old of images.keys()) {
      if (images.size <= keptImages) break
      images.delete(old)
    }
    fetched.catch(() => images.delete(hash))
    return fetched
  }

  async function take(operation: Operation) {
    const { op, tag, kind } = operation
    const accepted = { op, tag, outcome: 'accepted' as const }
    const known = state.result(op)
    if (known !== undefined) {
      ops.add(known)
      return
    }
    const lane = laneOf[kind]
    const newest = state.newest(tag, lane)
    if (newest !== undefined && BigInt(newest) > BigInt(op)) return
    if (state.waiting(tag, lane)?.operation.op === op) {
      report({ ...accepted, at: clock() }, kind)
      return
    }
    state.want(operation)
    const started = session
    try {
      const files = new Map(await Promise.all(operation.images.map(async (one) => [one.page, await image(one.hash, operation)] as const)))
      // Meanwhile it was cancelled, replaced or carried out, or the power was gone.
      if (session !== started || state.newest(tag, lane) !== op || state.result(op) !== undefined) return
      const waiting = { operation, files }
      state.take(waiting)
      report({ ...accepted, at: clock() }, kind)
      parts.carry?.(waiting)
    } catch (error) {
      if (session !== started) return
      const detail = (error instanceof Error ? error.message : String(error)).slice(0, 300)
      report({ ...accepted, outcome: 'failed', reason: 'image-unavailable', detail, at: clock() }, kind)
    }
  }

  /** Lets go of operations, waiting or still coming in, and answers for each. */
  function letGo(ids: readonly string[]) {
    for (const op of ids) {
      const known = state.result(op)
      const tag = known === undefined ? state.letGo(op) : undefined
      if (tag !== undefined) parts.drop?.(op, tag)
      ops.add(known ?? { op, ...(tag !== undefined && { tag }), outcome: 'cancelled', at: clock() })
    }
  }

  return {
    gwMac,
    isOnline: () => online,
    session: () => session,
    /** Operations that wait for their tags. */
    pending: () => state.size(),
    unacknowledged: () => ops.unacknowledged(),
    /** Readings of sensors that the server does not have yet. */
    unheardReadings: () => readings.unacknowledged(),
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
      ops = newResults()
      sightings = newSightings()
      readings = newReadings()
      attendant.started(session)
      for (const result of state.untold()) ops.add(result)
      for (const waiting of state.allWaiting()) parts.carry?.(waiting)
    },
    connected() {
      online = true
      attendant.note('gmp', 'connected to the server')
      uplink.publish('presence', { v: protocolVersion, state: 'online', session, at: clock() }, true)
      for (const stream of [ops, sightings, readings]) stream.resendAll()
      for (const sighting of unheard.values()) sightings.add(sighting)
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
    receive(name: string, message: unknown) {
      if (name === 'ack') {
        const { stream, session: of, seq } = message as DownMessage<'ack'>
        if (of !== session) return
        if (stream === 'op') state.told(ops.acknowledge(seq).map((one) => one.op))
        else ({ seen: sightings, sensor: readings })[stream].acknowledge(seq)
      }
      if (name === 'request') attendant.request(message as DownMessage<'request'>)
      if (name === 'config') attendant.configure(message as DownMessage<'config'>)
      if (name === 'op') {
        const { ops: operations, cancel } = message as DownMessage<'op'>
        letGo(cancel)
        for (const operation of operations) void take(operation)
      }
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
      if (online) sightings.add(told)
      else if (unheard.has(sighting.tag) || unheard.size < maxUnheard) unheard.set(sighting.tag, told)
    },
    /** A sensor is heard, also without a line to the server: what it says is kept and told later. */
    sensed(reading: Omit<Reading, 'at'>) {
      if (readings.unacknowledged() < maxReadings) readings.add({ ...reading, at: clock() })
    },
    /** To be called several times a second: sends what has gathered, and again what nobody acknowledged. */
    flush() {
      if (!online) return
      attendant.flush()
      if (now() - statusSentAt >= (attendant.settings().statusPeriod ?? statusPeriodSeconds) * 1000) sendStatus()
      for (const stream of [ops, sightings, readings]) stream.flush(now())
    },
  }
}
