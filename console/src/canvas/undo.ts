/** A value that remembers what it was: changes can be taken back and done again. */
import { useScreenKeys, withControl } from '../ui/use-screen-keys.ts'
import { useMemo, useReducer } from 'react'

/** How many changes can be taken back. */
const maxSteps = 200
/** Changes of one kind that follow each other within this time are one, milliseconds. */
export const groupMs = 1000

export interface History<T> {
  past: readonly T[]
  now: T
  future: readonly T[]
  /** Which kind of change came last, and when. */
  last: { group: string; at: number } | undefined
}
export const historyOf = <T>(now: T): History<T> => ({ past: [], now, future: [], last: undefined })

export type Change<T> = (
  | { kind: 'set'; next: T | ((now: T) => T); group?: string | undefined }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'reset'; next: T }
) & { at: number }

/** `group`: changes with the same one, close to each other, are taken back at once (an arrow key held down, a name that is typed). */
export function changed<T>(history: History<T>, change: Change<T>): History<T> {
  const { past, now, future, last } = history
  if (change.kind === 'reset') return historyOf(change.next)
  if (change.kind === 'undo') {
    const before = past.at(-1)
    return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future], last: undefined }
  }
  if (change.kind === 'redo') {
    const [next, ...rest] = future
    return next === undefined ? history : { past: [...past, now], now: next, future: rest, last: undefined }
  }
  const next = typeof change.next === 'function' ? (change.next as (now: T) => T)(now) : change.next
  if (next === now) return history
  const goesOn = change.group !== undefined && last?.group === change.group && change.at - last.at < groupMs
  return {
    past: goesOn ? past : [...past, now].slice(-maxSteps),
    now: next,
    future: [],
    last: change.group === undefined ? undefined : { group: change.group, at: change.at },
  }
}

export interface Undo<T> {
  value: T
  /** A new value, or what makes it out of the one that is there (called twice in development: no side effects). */
  set: (next: T | ((now: T) => T), group?: string) => void
  undo: () => void
  redo: () => void
  /** Another value, with nothing to take back. */
  reset: (next: T) => void
  canUndo: boolean
  canRedo: boolean
}

/** `T` is never undefined and never a function. What is dragged is set once, when it is let go. */
export function useUndo<T extends object>(initial: T): Undo<T> {
  const [history, dispatch] = useReducer(changed<T>, initial, historyOf<T>)
  const act = useMemo(
    () => ({
      set: (next: T | ((now: T) => T), group?: string) => dispatch({ kind: 'set', next, group, at: performance.now() }),
      undo: () => dispatch({ kind: 'undo', at: 0 }),
      redo: () => dispatch({ kind: 'redo', at: 0 }),
      reset: (next: T) => dispatch({ kind: 'reset', next, at: 0 }),
    }),
    [],
  )
  return { value: history.now, ...act, canUndo: history.past.length > 0, canRedo: history.future.length > 0 }
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y while no field has the focus. */
export function useUndoKeys({ undo, redo }: Pick<Undo<object>, 'undo' | 'redo'>, enabled = true): void {
  useScreenKeys((event) => {
    const key = event.key.toLowerCase()
    if (!enabled || !withControl(event) || (key !== 'z' && key !== 'y')) return undefined
    return key === 'y' || event.shiftKey ? redo : undo
  })
}
