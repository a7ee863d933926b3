/** Draws the elements of a layout on a page. What cannot be drawn right is a problem with a name, never a guess. */
import { encodeBarcode, type Symbology } from './barcode.ts'
import { BadValue } from './bad-value.ts'
import type { Fields } from './fields.ts'
import type { Fonts } from './fonts.ts'
import type { Glyphs } from './glyph/glyphs.ts'
import { symbologyNames, type BarcodeElement, type Element, type Leaf, type PriceElement, type TextElement } from './layout.ts'
import { drawBox, drawImage, drawLine } from './picture.ts'
import { layPrice } from './price.ts'
import { lacking, lackingOn, type Role, type Roles } from './roles.ts'
import { inEnglish, short, type Translatable, type Sentence } from './sentences.ts'
import { inkOf, type Surface } from './surface.ts'
import { holdsFigures } from './template.ts'
import { capHeight, fitText, offset, type Laid } from './text.ts'

export interface Problem {
  kind: 'overflow' | 'missing-glyph' | 'bad-barcode' | 'bad-value' | 'bad-image' | 'wrong-size' | (typeof lacking)[Role]
  page: number
  /** Place of the element in its page, such as `3` or `2.1`. */
  element: string
  /** In English words, with the text and the box. */
  detail: string
  /** The same, to be said in other languages. */
  translatable: Translatable
}

/** What became of an element, beside its ink. */
export interface Facts {
  /** As it stands there, before it was broken into lines or cut. */
  text?: string
  /** Size of the font that was used, wanted, and of the smallest part. */
  size?: { used: number; requested: number; min: number }
  /** It ends with … */
  cut?: boolean
  code?: DrawnCode
}
/** A bar code on its page, in pixels; the quiet zone that its standard wants lies around it, at the sides alone of a linear one. */
export interface DrawnCode {
  symbology: Symbology
  value: string
  linear: boolean
  x: number
  y: number
  w: number
  h: number
  module: number
  /** In pixels. */
  quiet: number
  ink: number
}
/** Looks at elements one by one while they are drawn. */
export interface Watch {
  before(element: Leaf, name: string): void
  after(facts: Facts): void
}

export interface Pen {
  surface: Surface
  fonts: Fonts
  glyphs: Glyphs
  fields: Fields
  locale: string
  page: number
  problems: Problem[]
  roles: Roles
  watch?: Watch | undefined
}

/** Which product an element draws, and how far it is moved for that. */
interface Turn {
  scope: number
  dx: number
  dy: number
  /** Elements that lack what they are for, each with its product: they are not drawn. */
  left: ReadonlySet<string>
}

export function drawElements(pen: Pen, elements: readonly Element[]): void {
  const lacks = lackingOn(elements, pen)
  for (const { role, element, words } of lacks) pen.problems.push({ kind: lacking[role], page: pen.page, element, ...words })
  const left = new Set(lacks.map(({ element, scope }) => `${element} ${scope}`))
  for (const [index, element] of elements.entries()) drawElement(pen, element, String(index + 1), { scope: 0, dx: 0, dy: 0, left })
}

function drawElement(pen: Pen, element: Element, name: string, turn: Turn): void {
  const { fields } = pen
  try {
    if (element.when?.some((condition) => !fields.holds(condition, turn.scope)) === true) return
    if (element.type !== 'repeat') {
      if (turn.left.has(`${name} ${turn.scope}`)) return
      pen.watch?.before(element, name)
      const facts = drawLeaf(pen, element, name, turn)
      pen.watch?.after(facts ?? {})
      return
    }
    for (let scope = 0; scope < Math.min(element.count, fields.products); scope++) {
      const next = { ...turn, scope, dx: element.dx * scope, dy: element.dy * scope }
      for (const [index, inner] of element.elements.entries()) drawElement(pen, inner, `${name}.${index + 1}`, next)
    }
  } catch (error) {
    if (!(error instanceof BadValue)) throw error
    pen.problems.push({ kind: 'bad-value', page: pen.page, element: name, ...error.words })
  }
}

function drawLeaf(pen: Pen, element: Leaf, name: string, { scope, dx, dy }: Turn): Facts | undefined {
  const report: Report = (kind, ...words) => pen.problems.push({ kind, page: pen.page, element: name, ...inEnglish(...words) })
  const { surface } = pen
  const at = { x: element.x + dx, y: element.y + dy }
  switch (element.type) {
    case 'text':
      return drawText(pen, { ...element, ...at }, scope, report)
    case 'price':
      return drawPrice(pen, { ...element, ...at }, scope, report)
    case 'barcode':
      return drawBarcode(pen, { ...element, ...at }, scope, report)
    case 'image': {
      const wrong = drawImage(surface, element, at)
      if (wrong !== undefined) report('bad-image', wrong.sentence, wrong.values)
      return undefined
    }
    case 'line':
      drawLine(surface, element, { x: dx, y: dy })
      return undefined
    case 'box':
      drawBox(surface, element, at)
      return undefined
  }
}

type Report = (kind: Problem['kind'], sentence: Sentence, values?: Translatable['values']) => void

