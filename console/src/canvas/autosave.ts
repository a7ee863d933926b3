/**
 * Saves by itself half a second after the last change. One save at a time; of what was changed meanwhile the latest goes with the next. What
 * could not be saved stays and is sent again, by itself where the server was out of reach, else with the next `flush`.
 */
import { CallError } from '@endcap/contract/client'
import { useCallback, useEffect, useState } from 'react'
import { useLatest } from '../ui/use-latest.ts'

/** Specification 3 §9. */
export const autosaveMs = 500
/** A server that was out of reach is tried again after this time. */
export const retryMs = 5000

export type SaveState = { state: 'idle' | 'waiting' | 'saving' | 'saved' } | { state: 'failed'; error: unknown }
/** `keepalive`: the page may be left: the request has to outlive it. */
export type Save<T> = (value: T, how: How) => Promise<unknown>
export interface How {
  keepalive: boolean
  /** Also beside a save that is under way: the page goes before that ends. */
  immediate?: boolean
}

export interface Autosave<T> {
  change(value: T): void
  /** Saves now what still waits; also tries again what failed. */
  flush(how?: How): Promise<void>
  /** What still waits is not wanted any more. */
  discard(): void
  /** Something waits, is being saved, or could not be saved. */
  dirty(): boolean
  stop(): void
}
interface Options<T> {
  save: Save<T>
  onState: (state: SaveState) => void
  /** What comes of a change that waits and another one: the later one, unless said otherwise. */
  merge?: (waiting: T, value: T) => T
  /** After such a failure nothing is sent until a person has decided (`flush`): further changes are kept with those that wait. */
  stops?: (error: unknown) => boolean
}

const isPassing = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 500)

export function createAutosave<T>({ save, onState, merge = (_, value) => value, stops = () => false }: Options<T>): Autosave<T> {
  let waiting: { value: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined
  let stopped = false

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }
  async function send(value: T, how: How) {
    waiting = undefined
    onState({ state: 'saving' })
    try {
      await save(value, how)
      onState({ state: waiting === undefined ? 'saved' : 'waiting' })
    } catch (error) {
      // TypeScript cannot see that `change` may have been called meanwhile.
      const newer = waiting as { value: T } | undefined
      waiting = { value: newer === undefined ? value : merge(value, newer.value) }
      stopped = stops(error)
      onState({ state: 'failed', error })
      if (isPassing(error)) later(retryMs)
      else clearTimeout(timer)
    }
  }
  async function flush(how: How = { keepalive: false }): Promise<void> {
    clearTimeout(timer)
    stopped = false
    while (saving !== undefined && how.immediate !== true) await saving
    if (waiting === undefined) return
    const mine = send(waiting.value, how).finally(() => {
      if (saving === mine) saving = undefined
    })
    saving = mine
    await mine
  }
  return {
    change: (value) => {
      waiting = { value: waiting === undefined ? value : merge(waiting.value, value) }
      if (stopped) return
      onState({ state: 'waiting' })
      later(autosaveMs)
    },
    flush,
    discard: () => {
      clearTimeout(timer)
      waiting = undefined
      stopped = false
      onState({ state: 'idle' })
    },
    dirty: () => waiting !== undefined || saving !== undefined,
    stop: () => clearTimeout(timer),
  }
}

export interface UseAutosave<T> {
  state: SaveState
  change: (value: T) => void
  flush: () => Promise<void>
  discard: () => void
  dirty: () => boolean
}

/** For something that is mounted: what still waits is saved when it goes, when the tab is hidden, and when the page is left. */
export function useAutosave<T>(save: Save<T>, { merge, stops }: Pick<Options<T>, 'merge' | 'stops'> = {}): UseAutosave<T> {
  const [state, setState] = useState<SaveState>({ state: 'idle' })
  const latest = useLatest(save)
  const [saver] = useState(() =>
    createAutosave<T>({
      save: (value, how) => latest.current(value, how),
      onState: setState,
      ...(merge && { merge }),
      ...(stops && { stops }),
    }),
  )
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') void saver.flush({ keepalive: true })
    }
    const again = () => void saver.flush()
    const leaving = (event: BeforeUnloadEvent) => {
      if (!saver.dirty()) return
      void saver.flush({ keepalive: true, immediate: true })
      event.preventDefault()
    }
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('online', again)
    window.addEventListener('beforeunload', leaving)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('online', again)
      window.removeEventListener('beforeunload', leaving)
      void saver.flush()
    }
  }, [saver])
  const change = useCallback((value: T) => saver.change(value), [saver])
  const flush = useCallback(() => saver.flush(), [saver])
  return { state, change, flush, discard: saver.discard, dirty: saver.dirty }
}
