/**
 * A list by keyboard alone. Arrows, j and k, Home, End, Page keys walk its rows; Space ticks, with Shift a range, and Shift with an arrow
 * ticks on the way; Ctrl A ticks all; Enter opens; Esc takes back (panel, then ticks); / goes to the filters, Esc or Down back from them.
 */
import { useCallback, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useLatest } from '../ui/use-latest.ts'

/** What Page Up and Page Down leap over. */
const leap = 10

export type Step =
  | { kind: 'go'; index: number; range: boolean }
  | { kind: 'tick'; index: number; range: boolean }
  | { kind: 'open'; index: number }
  | { kind: 'all' | 'back' | 'filters' }

interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** What a key means in a list of `count` rows; `at` is the row that has the focus, -1 for none. */
export function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed, at: number, count: number): Step | undefined {
  if (altKey) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' && !shiftKey ? { kind: 'all' } : undefined
  const to = (index: number): Step | undefined =>
    count === 0 ? undefined : { kind: 'go', index: Math.max(0, Math.min(count - 1, index)), range: shiftKey && at >= 0 }
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return to(at + 1)
    case 'ArrowUp':
    case 'k':
      return to(at < 0 ? 0 : at - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(count - 1)
    case 'PageDown':
      return to(at + leap)
    case 'PageUp':
      return to(at - leap)
    case ' ':
      return at < 0 ? undefined : { kind: 'tick', index: at, range: shiftKey }
    case 'Enter':
      return count === 0 ? undefined : { kind: 'open', index: Math.max(0, at) }
    case 'Escape':
      return { kind: 'back' }
    case '/':
      return { kind: 'filters' }
    default:
      return undefined
  }
}

interface Options {
  box: RefObject<HTMLDivElement | null>
  count: number
  /** Brings a row that is not drawn into view, so that it can have the focus. */
  reveal: (index: number) => void
  selection: { select: (index: number, range: boolean, from?: number) => void; selectAll: () => void } | undefined
  list: ListKeys
}
/** What the list does beyond walking; without these, Enter follows the row's own link. */
export interface ListKeys {
  /** The row that the panel beside the list shows, -1 without one: walking begins there. */
  opened?: number
  /** Another row has the focus. */
  onGo?: (index: number) => void
  onOpen?: ((index: number) => void) | undefined
  onBack?: () => void
  onFilters?: () => void
}

const rowOf = (box: HTMLDivElement | null, index: number) => box?.querySelector<HTMLElement>(`tr[data-row="${index}"]`)
const isField = (target: EventTarget) =>
  (target instanceof HTMLInputElement && target.type !== 'checkbox') ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

export function useKeys(options: Options): (event: KeyboardEvent) => void {
  const latest = useLatest(options)
  /** Where walking goes on when the row with the focus has left the screen. */
  const last = useRef(-1)
  /** A row that gets the focus with the next drawing. */
  const waiting = useRef<{ frame: number; index: number }>(undefined)
  return useCallback(
    (event) => {
      const { box, count, reveal, selection, list } = latest.current
      const { target } = event
      if (!(target instanceof Element)) return
      const focus = (index: number) => {
        // A row that is drawn needs no more than `scrollIntoView`: revealing goes on for some frames, and would undo a scroll of that time.
        if (!rowOf(box.current, index)) reveal(index)
        // A row that has just come into view is drawn by then. Keys that come faster than that walk on from where this one leads.
        if (waiting.current !== undefined) cancelAnimationFrame(waiting.current.frame)
        const frame = requestAnimationFrame(() => {
          waiting.current = undefined
          const row = rowOf(box.current, index)
          row?.focus({ preventScroll: true })
          row?.scrollIntoView({ block: 'nearest' })
        })
        waiting.current = { frame, index }
        last.current = index
        list.onGo?.(index)
      }
      if (isField(target)) {
        if (event.key !== 'Escape' && (event.key !== 'ArrowDown' || target instanceof HTMLSelectElement)) return
        event.preventDefault()
        if (event.key === 'ArrowDown' && count > 0) focus(0)
        else box.current?.focus()
        if (event.key === 'Escape') last.current = -1
        return
      }
      // What floats above the list, such as a column's choices, belongs to the list for React alone.
      if (box.current?.contains(target) !== true) return
      const own = target.closest<HTMLElement>('tr[data-row]')?.dataset.row
      const { opened = -1 } = list
      const at = waiting.current?.index ?? (own !== undefined ? Number(own) : opened >= 0 ? opened : Math.min(last.current, count - 1))
      // Space and Enter on a button, a link or a box are its own.
      if ((event.key === ' ' || event.key === 'Enter') && target.closest('a, button, input') !== null) return
      const step = stepOf(event, at, count)
      if (step === undefined) return
      if (step.kind === 'all' && selection === undefined) return
      // Without filters the key is the screen's.
      if (step.kind === 'filters' && list.onFilters === undefined) return
      event.preventDefault()
      if (step.kind === 'go') {
        if (step.range && selection !== undefined) selection.select(step.index, true, at)
        focus(step.index)
      } else if (step.kind === 'tick') selection?.select(step.index, step.range)
      else if (step.kind === 'open') {
        if (list.onOpen === undefined) rowOf(box.current, step.index)?.querySelector<HTMLElement>('a[href]')?.click()
        else list.onOpen(step.index)
      } else if (step.kind === 'all') selection?.selectAll()
      else if (step.kind === 'back') list.onBack?.()
      else {
        const field = () => box.current?.querySelector<HTMLElement>('[data-filter]')
        list.onFilters?.()
        // Filters that were hidden are drawn first.
        if (field() === null) requestAnimationFrame(() => field()?.focus())
        else field()?.focus()
      }
    },
    [latest],
  )
}
