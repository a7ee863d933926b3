/** What a check finds, in words, and where it stands on the label. */
import type { LayoutContent } from '@endcap/contract/layout-drawings'
import type { DrawnLayout, LayoutFinding } from '@endcap/contract/layout-findings'
import { isRecord } from '../form/json.ts'

/** Those that have words; others are shown as the server calls them. */
export const findingKinds = [
  'overflow',
  'missing-glyph',
  'bad-barcode',
  'bad-value',
  'bad-image',
  'wrong-size',
  'clipped',
  'unreadable-barcode',
  'tiny-text',
  'low-contrast',
  'shrunk',
  'cut',
  'decorator-error',
  'render-error',
  'no-price',
  'no-name',
]

type Translate = (key: string, values: Record<string, string | number>) => string
/** What exactly is wrong, in the person's language; what scripts say, for one, stays as it is. */
export const detailText = ({ detail, translatable }: Pick<LayoutFinding, 'detail' | 'translatable'>, t: Translate): string =>
  translatable === null ? detail : t(`layouts.detail.${translatable.sentence}`, { ...translatable.values, defaultValue: detail })
interface Place {
  page: number
  element: string
}
/** Pages are counted from 0 by the server and from 1 by people; nothing for what is wrong with the whole label. */
export function elementText({ page, element }: Place, t: Translate): string {
  if (element === '') return '–'
  return page === 0 ? t('layouts.element', { element }) : t('layouts.elementOfPage', { element, page: page + 1 })
}

interface Box {
  x: number
  y: number
  w: number
  h: number
}
/** Where an element stands, in pixels of the panel: its ink, else the room that it was given. Several where it is repeated. */
export function boxesOf({ page, element }: Place, marks: DrawnLayout['marks'], definition: LayoutContent): Box[] {
  const drawn = marks.filter((mark) => mark.page === page && mark.element === element)
  if (drawn.length > 0) return drawn.map(({ x, y, w, h }) => ({ x, y, w, h }))
  const [outer, inner] = element.split('.').map((number) => Number(number) - 1)
  const group = elementAt(elementAt(definition.pages, page)?.elements, outer)
  const found = inner === undefined ? group : elementAt(group?.elements, inner)
  const [x, y, w, h] = ['x', 'y', 'w', 'h'].map((side) => Number(found?.[side]))
  const offset = inner === undefined ? { x: 0, y: 0 } : { x: Number(group?.x ?? 0), y: Number(group?.y ?? 0) }
  if (x === undefined || y === undefined || !Number.isFinite(x + y)) return []
  return [{ x: x + offset.x, y: y + offset.y, w: Number.isFinite(w) ? (w ?? 1) : 1, h: Number.isFinite(h) ? (h ?? 1) : 1 }]
}
/** A drawing is carried as it is: what it consists of is looked at here alone. */
function elementAt(list: unknown, place: number | undefined): Record<string, unknown> | undefined {
  const found: unknown = Array.isArray(list) && place !== undefined ? list[place] : undefined
  return isRecord(found) ? found : undefined
}
