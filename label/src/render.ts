/** Renders a label: layout and products in, one page of palette indexes after the other out. */
import type { Bitmap } from './bitmap.ts'
import { drawElements, type Problem, type Watch } from './draw.ts'
import { createFields, type LabelAlias, type LabelProduct } from './fields.ts'
import { createBrandGlyphs, missingIn } from './brand-font.ts'
import { createFonts } from './fonts.ts'
import { createGlyphs } from './glyph/glyphs.ts'
import { inspectPage, type Finding, type Mark } from './inspect.ts'
import type { LayoutDefinition } from './layout.ts'
import type { Model, Palette } from './models.ts'
import { createScanner } from './scanner.ts'
import { drawSheet, type SheetWriting, type WrittenLetter } from './sheet.ts'
import { lacking, nowhereOn, rolesOf, type Roles } from './roles.ts'
import { inEnglish } from './sentences.ts'
import { backgroundOf, createSurface, type Surface } from './surface.ts'
import { createRecorder, type VectorLabel } from './vector.ts'
import { createWatcher } from './watch.ts'
import { drawWriting, type Writing, type Written } from './writing.ts'

export type { Problem }
export type { Finding, Mark }

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
export interface Inspected {
  pages: Bitmap[]
  /** The places of these pages in the layout: a page whose condition does not hold is left out. */
  shown: number[]
  /** Errors first. */
  problems: Finding[]
  marks: Mark[]
}
export interface Renderer {
  render(request: RenderRequest): Rendered
  /** The same as text and areas instead of pixels, for what has no pixels of its own. */
  record(request: RenderRequest): Recorded
  /** Renders, and looks at what came out: everything that `render` reports is an error there. */
  inspect(request: RenderRequest): Promise<Inspected>
  /** Text of its own: undefined where it does not fit. Characters that no typeface has are `missing`. */
  write(writing: Writing): Written | { missing: string[] } | undefined
  /** The letters of a clock, in the same way. */
  letters(writing: SheetWriting): { letters: WrittenLetter[] } | { missing: string[] } | undefined
}

const bitmapOf = ({ width, height, palette, pixels }: Bitmap): Bitmap => ({ width, height, palette, pixels })

/** One renderer a thread: it keeps its typefaces, and glyphs as they were drawn. */
export function createRenderer(): Renderer {
  const fonts = createFonts()
  const glyphs = createGlyphs(fonts)
  const scanner = createScanner()
  const createWatched = createWatcher()
  const glyphsOf = ({ font }: Pick<Writing, 'font'>) => (font === undefined ? glyphs : createBrandGlyphs(font, glyphs))
  const missingOf = ({ font }: Pick<Writing, 'font'>, text: string) =>
    fonts.missing(font === undefined ? text : missingIn(font, text).join(''))

  function drawPages<S extends Surface & { watch?: Watch }>(
    { layout, model, products, aliases, locale, currency }: RenderRequest,
    create: (width: number, height: number, palette: Palette, background: number) => S,
  ): { surfaces: S[]; shown: number[]; problems: Problem[]; roles: Roles } {
    const { width, height, palette } = model
    const problems: Problem[] = []
    const roles = rolesOf(layout, aliases)
    if (layout.width !== width || layout.height !== height) {
      problems.push({
        kind: 'wrong-size',
        page: 0,
        element: '',
        ...inEnglish('other-size', { width: layout.width, height: layout.height, panelWidth: width, panelHeight: height }),
      })
      return { surfaces: [], shown: [], problems, roles }
    }
    const fields = createFields(products, aliases, { locale, currency })
    const surfaces: S[] = []
    const shown: number[] = []
    for (const [page, { background, elements, when }] of layout.pages.entries()) {
      if (page > 0 && when?.some((condition) => !fields.holds(condition, 0)) === true) continue
      const surface = create(width, height, palette, backgroundOf(background, palette))
      drawElements({ surface, fonts, glyphs, fields, locale, page, problems, roles, watch: surface.watch }, elements)
      surfaces.push(surface)
      shown.push(page)
    }
    return { surfaces, shown, problems, roles }
  }
  return {
    render(request) {
      const { surfaces, problems } = drawPages(request, createSurface)
      return { pages: surfaces.map(bitmapOf), problems }
    },
    record(request) {
      const { surfaces, problems } = drawPages(request, createRecorder)
      return { pages: surfaces.map(({ label }) => label), problems }
    },
    async inspect(request) {
      const { surfaces, shown, problems, roles } = drawPages(request, createWatched)
      const findings: Finding[] = problems.map((problem) => ({ ...problem, level: 'error' }))
      for (const role of nowhereOn(request.layout, roles))
        findings.push({ kind: lacking[role], level: 'warning', page: 0, element: '', ...inEnglish(`${role}-nowhere`) })
      const marks: Mark[] = []
      for (const [index, surface] of surfaces.entries()) {
        const seen = await inspectPage({ ...bitmapOf(surface), page: shown[index]!, traces: surface.traces }, scanner)
        findings.push(...seen.findings)
        marks.push(...seen.marks)
      }
      const sorted = findings.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
      return { pages: surfaces.map(bitmapOf), shown, problems: sorted, marks }
    },
    write(writing) {
      const missing = missingOf(writing, writing.text)
      return missing.length > 0 ? { missing } : drawWriting(glyphsOf(writing), writing)
    },
    letters(writing) {
      const missing = missingOf(writing, writing.texts.join(''))
      if (missing.length > 0) return { missing }
      const letters = drawSheet(glyphsOf(writing), writing)
      return letters && { letters }
    },
  }
}
