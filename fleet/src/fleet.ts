/** The virtual fleet: gateways, tags and sensors that behave like real ones, driven by one clock. */
import { upgradeMaxBytes } from '@endcap/contract/software'
import { createLine, createLoader, type Line } from '@endcap/gateway-link/gateway/line'
import { modelOf } from '@endcap/label/models'
import { createCheckins, type Checkins } from './checkins.ts'
import { createFaults, type Faults } from './faults.ts'
import { createGateway, type Gateway, type GatewaySetup } from './gateway.ts'
import { createRandom, type Random } from './random.ts'
import { createSensorAir } from './sensor-air.ts'
import type { Sensor, SensorSetup } from './sensor.ts'
import { createTag, type Tag, type TagSetup } from './tag.ts'
import { createWheel } from './wheel.ts'

export interface FleetSetup {
  /** Address of the server, for bitmaps. */
  serverUrl: string
  mqttUrl: string
  gateways: readonly GatewaySetup[]
  tags: readonly TagSetup[]
  sensors?: readonly SensorSetup[]
  seed?: number
  /** How many times faster than life tags check in and radios send. */
  speed?: number
  /** A tag for which nothing waits is heard at every so manieth of its check-ins; at each unless given. */
  idleCheckins?: number
}
export interface Fleet {
  start(): void
  stop(): Promise<void>
  tag(tagMac: string): Tag | undefined
  tags(): Iterable<Tag>
  sensors(): readonly Sensor[]
  gateways(): readonly Gateway[]
  faults: Faults
  /** Power off and on: the gateway forgets, its tags do not. */
  restart(gwMac: string): void
}

const tickMs = 50
/** A tag that is called checks in within this time of the fleet's. */
const callMs = 3000
const flushMs = 100
/** A gateway that restarts is gone for so long. */
const rebootMs = 4000

interface Unit {
  gateway: Gateway
  line: Line
}
/** A tag with who hears it: its best gateway first. */
interface Placed {
  tag: Tag
  hearers: { unit: Unit; rssi: number }[]
  checkins: Checkins
}

interface Waking {
  one: Placed
  /** Called beside its own rhythm, which goes on. */
  called: boolean
}

interface Placing {
  random: Random
  idleCheckins: number
}
/** Makes a tag, and hangs it within reach of two gateways of its store, `near`, as far as there are so many. */
function place(setup: TagSetup, near: readonly Unit[], { random, idleCheckins }: Placing): Placed {
  const best = random.below(Math.max(1, near.length))
  const rssi = -45 - random.below(30)
  const tag = createTag(setup, {
    battery: random.next() < 0.04 ? 0.6 + random.next() * 0.1 : random.next() * 0.25,
    // Freezer models hang where it is cold.
    temperature: (modelOf(setup.tagType)?.freezer === true ? -24 : 18) + random.next() * 6,
  })
  const hearers = near.length === 0 ? [] : [{ unit: near[best]!, rssi }]
  if (near.length > 1) hearers.push({ unit: near[(best + 1) % near.length]!, rssi: rssi - 12 })
  return { tag, hearers, checkins: createCheckins(idleCheckins) }
}

function placeAll(tags: readonly TagSetup[], units: readonly Unit[], placing: Placing): Map<string, Placed> {
  const byStore = Map.groupBy(units, (unit) => unit.gateway.setup.storeCode)
  return new Map(tags.map((setup) => [setup.tagMac, place(setup, byStore.get(setup.storeCode) ?? [], placing)]))
}

const somethingWaits = ({ tag, hearers }: Placed) => hearers.some(({ unit }) => unit.gateway.holdsFor(tag.tagMac))

export function createFleet(options: FleetSetup): Fleet {
  const { serverUrl, mqttUrl, gateways, tags, sensors = [], seed = 1, speed = 1, idleCheckins = 1 } = options
  const random = createRandom(seed)
  const faults = createFaults()
  const units = gateways.map(createUnit)
  const placed = placeAll(tags, units, { random, idleCheckins })
  const air = createSensorAir({ sensors, gateways: units.map((unit) => unit.gateway), faults, seed, speed })
  /** Gateways without power. */
  const off = new Set<string>()
  let timers: NodeJS.Timeout[] = []
  const wheel = createWheel<Waking>()

  function createUnit(setup: GatewaySetup): Unit {
    const load = createLoader(serverUrl, setup)
    const line = createLine({ mqttUrl }, setup, {
      connected: () => gateway.connected(),
      disconnected: () => gateway.disconnected(),
      message: (name, content) => gateway.receive(name, content),
      lastWill: () => gateway.lastWill(),
    })
    const gateway = createGateway(setup, {
      uplink: line.uplink,
      faults,
      random: createRandom(seed ^ Number.parseInt(setup.gwMac.slice(-6), 16)),
      now: () => Date.now(),
      speed,
      wake: (tagMac) => {
        const one = placed.get(tagMac)
        if (one !== undefined) wakeAfter(one, (random.next() * callMs) / speed, true)
      },
      reboot: (upgraded = false) => {
        const back = () => {
          if (upgraded && faults.at('upgrade-hangs', setup) !== undefined) setTimeout(back, flushMs)
          else off.delete(setup.gwMac)
        }
        // First its answer has to get out.
        setTimeout(() => {
          off.add(setup.gwMac)
          line.breakOff()
          gateway.start()
          setTimeout(back, rebootMs)
        }, flushMs)
      },
      fetchImage: (hash) => load(`image/${hash}`),
      fetchUpgrade: (sha256) => load(`software/${sha256}`, { limit: upgradeMaxBytes }),
    })
    return { gateway, line }
  }

  const wakeAfter = (one: Placed, ms: number, called = false) => wheel.add({ one, called }, ms / tickMs)

  function turn() {
    for (const { one, called } of wheel.turn()) {
      const { tag, hearers, checkins } = one
      if (!called) wakeAfter(one, (tag.checkin * 1000) / speed)
      if (!checkins.checkIn({ called, waits: () => somethingWaits(one) })) continue
      const hearer = hearers.find(({ unit }) => unit.gateway.isOnline())
      const lost =
        faults.at('tag-lost', { storeCode: tag.storeCode, gwMac: hearer?.unit.gateway.setup.gwMac ?? '', tagMac: tag.tagMac }) !== undefined
      if (hearer !== undefined && !lost) hearer.unit.gateway.hear(tag, hearer.rssi + random.below(5) - 2)
    }
  }

  function obeyFaults() {
    air.turn(Date.now())
    for (const { gateway, line } of units) {
      const { storeCode, gwMac } = gateway.setup
      if (faults.at('gateway-offline', { storeCode, gwMac }) === undefined && !off.has(gwMac)) line.connect()
      else line.breakOff()
      gateway.flush()
    }
  }

  return {
    faults,
    start: () => {
      for (const { gateway } of units) gateway.start()
      // Spread over one check-in, as in life.
      for (const one of placed.values()) wakeAfter(one, random.next() * ((one.tag.checkin * 1000) / speed))
      obeyFaults()
      timers = [setInterval(turn, tickMs), setInterval(obeyFaults, flushMs)]
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(units.map(({ line }) => line.close()))
    },
    tag: (tagMac) => placed.get(tagMac)?.tag,
    tags: () => placed.values().map((one) => one.tag),
    sensors: () => air.sensors(),
    gateways: () => units.map((unit) => unit.gateway),
    restart: (gwMac) => {
      for (const { gateway, line } of units.filter((unit) => unit.gateway.setup.gwMac === gwMac)) {
        line.breakOff()
        gateway.start()
        line.connect()
      }
    },
  }
}
