/**
 * Characters as pixels. Every character of a size and weight is drawn once, and from then on stamped: it looks the same wherever it
 * stands, on whole pixels, and what is measured is what is drawn.
 */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { latinHeights, stemsOf, type Fonts, type Script } from '../fonts.ts'
import { spansOf, type Spans, type Surface, type TextRun } from '../surface.ts'
import { fitGlyph, type FitOptions } from './grid-fit.ts'

export interface Style {
  size: number
  weight: number
  locale: string
  /** Stands among East Asian characters: Latin becomes bold where they do. */
  mixed?: boolean
}
export interface Glyphs {
  /** Whole pixels from the pen's place before the text to its place behind it. */
  width(text: string, style: Style): number
  /** The pen starts at `x` on the base line `y`. */
  draw(surface: Surface, text: string, at: { x: number; y: number }, style: Style, ink: number): void
}

interface Glyph {
  char: string
  script: Script
  weight: number
  advance: number
  /** Drawn when it is needed: text is measured at many sizes and drawn at few. */
  spans: Spans | undefined
}
interface Table {
  style: Style
  glyphs: Map<string, Glyph>
  widths: Map<string, number>
}

/** From this size on a pixel more or less in a stem is not seen, and glyphs are taken as they are, in the weight that was asked for. */
const fittedBelow = 28
/** Below this size pairs of letters are not moved together: there is no part of a pixel to move them by. */
const kernedFrom = 18
/** Below this size letters are spaced wider than designed. */
const looserBelow = 14
/** Share of a pixel that must be covered: thin slanted strokes and the joints of n and m would break at one half. */
const threshold = (script: Script, size: number) => (script !== 'latin' ? 0.5 : size < 20 ? 0.4 : 0.45)
/** How many tables, texts with their width and characters in each, and drawn characters in all are kept. */
const [tableLimit, textLimit, glyphLimit, drawnLimit] = [2000, 2000, 5000, 20_000]
/** Size at which designed widths are measured. */
const measuredAt = 800

