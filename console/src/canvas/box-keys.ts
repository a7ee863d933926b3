/** What keys do with the boxes that are selected. */
import { isIdleFocus, keysAreTaken } from '../ui/key-focus.ts'
import { useEffect } from 'react'
import { clampInto, smallestSide, sameBox, type Box, type Size } from './geometry.ts'
import type { LiveBox } from './live-box.ts'

interface KeyBox extends Box {
  key: string
  resizable?: boolean
  locked?: boolean
}
/** Several boxes are selected, moved and removed together. */
export interface Many {
  /** All that are selected; where it is one, it is `selected` too. */
  keys: ReadonlySet<string>
  onSelect: (keys: readonly string[]) => void
  /** They were moved together: told as for one. */
  onMove: (boxes: ReadonlyMap<string, Box>, group?: string) => void
  onRemove: (keys: readonly string[]) => void
  /** The boxes that are chosen and moved together with this one, itself too; each is alone without it. */
  together?: ((key: string) => readonly string[]) | undefined
}
export interface KeyParts {
  size: Size
  boxes: readonly KeyBox[]
  selected: string | undefined
  many?: Many | undefined
  onSelect: (key: string | undefined) => void
  onChange: (key: string, box: Box, group?: string) => void
  onRemove?: ((key: string) => void) | undefined
  readOnly?: boolean
  inside?: boolean
  minSide?: number
  allow?: (key: string, box: Box) => boolean
  live: LiveBox
}

const arrows: Record<string, { x: number; y: number } | undefined> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Pixels of the model that an arrow key moves a box by, and with Shift. */
const steps = { plain: 1, shift: 10 }

export function useBoxKeys(now: { current: KeyParts }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { boxes, selected, many, onSelect, live } = now.current
      if (live.get() !== undefined || event.altKey || keysAreTaken(event)) return
      const chosen = boxes.filter((box) => (many === undefined ? box.key === selected : many.keys.has(box.key)))
      const withControl = event.ctrlKey || event.metaKey
      if (many !== undefined && withControl && !event.shiftKey && event.key.toLowerCase() === 'a') {
        event.preventDefault()
        return many.onSelect(boxes.filter(({ locked }) => locked !== true).map((box) => box.key))
      }
      if (chosen.length === 0) return
      if (event.key === 'Escape') {
        event.preventDefault()
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        return onSelect(undefined)
      }
      if (now.current.readOnly !== true) change(event, chosen)
    }
    const change = (event: KeyboardEvent, chosen: readonly KeyBox[]) => {
      const { many, onRemove } = now.current
      const [box] = chosen
      if (box === undefined) return
      if (event.key === 'Delete' || event.key === 'Backspace') {
        if (many === undefined && onRemove === undefined) return
        event.preventDefault()
        if (many === undefined) onRemove?.(box.key)
        else many.onRemove(chosen.map(({ key }) => key))
        return
      }
      const way = arrows[event.key]
      // Elsewhere, arrows belong to what has the focus; a list of the boxes may say that it has no use for them.
      const at = document.activeElement
      const isHere = isIdleFocus(at) || at?.closest('[data-part=canvas], [data-moves-boxes]') !== null
      if (way === undefined || !isHere) return
      const step = event.shiftKey ? steps.shift : steps.plain
      const by = { x: way.x * step, y: way.y * step }
      if (many !== undefined && chosen.length > 1) moveAll(event, chosen, by, many)
      else if (box.locked !== true) moveOne(event, box, by)
    }
    const moveOne = (event: KeyboardEvent, box: KeyBox, by: { x: number; y: number }) => {
      const { size, inside, minSide = smallestSide, allow, onChange } = now.current
      event.preventDefault()
      const resize = event.ctrlKey || event.metaKey
      if (resize && box.resizable === false) return
      const { left, top, width, height } = box
      const next = resize
        ? { left, top, width: Math.max(minSide, width + by.x), height: Math.max(minSide, height + by.y) }
        : { left: left + by.x, top: top + by.y, width, height }
      const placed =
        inside === true
          ? clampInto({ ...next, width: Math.min(next.width, size.width), height: Math.min(next.height, size.height) }, size)
          : next
      if (!sameBox(placed, box) && (allow?.(box.key, placed) ?? true)) onChange(box.key, placed, `key:${box.key}`)
    }
    const moveAll = (event: KeyboardEvent, chosen: readonly KeyBox[], by: { x: number; y: number }, many: Many) => {
      event.preventDefault()
      // Together they have no size that keys could change.
      if (event.ctrlKey || event.metaKey) return
      const moved = chosen
        .filter((box) => box.locked !== true)
        .map(({ key, left, top, width, height }) => [key, { left: left + by.x, top: top + by.y, width, height }] as const)
      many.onMove(new Map(moved), `key:${moved.map(([key]) => key).join()}`)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [now])
}
