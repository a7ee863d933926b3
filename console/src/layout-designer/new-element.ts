/** Elements as they are when they are put on a label. */
import type { Leaf } from '@endcap/label/layout'
import { boxOf, newKey, type EditorElement, type EditorLeaf } from './model.ts'
import type { Size } from '../canvas/geometry.ts'

/** In the order of the bar, each with its key. */
export const addKinds = ['text', 'price', 'box', 'line', 'image', 'barcode'] as const
export type AddKind = (typeof addKinds)[number]
export const addKeys: Record<AddKind, string> = { text: 'T', price: 'P', box: 'B', line: 'L', image: 'I', barcode: 'C' }

const within = (value: number, min: number, max: number) => Math.max(min, Math.min(max, Math.round(value)))
/** So far from the last one at the same place, pixels. */
const step = 8

interface Options {
  panel: Size
  /** What is there already: a new one is not laid exactly over another. */
  there: readonly EditorElement[]
  /** The field that a price shows and a bar code encodes, as far as the aliases tell. */
  price: string
  code: string
}
export function newElement(kind: Exclude<AddKind, 'image'>, options: Options): EditorLeaf {
  return placed({ ...plainElement(kind, options), key: newKey() }, options)
}
/** A picture as large as it is, or as it fits. */
export function newImage({ data, width, height }: { data: string } & Size, options: Pick<Options, 'panel' | 'there'>): EditorLeaf {
  const { panel } = options
  const scale = Math.min(1, panel.width / width, panel.height / height)
  const size = { w: Math.max(1, Math.round(width * scale)), h: Math.max(1, Math.round(height * scale)) }
  return placed({ type: 'image', key: newKey(), x: 0, y: 0, ...size, data, dither: 'none' }, options)
}

function plainElement(kind: Exclude<AddKind, 'image'>, { panel, price, code }: Options): Leaf {
  const { width, height } = panel
  const at = { x: 0, y: 0 }
  switch (kind) {
    case 'text': {
      const size = within(height * 0.14, 12, 48)
      const look = { size, weight: 400, align: 'left', valign: 'top', lines: 1, ellipsis: false, strike: false, color: 'black' } as const
      return { type: kind, ...at, w: within(width * 0.5, 24, 600), h: Math.round(size * 1.25), text: '{NAME}', ...look }
    }
    case 'price': {
      const size = within(height * 0.34, 16, 160)
      const look = { weight: 800, align: 'right', valign: 'middle', small: 0.42, color: 'black' } as const
      return {
        type: kind,
        ...at,
        w: within(width * 0.5, 32, 600),
        h: Math.round(size * 0.9),
        field: price,
        size,
        minSize: within(size / 2, 12, 160),
        ...look,
      }
    }
    case 'box':
      return {
        type: kind,
        ...at,
        w: within(width * 0.3, 16, 400),
        h: within(height * 0.25, 12, 400),
        stroke: 'black',
        lineWidth: 1,
        radius: 0,
      }
    case 'line':
      return { type: kind, ...at, x2: within(width * 0.5, 16, 600), y2: 0, lineWidth: 1, color: 'black' }
    case 'barcode':
      return {
        type: kind,
        ...at,
        w: Math.min(width, 113),
        h: within(height * 0.2, 16, 90),
        symbology: 'ean13',
        value: `{${code}}`,
        align: 'left',
        color: 'black',
      }
  }
}

/** In the middle of the panel, and a little away from another one that is there. */
function placed(element: EditorLeaf, { panel, there }: Pick<Options, 'panel' | 'there'>): EditorLeaf {
  const { width, height } = boxOf(element)
  const taken = new Set(there.map((one) => `${boxOf(one).left} ${boxOf(one).top}`))
  let [x, y] = [Math.round((panel.width - width) / 2), Math.round((panel.height - height) / 2)]
  for (let tries = 0; tries < 20 && taken.has(`${x} ${y}`); tries++) [x, y] = [x + step, y + step]
  return element.type === 'line' ? { ...element, x, y, x2: element.x2 + x, y2: element.y2 + y } : { ...element, x, y }
}
