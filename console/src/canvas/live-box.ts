/** The box that somebody holds: where it is now. Only what shows it is drawn anew while it moves. */
import { useCallback, useSyncExternalStore } from 'react'
import type { Box, Guide } from './geometry.ts'

export interface Held {
  key: string
  box: Box
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

/** Undefined while nobody holds a box; with a key, while nobody holds that box. */
export function useHeld(live: LiveBox, key?: string): Held | undefined {
  const read = useCallback(() => {
    const held = live.get()
    return key === undefined || held?.key === key ? held : undefined
  }, [live, key])
  return useSyncExternalStore(live.subscribe, read)
}
