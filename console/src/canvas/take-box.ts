/** What a press on a box takes: it alone, its handle, its group, or all that are selected. */
import type { PointerEvent } from 'react'
import type { KeyParts } from './box-keys.ts'
import { boxAround, smallestSide, type Box, type Handle } from './geometry.ts'
import type { CanvasBox } from './canvas-box.ts'
import { hold } from './hold.ts'

interface Now extends KeyParts {
  boxes: readonly CanvasBox[]
  scale: number
  grid?: number
}

/** False where there is nothing to take. */
export function takeBox(event: PointerEvent<HTMLElement>, now: Now, key: string, handle: Handle | undefined): boolean {
  const { boxes, many } = now
  const box = boxes.find((one) => one.key === key)
  if (box === undefined || event.button !== 0) return false
  event.stopPropagation()
  if (many === undefined || handle !== undefined) takeOne(event, now, box, handle)
  else {
    const together = many.together?.(key) ?? [key]
    const isSelected = many.keys.has(key)
    if (event.shiftKey || event.ctrlKey || event.metaKey)
      many.onSelect(isSelected ? [...many.keys].filter((one) => !together.includes(one)) : [...many.keys, ...together])
    else if (isSelected && many.keys.size > 1)
      takeAll(event, now, many.keys, () => (together.length > 1 ? many.onSelect(together) : now.onSelect(key)))
    else if (isSelected || together.length === 1) takeOne(event, now, box)
    else {
      many.onSelect(together)
      takeAll(event, now, new Set(together), () => undefined)
    }
  }
  return true
}

/** The pointer holds this box, or this handle of it. */
function takeOne(event: PointerEvent<HTMLElement>, now: Now, box: CanvasBox, handle?: Handle): void {
  const { boxes, size, scale, inside = false, grid, minSide = smallestSide, allow, readOnly, onSelect, onChange, live } = now
  const { key } = box
  onSelect(key)
  if (readOnly === true || box.locked === true) return
  hold(event, {
    key,
    box: pick(box),
    canvas: size,
    scale,
    handle,
    inside,
    grid,
    minSide,
    allow,
    live,
    others: boxes.filter((one) => one.key !== key),
    keepRatio: box.keepRatio === true,
    drop: (dropped) => onChange(key, dropped),
  })
}

/** The pointer holds all of these. */
function takeAll(event: PointerEvent<HTMLElement>, now: Now, keys: ReadonlySet<string>, click: () => void): void {
  const { boxes, many, size, scale, inside = false, grid, minSide = smallestSide, readOnly, live } = now
  const held = boxes.filter((one) => keys.has(one.key) && one.locked !== true)
  if (readOnly === true || held.length === 0) return click()
  const start = boxAround(held)
  const each = (around: Box) => {
    const by = { left: around.left - start.left, top: around.top - start.top }
    return new Map(held.map((one) => [one.key, { ...pick(one), left: one.left + by.left, top: one.top + by.top }]))
  }
  hold(event, {
    key: '',
    box: start,
    canvas: size,
    scale,
    handle: undefined,
    inside,
    grid,
    minSide,
    live,
    each,
    click,
    allow: undefined,
    keepRatio: false,
    others: boxes.filter((one) => !keys.has(one.key)),
    drop: (dropped) => many?.onMove(each(dropped)),
  })
}

const pick = ({ left, top, width, height }: Box): Box => ({ left, top, width, height })
