/**
 * A virtual gateway: takes operations over MQTT, fetches bitmaps over HTTP, and hands them to tags when these check in. Knows nothing of
 * time but what it is told, so that tests can run it by hand.
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
} from '@endcap/gateway-link/messages'
import { carryOut } from './carry-out.ts'
import type { Faults } from './faults.ts'
import type { Random } from './random.ts'
import { createAttendant } from './requests.ts'
import { createStream } from './stream.ts'
import { catchUp, warmthOf, type Tag } from './tag.ts'

export interface GatewaySetup {
  storeCode: string
  gwMac: string
  secret: string
  ip: string
}
/** The gateway's way out: whatever carries its messages. */
export interface Uplink {
  publish<N extends 'presence' | 'status' | 'seen' | 'op' | 'sensor' | 'reply' | 'log'>(
    name: N,
    message: UpMessage<N>,
    retain?: boolean,
  ): void
}
export interface GatewayDependencies {
  uplink: Uplink
  /** A bitmap by its hash; rejects when it cannot be had. */
  fetchImage(hash: string): Promise<Uint8Array>
  faults: Faults
  random: Random
  /** Milliseconds. */
  now(): number
  /** How many times faster than life. */
  speed: number
  /** Calls a tag that sleeps: it checks in soon, for what somebody waits for. */
  wake?: (tagMac: string) => void
  /** Takes the gateway's power away for a moment; `upgraded`: to start with another program. */
  reboot?: (upgraded?: boolean) => void
  /** The image of an upgrade by its hash; rejects when it cannot be had. */
  fetchUpgrade?: (sha256: string) => Promise<Uint8Array>
}

/** Transfers of labels to tags a gateway manages in a second of the fleet's time, and of lights, pages and checks. */
const transfersPerSecond = 4
const commandsPerSecond = 40
/** Tags that are called have checked in within this time of the fleet's. */
const scanMs = 4000
/** What waits for one tag, in the order in which it is carried out. */
const lanes = ['image', 'page', 'led', 'check'] as const
const placeOf = (tagMac: string, lane: string) => `${tagMac}/${lane}`
const tenths = (value: number) => Math.round(value * 10) / 10
/** Results remembered by operation, and bitmaps kept. */
const remembered = 5000
/** Readings of sensors kept while the server cannot be reached. */
const maxReadings = 5000

interface Pending {
  operation: Operation
  files: ReadonlyMap<number, Uint8Array>
}

export type Gateway = ReturnType<typeof createGateway>

