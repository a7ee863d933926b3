/** Keys that mean the same on every screen, wherever the focus is: / for the filters of its list, j and k along its rows, ? for all keys. */
import { useEffect } from 'react'
import { useLatest } from '../ui/use-latest.ts'

/** What the list of the screen does with a key when it has the focus itself. */
const ofList = new Set(['/', 'j', 'k'])

/** Whether a key is typed into a field, or belongs to what floats above the screen, or to an editor with keys of its own. */
const isTyped = (target: Element): boolean =>
  target.closest(
    'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [data-grid]',
  ) !== null || document.querySelector('[role=dialog], [data-own-keys]') !== null

/** The list that the keys are for: the first one of the screen. */
const listOf = () => document.querySelector<HTMLElement>('main [data-grid]')

export function usePageKeys(onHelp: () => void): void {
  const help = useLatest(onHelp)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return
      if (key === '?' && !isTyped(target)) {
        event.preventDefault()
        help.current()
        return
      }
      if (!ofList.has(key) || isTyped(target)) return
      const list = listOf()
      if (list === null) return
      event.preventDefault()
      list.focus()
      list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [help])
}
