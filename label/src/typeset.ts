/** Text as glyphs of typefaces, for documents that hold the typefaces or the outlines themselves: which glyphs, how far apart, and the files with those alone. */
import { create, type Font } from 'fontkit'
import { isScript, readFont, type Script } from './fonts.ts'
import type { TextRun } from './surface.ts'
import type { Mark, VectorLabel } from './vector.ts'

/** A typeface by its script and weight: `latin 700`. */
export type Typeface = `${Script} ${number}`
/** Lengths in thousandths of the size. */
export interface TypesetGlyph {
  id: number
  /** The typeface's own width, and how much nearer the next one stands in this text. */
  advance: number
  nearer: number
  /** What it stands for. */
  text: string
}
export interface Typeset {
  typeface: Typeface
  glyphs: TypesetGlyph[]
  /** Of all of them together. */
  width: number
}
/** A label whose text is set. */
export type SetLabel = Omit<VectorLabel, 'marks'> & {
  marks: (Exclude<Mark, { kind: 'text' }> | (Extract<Mark, { kind: 'text' }> & { set: Typeset }))[]
}
/** What a document says about a typeface; lengths in thousandths of the size. */
export interface TypefaceFacts {
  name: string
  box: readonly [left: number, bottom: number, right: number, top: number]
  ascent: number
  descent: number
  capHeight: number
}

/** Letters are not exchanged for others, as Inter would in 10x20: what was written stands there. */
const features = { calt: false, liga: false, clig: false, ccmp: false }
const opened = new Map<Typeface, Font>()

function open(typeface: Typeface): Font {
  const known = opened.get(typeface)
  if (known !== undefined) return known
  const [script = 'latin', weight] = typeface.split(' ')
  if (!isScript(script)) throw new Error(`${script} is no script`)
  const font = create(readFont(script, Number(weight)))
  if (!('layout' in font)) throw new Error(`The file of ${typeface} holds several typefaces`)
  opened.set(typeface, font)
  return font
}

export function typeset({ text, script, weight }: Pick<TextRun, 'text' | 'script' | 'weight'>): Typeset {
  const typeface: Typeface = `${script} ${weight}`
  const font = open(typeface)
  const part = 1000 / font.unitsPerEm
  const { glyphs, positions } = font.layout(text, features)
  const set = glyphs.map((glyph, index): TypesetGlyph => {
    const advance = glyph.advanceWidth * part
    const taken = (positions[index]?.xAdvance ?? glyph.advanceWidth) * part
    return { id: glyph.id, advance, nearer: advance - taken, text: String.fromCodePoint(...glyph.codePoints) }
  })
  return { typeface, glyphs: set, width: set.reduce((sum, { advance, nearer }) => sum + advance - nearer, 0) }
}

/** The text of a run as one outline (SVG path data), as wide as where it was laid out by whole pixels. */
export function outlineOf({ typeface, glyphs, width }: Typeset, run: Pick<TextRun, 'x' | 'y' | 'size' | 'width'>): string {
  if (width === 0) return ''
  const font = open(typeface)
  const up = run.size / font.unitsPerEm
  const across = (run.width * 1000) / (width * font.unitsPerEm)
  let outline = ''
  let pen = 0
  for (const { id, advance, nearer } of glyphs) {
    const x = run.x + (pen * run.width) / width
    outline += font.getGlyph(id).path.transform(across, 0, 0, -up, x, run.y).toSVG()
    pen += advance - nearer
  }
  return outline
}

/** A typeface with these glyphs alone, as TrueType; they are numbered from 1 in their order. */
export function subsetOf(typeface: Typeface, glyphs: readonly number[]): { file: Uint8Array; facts: TypefaceFacts } {
  const font = open(typeface)
  const subset = font.createSubset()
  for (const glyph of glyphs) subset.includeGlyph(font.getGlyph(glyph))
  const part = 1000 / font.unitsPerEm
  const { minX, minY, maxX, maxY } = font.bbox
  return {
    file: subset.encode(),
    facts: {
      name: font.postscriptName,
      box: [minX * part, minY * part, maxX * part, maxY * part],
      ascent: font.ascent * part,
      descent: font.descent * part,
      capHeight: font.capHeight * part,
    },
  }
}

export const typesetLabel = (label: VectorLabel): SetLabel => ({
  ...label,
  marks: label.marks.map((mark) => (mark.kind === 'text' ? { ...mark, set: typeset(mark.run) } : mark)),
})
