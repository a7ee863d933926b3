/** Elements on the clipboard: as JSON, so that they come from one layout into another. */
import { layoutFormat, readLayout, type Element } from '@endcap/label/layout'
import type { Size } from '../canvas/geometry.ts'
import { isRecord, parseJson } from '../form/json.ts'
import { boxOf, copyOf, keyed, plain, withBox, type EditorElement } from './model.ts'

const mark = 'endcap.layout-elements'

export const toClip = (elements: readonly EditorElement[]): string =>
  JSON.stringify({ kind: mark, format: layoutFormat, elements: elements.map(plain) })

/** What was put there; undefined when it is something else, or nothing that a layout can hold. */
export function fromClip(text: string): Element[] | undefined {
  const value = parseJson(text)
  if (!isRecord(value) || value.kind !== mark || !Array.isArray(value.elements)) return undefined
  const elements: unknown[] = value.elements
  const read = readLayout({ format: value.format, name: mark, width: 8, height: 8, pages: [{ elements }] })
  return 'layout' in read ? read.layout.pages[0]?.elements : undefined
}

/** How far a copy lies from what it was made of, pixels. */
export const copyAway = 8
/** Least part of an element that stays on the panel, pixels. */
const seen = 8
/** New elements made of those; a little away from such as are there at the same place, and on the panel. */
export function pasted(elements: readonly Element[], there: readonly EditorElement[], panel: Size): EditorElement[] {
  const made = elements.map(keyed)
  const taken = new Set(there.map((one) => JSON.stringify(plain(one))))
  const away = (by: number) => made.map((one) => withBox(one, { ...boxOf(one), left: boxOf(one).left + by, top: boxOf(one).top + by }))
  let by = 0
  while (by < 20 * copyAway && away(by).some((one) => taken.has(JSON.stringify(plain(one))))) by += copyAway
  return away(by).map((one) => {
    const box = boxOf(one)
    const left = Math.max(seen - box.width, Math.min(box.left, panel.width - seen))
    const top = Math.max(seen - box.height, Math.min(box.top, panel.height - seen))
    return left === box.left && top === box.top ? one : withBox(one, { ...box, left, top })
  })
}
export const duplicated = (elements: readonly EditorElement[], there: readonly EditorElement[], panel: Size): EditorElement[] =>
  pasted(elements.map(plain), there, panel).map(copyOf)
