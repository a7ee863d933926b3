/** Reads what stands on the glass of a tag: its bar code, and whether it is the picture that is expected. */
import type { Fleet } from '@endcap/fleet/fleet'
import { glassOf } from '@endcap/fleet/tag'
import type { LayoutDefinition } from '@endcap/label/layout'
import { modelOf } from '@endcap/label/models'
import { createRenderer } from '@endcap/label/render'
import { starterAliases, starterLayout } from '@endcap/label/starter'
import { readBarcodes } from './zxing.ts'

/** The codes that a scanner reads from the glass. */
export async function scanGlass(fleet: Fleet, tagMac: string): Promise<string[]> {
  const tag = fleet.tag(tagMac)
  const glass = tag === undefined ? undefined : glassOf(tag, 0)
  if (glass === undefined) return []
  const { width, height, pixels } = glass
  const data = new Uint8ClampedArray(width * height * 16)
  for (let y = 0; y < height * 2; y++) {
    for (let x = 0; x < width * 2; x++) {
      const light = pixels[(y >> 1) * width + (x >> 1)] === 0 ? 255 : 0
      data.set([light, light, light, 255], 4 * (y * width * 2 + x))
    }
  }
  const found = await readBarcodes({ data, width: width * 2, height: height * 2, colorSpace: 'srgb' }, { tryHarder: true })
  return found.map((one) => one.text)
}

const renderer = createRenderer()

/** The main page that a 2.90 inch tag in Berlin must show for this product. */
export const expectedPixels = (prInfo: string[]): Uint8Array => expectedLabel([prInfo], { layoutId: 'SHELF_PRICE', tagType: 'B5' })

/** Whose language and currency labels have. */
const berlin = { locale: 'de-DE', currency: 'EUR' }

/** The main page that a tag must show for these products, in Berlin unless another store is named. */
export function expectedLabel(
  products: readonly string[][],
  { layoutId, tagType, store = berlin }: { layoutId: string; tagType: string; store?: typeof berlin },
): Uint8Array {
  const model = modelOf(tagType)
  const definition = model && starterLayout(layoutId, { ...model, size: model.drawingSize })
  if (definition === undefined) throw new Error('There is no such layout')
  return drawnLabel(products, { definition, tagType, store })
}
/** The same, by a definition that was drawn. */
export function drawnLabel(
  products: readonly string[][],
  { definition, tagType, store = berlin }: { definition: LayoutDefinition; tagType: string; store?: typeof berlin },
): Uint8Array {
  const model = modelOf(tagType)
  if (model === undefined) throw new Error('There is no such model')
  const { pages, problems } = renderer.render({
    layout: definition,
    model,
    products: products.map((prInfo) => ({ prCode: prInfo[0] ?? '', prInfo })),
    aliases: starterAliases,
    ...store,
  })
  if (problems.length > 0 || pages[0] === undefined) throw new Error(JSON.stringify(problems))
  return pages[0].pixels
}
export function glassPixels(fleet: Fleet, tagMac: string): Uint8Array | undefined {
  const tag = fleet.tag(tagMac)
  return tag === undefined ? undefined : glassOf(tag, 0)?.pixels
}
/** Whether the main page of a tag shows just this picture. */
export const isOnGlass = (fleet: Fleet, tagMac: string, expected: Uint8Array): boolean =>
  Buffer.compare(glassPixels(fleet, tagMac) ?? Buffer.alloc(0), expected) === 0
