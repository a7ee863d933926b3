/** Saves by itself half a second after the last change; one save at a time, and what was changed meanwhile goes with the next. */
import { useCallback, useEffect, useRef, useState } from 'react'

/** Specification 3 §9. */
export const autosaveMs = 500
export type SaveState = { state: 'idle' | 'waiting' | 'saving' | 'saved' } | { state: 'failed'; error: unknown }

export interface Autosave<T> {
  change(part: Partial<T>): void
  /** Saves now what still waits. */
  flush(): Promise<void>
  stop(): void
}

export function createAutosave<T extends object>(
  save: (changes: Partial<T>) => Promise<unknown>,
  tell: (state: SaveState) => void,
): Autosave<T> {
  let waiting: Partial<T> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined

  async function send() {
    const changes = waiting
    waiting = {}
    tell({ state: 'saving' })
    try {
      await save(changes)
      tell({ state: 'saved' })
    } catch (error) {
      tell({ state: 'failed', error })
    }
  }
  async function flush(): Promise<void> {
    clearTimeout(timer)
    while (saving !== undefined) await saving
    if (Object.keys(waiting).length === 0) return
    saving = send().finally(() => (saving = undefined))
    await saving
  }
  return {
    change: (part) => {
      waiting = { ...waiting, ...part }
      tell({ state: 'waiting' })
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), autosaveMs)
    },
    flush,
    stop: () => clearTimeout(timer),
  }
}

/** For a form that is mounted: what still waits is saved when it goes. */
export function useAutosave<T extends object>(save: (changes: Partial<T>) => Promise<unknown>) {
  const [state, setState] = useState<SaveState>({ state: 'idle' })
  const latest = useRef(save)
  useEffect(() => void (latest.current = save))
  const [saver] = useState(() => createAutosave<T>((changes) => latest.current(changes), setState))
  useEffect(() => () => void saver.flush(), [saver])
  const change = useCallback((part: Partial<T>) => saver.change(part), [saver])
  return { state, change, flush: saver.flush }
}
