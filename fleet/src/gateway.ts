/**
 * A virtual gateway: takes operations over MQTT, fetches bitmaps over HTTP, and hands them to tags when these check in. Knows nothing of
 * time but what it is told, so that tests can run it by hand.
 */
import { createHash } from 'node:crypto'
import {
  protocolVersion,
  type DownMessage,
  type Operation,
  type OpResult,
  type Sighting,
  type UpMessage,
} from '@endcap/gateway-link/messages'
import type { Faults } from './faults.ts'
import type { Random } from './random.ts'
import { createStream } from './stream.ts'
import { show, type Tag } from './tag.ts'

export interface GatewaySetup {
  storeCode: string
  gwMac: string
  secret: string
  ip: string
}
/** The gateway's way out: whatever carries its messages. */
export interface Uplink {
  publish<N extends 'presence' | 'status' | 'seen' | 'op' | 'reply'>(name: N, message: UpMessage<N>, retain?: boolean): void
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
}

/** Transfers to tags a gateway manages in a second of the fleet's time. */
const transfersPerSecond = 4
/** Results remembered by operation, and bitmaps kept. */
const remembered = 5000

interface Pending {
  operation: Operation
  files: ReadonlyMap<number, Uint8Array>
}

export type Gateway = ReturnType<typeof createGateway>

export function createGateway(setup: GatewaySetup, { uplink, fetchImage, faults, random, now, speed }: GatewayDependencies) {
  const { storeCode, gwMac, ip } = setup
  let session = ''
  let online = false
  let startedAt = now()
  let radioFreeAt = 0
  let starts = 0
  const pending = new Map<string, Pending>()
  /** The newest operation asked for each tag, until it is cancelled: an older one, or one cancelled while its bitmaps come, is left. */
  const wanted = new Map<string, string>()
  const results = new Map<string, OpResult>()
  const images = new Map<string, Promise<Uint8Array>>()
  const heard = new Set<string>()
  let ops = newStream()
  let sightings = newSightings()

  const place = (tagMac?: string) => ({ storeCode, gwMac, ...(tagMac !== undefined && { tagMac }) })
  const clock = () => now() / 1000 + (faults.at('clock-skew', place())?.seconds ?? 0)
  const limit = <K, V>(map: Map<K, V>) => {
    for (const key of map.keys()) {
      if (map.size <= remembered) break
      map.delete(key)
    }
  }

  /** What goes out may be lost or doubled on its way. */
  function send<N extends 'seen' | 'op'>(name: N, message: UpMessage<N>) {
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
  function report(operation: Operation, outcome: OpResult['outcome'], more: Partial<OpResult> = {}) {
    const result: OpResult = { op: operation.op, tag: operation.tag, outcome, at: clock(), ...more }
    // What was carried out is not repeated; what failed may be asked for again.
    if (outcome === 'shown' || outcome === 'same') {
      results.set(operation.op, result)
      limit(results)
    }
    ops.add(result)
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
    if (operation.kind !== 'SHOW' && operation.kind !== 'BLANK') {
      report(operation, 'failed', { reason: 'unsupported' })
      return
    }
    const newest = wanted.get(operation.tag)
    if (newest !== undefined && BigInt(newest) > BigInt(operation.op)) return
    wanted.set(operation.tag, operation.op)
    try {
      if (faults.at('image-unavailable', place(operation.tag)) !== undefined) throw new Error('the bitmap cannot be fetched')
      const files = new Map(await Promise.all(operation.images.map(async ({ page, hash }) => [page, await image(hash)] as const)))
      if (wanted.get(operation.tag) !== operation.op || results.has(operation.op)) return
      pending.set(operation.tag, { operation, files })
      report(operation, 'accepted')
    } catch (error) {
      report(operation, 'failed', { reason: 'image-unavailable', detail: error instanceof Error ? error.message : String(error) })
    }
  }

  /** Lets go of operations, waiting or still coming in, and answers for each. */
  function letGo(ids: readonly string[]) {
    const gone = new Set(ids)
    const tags = new Map<string, string>()
    for (const [tagMac, op] of wanted) if (gone.has(op)) tags.set(op, tagMac)
    for (const op of ids) {
      const tagMac = tags.get(op)
      const known = results.get(op)
      if (tagMac !== undefined && known === undefined) {
        wanted.delete(tagMac)
        pending.delete(tagMac)
      }
      ops.add(known ?? { op, ...(tagMac !== undefined && { tag: tagMac }), outcome: 'cancelled', at: clock() })
    }
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
    },
    connected() {
      online = true
      uplink.publish('presence', { v: protocolVersion, state: 'online', session, at: clock() }, true)
      ops.resendAll()
      this.sendStatus()
    },
    disconnected() {
      online = false
    },
    sendStatus() {
      if (!online) return
      const minutes = (now() - startedAt) / 60_000
      const up = online ? 'OK' : 'NG'
      uplink.publish('status', {
        at: clock(),
        uptime: Math.floor((now() - startedAt) / 1000),
        ip,
        alternateIp: '',
        gmpVersion: '3.2.1',
        grmVersion: '2.4.0',
        dataChannel: 11,
        eventChannel: 26,
        channelGroupIndex: 0,
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
    },
    receive(name: string, message: unknown) {
      if (name === 'ack') {
        const ack = message as DownMessage<'ack'>
        if (ack.session === session) (ack.stream === 'op' ? ops : sightings).acknowledge(ack.seq)
      }
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
      const waiting = pending.get(tag.tagMac)
      if (waiting !== undefined && radioFreeAt <= now() + 1000) {
        const factor = faults.at('slow', place(tag.tagMac))?.factor ?? 1
        radioFreeAt = Math.max(radioFreeAt, now()) + (1000 * factor) / (transfersPerSecond * speed)
        pending.delete(tag.tagMac)
        const { operation, files } = waiting
        const result = show(tag, { id: operation.op, hash: operation.hash ?? '', files })
        const readings = { rssi, battery: tag.battery, temperature: tag.temperature, updates: tag.updates }
        if (result.outcome === 'failed') report(operation, 'failed', { reason: 'tag-refused', detail: result.detail })
        else if (random.chance(faults.at('confirmation-lost', place(tag.tagMac))?.probability ?? 0)) pending.set(tag.tagMac, waiting)
        else report(operation, result.outcome, readings)
      }
      sightings.add({
        tag: tag.tagMac,
        type: tag.tagType,
        at: clock(),
        rssi,
        battery: Math.round(tag.battery * 1000) / 1000,
        temperature: Math.round(tag.temperature * 10) / 10,
        version: '1.8.2',
        checkin: tag.checkin / speed,
        page: tag.page,
        resets: tag.resets,
        shown: tag.shown,
        updates: tag.updates,
      })
    },
    flush() {
      if (!online) return
      ops.flush(now())
      sightings.flush(now())
    },
  }
}
