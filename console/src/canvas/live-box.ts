/** The box that is held: where it is now. Only what shows it is drawn anew while it moves. */
import { useCallback, useSyncExternalStore } from 'react'
import type { Box, Guide } from './geometry.ts'

export interface Held {
  /** Empty while several are held. */
  key: string
  /** Around all of them, where several are held. */
  box: Box
  /** Each of several. */
  boxes?: ReadonlyMap<string, Box>
  guides: readonly Guide[]
  /** It may not stay there. */
  refused: boolean
}
export interface LiveBox {
  get(): Held | undefined
  set(held: Held | undefined): void
  subscribe(listener: () => void): () => void
}

export function createLiveBox(): LiveBox {
  let now: Held | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => now,
    set: (held) => {
      now = held
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Where the box of this key is held; undefined while it is not. */
export const heldBox = (held: Held | undefined, key: string): Box | undefined =>
  held === undefined ? undefined : held.key === key ? held.box : held.boxes?.get(key)

/** Undefined while no box is held; with a key, while that box is not held. */
export function useHeld(live: LiveBox, key?: string): Held | undefined {
  const read = useCallback(() => {
    const held = live.get()
    return key === undefined || heldBox(held, key) !== undefined ? held : undefined
  }, [live, key])
  return useSyncExternalStore(live.subscribe, read)
}
