/** The drawing of a layout for a product in a place of a display, instead of the price card. */
import { drawingOfProduct, type FoundDrawing, type LayoutBook } from '../../labels/rendering/labels.service.ts'

export interface OfStore {
  storeCode: string
  timeZone: string
}
interface Size {
  width: number
  height: number
}
export interface OwnDrawing extends FoundDrawing {
  /** That it was made for, pixels. */
  size: Size
}
/** Shapes that differ by so little are alike: it is not seen when one is drawn as large as the other. */
const sameShape = 0.01

/** Of exactly this size, or, where it is drawn for the screen and not in the pixels of a label (`look`), of its shape: the nearest size first. */
export function ownDrawing(
  product: { prCode: string; prInfo: string[] | null; layoutId: string | null },
  { size, look }: { size: Size; look: string },
  { storeCode, timeZone }: OfStore,
  book: LayoutBook,
): OwnDrawing | undefined {
  for (const one of [size, ...(look === 'label' ? [] : sizesLike(size, book.sizes))]) {
    const found = drawingOfProduct(product, { storeCode, timeZone, size: nameOf(one), palette: 'bwry' }, book)
    if (found !== undefined) return { ...found, size: one }
  }
  return undefined
}

const nameOf = ({ width, height }: Size) => `${width}x${height}`

/** Sizes of the same shape, the nearest first. */
export function sizesLike({ width, height }: Size, sizes: Iterable<string>): Size[] {
  return [...sizes]
    .flatMap((name) => {
      const [, wide, high] = /^(\d+)x(\d+)$/.exec(name) ?? []
      return wide === undefined ? [] : [{ width: Number(wide), height: Number(high) }]
    })
    .filter((one) => Math.abs(one.width * height - width * one.height) <= sameShape * width * one.height)
    .filter((one) => one.width !== width || one.height !== height)
    .toSorted((a, b) => Math.abs(Math.log(a.width / width)) - Math.abs(Math.log(b.width / width)))
}
