/** How it stands with a bridge, by when it called last. */
import type { Bridge } from '@endcap/contract/access-points'

/** A bridge calls at least every 20 s, and its last call is kept to 15 s. */
const silentSeconds = 75

/** `rests`: the servers' own, which runs only while it has something to do. `new`: it has never called. */
export function standingOf(
  { own, accessPoints, seenAt }: Pick<Bridge, 'own' | 'accessPoints' | 'seenAt'>,
  nowMs: number,
): 'calls' | 'rests' | 'silent' | 'new' {
  if (seenAt !== null && nowMs / 1000 - seenAt <= silentSeconds) return 'calls'
  if (own && accessPoints === 0) return 'rests'
  return seenAt === null && !own ? 'new' : 'silent'
}
