/** Commands of the server to the display: each is done once, and told when it is done. */
import type { Command, CommandResult } from '@endcap/contract/player'
import type { Clock } from './clock.ts'
import type { CommandLog } from './command-log.ts'
import type { CurrentPlan } from './current-plan.ts'
import { keep, type Finished } from './database.ts'
import type { Link } from './link.ts'
import type { Player } from './player.ts'
import type { Overlay } from './screen/overlay.ts'
import type { Software } from './software.ts'
import { reasonOf } from './troubles.ts'

export interface CommandParts {
  log: CommandLog
  clock: Pick<Clock, 'now'>
  link: Link
  plan: Pick<CurrentPlan, 'held'>
  player: Player
  overlay: Overlay
  software: Software
  /** Whether the machine itself is started anew; else the page is. */
  rebootsMachine: boolean
  restart(): Promise<void>
  /** Before the page starts anew. */
  leave(): Promise<void>
  /** Takes a picture of the screen and sends it. */
  sendPicture(): Promise<void>
}
const restarts: ReadonlySet<Command['type']> = new Set(['reboot', 'reload'])

/** Answers what carries a command out. */
export function createCommands(parts: CommandParts): (command: Command) => Promise<void> {
  const { log, clock, link, software } = parts
  const updating = new Set<string>()

  async function finish(one: Finished) {
    await keep('log', log.note(one))
    await link.finished(one)
  }
  /** It takes its time, and does no harm when it is asked for twice: it is told when it is done, and comes again until then. */
  async function updateFor({ id }: Command) {
    if (updating.has(id)) return
    updating.add(id)
    // What was sent in just before is in the next plan.
    await link.renew().catch(() => undefined)
    const outcome = await software.update()
    updating.delete(id)
    if (outcome === undefined) return
    await finish({ id, ...outcome })
    link.beat()
  }
  return async (command) => {
    const state = log.stateOf(command, clock.now())
    if (state === 'late') return
    if (state !== 'do') return link.finished(state)
    if (command.type === 'update') return updateFor(command)
    const finished = (result: CommandResult, detail?: string) => finish({ id: command.id, result, ...(detail !== undefined && { detail }) })
    try {
      // Noted first: it is done once, whatever happens meanwhile.
      await finished(restarts.has(command.type) && !(command.type === 'reboot' && parts.rebootsMachine) ? 'reloaded' : 'ok')
      await perform(command, parts)
    } catch (error) {
      await finished('failed', reasonOf(error))
    }
    link.beat()
  }
}

async function perform({ type, args }: Command, { link, plan, player, overlay, restart, leave, sendPicture }: CommandParts): Promise<void> {
  if (type === 'reboot') return restart()
  if (type === 'reload') return leave().then(() => location.reload())
  if (type === 'screenshot') return sendPicture()
  if (type === 'sync') {
    await link.renew(true)
    return player.restart()
  }
  const manifest = plan.held()
  if (manifest === undefined) throw new Error('nothing is played yet')
  if (type === 'info') player.info(args.seconds ?? manifest.settings.infoSeconds)
  else if (type === 'blink') overlay.blink(manifest, args.slot ?? null)
  else overlay.identify(manifest)
  return undefined
}
