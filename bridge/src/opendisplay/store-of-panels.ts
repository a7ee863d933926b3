/** What is said of all panels of a store together: how it stands with them, and what they are. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import type { Description, DriverEvents } from '../driver.ts'
import type { Panel } from './panel.ts'

/** Panels of one store; what announces more is no store. */
export const maxPanels = 2000

interface Health {
  state: Parameters<DriverEvents['state']>[0]
  /** In plain words; empty where there is none. */
  problem: string
}

/** How it stands with the panels of a store. `unnamed`: addresses that no panel has answered from yet. */
export function healthOf(panels: Panel[], unnamed: string[]): Health {
  const troubled = panels.filter(({ status, problem }) => status === 'away' || (status !== 'new' && problem !== undefined))
  const state =
    troubled.length > 0 && troubled.length === panels.length ? 'offline' : troubled.length + unnamed.length > 0 ? 'degraded' : 'online'
  const problem = [
    ...troubled.map((one) => `${one.mac}: ${one.problem ?? formatDeviceMessage('silent')}`),
    ...unnamed.map((host) => formatDeviceMessage('unnamed', { host })),
  ]
  return { state, problem: problem.join('; ').slice(0, 300) }
}

/** The panels of a store as one device; `address` is what was typed for them. */
export function describe(panels: Panel[], address: string): Description {
  const makers = new Set(panels.map(({ product }) => product.maker).filter(Boolean))
  const versions = [...new Set(panels.map(({ firmware }) => firmware).filter(Boolean))].toSorted()
  return {
    maker: makers.size === 1 ? [...makers].join() : 'OpenDisplay',
    model: 'OpenDisplay panels',
    firmware: versions.join(', ').slice(0, 100),
    address,
    confirms: 'shown',
    can: ['led'],
    mac: undefined,
    figures: { panels: panels.length, reached: panels.filter(({ status }) => status === 'here').length },
    notes: [formatDeviceMessage('oneClient'), formatDeviceMessage('inTheClear')],
    // Each panel has a queue of its own: none waits for another one.
    window: Math.max(1, panels.length),
    capacity: maxPanels,
    memory: undefined,
    disk: undefined,
    channel: 0,
  }
}
