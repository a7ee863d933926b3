/** The layouts every new system begins with, for each size of panel. Red falls back to black on panels without it. */
import { layoutDefinition, layoutFormat, type LayoutDefinition, type LayoutInput } from './layout.ts'
import { allSizes, type Palette } from './models.ts'
import { starterAliases } from './starter/aliases.ts'
import { multi } from './starter/multi.ts'
import { outOfStock, produce } from './starter/produce.ts'
import { promotion, shelfPrice } from './starter/shelf.ts'
import { tiny } from './starter/tiny.ts'

export { starterAliases }

const kinds: Record<string, (width: number, height: number) => LayoutInput['pages']> = {
  SHELF_PRICE: shelfPrice,
  PROMOTION: promotion,
  PRODUCE: produce,
  OUT_OF_STOCK: outOfStock,
  MULTI: multi,
}

export interface StarterLayout {
  layoutId: string
  size: string
  modelClass: Palette
  definition: LayoutDefinition
}

export function starterLayouts(): StarterLayout[] {
  return Object.keys(kinds).flatMap((layoutId) =>
    allSizes().flatMap(({ size, width, height }) => {
      const definition = starterLayout(layoutId, { size, width, height })
      // One drawing serves all panels of a size: 'bw' is what every class can fall back to.
      return definition === undefined ? [] : [{ layoutId, size, modelClass: 'bw' as const, definition }]
    }),
  )
}

/** The starter layout of this name for so many pixels; undefined where there is none, or no room for it. */
export function starterLayout(
  layoutId: string,
  { size, width, height }: { size: string; width: number; height: number },
): LayoutDefinition | undefined {
  const pages = tiny(layoutId, width, height) ?? kinds[layoutId]?.(width, height)
  if (pages === undefined) return undefined
  return layoutDefinition.safeParse({ format: layoutFormat, name: `${layoutId} ${size}`, width, height, pages }).data
}
