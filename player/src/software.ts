/**
 * Software of the machine (docs/signage.md): its host program installs the one that the plan names, on a command, or by itself at night.
 */
import type { CommandResult, Manifest } from '@endcap/contract/player'
import { localTime } from '@endcap/signage/local-time'
import { HostBusy, type Machine } from './machine.ts'
import { messageOf } from './troubles.ts'

/** Minutes on the display's clock: well before the page starts anew at four. */
const night = { from: 120, to: 220 }
/** Displays of a store begin one after the other within so many minutes. */
const spreadMinutes = 90
const lookEveryMs = 300_000

/** Versions that were tried by themselves, and on which day of the display's calendar. */
export type Tried = Record<string, number>
export interface SoftwareOptions {
  machine: Pick<Machine, 'facts' | 'renew' | 'update'> | undefined
  manifest(): Manifest | undefined
  /** What the display's requests to the server carry; undefined while it has no token. */
  authorization(): string | undefined
  /** The server's clock. */
  now(): number
  isOnline(): boolean
  tried: Tried
  keepTried(tried: Tried): Promise<void>
  random?(): number
}
export interface Software {
  /** Installs what the plan names; who asks meanwhile is answered with that. Undefined while another page of this machine does it. */
  update(): Promise<{ result: CommandResult; detail: string } | undefined>
  isBusy(): boolean
  /** Why what the plan names could not be installed the last time. */
  problem(): string | undefined
}

export function createSoftware(options: SoftwareOptions): Software {
  const { machine, manifest, now, random = Math.random } = options
  let { tried } = options
  let running: ReturnType<Software['update']> | undefined
  let failed: { ver: string; detail: string } | undefined
  const begin = night.from + Math.floor(random() * spreadMinutes)
  const canUpdate = () => machine?.facts().can.update === true
  /** What the plan names and the machine does not have. */
  const missing = () => {
    const planned = manifest()?.software ?? undefined
    return planned?.ver === machine?.facts().software ? undefined : planned
  }

  async function install(): ReturnType<Software['update']> {
    if (machine === undefined || !canUpdate()) return { result: 'unsupported', detail: 'nothing on this machine installs software' }
    const planned = missing()
    if (planned === undefined) {
      const { software } = machine.facts()
      return { result: 'ok', detail: manifest()?.software == null ? 'there is none for this display' : `${software} is installed already` }
    }
    try {
      await machine.update(planned, options.authorization() ?? '')
    } catch (error) {
      if (error instanceof HostBusy) return undefined
      const detail = `${planned.ver}: ${messageOf(error)}`.slice(0, 500)
      failed = { ver: planned.ver, detail }
      return { result: 'failed', detail }
    }
    await machine.renew().catch(() => undefined)
    return { result: 'ok', detail: `${planned.ver} is installed` }
  }
  const update = () => {
    running ??= install().finally(() => (running = undefined))
    return running
  }

  async function look() {
    const plan = manifest()
    if (plan === undefined || !plan.settings.autoUpdate || !canUpdate() || !options.isOnline()) return
    const { day, minute } = localTime(now(), plan.settings.timeZone)
    const ver = missing()?.ver
    if (ver === undefined || minute < begin || minute >= night.to || tried[ver] === day) return
    tried = { ...Object.fromEntries(Object.entries(tried).filter(([, at]) => at === day)), [ver]: day }
    // Noted first: it is tried once a day, whatever happens meanwhile.
    await options.keepTried(tried)
    await update()
  }
  if (machine !== undefined) setInterval(() => void look(), lookEveryMs)
  return {
    update,
    isBusy: () => running !== undefined,
    problem: () => (failed?.ver === missing()?.ver ? failed?.detail : undefined),
  }
}