/** Characters without a typeface that are named. */
const maxNamed = 8
/** False when some characters cannot be drawn, which has then been reported. */
function drawable({ fonts }: Pen, text: string, report: Report): boolean {
  const missing = fonts.missing(text)
  const characters = missing.map((char) => `"${char}" (U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')})`)
  if (characters.length > maxNamed) characters.splice(maxNamed, Infinity, '…')
  if (missing.length > 0) report('missing-glyph', 'no-glyph', { characters: characters.join(', ') })
  return missing.length === 0
}

function drawText(pen: Pen, element: TextElement, scope: number, report: Report): Facts | undefined {
  const { surface, fields, glyphs, locale } = pen
  const text = fields.fill(element.text, scope).trim().normalize('NFC')
  if (text === '' || !drawable(pen, text, report)) return undefined
  const { x, y, w, h, size, minSize = size, weight, lines } = element
  // A figure that is cut is another figure.
  const ellipsis = element.ellipsis && !holdsFigures(element.text)
  const laid = fitText(glyphs, { text, width: w, height: h, size, minSize, weight, lines, ellipsis, locale })
  if (laid === undefined) {
    report('overflow', 'text-too-long', { text: short(text), width: w, height: h, size: minSize })
    return undefined
  }
  const ink = inkOf(element.color, surface.palette)
  const top = y + offset(element.valign, h, heightOf(laid))
  const base = Math.round(top + laid.ascent)
  for (const [index, line] of laid.lines.entries()) {
    const width = glyphs.width(line, laid.style)
    const at = { x: Math.round(x + offset(element.align, w, width)), y: base + index * laid.leading }
    glyphs.draw(surface, line, at, laid.style, ink)
    if (element.strike) strike(surface, at, width, laid.style.size, ink)
  }
  const used = laid.style.size
  return { text, size: { used, requested: size, min: used }, cut: laid.cut }
}

/** A bar from below the first figure to above the last: a level one would turn a 9 into an 8 and a 0 into an 8. */
function strike(surface: Surface, { x, y }: { x: number; y: number }, width: number, size: number, ink: number): void {
  const thick = Math.max(1, Math.round(size / 10))
  const [from, to] = [x - 3, x + width + 3]
  const rise = Math.round(size * capHeight) - thick - 2
  for (let column = from; column < to; column++) {
    const part = (column - from) / Math.max(1, to - from - 1)
    surface.fill(column, y - 1 - thick - Math.round(part * rise), 1, thick, ink)
  }
}

const heightOf = ({ ascent, lines, leading }: Laid) => ascent + (lines.length - 1) * leading

/** Symbol and cents small and raised, the figure as large as it fits. */
function drawPrice(pen: Pen, element: PriceElement, scope: number, report: Report): Facts | undefined {
  const { surface, fields, glyphs, locale } = pen
  const parts = fields.price(element.field, scope)
  if (parts === undefined) return undefined
  const { x, y, w: width, h: height, size, minSize = size, weight, small } = element
  const figure = parts.whole + parts.decimal
  const text = `${parts.before}${figure}${parts.cents}${parts.after}`
  if (!drawable(pen, figure + parts.before + parts.after, report)) return undefined
  const laid = layPrice(glyphs, parts, { width, height, size, minSize, weight, small, locale })
  if (laid === undefined) {
    report('overflow', 'price-too-long', { text, width, height })
    return undefined
  }
  const rise = laid.size * capHeight
  const base = Math.round(y + offset(element.valign, height - laid.hang, rise) + rise)
  const left = Math.round(x + offset(element.align, width, laid.width))
  const ink = inkOf(element.color, surface.palette)
  for (const piece of laid.pieces) glyphs.draw(surface, piece.text, { x: left + piece.x, y: base - piece.rise }, piece.style, ink)
  return { text, size: { used: laid.size, requested: size, min: laid.smallest } }
}

function drawBarcode({ surface, fields }: Pen, element: BarcodeElement, scope: number, report: Report): Facts | undefined {
  const value = fields.fill(element.value, scope).trim()
  if (value === '') return undefined
  const code = encodeBarcode(element.symbology, value)
  if (typeof code === 'string') {
    report('bad-barcode', 'no-code', { text: short(value), symbology: symbologyNames[element.symbology], reason: code })
    return undefined
  }
  const { x, y, w, h } = element
  const quiet = element.quiet ?? code.quiet
  const [across, down] = [code.width + 2 * quiet, code.linear ? 1 : code.rows.length + 2 * quiet]
  const module = Math.floor(code.linear ? w / across : Math.min(w / across, h / down))
  if (module < 1) {
    report('overflow', 'code-too-wide', { symbology: symbologyNames[element.symbology], modules: across, width: w, height: h })
    return undefined
  }
  const left = x + Math.floor(offset(element.align, w, across * module)) + quiet * module
  const top = code.linear ? y : y + Math.floor((h - down * module) / 2) + quiet * module
  const ink = inkOf(element.color, surface.palette)
  for (const [row, modules] of code.rows.entries()) {
    const height = code.linear ? h : module
    for (let start = 0; start < modules.length; start++) {
      if (modules[start] !== 1) continue
      let end = start
      while (modules[end] === 1) end++
      surface.fill(left + start * module, top + row * module, (end - start) * module, height, ink)
      start = end
    }
  }
  const size = { w: code.width * module, h: code.linear ? h : code.rows.length * module }
  const drawn = { x: left, y: top, ...size, module, quiet: code.quiet * module, ink }
  return { text: value, code: { symbology: element.symbology, value, linear: code.linear, ...drawn } }
}
