/** Simulated panels for the behaviour suite. */
import type { Panel, Rig } from '../behaviour.ts'
import { createManualClock } from '../clock.ts'
import { createDriver } from './driver.ts'
import { openDisplay } from './family.ts'
import { startPanels, type PanelSettings, type SimulatedPanel } from './simulator.ts'
import { tagOf } from './tag-id.ts'

/** Seconds between two visits: seldom, because the suite lets days pass. */
const visit = 3600
/** Milliseconds without a word between the two. */
const quietTurns = 6
const schemeOf: Partial<Record<Panel['palette'], number>> = { bw: 0, bwr: 1, bwy: 2, bwry: 3, spectra6: 4, gray4: 5, gray16: 6 }

const defaultPanel: Panel = { width: 400, height: 300, palette: 'bwry' }

export async function createOpenDisplayRig({ panel = defaultPanel } = {}): Promise<Rig> {
  const clock = createManualClock()
  const settings = new Map<string, Panel>()
  const running = new Map<string, SimulatedPanel>()
  let starting: Promise<unknown>[] = []
  let count = 0
  const next = (of: Panel, lights = 0): PanelSettings => {
    const mac = `D0CF5E${(++count).toString(16).padStart(6, '0')}`.toUpperCase()
    settings.set(tagOf(mac), of)
    return { mac, width: of.width, height: of.height, scheme: schemeOf[of.palette] ?? 0, lights }
  }
  const simulated = await startPanels({ clock, panels: [next(panel, 1), next(panel, 1)] })
  const tags = simulated.panels.map(({ mac }) => tagOf(mac))
  for (const one of simulated.panels) running.set(tagOf(one.mac), one)
  const add = (of: Panel) => {
    const more = next(of)
    starting.push(simulated.add(more).then((one) => running.set(tagOf(more.mac), one)))
    return tagOf(more.mac)
  }
  const silent = new Set<string>()
  const drivers = new Set<ReturnType<typeof createDriver>>()
  const progress = () => simulated.panels.reduce((sum, panel) => sum + panel.connections + panel.drawn + panel.commands.length, 0)
  /** Until those who speak with each other wait for the clock: nothing times out that has only not had its turn on this machine. */
  async function speak() {
    let last = -1
    for (let quiet = 0; quiet < quietTurns && [...drivers].some((driver) => driver.busy());) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      quiet = progress() === last ? quiet + 1 : 0
      last = progress()
    }
  }
  const one = (tag: string) => running.get(tag)!
  return {
    clock,
    tags,
    address: simulated.address,
    options: { visit },
    family: {
      ...openDisplay,
      create(setup) {
        const driver = createDriver(setup, { discovery: simulated.discovery })
        drivers.add(driver)
        return driver
      },
    },
    panel: (tag) => settings.get(tag)!,
    glass: (tag) => one(tag).glass,
    drawings: (tag) => one(tag).drawn,
    async checkIn(...called) {
      await Promise.all(starting)
      starting = []
      const awake = called.filter((tag) => !silent.has(tag)).map(one)
      const before = new Map(awake.map((panel) => [panel, panel.connections + panel.drawn]))
      // Those that were given no address are found by what they announce.
      for (const panel of awake) if (panel.connections === 0) panel.announce()
      const isOver = () => awake.every((panel) => panel.connections + panel.drawn > before.get(panel)! && !panel.busy)
      for (let seconds = 0; seconds < 2 * visit && !isOver();) {
        await speak()
        const step = seconds < 5 || [...drivers].some((driver) => driver.busy()) ? 1 : 30
        await clock.advance(step * 1000)
        seconds += step
      }
      await clock.advance(0)
    },
    silence(tag, gone) {
      if (gone) silent.add(tag)
      else silent.delete(tag)
      void (gone ? one(tag).sleep() : one(tag).wake())
    },
    addUnknown: (of) => add(of),
    addMany: (many) => Array.from({ length: many }, () => add({ width: 296, height: 128, palette: 'bw' })),
    stop: () => simulated.close(),
  }
}
