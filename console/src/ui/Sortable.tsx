/** A list whose entries are put into another order: by dragging their handle, or by the arrow keys on it. */
import { IconGripVertical } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import sortableStyles from './Sortable.module.css'

interface Props<T> {
  label: string
  entries: readonly T[]
  keyOf: (entry: T) => string
  /** Of the handle: whose it is, and where it stands (from 1). */
  handleLabel: (entry: T, place: number) => string
  /** The entry at `from` comes to stand at `to`. */
  onMove: (from: number, to: number) => void
  readOnly?: boolean
  children: (entry: T, place: number) => ReactNode
}

export function Sortable<T>({ label, entries, keyOf, handleLabel, onMove, readOnly = false, children }: Props<T>) {
  const list = useRef<HTMLOListElement>(null)
  // `to`: before which entry the held one would stand.
  const [held, setHeld] = useState<{ from: number; to: number }>()

  const placeAt = (y: number): number => {
    const items = [...(list.current?.children ?? [])]
    const below = items.findIndex((item) => {
      const { top, height } = item.getBoundingClientRect()
      return y < top + height / 2
    })
    return below < 0 ? items.length : below
  }
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>, from: number) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ from, to: from })
  }
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (held !== undefined) setHeld({ from: held.from, to: placeAt(clientY) })
  }
  const drop = () => {
    if (held === undefined) return
    setHeld(undefined)
    const to = held.to > held.from ? held.to - 1 : held.to
    if (to !== held.from) onMove(held.from, to)
  }
  const onKeyDown = (event: KeyboardEvent, from: number) => {
    if (event.key === 'Escape' && held !== undefined) {
      event.preventDefault()
      setHeld(undefined)
    }
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const to = from + by
    if (by === 0 || to < 0 || to >= entries.length) return
    event.preventDefault()
    onMove(from, to)
    // A row that changes its place in the page loses the focus.
    requestAnimationFrame(() => list.current?.children[to]?.querySelector<HTMLElement>('[data-part=grip]')?.focus())
  }
  return (
    <ol className={sortableStyles.sortable} aria-label={label} ref={list}>
      {entries.map((entry, place) => (
        <li
          key={keyOf(entry)}
          data-held={held?.from === place || undefined}
          data-before={(held !== undefined && held.to === place) || undefined}
          data-after={(held !== undefined && held.to === entries.length && place === entries.length - 1) || undefined}
        >
          {!readOnly && (
            <Button
              className={sortableStyles.grip}
              data-part="grip"
              look="ghost"
              icon
              aria-label={handleLabel(entry, place + 1)}
              onPointerDown={(event) => onPointerDown(event, place)}
              onPointerMove={onPointerMove}
              onPointerUp={drop}
              onPointerCancel={() => setHeld(undefined)}
              onKeyDown={(event) => onKeyDown(event, place)}
            >
              <IconGripVertical size={15} stroke={1.7} />
            </Button>
          )}
          {children(entry, place)}
        </li>
      ))}
    </ol>
  )
}
