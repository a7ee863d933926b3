/**
 * What a gateway knows: operations it took, results it owes the server, bitmaps, settings. In memory for a gateway that forgets when its
 * power goes; on disk (sqlite-state.ts) for one that must not. Every call is over when it answers.
 */
import { laneOf, type Operation, type OpResult } from '../messages.ts'

/** An operation with its bitmaps by page. */
export interface Waiting {
  operation: Operation
  files: ReadonlyMap<number, Uint8Array>
}
export interface GatewayState {
  /** The newest operation asked for the tag in the lane, until it is cancelled; also one that was carried out. */
  newest(tag: string, lane: string): string | undefined
  /** From now on this is the newest operation for its tag in its lane; an older one that waits there is let go of. */
  want(operation: Operation): void
  /** The bitmaps of a wanted operation are here: it waits for its tag. */
  take(waiting: Waiting): void
  /** What waits for a tag in a lane. */
  waiting(tag: string, lane: string): Waiting | undefined
  /** Everything that waits, oldest first. */
  allWaiting(): Waiting[]
  /** How many wait. */
  size(): number
  /** Lets go of an operation, waiting or still coming in; answers its tag. */
  letGo(op: string): string | undefined
  /** How an operation that was carried out ended. */
  result(op: string): OpResult | undefined
  /** It was carried out: it waits no more, and its result is kept until the server has it, and longer. */
  finish(result: OpResult): void
  /** It could not be carried out: it waits no more, and may be asked for again. */
  failed(op: string): void
  /** The server has these results. */
  reported(ops: readonly string[]): void
  /** Results that the server does not have yet. */
  untold(): OpResult[]
  /** Settings by name; kept over restarts of a gateway that forgets everything else. */
  setting(name: string): unknown
  keepSetting(name: string, value: unknown): void
  /** The power goes: a gateway that keeps nothing on disk forgets all but its settings. */
  restarted(): void
}

/** Results remembered by operation, so that what is asked twice is done once. */
export const rememberedResults = 5000

export const placeOf = (tag: string, lane: string): string => `${tag}/${lane}`
export const placeOfOperation = ({ tag, kind }: Operation): string => placeOf(tag, laneOf[kind])

/** A gateway that knows what it knows as long as it has power. */
export function createMemoryState(): GatewayState {
  /** The newest operation by place, and the other way round. */
  const pending = new Map<string, string>()
  const places = new Map<string, string>()
  const waiting = new Map<string, Waiting>()
  const results = new Map<string, OpResult>()
  const untold = new Map<string, OpResult>()
  const settings = new Map<string, unknown>()
  return {
    newest: (tag, lane) => pending.get(placeOf(tag, lane)),
    want(operation) {
      const place = placeOfOperation(operation)
      const before = pending.get(place)
      if (before !== undefined) places.delete(before)
      pending.set(place, operation.op)
      places.set(operation.op, place)
    },
    take: (one) => void waiting.set(placeOfOperation(one.operation), one),
    waiting: (tag, lane) => waiting.get(placeOf(tag, lane)),
    allWaiting: () => [...waiting.values()],
    size: () => waiting.size,
    letGo(op) {
      const place = places.get(op)
      if (place === undefined) return undefined
      places.delete(op)
      pending.delete(place)
      waiting.delete(place)
      return place.split('/')[0]
    },
    result: (op) => results.get(op),
    finish(result) {
      results.set(result.op, result)
      untold.set(result.op, result)
      const place = places.get(result.op)
      if (place !== undefined && waiting.get(place)?.operation.op === result.op) waiting.delete(place)
      for (const op of results.keys()) {
        if (results.size <= rememberedResults) break
        results.delete(op)
      }
    },
    failed(op) {
      const place = places.get(op)
      if (place !== undefined && waiting.get(place)?.operation.op === op) waiting.delete(place)
    },
    reported: (ops) => ops.forEach((op) => untold.delete(op)),
    untold: () => [...untold.values()],
    setting: (name) => settings.get(name),
    keepSetting: (name, value) => void settings.set(name, value),
    restarted() {
      for (const map of [pending, places, waiting, results, untold]) map.clear()
    },
  }
}
