/**
 * Drives all OpenDisplay panels of a store over its network. Facts and limits: panels are TCP servers for one client at a time, so it visits
 * them and leaves; each panel has its own queue. `shown` is the panel's own word.
 */
import { sayOfDevice } from '@endcap/contract/device-words'
import { every } from '../clock.ts'
import { DriverError, type Description, type Driver, type DriverSetup, type Show } from '../driver.ts'
import { catalogueModel, type ModelLookup } from './boards.ts'
import { networkDiscovery, readMac, type Announcement, type Discovery } from './discover.ts'
import { usualPort } from './find.ts'
import { rememberedPanels } from './memory.ts'
import { createPanel, type Panel } from './panel.ts'
import { macOf } from './tag-id.ts'

/** Panels of one store; what announces more is no store. */
const mostPanels = 2000
const askMs = 60_000

/** Seconds between two visits, where the store has not set others. */
const usualVisit = 60
const visitOf = (visit: unknown) => (typeof visit === 'number' && visit >= 10 && visit <= 3600 ? visit : usualVisit)

export interface Options {
  discovery?: Discovery
  modelOf?: ModelLookup
}

interface Configured {
  mac: string | undefined
  host: string
  port: number
}

/** `[MAC@]host[:port]`, several with commas or spaces between them. Throws with what is no address. */
export function readAddresses(text: string): Configured[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => {
      const [, named, host = '', port] = /^(?:([0-9A-Fa-f:-]{12,17})@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/.exec(one) ?? []
      const mac = named === undefined ? undefined : readMac(named)
      const number = port === undefined ? usualPort : Number(port)
      if (host === '' || (named !== undefined && mac === undefined) || number < 1 || number > 65_534) {
        throw new DriverError(sayOfDevice('panelAddress', { text: one }), { retryable: false })
      }
      return { mac, host: host.replaceAll(/[[\]]/g, ''), port: number }
    })
}

/** Master keys by MAC: 32 hexadecimal digits each. Throws with what is no key. */
export function readKeys(keys: unknown): Map<string, Uint8Array> {
  const read = new Map<string, Uint8Array>()
  if (keys === undefined || keys === null) return read
  if (typeof keys !== 'object') throw new DriverError('Keys are given by MAC', { retryable: false })
  for (const [name, key] of Object.entries(keys) as [string, unknown][]) {
    const mac = readMac(name)
    if (mac === undefined || typeof key !== 'string' || !/^[0-9a-f]{32}$/i.test(key)) {
      throw new DriverError(`The key of ${name} is not 32 hexadecimal digits`, { retryable: false })
    }
    read.set(mac, Buffer.from(key, 'hex'))
  }
  return read
}

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
  let told = ''
  let endings: (() => void)[] = []
  const events: DriverSetup['events'] = {
    heard: (tag) => !closed && setup.events.heard(tag),
    ended: (op, end) => !closed && setup.events.ended(op, end),
    doubt: (tag, why) => !closed && setup.events.doubt(tag, why),
    state: (now, problem) => !closed && setup.events.state(now, problem),
    note: (text) => !closed && setup.events.note(text),
  }

  function panelOf(mac: string): Panel | undefined {
    const found = panels.get(mac)
    if (found !== undefined || panels.size >= mostPanels) return found
    const visitMs = visitOf(options.visit) * 1000
    const panel = createPanel({ mac, state, clock, events, modelOf, visitMs, masterKey: keys.get(mac), changed: tellState })
    panels.set(mac, panel)
    if (!closed) panel.open()
    return panel
  }

  /** An address that somebody has typed counts more than what is announced in the network. */
  const typed = (mac: string) => configured.find((one) => one.mac === mac)
  const placeOf = ({ host, port }: Configured, mac: string) =>
    keys.has(mac) ? { host, port: port + 1, encrypted: true } : { host, port, encrypted: false }

  function announced(announcement: Announcement): void {
    if (closed) return
    const { mac } = announcement
    const own = typed(mac)
    panelOf(mac)?.announced(own === undefined ? announcement : { ...announcement, ...placeOf(own, mac) })
  }

  function tellState(): void {
    if (closed) return
    const all = [...panels.values()]
    const troubled = all.filter(({ status, problem }) => status === 'away' || (status !== 'new' && problem !== undefined))
    const unnamed = unnamedAddresses()
    const state =
      troubled.length > 0 && troubled.length === all.length ? 'offline' : troubled.length + unnamed.length > 0 ? 'degraded' : 'online'
    const problem = [...troubled.map((one) => `${one.mac}: ${one.problem ?? sayOfDevice('silent')}`), ...unnamed.map(whoIs)]
      .join('; ')
      .slice(0, 300)
    if (told === `${state} ${problem}`) return
    told = `${state} ${problem}`
    events.state(state, problem === '' ? undefined : problem)
  }
  const whoIs = (host: string) => sayOfDevice('unnamed', { host })
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
          tellState()
        })
        const ask = () => discovery.ask(unnamedAddresses())
        endings = [unwatch, every(clock, askMs, ask)]
        ask()
      }
      for (const panel of panels.values()) panel.open()
      tellState()
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
    async linkCheck() {
      const awake = [...panels.values()].filter(({ status }) => status !== 'asleep')
      const answers = await Promise.allSettled(awake.map((panel) => panel.visit()))
      if (awake.length === 0 || answers.some(({ status }) => status === 'fulfilled')) return
      throw new DriverError('No panel answers', { retryable: true, reason: 'tag-silent' })
    },
  }
}

function describe(panels: Panel[], address: string): Description {
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
    notes: [sayOfDevice('oneClient'), sayOfDevice('inTheClear')],
    // Each panel has a queue of its own: none waits for another one.
    window: Math.max(1, panels.length),
    capacity: mostPanels,
    memory: undefined,
    disk: undefined,
    channel: 0,
  }
}
