/** The plan that the display has: taken over once its content is here, kept over restarts, and rid of content that it does not need. */
import type { Manifest } from '@endcap/contract/player'
import type { ContentStore } from './content-store.ts'
import { forget, keep, recall } from './database.ts'
import { loadAll, pieceBytes } from './loader.ts'
import type { Link } from './link.ts'
import type { Player } from './player.ts'
import type { Troubles } from './troubles.ts'
import { loadMoving } from './screen/load-moving.ts'
import { piecesOf, requiredBy } from './required-content.ts'

const missingMs = 30_000

export interface CurrentPlanParts {
  store: ContentStore
  get: Link['get']
  player: Pick<Player, 'restart' | 'hasPlayed'>
  troubles: Pick<Troubles, 'note'>
  /** Puts it on the screen. */
  apply(manifest: Manifest): void
}
export interface CurrentPlan {
  /** Undefined while the display has nothing to play. */
  held(): Manifest | undefined
  /** Loads what a new plan needs, and plays it once all of it is there that the server has. `recheck`: looks at what is there already, too. */
  take(next: Manifest, recheck: boolean): Promise<void>
  /** The display is in no store any more: what it played there is not its own. */
  leave(): Promise<void>
  /** Plays the last plan of the display at this address, as far as its content is here, before the server was asked. False when there is none. */
  playStored(mac: string): Promise<boolean>
  /** Whether the browser threw something of it away. */
  lacksContent(): Promise<boolean>
}

export function createCurrentPlan({ store, get, player, troubles, apply }: CurrentPlanParts): CurrentPlan {
  let manifest: Manifest | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let dropTimer: ReturnType<typeof setTimeout> | undefined
  /** One after the other: what one plan does not need, the next one, which has found it here, may. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  /** What the server could not give may be there later. */
  async function loadMissing(rev: string) {
    if (manifest?.rev !== rev) return
    const failed = await loadAll({ store, get }, requiredBy(manifest))
    if (failed.length === 0) player.restart()
    else setTimeout(() => void loadMissing(rev), missingMs)
  }
  /** Content that no plan names goes once the new plan is on the screen. */
  async function dropUnused() {
    if (manifest === undefined) return
    if (!player.hasPlayed()) return dropSoon(5000)
    const needed = new Set(requiredBy(manifest).map(({ key }) => key))
    for (const key of await store.keys()) if (!needed.has(key)) await store.drop(key)
  }
  function dropSoon(ms: number) {
    clearTimeout(dropTimer)
    dropTimer = setTimeout(() => void inTurn(dropUnused), ms)
  }
  async function take(next: Manifest, recheck: boolean) {
    const failed = await loadAll({ store, get }, requiredBy(next), recheck)
    // The server is out of reach: what is played stays, and the next report tries again.
    if (failed.length > 0 && !isReachable(failed)) throw new Error('the content could not be loaded')
    // A slide may have its turn when the server is out of reach.
    if (next.cards.some(({ moves }) => moves !== undefined)) await loadMoving()
    for (const { key, why } of failed) troubles.note('load-failed', `${key}: ${why}`)
    manifest = next
    await keep('manifest', next)
    apply(next)
    dropSoon(1000)
    if (failed.length > 0) setTimeout(() => void loadMissing(next.rev), missingMs)
  }
  return {
    held: () => manifest,
    take: (next, recheck) => inTurn(() => take(next, recheck)),
    leave: async () => {
      if (manifest === undefined) return
      manifest = undefined
      await forget('manifest')
    },
    playStored: async (mac) => {
      const last = await recall('manifest')
      if (last === undefined || (await recall('token')) === undefined || last.device.mac !== mac) return false
      manifest = last
      apply(last)
      return true
    },
    lacksContent: async () => {
      if (manifest === undefined) return false
      for (const file of requiredBy(manifest))
        if ((await store.read(file.key, piecesOf(file, pieceBytes).length)) === undefined) return true
      return false
    },
  }
}

/** A load that the server has answered fails again; one that broke off does not. */
const isReachable = (failed: readonly { why: string }[]) => failed.every(({ why }) => /^4\d\d for |damaged$/.test(why))
