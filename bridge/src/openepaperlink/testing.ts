/** A driver on a simulated access point, with a clock that stands still: for tests. */
import { setImmediate as turn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createManualClock } from '../clock.ts'
import type { DriverState, End, HeardTag, Show } from '../driver.ts'
import { parsePacket, type Packet } from './codec/packets.ts'
import { createDriver, type Around } from './driver.ts'
import { simulatedTypes, startAccessPoint, type AccessPointSetup } from './simulator.ts'
import type { UdpHub } from './udp.ts'

/** How long this machine may take for what waits for nothing. */
const patienceMs = 50_000

/** A driver's state that is gone with the test. */
export function createMemoryState(): DriverState & { values: Map<string, unknown>; files: Map<string, Uint8Array> } {
  const values = new Map<string, unknown>()
  const files = new Map<string, Uint8Array>()
  return {
    values,
    files,
    get: (name) => values.get(name),
    // As on disk: what is kept is a copy.
    set: (name, value) => void (value === undefined ? values.delete(name) : values.set(name, JSON.parse(JSON.stringify(value)))),
    names: (prefix) => [...values.keys()].filter((name) => name.startsWith(prefix)),
    file: (name) => files.get(name),
    keepFile: (name, file) => void (file === undefined ? files.delete(name) : files.set(name, file)),
  }
}

/** Packets by hand instead of by a network. */
export function createTestHub(): UdpHub & { send(bytes: Uint8Array, address: string): void } {
  const listeners = new Set<{ address: string; hear: (packet: Packet) => void }>()
  return {
    listen(address, hear) {
      const one = { address, hear }
      listeners.add(one)
      return () => void listeners.delete(one)
    },
    found: () => () => undefined,
    ask: () => undefined,
    problem: () => undefined,
    send(bytes, address) {
      for (const one of listeners) if (one.address === address) one.hear(parsePacket(bytes))
    },
  }
}

/** Waits until none of these drivers has anything under way that waits for an answer on this machine only. */
export async function settleDrivers(drivers: Iterable<{ busy(): boolean }>): Promise<void> {
  const until = performance.now() + patienceMs
  for (let quiet = 0; quiet < 10;) {
    await turn()
    quiet = [...drivers].some((one) => one.busy()) ? 0 : quiet + 1
    if (performance.now() > until) throw new Error('It does not come to rest')
  }
}

export const mac = '0000021D34F67E1F'
const panel = new Map(simulatedTypes).get(0x33)!
/** A page for the usual tag; another for each seed. */
export const page = (seed: number) => ({
  width: panel.width,
  height: panel.height,
  palette: 'bwr' as const,
  pixels: Uint8Array.from({ length: panel.width * panel.height }, (_, index) => ((index >> 4) + ((index >> 9) % seed)) % 3),
})

/** A tiny panel, for tests with many tags. */
export const tinyType = 0xe1
const tiny = { ...panel, name: 'tiny', width: 40, height: 24 }
/** A page for the tiny panel; another for each seed. */
export const tinyPage = (seed: number) => ({
  width: tiny.width,
  height: tiny.height,
  palette: 'bwr' as const,
  pixels: Uint8Array.from({ length: tiny.width * tiny.height }, (_, index) => (index * (seed + 2)) % 3),
})

export interface RigSetup extends AccessPointSetup {
  around?: Around
  state?: ReturnType<typeof createMemoryState>
  options?: Record<string, unknown>
  /** false: its packets are lost. */
  heard?: boolean
  /** false: it is opened later. */
  open?: boolean
}
/** What a driver has said, in its order. */
interface Reported {
  heard: HeardTag[]
  /** The tag and why, in one text; so are states and problems. */
  doubts: string[]
  states: string[]
  notes: string[]
  /** By operation. */
  ends: [string, End][]
}
export type Rig = Awaited<ReturnType<typeof createRig>>

/** A driver that is open and has come to rest, unless the setup says something else; all of it ends with the test. */
export async function createRig({
  around = {},
  state = createMemoryState(),
  options = {},
  heard = true,
  open = true,
  ...setup
}: RigSetup = {}) {
  const clock = createManualClock()
  const hub = createTestHub()
  const point = await startAccessPoint({
    clock,
    automatic: false,
    tags: [{ mac }],
    types: [...simulatedTypes, [tinyType, tiny]],
    packet: (bytes) => (heard ? hub.send(bytes, '127.0.0.1') : undefined),
    ...setup,
  })
  const reported: Reported = { heard: [], doubts: [], states: [], notes: [], ends: [] }
  const drivers: ReturnType<typeof createDriver>[] = []
  function start() {
    const driver = createDriver(
      {
        address: point.address,
        options,
        state,
        clock,
        events: {
          heard: (tag) => void reported.heard.push(tag),
          ended: (op, end) => void reported.ends.push([op, end]),
          doubt: (tag, why) => void reported.doubts.push(`${tag} ${why}`),
          state: (name, problem) => void reported.states.push(problem === undefined ? name : `${name}: ${problem}`),
          note: (text) => void reported.notes.push(text),
        },
      },
      { udp: hub, ...around },
    )
    drivers.push(driver)
    return driver
  }
  const driver = start()
  onTestFinished(async () => {
    for (const one of drivers) await one.close()
    await point.stop()
  })
  /** Until nothing is under way that waits for nothing but its turn. */
  const settle = () => settleDrivers(drivers)
  /** Lets time pass, with everything done in between that is due. */
  async function pass(ms: number, step = 5000) {
    for (let left = ms; left > 0; left -= step) {
      await settle()
      await clock.advance(Math.min(step, left))
    }
    await settle()
  }
  if (open) {
    await driver.open()
    await settle()
  }
  let ops = 0
  return {
    clock,
    hub,
    point,
    told: reported,
    state,
    driver,
    start,
    settle,
    pass,
    show: (seed: number, more: Partial<Show> = {}) => ({
      op: String(++ops),
      tag: mac,
      type: 'oepl-33',
      bitmap: page(seed),
      refresh: false,
      ...more,
    }),
    /** The access point draws, and the tag calls. */
    async deliver(tag = mac) {
      point.draw()
      point.checkIn(tag)
      await settle()
    },
    forget() {
      for (const list of Object.values(reported)) list.length = 0
      point.calls.length = 0
    },
  }
}
