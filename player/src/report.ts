/** What a display reports to the server again and again: what it plays, how its machine is, and what went wrong. */
import type { About } from './about.ts'
import type { Clock } from './clock.ts'
import type { CurrentPlan } from './current-plan.ts'
import type { Machine } from './machine.ts'
import { memoryUse, type Use } from './page-use.ts'
import type { Player } from './player.ts'
import type { Body } from './server.ts'
import type { Software } from './software.ts'
import type { Troubles } from './troubles.ts'

export interface ReportParts {
  about: About
  clock: Pick<Clock, 'offset'>
  machine: Machine | undefined
  plan: Pick<CurrentPlan, 'held'>
  player: Pick<Player, 'now'>
  software: Pick<Software, 'problem'>
  troubles: Pick<Troubles, 'list'>
  /** What the page takes of the disk; for a display without a host program. */
  disk: Use | null
}

/** All but the commands that are done. */
export function reportOf({ about, clock, machine, plan, player, software, troubles, disk }: ReportParts): Omit<Body<'heartbeat'>, 'done'> {
  const updateFailed = software.problem()
  const { rev, settings } = plan.held() ?? {}
  return {
    rev: rev ?? null,
    uptimeSeconds: performance.now() / 1000,
    memory: machine?.facts().memory ?? memoryUse(),
    disk: machine?.facts().disk ?? disk,
    rssi: null,
    ip: machine?.facts().ip ?? '',
    volume: settings?.volume ?? null,
    brightness: settings?.brightness ?? null,
    now: player.now(),
    clockOffset: clock.offset(),
    errors: troubles.list(updateFailed === undefined ? undefined : { code: 'update-failed', detail: updateFailed }),
    ver: about.versions(),
    caps: about.caps(),
  }
}
