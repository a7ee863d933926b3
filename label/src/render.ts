/** Draws a label: layout and products in, one page of palette indexes after the other out. */
import type { Bitmap } from './bitmap.ts'
import { drawElements, type Problem } from './draw.ts'
import { createFields, type LabelAlias, type LabelProduct } from './fields.ts'
import { createFonts } from './fonts.ts'
import { createGlyphs } from './glyph/glyphs.ts'
import type { LayoutDefinition } from './layout.ts'
import type { Model } from './models.ts'
import { backgroundOf, createSurface } from './surface.ts'

export type { Problem }

export interface RenderRequest {
  layout: LayoutDefinition
  model: Pick<Model, 'width' | 'height' | 'palette'>
  /** The first is the label's own; more are for labels that show several. */
  products: readonly LabelProduct[]
  aliases: readonly LabelAlias[]
  /** BCP 47 language of the store: numbers, dates and the form of Han characters. */
  locale: string
  /** ISO 4217 code where the product names none. */
  currency: string
}
export interface Rendered {
  pages: Bitmap[]
  /** A label with a problem must not be shown: something on it would be missing or wrong. */
  problems: Problem[]
}
export interface Renderer {
  render(request: RenderRequest): Rendered
}

/** One renderer a thread: it keeps its typefaces, and glyphs as they were drawn. */
export function createRenderer(): Renderer {
  const fonts = createFonts()
  const glyphs = createGlyphs(fonts)
  return {
    render({ layout, model, products, aliases, locale, currency }) {
      const { width, height, palette } = model
      const problems: Problem[] = []
      if (layout.width !== width || layout.height !== height) {
        problems.push({
          kind: 'wrong-size',
          page: 0,
          element: '',
          detail: `The layout is ${layout.width} × ${layout.height} pixels, the panel ${width} × ${height}`,
        })
        return { pages: [], problems }
      }
      const fields = createFields(products, aliases, { locale, currency })
      const pages: Bitmap[] = []
      for (const [page, { background, elements, when }] of layout.pages.entries()) {
        if (page > 0 && when?.some((condition) => !fields.holds(condition, 0)) === true) continue
        const surface = createSurface(width, height, palette, backgroundOf(background, palette))
        drawElements({ surface, fonts, glyphs, fields, locale, page, problems }, elements)
        pages.push({ width, height, palette, pixels: surface.pixels })
      }
      return { pages, problems }
    },
  }
}
