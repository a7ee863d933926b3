/**
 * A virtual gateway: the gateway's side of the protocol, with a radio that hands operations to tags when these check in, and with faults.
 * Knows nothing of time but what it is told, so that tests can run it by hand.
 */
import { createGateway as createSide, type Uplink } from '@endcap/gateway-link/gateway/gateway'
import type { GatewaySetup as LineSetup } from '@endcap/gateway-link/gateway/line'
import { createMemoryState, type GatewayState } from '@endcap/gateway-link/gateway/state'
import { createUpgrader, type Versions } from '@endcap/gateway-link/gateway/upgrade'
import { laneOf, type DownMessage, type Reading, type Sighting } from '@endcap/gateway-link/messages'
import type { DownName } from '@endcap/gateway-link/topics'
import type { FaultPlace, Faults } from './faults.ts'
import { createRadio, tenths } from './radio.ts'
import type { Random } from './random.ts'
import { catchUp, warmthOf, type Tag } from './tag.ts'

export interface GatewaySetup extends LineSetup {
  ip: string
}
export interface GatewayDependencies {
  uplink: Uplink
  /** A bitmap by its hash; rejects when it cannot be had. */
  fetchImage(hash: string): Promise<Uint8Array>
  faults: Faults
  random: Random
  /** Milliseconds. */
  now(): number
  /** What it knows; in memory, where it forgets when its power goes, if it is not told otherwise. */
  state?: GatewayState
  /** How many times faster than life. */
  speed: number
  /** Calls a tag that sleeps: it checks in soon, for what a person waits for. */
  wake?: (tagMac: string) => void
  /** Takes the gateway's power away for a moment; `upgraded`: to start with another program. */
  reboot?: (upgraded?: boolean) => void
  /** The image of an upgrade by its hash; rejects when it cannot be had. */
  fetchUpgrade?: (sha256: string) => Promise<Uint8Array>
}

/** Tags that are called have checked in within this time of the fleet's. */
const scanMs = 4000

export type Gateway = ReturnType<typeof createGateway>

/** A gateway without power: `start` begins its first session. */
export function createGateway(setup: GatewaySetup, dependencies: GatewayDependencies) {
  const { fetchImage, fetchUpgrade, faults, random, now, speed, wake, reboot } = dependencies
  const { storeCode, gwMac, ip } = setup
  const state = dependencies.state ?? createMemoryState()
  const heard = new Set<string>()
  let startedAt = now()
  const place = (tagMac?: string) => ({ storeCode, gwMac, ...(tagMac !== undefined && { tagMac }) })
  const upgrader = createUpgrader({
    versions: { gmp: '3.2.1', grm: '2.4.0' },
    fetchUpgrade: (sha256) => fetchUpgrade?.(sha256) ?? Promise.reject(new Error('there is no way to the image')),
    write: () => {
      if (faults.at('upgrade-fails', place()) !== undefined) throw new Error('the image could not be written')
      return faults.at('upgrade-reverts', place()) === undefined
    },
    note: (text) => side.note('gmp', text),
    reboot: () => reboot?.(true),
  })
  const side = createSide({
    gwMac,
    ip,
    state,
    now,
    status: () => statusOf({ minutes: (now() - startedAt) / 60_000, versions: upgrader.versions(), tagCount: heard.size, random }),
    clock: () => now() / 1000 + (faults.at('clock-skew', place())?.seconds ?? 0),
    uplink: unreliable(dependencies.uplink, { faults, random, place }),
    fetchImage: async (hash) => fetchImage(hash),
    carry: ({ operation }) => {
      if (laneOf[operation.kind] !== 'image') wake?.(operation.tag)
    },
    abilities: {
      reboot: () => reboot?.(),
      upgrade: upgrader.take,
      scan: () => {
        for (const tagMac of heard) wake?.(tagMac)
        return { tags: heard.size, until: now() + scanMs / speed }
      },
    },
  })

  const radio = createRadio({ side, faults, random, now, speed, place })

  /** Operations whose bitmaps cannot be fetched fail; the others are taken. */
  function takeOperations({ ops, cancel }: DownMessage<'op'>) {
    const lost = ops.filter((one) => faults.at('image-unavailable', place(one.tag)) !== undefined && state.result(one.op) === undefined)
    side.receive('op', { ops: ops.filter((one) => !lost.includes(one)), cancel })
    for (const operation of lost) side.fail(operation, 'image-unavailable', 'the bitmap cannot be fetched')
  }
  const received: { [N in DownName]: (message: DownMessage<N>) => void } = {
    op: takeOperations,
    ack: (message) => side.receive('ack', message),
    request: (message) => side.receive('request', message),
    config: (message) => side.receive('config', message),
  }

  return {
    setup,
    isOnline: side.isOnline,
    pending: side.pending,
    session: side.session,
    unacknowledged: side.unacknowledged,
    /** Power on: nothing is remembered, streams begin anew. */
    start() {
      startedAt = now()
      side.start()
      upgrader.started()
    },
    connected: side.connected,
    disconnected: side.disconnected,
    lastWill: side.lastWill,
    sendStatus: side.sendStatus,
    settings: side.settings,
    versions: () => upgrader.versions(),
    receive<N extends DownName>(name: N, message: DownMessage<N>) {
      // On its line, but it hears nothing of what it is asked or shall be set to.
      if ((name === 'request' || name === 'config') && faults.at('deaf', place()) !== undefined) return
      received[name](message)
    },
    /** Whether something waits here for this tag. */
    holdsFor: radio.holdsFor,
    /** A tag checks in: it is heard, and gets what waits for it. */
    hear(tag: Tag, rssi: number): void {
      heard.add(tag.tagMac)
      catchUp(tag, now())
      const { checkin } = side.settings()
      if (checkin !== undefined) tag.checkin = checkin * speed
      radio.serve(tag, rssi)
      side.heard(sightingOf(tag, { rssi, now: now(), speed }))
    },
    /** A sensor is heard, also without a line to the server: what it says is kept and told later. */
    sense: (reading: Omit<Reading, 'at'>): void => side.sensed(reading),
    flush: side.flush,
  }
}

