import { useEffect } from 'react'
import { keysAreTaken } from './key-focus.ts'
import { useLatest } from './use-latest.ts'

/** Keys of a screen, while no field and no dialog has the focus. `actionOf`: what a key does; undefined leaves it to the browser and to others. */
export function useScreenKeys(actionOf: (event: KeyboardEvent) => (() => unknown) | undefined): void {
  const now = useLatest(actionOf)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || keysAreTaken(event)) return
      const act = now.current(event)
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [now])
}
/** Ctrl, or what Macs have for it. */
export const withControl = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey
