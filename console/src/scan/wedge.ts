/**
 * A laser scanner types like a keyboard: characters closer together than a hand can type, ended by Enter. Heard wherever the focus is,
 * so that no click into a field is needed between two scans.
 */
import { useCallback, useEffect, useRef } from 'react'
import { useLatest } from '../ui/use-latest.ts'

/** Longest pause inside one scan, milliseconds. */
export const longestPauseMs = 35
/** Shortest pause before a scan. After a shorter one the keys belong to those before: the scan halted, and its end alone is another code. */
const freshPauseMs = 250
/** Shorter bursts are a person hitting two keys at once. */
const shortestCode = 5

export interface Wedge {
  /** Takes one key; answers the code when the key ends a scan of which nothing else has taken a key. */
  key(key: string, timeMs: number, isTaken?: boolean): string | undefined
}

export function createWedge(): Wedge {
  let [text, last, torn, taken] = ['', -Infinity, false, false]
  return {
    key: (key, timeMs, isTaken = false) => {
      const pauseMs = timeMs - last
      const together = pauseMs <= longestPauseMs
      last = timeMs
      taken = isTaken || (together && taken)
      if (key === 'Enter') {
        const code = together && !torn && !taken && text.length >= shortestCode ? text : undefined
        ;[text, torn] = ['', false]
        return code
      }
      if (!together) torn = text !== '' && pauseMs < freshPauseMs
      if (key.length === 1) text = together ? text + key : key
      return undefined
    },
  }
}

/** Parts of the screen that hear every scan at the moment. */
let listening = 0
/** Where what is typed belongs to something: a field, a dialog. */
const isTaken = () =>
  document.querySelector('[role=dialog]') !== null || document.activeElement?.matches('input, textarea, select, [contenteditable]') === true

/** Calls `onScan` with codes that nothing else takes: no field has the focus, no dialog is open, and nothing on screen hears scans. */
export function useStrayScans(onScan: (code: string) => void): void {
  useScans(onScan, () => listening === 0 && !isTaken())
}

/**
 * Calls `onScan` with every scanned code while the component is mounted. The characters have also arrived in the field with the focus:
 * code that moves it awaits the returned function first, so that no scan is torn in two.
 */
export function useWedge(onScan: (code: string) => void): () => Promise<void> {
  useEffect(() => {
    listening++
    return () => void listening--
  }, [])
  return useScans(onScan, always)
}
const always = () => true

function useScans(onScan: (code: string) => void, isOurs: () => boolean): () => Promise<void> {
  const lastKeyMs = useRef(-Infinity)
  const latest = useLatest(onScan)
  const ours = useLatest(isOurs)
  useEffect(() => {
    const wedge = createWedge()
    const onKey = (event: KeyboardEvent) => {
      lastKeyMs.current = performance.now()
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const code = wedge.key(event.key, event.timeStamp, !ours.current())
      if (code === undefined) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(code)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [latest, ours])
  return useCallback(async () => {
    while (performance.now() - lastKeyMs.current <= 2 * longestPauseMs) await new Promise((resolve) => setTimeout(resolve, longestPauseMs))
  }, [])
}

/** What a field held before a scan ran into it. */
export const withoutScan = (value: string, code: string): string => (value.endsWith(code) ? value.slice(0, -code.length) : value)