export function createGateway(setup: GatewaySetup, dependencies: GatewayDependencies) {
  const { uplink, fetchImage, faults, random, now, speed, wake, reboot } = dependencies
  const { storeCode, gwMac, ip } = setup
  let session = ''
  let online = false
  let startedAt = now()
  let radioFreeAt = 0
  let starts = 0
  let statusSentAt = 0
  /** By tag and lane. */
  const pending = new Map<string, Pending>()
  /** The newest operation asked for each tag and lane, until it is cancelled: an older one, or one cancelled while its bitmaps come, is left. */
  const wanted = new Map<string, string>()
  const results = new Map<string, OpResult>()
  const images = new Map<string, Promise<Uint8Array>>()
  const heard = new Set<string>()
  const attendant = createAttendant({
    ip,
    now,
    isDeaf: () => faults.at('deaf', place()) !== undefined,
    reply: (message) => online && uplink.publish('reply', message),
    sendLog: (message) => online && uplink.publish('log', message),
    reboot: (upgraded) => reboot?.(upgraded),
    fetchUpgrade: (sha256) => dependencies.fetchUpgrade?.(sha256) ?? Promise.reject(new Error('there is no way to the image')),
    upgradeFault: (kind) => faults.at(kind, place()) !== undefined,
    changed: () => sendStatus(),
    scan: () => {
      for (const tagMac of heard) wake?.(tagMac)
      return { tags: heard.size, until: now() + scanMs / speed }
    },
  })
  let ops = newStream()
  let sightings = newSightings()
  let readings = newReadings()

  const place = (tagMac?: string) => ({ storeCode, gwMac, ...(tagMac !== undefined && { tagMac }) })
  const clock = () => now() / 1000 + (faults.at('clock-skew', place())?.seconds ?? 0)
  const limit = <K, V>(map: Map<K, V>) => {
    for (const key of map.keys()) {
      if (map.size <= remembered) break
      map.delete(key)
    }
  }

  /** What goes out may be lost or doubled on its way. */
  function send<N extends 'seen' | 'op' | 'sensor'>(name: N, message: UpMessage<N>) {
    if (!online || random.chance(faults.at('drop', place())?.probability ?? 0)) return
    uplink.publish(name, message)
    if (random.chance(faults.at('duplicate', place())?.probability ?? 0)) uplink.publish(name, message)
  }
  function newStream() {
    return createStream<OpResult>((seq, items) => send('op', { session, seq, results: items }))
  }
  function newSightings() {
    return createStream<Sighting>((seq, items) => send('seen', { session, seq, tags: items }))
  }
  function newReadings() {
    return createStream<Reading>((seq, items) => send('sensor', { session, seq, clock: clock(), readings: items }))
  }
  function report(operation: Operation, outcome: OpResult['outcome'], more: Partial<OpResult> = {}) {
    const result: OpResult = { op: operation.op, tag: operation.tag, outcome, at: clock(), ...more }
    // What was carried out is not repeated; what failed may be asked for again.
    if (outcome === 'shown' || outcome === 'same') {
      results.set(operation.op, result)
      limit(results)
    }
    ops.add(result)
    const file = outcome === 'accepted' ? 'gmp' : 'grm'
    attendant.note(
      file,
      `${operation.kind} ${operation.op} for ${operation.tag}: ${outcome}${more.reason === undefined ? '' : ` (${more.reason})`}`,
    )
  }

  function sendStatus() {
    if (!online) return
    statusSentAt = now()
    const minutes = (now() - startedAt) / 60_000
    const up = online ? 'OK' : 'NG'
    const settings = attendant.settings()
    uplink.publish('status', {
      at: clock(),
      uptime: Math.floor((now() - startedAt) / 1000),
      ip: settings.ip,
      alternateIp: '',
      gmpVersion: attendant.versions().gmp,
      grmVersion: attendant.versions().grm,
      dataChannel: settings.dataChannel,
      eventChannel: settings.eventChannel,
      channelGroupIndex: settings.channelGroupIndex,
      config: settings.version,
      tagCount: heard.size,
      memory: Math.min(95, 38 + (minutes % 30) / 3 + random.next() * 2),
      disks: [
        { path: '/ramdisk', percent: 22 + random.next() },
        { path: '/ramdisk/logs', percent: Math.min(90, 8 + (minutes % 600) / 10) },
      ],
      services: ['gmp', 'grm', 'ntp', 'mqtt'].map((name) => ({ name, running: true })),
      upLink: up,
      downLink: up,
    })
  }

  function image(hash: string): Promise<Uint8Array> {
    const known = images.get(hash)
    if (known !== undefined) return known
    const fetched = fetchImage(hash).then((file) => {
      if (createHash('sha256').update(file).digest('hex') !== hash) throw new Error('the bitmap is not what its hash says')
      return file
    })
    images.set(hash, fetched)
    limit(images)
    fetched.catch(() => images.delete(hash))
    return fetched
  }

  async function take(operation: Operation) {
    const known = results.get(operation.op)
    if (known !== undefined) {
      ops.add(known)
      return
    }
    const lane = laneOf[operation.kind]
    const slot = placeOf(operation.tag, lane)
    const newest = wanted.get(slot)
    if (newest !== undefined && BigInt(newest) > BigInt(operation.op)) return
    wanted.set(slot, operation.op)
    try {
      if (faults.at('image-unavailable', place(operation.tag)) !== undefined) throw new Error('the bitmap cannot be fetched')
      const files = new Map(await Promise.all(operation.images.map(async ({ page, hash }) => [page, await image(hash)] as const)))
      if (wanted.get(slot) !== operation.op || results.has(operation.op)) return
      pending.set(slot, { operation, files })
      report(operation, 'accepted')
      if (lane !== 'image') wake?.(operation.tag)
    } catch (error) {
      report(operation, 'failed', { reason: 'image-unavailable', detail: error instanceof Error ? error.message : String(error) })
    }
  }

  /** Lets go of operations, waiting or still coming in, and answers for each. */
  function letGo(ids: readonly string[]) {
    const gone = new Set(ids)
    const slots = new Map<string, string>()
    for (const [slot, op] of wanted) if (gone.has(op)) slots.set(op, slot)
    for (const op of ids) {
      const slot = slots.get(op)
      const [tagMac] = slot?.split('/') ?? []
      const known = results.get(op)
      if (slot !== undefined && known === undefined) {
        wanted.delete(slot)
        pending.delete(slot)
      }
      ops.add(known ?? { op, ...(tagMac !== undefined && { tag: tagMac }), outcome: 'cancelled', at: clock() })
    }
  }

  /** Carries what waits for a tag in a lane to it, if the radio has time. */
  function serve(tag: Tag, lane: (typeof lanes)[number], rssi: number) {
    const slot = placeOf(tag.tagMac, lane)
    const waiting = pending.get(slot)
    if (waiting === undefined || radioFreeAt > now() + 1000) return
    const factor = faults.at('slow', place(tag.tagMac))?.factor ?? 1
    const perSecond = lane === 'image' ? transfersPerSecond : commandsPerSecond
    radioFreeAt = Math.max(radioFreeAt, now()) + (1000 * factor) / (perSecond * speed)
    pending.delete(slot)
    const { operation, files } = waiting
    const result = carryOut(tag, { operation, files, now: now(), speed })
    const readings = { rssi, battery: tag.battery, temperature: tenths(warmthOf(tag, now(), speed)), updates: tag.updates }
    if (result.outcome === 'failed') report(operation, 'failed', { reason: result.reason, detail: result.detail })
    else if (random.chance(faults.at('confirmation-lost', place(tag.tagMac))?.probability ?? 0)) pending.set(slot, waiting)
    else report(operation, result.outcome, readings)
  }

  return {
    setup,
    isOnline: () => online,
    pending: () => pending.size,
    session: () => session,
    unacknowledged: () => ops.unacknowledged(),
    /** Power on: nothing is remembered, streams begin anew. */
    start() {
      session = `${gwMac}-${++starts}-${Math.floor(now())}`
      startedAt = now()
      pending.clear()
      wanted.clear()
      results.clear()
      images.clear()
      ops = newStream()
      sightings = newSightings()
      readings = newReadings()
      attendant.started(session)
    },
    connected() {
      online = true
      attendant.note('gmp', 'connected to the server')
      uplink.publish('presence', { v: protocolVersion, state: 'online', session, at: clock() }, true)
      ops.resendAll()
      readings.resendAll()
      sendStatus()
    },
    disconnected() {
      if (online) attendant.note('gmp', 'lost the line to the server')
      online = false
    },
    sendStatus,
    settings: () => attendant.settings(),
    versions: () => attendant.versions(),
    receive(name: string, message: unknown) {
      if (name === 'ack') {
        const ack = message as DownMessage<'ack'>
        if (ack.session === session) ({ op: ops, seen: sightings, sensor: readings })[ack.stream].acknowledge(ack.seq)
      }
      if (name === 'request') attendant.request(message as DownMessage<'request'>)
      if (name === 'config') attendant.configure(message as DownMessage<'config'>)
      if (name === 'op') {
        const { ops: operations, cancel } = message as DownMessage<'op'>
        letGo(cancel)
        for (const operation of operations) void take(operation)
      }
    },
    /** A tag checks in: it is heard, and gets what waits for it. Answers how long the radio is busy with it, in milliseconds. */
    hear(tag: Tag, rssi: number): void {
      if (!online) return
      heard.add(tag.tagMac)
      catchUp(tag, now())
      const { checkin } = attendant.settings()
      if (checkin !== undefined) tag.checkin = checkin * speed
      for (const lane of lanes) serve(tag, lane, rssi)
      sightings.add({
        tag: tag.tagMac,
        type: tag.tagType,
        at: clock(),
        rssi,
        battery: Math.round(tag.battery * 1000) / 1000,
        temperature: tenths(warmthOf(tag, now(), speed)),
        version: '1.8.2',
        checkin: tag.checkin / speed,
        page: tag.page,
        resets: tag.resets,
        shown: tag.shown,
        updates: tag.updates,
      })
    },
    /** A sensor is heard, also without a line to the server: what it says is kept and told later. */
    sense(reading: Omit<Reading, 'at'>): void {
      if (readings.unacknowledged() < maxReadings) readings.add({ ...reading, at: clock() })
    },
    flush() {
      if (!online) return
      attendant.flush()
      if (now() - statusSentAt >= (attendant.settings().statusPeriod ?? statusPeriodSeconds) * 1000) sendStatus()
      ops.flush(now())
      sightings.flush(now())
      readings.flush(now())
    },
  }
}