/** What a gateway hears of a tag that checks in; `rssi` in dBm, `now` in milliseconds. */
function sightingOf(tag: Tag, { rssi, now, speed }: { rssi: number; now: number; speed: number }): Omit<Sighting, 'at'> {
  return {
    tag: tag.tagMac,
    type: tag.tagType,
    rssi,
    battery: Math.round(tag.battery * 1000) / 1000,
    temperature: tenths(warmthOf(tag, now, speed)),
    version: '1.8.2',
    checkin: tag.checkin / speed,
    page: tag.page,
    resets: tag.resets,
    shown: tag.shown,
    updates: tag.updates,
  }
}

/** An uplink on which what goes out in a stream may be lost or doubled on its way. */
function unreliable(
  uplink: Uplink,
  { faults, random, place }: Pick<GatewayDependencies, 'faults' | 'random'> & { place(): FaultPlace },
): Uplink {
  return {
    publish(name, message, retain) {
      const stream = name === 'seen' || name === 'op' || name === 'sensor'
      if (stream && random.chance(faults.at('drop', place())?.probability ?? 0)) return
      uplink.publish(name, message, retain)
      if (stream && random.chance(faults.at('duplicate', place())?.probability ?? 0)) uplink.publish(name, message)
    },
  }
}

/** What it says of itself: figures that move as those of a real one, since it was started so many minutes ago. */
function statusOf({
  minutes,
  versions,
  tagCount,
  random,
}: {
  minutes: number
  versions: Readonly<Versions>
  tagCount: number
  random: Random
}) {
  return {
    alternateIp: '',
    gmpVersion: versions.gmp,
    grmVersion: versions.grm,
    tagCount,
    memory: Math.min(95, 38 + (minutes % 30) / 3 + random.next() * 2),
    disks: [
      { path: '/ramdisk', percent: 22 + random.next() },
      { path: '/ramdisk/logs', percent: Math.min(90, 8 + (minutes % 600) / 10) },
    ],
    services: ['gmp', 'grm', 'ntp', 'mqtt'].map((name) => ({ name, running: true })),
  }
}
