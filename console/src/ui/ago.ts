/** How long ago something was, in the language of the person, and the minute that it is now. */
import { useSyncExternalStore } from 'react'

const steps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `3 minutes ago` or, short, `3 min. ago`, in whole steps; what is less than a minute ago is now. */
export function agoText(seconds: number, language: string, style: 'long' | 'short' = 'long'): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style })
  const [unit, length] = steps.find(([, one]) => seconds >= one) ?? ['second', 0]
  return format.format(length === 0 ? 0 : -Math.floor(seconds / length), unit)
}

const tickMs = 20_000
const tick = (): number => Math.floor(Date.now() / tickMs) * tickMs
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** One clock for all times in sight; it rests while there are none. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Seconds, in steps of 20: what shows them is drawn anew three times a minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, tick) / 1000