export function createGlyphs(fonts: Fonts): Glyphs {
  const canvas = createCanvas(8, 8)
  const context = canvas.getContext('2d')
  const tables = new Map<string, Table>()
  const designed = new Map<string, number>()
  const drawn = new Map<string, Spans>()

  /** The table used last, which is most often the one wanted next. */
  let recent: Table | undefined
  function tableOf(style: Style): Table {
    const { size, weight, locale, mixed = false } = style
    const last = recent?.style
    if (recent !== undefined && last?.size === size && last.weight === weight && last.locale === locale && last.mixed === mixed)
      return recent
    const key = `${size} ${weight} ${locale} ${mixed}`
    let table = tables.get(key)
    if (table === undefined) {
      if (tables.size >= tableLimit) tables.clear()
      table = { style: { size, weight, locale, mixed }, glyphs: new Map(), widths: new Map() }
      tables.set(key, table)
    }
    recent = table
    return table
  }

  /** Width in parts of the size, as the typeface's designer meant it. */
  function designedWidth(text: string, script: Script, weight: number): number {
    const key = `${script} ${weight} ${text}`
    const known = designed.get(key)
    if (known !== undefined) return known
    if (designed.size > 50_000) designed.clear()
    context.font = `${measuredAt}px "${fonts.family(script, weight)}"`
    const width = context.measureText(text).width / measuredAt
    designed.set(key, width)
    return width
  }

  function glyphOf(table: Table, char: string): Glyph {
    const known = table.glyphs.get(char)
    if (known !== undefined) return known
    if (table.glyphs.size >= glyphLimit) table.glyphs.clear()
    const { size, locale } = table.style
    const script = fonts.scriptOf(char, locale)
    const weight = weightFor(script, table.style)
    const small = script === 'latin' && size < looserBelow
    // Small letters need a little more white between them than large ones, and small figures all the room of a 0.
    const measured = small && /^\d$/.test(char) ? '0' : char
    const advance = Math.round(designedWidth(measured, script, weight) * size + (small ? 0.2 : 0))
    const glyph: Glyph = { char, script, weight, advance, spans: undefined }
    table.glyphs.set(char, glyph)
    return glyph
  }

  /** How much nearer two letters stand than their widths say. Figures stay in their columns. */
  function kerning({ style: { size } }: Table, a: Glyph, b: Glyph): number {
    if (size < kernedFrom || a.script !== 'latin' || b.script !== 'latin' || /\d/.test(a.char + b.char)) return 0
    const { weight } = a
    const pair = designedWidth(a.char + b.char, 'latin', weight)
    return Math.round((pair - designedWidth(a.char, 'latin', weight) - designedWidth(b.char, 'latin', weight)) * size)
  }

  /** Locales share what is drawn. */
  function spansFor(glyph: Glyph, style: Style): Spans {
    const { char, script, weight } = glyph
    const key = `${style.size} ${script} ${weight} ${targetStem(script, style)} ${char}`
    let spans = drawn.get(key)
    if (spans === undefined) {
      if (drawn.size >= drawnLimit) drawn.clear()
      spans = trace(context, fonts, glyph, { style, designed: designedWidth(char, script, weight) })
      drawn.set(key, spans)
    }
    return spans
  }

  function width(text: string, style: Style): number {
    const table = tableOf(style)
    const known = table.widths.get(text)
    if (known !== undefined) return known
    let total = 0
    let before: Glyph | undefined
    for (const char of clusters(text)) {
      const glyph = glyphOf(table, char)
      total += glyph.advance + (before === undefined ? 0 : kerning(table, before, glyph))
      before = glyph
    }
    if (table.widths.size >= textLimit) table.widths.clear()
    table.widths.set(text, total)
    return total
  }

  return {
    width,
    draw(surface, text, { x, y }, style, ink) {
      const table = tableOf(style)
      const write = surface.write && collectRuns(surface, { y, style, ink })
      let pen = x
      let before: Glyph | undefined
      for (const char of clusters(text)) {
        const glyph = glyphOf(table, char)
        if (before !== undefined) pen += kerning(table, before, glyph)
        if (write === undefined) {
          glyph.spans ??= spansFor(glyph, style)
          surface.stamp(glyph.spans, pen, y, ink)
        } else write.glyph(glyph, pen)
        pen += glyph.advance
        before = glyph
      }
      write?.end()
    },
  }
}

/** Neighbours of one typeface go to the surface together, in the weight that was asked for: nothing has to fit whole pixels there. */
function collectRuns(surface: Surface, { y, style, ink }: { y: number; style: Style; ink: number }) {
  let run: TextRun | undefined
  const end = () => {
    if (run !== undefined) surface.write?.(run, ink)
    run = undefined
  }
  return {
    glyph({ char, script, advance }: Glyph, x: number) {
      if (run !== undefined && run.script !== script) end()
      const weight = nearestOf(weightsOf(script), (one) => Math.abs(one - style.weight))
      run ??= { text: '', script, weight, size: style.size, x, y, width: 0 }
      run.text += char
      run.width = x + advance - run.x
    },
    end,
  }
}

/** Characters with the marks that stand on them. */
function clusters(text: string): Iterable<string> {
  return /\p{M}/u.test(text) ? (text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) : text
}

const nearestOf = (weights: readonly number[], off: (weight: number) => number) =>
  weights.reduce((best, one) => (off(one) < off(best) - 1e-9 ? one : best))
const weightsOf = (script: Script) => Object.keys(stemsOf(script)).map(Number)

/** Whole pixels that the stems of a weight are worth. East Asian characters have more strokes in the same room and become bold later. */
function wholeStem(script: Script, { size, weight }: Style): number {
  const nearest = nearestOf(weightsOf(script), (one) => Math.abs(one - weight))
  const drawn = stemsOf(script)[nearest]![0] * size
  if (script !== 'latin') return Math.max(1, Math.round(drawn - 0.45))
  // With thicker stems the inside of 6, 8 and e would close.
  return Math.max(1, Math.min(size < 14 ? 1 : size < 20 ? 2 : size < 26 ? 3 : 4, Math.round(drawn - 0.2)))
}

