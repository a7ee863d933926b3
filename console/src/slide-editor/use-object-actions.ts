/** What can be done with the objects that are selected, by buttons and by keys. */
import { slideLimits } from '@endcap/signage/shows'
import { useCallback, useRef } from 'react'
import { alignAll, distribute } from '../canvas/arrange.ts'
import { arrangeKey, type Arranging } from '../canvas/ArrangeButtons.tsx'
import type { Box, Size } from '../canvas/geometry.ts'
import { useScreenKeys, withControl } from '../ui/use-screen-keys.ts'
import {
  changeObjects,
  grouped,
  pasted,
  placeObjects,
  reorder,
  ungrouped,
  withObjects,
  withoutObjects,
  type EditorObject,
} from './slides.ts'
import type { Editor } from './use-editor.ts'

export interface ObjectActions extends Arranging {
  place: (boxes: ReadonlyMap<string, Box>, group?: string) => void
  remove: (keys?: readonly string[]) => void
  group: () => void
  ungroup: () => void
  canGroup: boolean
  canUngroup: boolean
  isLocked: boolean
  lock: (locked: boolean) => void
}

/** `onFull`: the slide has no room for so many. */
export function useObjectActions(
  editor: Editor,
  screen: Size,
  { readOnly, onFull }: { readOnly: boolean; onFull: () => void },
): ObjectActions {
  const { change, select, slide, chosen, keys } = editor
  const copied = useRef<{ objects: readonly EditorObject[]; from: string }>(undefined)
  const add = (objects: readonly EditorObject[], onSameSlide: boolean) => {
    if (slide === undefined || objects.length === 0) return
    if (slide.object.length + objects.length > slideLimits.objects) return onFull()
    const { slide: next, keys: added } = withObjects(slide, pasted(slide, objects, screen, onSameSlide))
    change(() => next)
    select(added)
    return next.object.filter(({ key }) => added.includes(key))
  }
  const free = chosen.filter((one) => one.locked !== true)
  const place = useCallback((boxes: ReadonlyMap<string, Box>, group?: string) => change((now) => placeObjects(now, boxes), group), [change])
  const groups = new Set(chosen.map(({ group }) => group))
  const actions: ObjectActions = {
    place,
    align: (to) => place(alignAll(free, to, screen)),
    distribute: (way) => place(distribute(free, way)),
    order: (order) => change((now) => reorder(now, keys, order)),
    canOrder: (order) => slide !== undefined && reorder(slide, keys, order) !== slide,
    duplicate: () => add(chosen, true),
    remove: (some) => {
      const gone = chosen.filter((one) => one.locked !== true && (some?.includes(one.key) ?? true))
      if (gone.length > 0) change((now) => withoutObjects(now, new Set(gone.map(({ key }) => key))))
    },
    group: () => change((now) => grouped(now, keys)),
    ungroup: () => change((now) => ungrouped(now, keys)),
    canGroup: chosen.length > 1 && (groups.size > 1 || groups.has(undefined)),
    canUngroup: groups.size > 1 || (groups.size === 1 && !groups.has(undefined)),
    isLocked: chosen.length > 0 && free.length === 0,
    lock: (locked) => change((now) => changeObjects(now, keys, { locked: locked || undefined })),
  }
  const pasteCopied = () => {
    if (copied.current === undefined || slide === undefined) return
    const added = add(copied.current.objects, copied.current.from === slide.key)
    // Each of several lies a little farther away.
    if (added !== undefined) copied.current = { objects: added, from: slide.key }
  }
  useScreenKeys((event) => {
    if (readOnly || !withControl(event)) return undefined
    const key = event.shiftKey ? `shift ${event.key.toLowerCase()}` : event.key.toLowerCase()
    if (key === 'v' && copied.current !== undefined) return pasteCopied
    if (chosen.length === 0 || slide === undefined) return undefined
    if (key === 'g') return () => actions.canGroup && actions.group()
    if (key === 'shift g') return () => actions.canUngroup && actions.ungroup()
    // Text that is marked is left to the browser to copy.
    if (key === 'c')
      return getSelection()?.isCollapsed === false ? undefined : () => (copied.current = { objects: chosen, from: slide.key })
    return arrangeKey(event, actions)
  })
  return actions
}
