/** Keeps the screen from locking during work: for a while after each scan, where the browser can (https). */
import { useEffect } from 'react'

/** Long enough to walk to the next shelf, short enough for the battery. */
export const awakeMs = 120_000

/** `work`: changes with every scan. */
export function useAwake(work: number): void {
  useEffect(() => {
    if (work === 0 || !('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let over = false
    const release = () => {
      void lock?.release()
      lock = undefined
    }
    // The browser takes it away with every look at something else; it refuses it when the battery is low.
    const hold = () => {
      if (over || document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (held) => {
          lock = held
          if (over) release()
        },
        () => undefined,
      )
    }
    const end = () => {
      over = true
      release()
    }
    hold()
    const timer = setTimeout(end, awakeMs)
    document.addEventListener('visibilitychange', hold)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hold)
      end()
    }
  }, [work])
}