function targetStem(script: Script, style: Style): number {
  return style.mixed === true && wholeStem('ja', style) === 1 ? 1 : wholeStem(script, style)
}

/** Slanted strokes are not fitted: a little more than a whole pixel keeps them from breaking. */
const ampler = 0.08

/** The weight whose stems come nearest to the whole number of pixels that the wanted weight is worth at this size. */
function weightFor(script: Script, style: Style): number {
  const { size, weight } = style
  if (size >= fittedBelow) return nearestOf(weightsOf(script), (one) => Math.abs(one - weight))
  const target = targetStem(script, style)
  return nearestOf(weightsOf(script), (one) => Math.abs(stemsOf(script)[one]![0] * size - target - ampler))
}

/** Draws a character on the canvas and takes its ink from there. */
function trace(context: SKRSContext2D, fonts: Fonts, glyph: Glyph, { style, designed }: { style: Style; designed: number }): Spans {
  const { size } = style
  const { char, script, weight } = glyph
  const fitted = size < fittedBelow
  const scale = !fitted ? 1 : size < 18 ? 16 : 8
  const drawn = size * scale
  const font = `${drawn}px "${fonts.family(script, weight)}"`
  context.font = font
  const box = context.measureText(char)
  const penX = Math.ceil(Math.max(0, box.actualBoundingBoxLeft)) + scale
  const penY = Math.ceil(Math.max(0, box.actualBoundingBoxAscent)) + scale
  const width = penX + Math.ceil(Math.max(1, box.actualBoundingBoxRight)) + scale
  const height = penY + Math.ceil(Math.max(1, box.actualBoundingBoxDescent)) + scale
  const { canvas } = context
  if (canvas.width < width) canvas.width = width
  if (canvas.height < height) canvas.height = height
  context.clearRect(0, 0, width, height)
  // A canvas that has grown has forgotten its font.
  context.font = font
  context.fillStyle = '#000000'
  context.fillText(char, penX, penY)
  const { data } = context.getImageData(0, 0, width, height)
  if (!fitted) return spansOf(width, height, { left: -penX, top: -penY }, (index) => data[4 * index + 3]! >= 128)
  const bits = new Uint8Array(width * height)
  for (let index = 0; index < bits.length; index++) bits[index] = data[4 * index + 3]! >= 128 ? 1 : 0
  const mask = fitGlyph({ width, height, bits, scale, penX, penY }, fitOptions(glyph, style, designed))
  return spansOf(mask.width, mask.height, mask, (index) => mask.bits[index] === 1)
}

/** East Asian characters stand in a square, this much of it above the base line. */
const squareAscent = 0.88

/** How much thinner a level stem may be than half a pixel more and still be rounded down. */
const levelSlimmer = 0.2

function fitOptions({ script, weight, advance }: Glyph, style: Style, designed: number): FitOptions {
  const { size } = style
  const stemParts = stemsOf(script)[weight]!
  const [upright, level] = [stemParts[0] * size, stemParts[1] * size]
  const whole = targetStem(script, style)
  const wholeLevel = Math.max(1, Math.round(level + whole - upright - levelSlimmer))
  const stems = { upright: { drawn: upright, whole }, level: { drawn: level, whole: wholeLevel } }
  const base = { stems, threshold: threshold(script, size) }
  if (script !== 'latin') {
    const top = -Math.round(squareAscent * size)
    return { ...base, even: false, zones: [], room: { x: [0, advance - 1], y: [top, top + size] } }
  }
  const zones = [0, latinHeights.small, latinHeights.capital].map((at) => ({ at: at * size, becomes: Math.round(at * size) }))
  return { ...base, even: true, zones, room: { x: [0, advance - 1] }, advance: { designed: designed * size, whole: advance } }
}
