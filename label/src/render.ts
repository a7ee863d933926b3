/** Draws a label: layout and products in, one page of palette indexes after the other out. */
import type { Bitmap } from './bitmap.ts'
import { drawElements, type Problem } from './draw.ts'
import { createFields, type LabelAlias, type LabelProduct } from './fields.ts'
import { createFonts } from './fonts.ts'
import { createGlyphs } from './glyph/glyphs.ts'
import type { LayoutDefinition } from './layout.ts'
import type { Model, Palette } from './models.ts'
import { backgroundOf, createSurface, type Surface } from './surface.ts'
import { createRecorder, type VectorLabel } from './vector.ts'

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
export interface Recorded {
  pages: VectorLabel[]
  problems: Problem[]
}
export interface Renderer {
  render(request: RenderRequest): Rendered
  /** The same as text and areas instead of pixels, for what has no pixels of its own. */
  record(request: RenderRequest): Recorded
}

/** One renderer a thread: it keeps its typefaces, and glyphs as they were drawn. */
export function createRenderer(): Renderer {
  const fonts = createFonts()
  const glyphs = createGlyphs(fonts)

  function drawPages<S extends Surface>(
    { layout, model, products, aliases, locale, currency }: RenderRequest,
    create: (width: number, height: number, palette: Palette, background: number) => S,
  ): { surfaces: S[]; problems: Problem[] } {
    const { width, height, palette } = model
    const problems: Problem[] = []
    if (layout.width !== width || layout.height !== height) {
      problems.push({
        kind: 'wrong-size',
        page: 0,
        element: '',
        detail: `The layout is ${layout.width} × ${layout.height} pixels, the panel ${width} × ${height}`,
      })
      return { surfaces: [], problems }
    }
    const fields = createFields(products, aliases, { locale, currency })
    const surfaces: S[] = []
    for (const [page, { background, elements, when }] of layout.pages.entries()) {
      if (page > 0 && when?.some((condition) => !fields.holds(condition, 0)) === true) continue
      const surface = create(width, height, palette, backgroundOf(background, palette))
      drawElements({ surface, fonts, glyphs, fields, locale, page, problems }, elements)
      surfaces.push(surface)
    }
    return { surfaces, problems }
  }
  return {
    render(request) {
      const { surfaces, problems } = drawPages(request, createSurface)
      return { pages: surfaces.map(({ width, height, palette, pixels }) => ({ width, height, palette, pixels })), problems }
    },
    record(request) {
      const { surfaces, problems } = drawPages(request, createRecorder)
      return { pages: surfaces.map(({ label }) => label), problems }
    },
  }
}
