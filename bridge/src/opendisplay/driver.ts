/**
 * Drives all OpenDisplay panels of a store over its network. Facts and limits: panels are TCP servers for one client at a time, so it visits
 * them and leaves; each panel has its own queue. `shown` is the panel's own word.
 */
import { every } from '../clock.ts'
import { DriverError, type Driver, type DriverEvents, type DriverSetup, type Show } from '../driver.ts'
import { readAddresses, readKeys, type Configured } from './addresses.ts'
import { catalogueModel, type ModelLookup } from './boards.ts'
import { networkDiscovery, type Announcement, type Discovery } from './discover.ts'
import { rememberedPanels } from './memory.ts'
import { createPanel, type Panel } from './panel.ts'
import { describe, healthOf, maxPanels } from './store-of-panels.ts'
import { macOf } from './tag-id.ts'

const askMs = 60_000

/** Seconds between two visits, where the store has not set others. */
const defaultVisit = 60
const visitOf = (visit: unknown) => (typeof visit === 'number' && visit >= 10 && visit <= 3600 ? visit : defaultVisit)

export interface Options {
  discovery?: Discovery
  modelOf?: ModelLookup
}

/** Events that are told while the driver is open, and not after its end. */
function whileOpen(isOpen: () => boolean, events: DriverEvents): DriverEvents {
  return {
    heard: (tag) => isOpen() && events.heard(tag),
    ended: (op, end) => isOpen() && events.ended(op, end),
    doubt: (tag, why) => isOpen() && events.doubt(tag, why),
    state: (now, problem) => isOpen() && events.state(now, problem),
    note: (text) => isOpen() && events.note(text),
  }
}

/** A driver for all panels of a store: those that have an address, those that were ever heard, and those that announce themselves. */
export function createDriver(
  setup: DriverSetup,
  { discovery = networkDiscovery, modelOf = catalogueModel }: Options = {},
): Driver & {
  /** Whether it speaks with a panel now. */
  busy(): boolean
} {
  const { clock, state, options } = setup
  const configured = readAddresses(setup.address)
  const keys = readKeys(options.keys)
  const panels = new Map<string, Panel>()
  let closed = true
  let reportedState = ''
  let endings: (() => void)[] = []
  const events = whileOpen(() => !closed, setup.events)

  function panelOf(mac: string): Panel | undefined {
    const found = panels.get(mac)
    if (found !== undefined || panels.size >= maxPanels) return found
    const visitMs = visitOf(options.visit) * 1000
    const panel = createPanel({ mac, state, clock, events, modelOf, visitMs, masterKey: keys.get(mac), changed: reportState })
    panels.set(mac, panel)
    if (!closed) panel.open()
    return panel
  }

  /** An address that is typed in counts more than what is announced in the network. */
  const typed = (mac: string) => configured.find((one) => one.mac === mac)
  const placeOf = ({ host, port }: Configured, mac: string) =>
    keys.has(mac) ? { host, port: port + 1, encrypted: true } : { host, port, encrypted: false }

  function announced(announcement: Announcement): void {
    if (closed) return
    const { mac } = announcement
    const own = typed(mac)
    panelOf(mac)?.announced(own === undefined ? announcement : { ...announcement, ...placeOf(own, mac) })
  }

  function reportState(): void {
    if (closed) return
    const { state, problem } = healthOf([...panels.values()], unnamedAddresses())
    if (reportedState === `${state} ${problem}`) return
    reportedState = `${state} ${problem}`
    events.state(state, problem === '' ? undefined : problem)
  }
  /** A panel says who it is in the network (mDNS) only, not on a connection: one that cannot be asked has to be named. */
  const unnamedAddresses = () => configured.filter(({ mac }) => mac === undefined).flatMap(({ host }) => (resolved.has(host) ? [] : [host]))
  const resolved = new Set<string>()

  function need(tag: string): Panel {
    const mac = macOf(tag)
    const panel = mac === undefined ? undefined : panels.get(mac)
    if (panel === undefined) throw new DriverError('No panel with this id was ever found', { retryable: true, reason: 'tag-silent' })
    return panel
  }
  const take = async (show: Omit<Show, 'bitmap'>, bitmap?: Show['bitmap']) => need(show.tag).show(show, bitmap)

  return {
    async open() {
      closed = false
      for (const one of configured) if (one.mac !== undefined) panelOf(one.mac)?.foundAt(placeOf(one, one.mac))
      for (const mac of rememberedPanels(state)) panelOf(mac)
      if (options.discover !== false) {
        const unwatch = discovery.watch((announcement) => {
          const own = configured.find(({ host }) => host === announcement.host || host.toLowerCase() === announcement.name)
          if (own !== undefined) resolved.add(own.host)
          announced(announcement)
          reportState()
        })
        const ask = () => discovery.ask(unnamedAddresses())
        endings = [unwatch, every(clock, askMs, ask)]
        ask()
      }
      for (const panel of panels.values()) panel.open()
      reportState()
    },
    async close() {
      closed = true
      for (const end of endings) end()
      endings = []
      for (const panel of panels.values()) panel.close()
    },
    describe: () => describe([...panels.values()], setup.address),
    busy: () => [...panels.values()].some((panel) => panel.busy),
    show: ({ bitmap, ...show }) => take(show, bitmap),
    blank: (show) => take(show),
    async light(light) {
      need(light.tag).light(light)
    },
    async cancel(op, tag) {
      const mac = macOf(tag)
      return (mac === undefined ? undefined : panels.get(mac))?.cancel(op) ?? true
    },
    linkCheck: () => visitAwake([...panels.values()]),
  }
}

/** Visits all panels that do not sleep; rejects where none of them answers. */
async function visitAwake(panels: Panel[]): Promise<void> {
  const awake = panels.filter(({ status }) => status !== 'asleep')
  const answers = await Promise.allSettled(awake.map((panel) => panel.visit()))
  if (awake.length === 0 || answers.some(({ status }) => status === 'fulfilled')) return
  throw new DriverError('No panel answers', { retryable: true, reason: 'tag-silent' })
}
