/** A driver with simulated panels on a clock that is moved by hand. */
import type { Bitmap } from '@endcap/label/bitmap'
import type { Palette } from '@endcap/label/palettes'
import { createManualClock } from '../clock.ts'
import type { DriverSetup, DriverState, End, HeardTag } from '../driver.ts'
import { createDriver } from './driver.ts'
import { startPanels, type PanelSettings } from './simulator.ts'

/** As on disk: outlives the driver. */
export function createMemoryState(): DriverState {
  const values = new Map<string, string>()
  const files = new Map<string, Uint8Array>()
  return {
    get: (name) => {
      const value = values.get(name)
      return value === undefined ? undefined : JSON.parse(value)
    },
    set: (name, value) => void (value === undefined ? values.delete(name) : values.set(name, JSON.stringify(value))),
    names: (prefix) => [...values.keys()].filter((name) => name.startsWith(prefix)),
    file: (name) => files.get(name),
    keepFile: (name, file) => void (file === undefined ? files.delete(name) : files.set(name, file)),
  }
}

/** Waits by the machine's own time, and without moving the clock, until something is so. */
export async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** What the driver has told. */
interface Seen {
  heard: HeardTag[]
  ended: ({ op: string } & End)[]
  doubts: { tag: string; why: string }[]
  states: [string, string | undefined][]
}

export async function stage(panels: PanelSettings[], options: Record<string, unknown> = {}) {
  const clock = createManualClock()
  const simulated = await startPanels({ clock, panels })
  const state = createMemoryState()
  const seen: Seen = { heard: [], ended: [], doubts: [], states: [] }
  const setup: DriverSetup = {
    address: simulated.address,
    options,
    state,
    clock,
    events: {
      heard: (tag) => seen.heard.push(tag),
      ended: (op, end) => seen.ended.push({ op, ...end }),
      doubt: (tag, why) => seen.doubts.push({ tag, why }),
      state: (now, problem) => seen.states.push([now, problem]),
      note: () => undefined,
    },
  }
  const start = (more: Partial<DriverSetup> = {}) => createDriver({ ...setup, ...more }, { discovery: simulated.discovery })
  let driver = start()
  /** Lets time pass in small steps until something is so: for what is awaited again and again, such as retries. */
  const pass = async (what: () => boolean, step = 1000) => {
    while (!what()) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      await clock.advance(step)
    }
  }
  const endOf = (op: string) => seen.ended.find((one) => one.op === op)
  return {
    clock,
    state,
    seen,
    pass,
    endOf,
    panels: simulated.panels,
    panel: simulated.panels[0]!,
    discovery: simulated.discovery,
    address: setup.address,
    get driver() {
      return driver
    },
    async open() {
      await driver.open()
      await until(() => simulated.panels.every(({ mac }) => seen.heard.some(({ tag }) => tag === `0D15${mac}`)))
    },
    /** As if the process had been killed and started anew. */
    async restart(more: Partial<DriverSetup> = {}) {
      await driver.close()
      driver = start(more)
      await driver.open()
    },
    /** Shows a picture and lets the panel draw it. */
    async shown(op: string, bitmap: Bitmap, { mac = simulated.panels[0]!.mac, refresh = false } = {}) {
      const panel = simulated.panels.find((one) => one.mac === mac)!
      await driver.show({ op, tag: `0D15${mac}`, type: typeOf(bitmap), bitmap, refresh })
      await until(() => panel.drawing || endOf(op) !== undefined)
      if (panel.drawing) await clock.advance(3000)
      await until(() => endOf(op) !== undefined)
      return endOf(op)
    },
    async end() {
      await driver.close()
      await simulated.close()
    },
  }
}
export type Stage = Awaited<ReturnType<typeof stage>>

export const typeOf = ({ width, height, palette }: Bitmap) => `px-${width}x${height}-${palette}`
/** A picture that is another one for each number. */
export function picture(
  seed: number,
  { width = 64, height = 32, palette = 'bw', inks = 2 }: { width?: number; height?: number; palette?: Palette; inks?: number } = {},
): Bitmap {
  const ink = (at: number) => (Math.imul(at + 1 + seed * 10_007, 0x9e3779b1) >>> 16) % inks
  return { width, height, palette, pixels: Uint8Array.from({ length: width * height }, (_, at) => ink(at)) }
}
