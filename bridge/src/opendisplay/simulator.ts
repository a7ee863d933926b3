/**
 * OpenDisplay panels on this machine, with what makes real ones difficult: an answer for each part, one client at a time, connections that
 * close by themselves, drawing that takes its time and may fail, deep sleep, restarts, encryption.
 */
import type { Clock } from '../clock.ts'
import type { Announcement, Discovery } from './discover.ts'
import type { Fault, SimulatedPanel } from './simulator/device.ts'
import { startPanel } from './simulator/panel.ts'
import type { PanelSettings } from './simulator/settings.ts'

export type { Fault, PanelSettings, SimulatedPanel }

/** Starts panels; `close` ends them and their connections. */
export async function startPanels({ clock, panels }: { clock: Clock; panels: PanelSettings[] }) {
  const listeners = new Set<(announcement: Announcement) => void>()
  const announce = (announcement: Announcement) => {
    for (const listener of listeners) listener(announcement)
  }
  const add = async (settings: PanelSettings) => {
    const panel = await startPanel(settings, clock, announce)
    all.push(panel)
    return panel
  }
  const all: SimulatedPanel[] = []
  all.push(...(await Promise.all(panels.map((settings) => startPanel(settings, clock, announce)))))
  const discovery: Discovery = {
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ask: () => undefined,
  }
  return {
    panels: all,
    add,
    discovery,
    address: all.map(({ address }) => address).join(' '),
    close: async () => {
      await Promise.all(all.map((panel) => panel.sleep()))
    },
  }
}
