/** The letters of a clock by themselves, all on one base line: screens put them together, and no figure moves another. */
import type { Glyphs, Style } from './glyph/glyphs.ts'
import { createRecorder, type VectorLabel } from './vector.ts'
import { drawWriting, type Writing } from './writing.ts'

/** `text`: what is as wide as it becomes; `letters`: all that there are. */
export interface SheetWriting extends Omit<Writing, 'text' | 'price' | 'leading' | 'oneLine'> {
  texts: readonly string[]
}
export interface WrittenLetter {
  letter: string
  advance: number
  /** In black on white, from the left edge. */
  label: VectorLabel
}

const figures = '0123456789'
const measured = 100

/** Undefined when the widest text does not fit, however small. */
export function drawSheet(glyphs: Glyphs, { texts, ...writing }: SheetWriting): WrittenLetter[] | undefined {
  const { width, height, weight, locale } = writing
  const styleOf = (size: number): Style => ({ size, weight, locale })
  const inFigures = (text: string) => text.replaceAll(/\d/g, widestOf(glyphs, figures, styleOf(measured)))
  const widest = widestOf(glyphs, new Set(texts.map(inFigures)), styleOf(measured))
  const written = drawWriting(glyphs, { ...writing, text: widest, leading: 1, oneLine: true })
  const y = written?.lines[0]?.y
  if (written === undefined || y === undefined) return undefined
  const style = styleOf(written.size)
  const column = Math.max(...Array.from(figures, (figure) => glyphs.width(figure, style)))
  return [...new Set([...texts.join(''), ...figures])].map((letter) => {
    const own = glyphs.width(letter, style)
    const advance = figures.includes(letter) ? column : own
    const surface = createRecorder(width, height, 'seven', 0)
    glyphs.draw(surface, letter, { x: Math.round((advance - own) / 2), y }, style, 1)
    return { letter, advance, label: surface.label }
  })
}

function widestOf(glyphs: Glyphs, texts: Iterable<string>, style: Style): string {
  let [found, width] = ['', -1]
  for (const text of texts) {
    const own = glyphs.width(text, style)
    if (own > width) [found, width] = [text, own]
  }
  return found
}
