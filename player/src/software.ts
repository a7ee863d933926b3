/**
 * Software of the machine and its launcher (docs/signage.md): its host program installs what the plan names, on a command, or by itself at night.
 */
import type { CommandResult, Manifest } from '@endcap/contract/player'
import { localTime } from '@endcap/signage/local-time'
import { HostBusy, type Installer, type Machine } from './machine.ts'
import { messageOf } from './troubles.ts'

/** Minutes on the display's clock: well before the page starts anew at four. */
const night = { from: 120, to: 220 }
/** Displays of a store begin one after the other within so many minutes. */
const spreadMinutes = 90
const lookEveryMs = 300_000

/** Versions that were tried by themselves, and on which day of the display's calendar. */
export type Tried = Record<string, number>
/** As the plan and the host program name them. */
export type What = 'software' | 'launcher'
export interface SoftwareOptions {
  machine: Pick<Machine, 'facts' | 'renew' | 'install'> | undefined
  manifest(): Manifest | undefined
  /** What the display's requests to the server carry; undefined while it has no token. */
  authorization(): string | undefined
  /** The server's clock. */
  now(): number
  isOnline(): boolean
  tried: Readonly<Record<What, Tried>>
  keepTried(what: What, tried: Tried): Promise<void>
  random?(): number
}
export interface Software {
  /** Installs what the plan names; who asks meanwhile is answered with that. Undefined while another page of this machine does it. */
  update(): Promise<{ result: CommandResult; detail: string } | undefined>
  isBusy(): boolean
  /** Why what the plan names could not be installed the last time. */
  problem(): string | undefined
}

const none = { software: 'there is none for this display', launcher: 'there is no launcher for this display' }
const installers = { software: 'update', launcher: 'launcher' } as const satisfies Record<What, Installer>

/** Both of them: a command installs one after the other. */
export function createSoftware(options: SoftwareOptions): Software {
  const [software, launcher] = [createOne('software', options), createOne('launcher', options)]
  return {
    update: async () => {
      const done = [await software.update(), await launcher.update()]
      const known = done.filter((one) => one?.result !== 'unsupported')
      if (known.includes(undefined)) return undefined
      const [first, second] = known.length === 0 ? done : known
      if (first === undefined || second === undefined || second.detail === first.detail) return first
      return { result: first.result === 'ok' ? second.result : first.result, detail: `${first.detail}; ${second.detail}`.slice(0, 500) }
    },
    isBusy: () => software.isBusy() || launcher.isBusy(),
    problem: () => software.problem() ?? launcher.problem(),
  }
}

function createOne(what: What, options: SoftwareOptions): Software {
  const { machine, manifest, now, random = Math.random } = options
  const installer = installers[what]
  let tried = options.tried[what]
  let running: ReturnType<Software['update']> | undefined
  let failed: { ver: string; detail: string } | undefined
  const begin = night.from + Math.floor(random() * spreadMinutes)
  const canUpdate = () => machine?.facts().can[installer] === true
  /** What the plan names and the machine does not have. */
  const missing = () => {
    const planned = manifest()?.[what] ?? undefined
    return planned?.ver === machine?.facts()[what] ? undefined : planned
  }

  async function install(): ReturnType<Software['update']> {
    if (machine === undefined || !canUpdate()) return { result: 'unsupported', detail: 'nothing on this machine installs software' }
    const planned = missing()
    if (planned === undefined) {
      const has = machine.facts()[what]
      return { result: 'ok', detail: manifest()?.[what] == null ? none[what] : `${has} is installed already` }
    }
    try {
      await machine.install(installer, planned, options.authorization() ?? '')
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
    await options.keepTried(what, tried)
    await update()
  }
  if (machine !== undefined) setInterval(() => void look(), lookEveryMs)
  return {
    update,
    isBusy: () => running !== undefined,
    problem: () => (failed?.ver === missing()?.ver ? failed?.detail : undefined),
  }
}
