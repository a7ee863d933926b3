/** Operations as they come from the server: taken once with their bitmaps, answered instead of repeated, let go of when they are cancelled. */
import { laneOf, type DownMessage, type Operation } from '../messages.ts'
import type { Images } from './images.ts'
import type { Results } from './results.ts'
import type { GatewayState, Waiting } from './state.ts'
import { messageOf } from './thrown.ts'

interface Parts {
  state: GatewayState
  images: Images
  /** Seconds. */
  clock(): number
  /** The session that is on: what was begun in another one comes to nothing. */
  session(): string
  results: Pick<Results, 'answer' | 'report'>
  /** It is here with its bitmaps. */
  carry(waiting: Waiting): void
  /** It was carried on, and is not wanted any more. */
  drop(op: string, tag: string): void
}

export interface Intake {
  /** Lets go of operations that are cancelled, waiting or still coming in, and answers for each; then takes those that came. */
  receive(message: DownMessage<'op'>): void
}

/** An intake that knows what its state knows. */
export function createIntake({ state, images, clock, session, results, carry, drop }: Parts): Intake {
  const { answer, report } = results
  /** Whether it is still to be taken: what is known is answered, and what is older than the newest of its lane is left. */
  function isNew(operation: Operation): boolean {
    const { op, tag, kind } = operation
    const known = state.result(op)
    if (known !== undefined) {
      answer(known)
      return false
    }
    const lane = laneOf[kind]
    const newest = state.newest(tag, lane)
    if (newest !== undefined && BigInt(newest) > BigInt(op)) return false
    if (state.waiting(tag, lane)?.operation.op !== op) return true
    report({ op, tag, outcome: 'accepted', at: clock() }, kind)
    return false
  }

  /** It waits for its tag then, or does not have to. Never rejects: what goes wrong is reported. */
  async function take(operation: Operation): Promise<void> {
    if (!isNew(operation)) return
    const { op, tag, kind } = operation
    state.want(operation)
    const started = session()
    try {
      const fetched = operation.images.map(async ({ page, hash }) => [page, await images.get(hash, operation)] as const)
      const files = new Map(await Promise.all(fetched))
      // Meanwhile it was cancelled, replaced or carried out, or the power was gone.
      if (session() !== started || state.newest(tag, laneOf[kind]) !== op || state.result(op) !== undefined) return
      const waiting = { operation, files }
      state.take(waiting)
      report({ op, tag, outcome: 'accepted', at: clock() }, kind)
      carry(waiting)
    } catch (error) {
      if (session() !== started) return
      const detail = messageOf(error).slice(0, 300)
      report({ op, tag, outcome: 'failed', reason: 'image-unavailable', detail, at: clock() }, kind)
    }
  }

  function letGo(ops: readonly string[]): void {
    for (const op of ops) {
      const known = state.result(op)
      const tag = known === undefined ? state.letGo(op) : undefined
      if (tag !== undefined) drop(op, tag)
      answer(known ?? { op, ...(tag !== undefined && { tag }), outcome: 'cancelled', at: clock() })
    }
  }

  return {
    receive({ ops, cancel }) {
      letGo(cancel)
      for (const operation of ops) void take(operation)
    },
  }
}
