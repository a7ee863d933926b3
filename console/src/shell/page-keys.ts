/**
 * Keys that mean the same on every screen, wherever the focus is: / for the field that fills its list, or else for the list's filters,
 * j and k along its rows, a for what can be done with the ticked ones, e for the panel beside it, g and a place's key to that place,
 * ? for all keys.
 */
import { useEffect } from 'react'
import { longestPauseMs } from '../scan/wedge.ts'
import { keysAreTaken } from '../ui/key-focus.ts'
import { useLatest } from '../ui/use-latest.ts'

/** What the list of the screen does with a key when it has the focus itself. */
const ofList = new Set(['/', 'j', 'k'])

/** Whether a key belongs to a menu or a dialog, or to an editor with keys of its own. */
const isForOthers = (event: KeyboardEvent, target: Element): boolean =>
  keysAreTaken(event) || target.closest('[role=menu]') !== null || document.querySelector('[role=dialog], [data-own-keys]') !== null

/** What a key leads to, wherever the focus is. */
const ways: Record<string, string> = {
  // What is done first with what the panel shows.
  e: '[data-part=peek] [data-first-action]',
  a: '[data-part=selection] button',
  '/': 'main [data-fills-list]',
}
/** The list that the keys are for: the first one of the screen. */
const listOf = () => document.querySelector<HTMLElement>('main [data-grid]')

export function usePageKeys(onHelp: () => void): void {
  const help = useLatest(onHelp)
  useEffect(() => {
    /** When `g` was pressed, in the time of events; what is pressed next is the key of a place. */
    let goesSince: number | undefined
    const onPointer = () => (goesSince = undefined)
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, timeStamp } = event
      const since = goesSince
      goesSince = undefined
      if (ctrlKey || metaKey || altKey || !(target instanceof Element) || isForOthers(event, target)) return
      // Keys that come closer are those of a scanner.
      if (since !== undefined && timeStamp - since > longestPauseMs) {
        event.preventDefault()
        document.querySelector<HTMLElement>(`nav [data-place-key="${CSS.escape(key)}"]`)?.click()
        return
      }
      if (key === 'g') goesSince = timeStamp
      if (key === '?') {
        event.preventDefault()
        help.current()
      }
      const way = Object.hasOwn(ways, key) ? document.querySelector<HTMLElement>(ways[key] ?? '') : null
      if (way !== null) {
        event.preventDefault()
        return way.focus()
      }
      const list = listOf()
      // A list that has the focus has heard the key itself.
      if (!ofList.has(key) || list === null || target.closest('[data-grid]') !== null) return
      event.preventDefault()
      list.focus()
      list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [help])
}
