/** Draws the elements of a layout on a canvas. What cannot be drawn right is a problem with a name, never a guess. */
import { Image, type SKRSContext2D } from '@napi-rs/canvas'
import { encodeBarcode } from './barcode.ts'
import { BadValue, type Fields } from './fields.ts'
import type { Fonts } from './fonts.ts'
import type { BarcodeElement, Colour, Element, ImageElement, Leaf, PriceElement, TextElement } from './layout.ts'
import type { Palette } from './models.ts'
import { capHeight, type Laid, type TextLayout } from './text.ts'

export interface Problem {
  kind: 'overflow' | 'missing-glyph' | 'bad-barcode' | 'bad-value' | 'bad-image' | 'wrong-size'
  page: number
  /** Place of the element in its page, such as `3` or `2.1`. */
  element: string
  /** In words, with the text and the box. */
  detail: string
}

export interface Pen {
  context: SKRSContext2D
  palette: Palette
  fonts: Fonts
  texts: TextLayout
  fields: Fields
  locale: string
  page: number
  problems: Problem[]
}

const css: Record<Colour, string> = { black: '#000000', white: '#ffffff', red: '#ff0000', yellow: '#ffd800' }
/** Inks a panel does not have are black. */
function ink(colour: Colour, palette: Palette): string {
  const absent = (colour === 'red' && palette === 'bw') || (colour === 'yellow' && palette !== 'bwry')
  return css[absent ? 'black' : colour]
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

export function drawElements(pen: Pen, elements: readonly Element[]): void {
  for (const [index, element] of elements.entries()) drawElement(pen, element, String(index + 1), 0)
}

function drawElement(pen: Pen, element: Element, name: string, scope: number): void {
  const { context, fields } = pen
  try {
    if (element.when?.some((condition) => !fields.holds(condition, scope)) === true) return
    if (element.type !== 'repeat') {
      drawLeaf(pen, element, name, scope)
      return
    }
    for (let product = 0; product < Math.min(element.count, fields.products); product++) {
      context.save()
      context.translate(element.dx * product, element.dy * product)
      for (const [index, inner] of element.elements.entries()) drawElement(pen, inner, `${name}.${index + 1}`, product)
      context.restore()
    }
  } catch (error) {
    if (!(error instanceof BadValue)) throw error
    pen.problems.push({ kind: 'bad-value', page: pen.page, element: name, detail: error.message })
  }
}

function drawLeaf(pen: Pen, element: Leaf, name: string, scope: number): void {
  const report = (kind: Problem['kind'], detail: string) => pen.problems.push({ kind, page: pen.page, element: name, detail })
  const { context, palette } = pen
  switch (element.type) {
    case 'text':
      drawText(pen, element, scope, report)
      break
    case 'price':
      drawPrice(pen, element, scope, report)
      break
    case 'barcode':
      drawBarcode(pen, element, scope, report)
      break
    case 'image':
      drawImage(pen, element, report)
      break
    case 'line':
      context.strokeStyle = ink(element.color, palette)
      context.lineWidth = element.lineWidth
      context.beginPath()
      context.moveTo(element.x + 0.5, element.y + 0.5)
      context.lineTo(element.x2 + 0.5, element.y2 + 0.5)
      context.stroke()
      break
    case 'box':
      context.beginPath()
      context.roundRect(element.x, element.y, element.w, element.h, element.radius)
      if (element.fill !== undefined) {
        context.fillStyle = ink(element.fill, palette)
        context.fill()
      }
      if (element.stroke !== undefined) {
        context.strokeStyle = ink(element.stroke, palette)
        context.lineWidth = element.lineWidth
        context.stroke()
      }
  }
}

type Report = (kind: Problem['kind'], detail: string) => void

/** False when some characters cannot be drawn, which has then been reported. */
function drawable({ fonts }: Pen, text: string, report: Report): boolean {
  const missing = fonts.missing(text)
  if (missing.length > 0)
    report(
      'missing-glyph',
      `No typeface has ${missing.map((char) => `"${char}" (U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')})`).join(', ')}`,
    )
  return missing.length === 0
}

function drawText(pen: Pen, element: TextElement, scope: number, report: Report): void {
  const { context, fields, palette, texts, locale } = pen
  const text = fields.fill(element.text, scope).trim()
  if (text === '' || !drawable(pen, text, report)) return
  const { x, y, w, h, size, minSize = size, weight, lines } = element
  // A figure that is cut is another figure.
  const ellipsis = element.ellipsis && !/\{[^{}]+:/.test(element.text)
  const laid = texts.fit({ text, width: w, height: h, size, minSize, weight, lines, ellipsis, locale })
  if (laid === undefined) {
    report('overflow', `"${short(text)}" does not fit into ${w} × ${h} pixels at size ${minSize}`)
    return
  }
  context.font = laid.font
  context.fillStyle = ink(element.color, palette)
  const top = y + offset(element.valign, h, heightOf(laid))
  for (const [index, line] of laid.lines.entries()) {
    const width = texts.width(laid.font, line)
    const left = x + offset(element.align, w, width)
    const base = Math.round(top + laid.size * capHeight) + index * laid.leading
    context.fillText(line, Math.round(left), base)
    if (element.strike)
      context.fillRect(
        Math.round(left) - 1,
        Math.round(base - laid.size * 0.3),
        Math.ceil(width) + 2,
        Math.max(1, Math.round(laid.size / 12)),
      )
  }
}

const heightOf = ({ size, lines, leading }: Laid) => size * capHeight + (lines.length - 1) * leading
function offset(align: 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom', room: number, used: number): number {
  if (align === 'left' || align === 'top') return 0
  return align === 'center' || align === 'middle' ? (room - used) / 2 : room - used
}

/** Symbol and cents small and raised, the figure as large as it fits. */
function drawPrice(pen: Pen, element: PriceElement, scope: number, report: Report): void {
  const { context, fields, fonts, palette, texts, locale } = pen
  const parts = fields.price(element.field, scope)
  if (parts === undefined) return
  const { x, y, w, h, weight, small } = element
  const figure = parts.whole + parts.decimal
  for (let size = element.size; size >= (element.minSize ?? element.size); size--) {
    const minor = Math.max(6, Math.round(size * small))
    const gap = Math.max(1, Math.round(size * 0.05))
    const [big, little] = [
      fonts.css(size, weight, locale, figure),
      fonts.css(minor, Math.min(weight, 700), locale, parts.before + parts.after),
    ]
    const pieces = [
      { text: parts.before, font: little, raise: size - minor },
      { text: parts.cents === '' ? parts.whole : figure, font: big, raise: 0 },
      { text: parts.cents, font: fonts.css(minor, weight, locale, parts.cents), raise: size - minor },
      { text: parts.after, font: little, raise: parts.cents === '' ? size - minor : 0 },
    ].filter((piece) => piece.text !== '')
    const widths = pieces.map((piece) => texts.width(piece.font, piece.text))
    const total = widths.reduce((sum, width) => sum + width, 0) + gap * (pieces.length - 1)
    // A decimal comma hangs below the base line.
    const hang = parts.cents === '' ? 0 : size * 0.12
    if (total > w || size * capHeight + hang > h) continue
    if (!drawable(pen, figure + parts.before + parts.after, report)) return
    const base = Math.round(y + offset(element.valign, h - hang, size * capHeight) + size * capHeight)
    let left = x + offset(element.align, w, total)
    context.fillStyle = ink(element.color, palette)
    for (const [index, { text, font, raise }] of pieces.entries()) {
      context.font = font
      context.fillText(text, Math.round(left), base - Math.round(raise * capHeight))
      left += widths[index]! + gap
    }
    return
  }
  report('overflow', `The price "${parts.before}${figure}${parts.cents}${parts.after}" does not fit into ${w} × ${h} pixels`)
}

function drawBarcode({ context, fields, palette }: Pen, element: BarcodeElement, scope: number, report: Report): void {
  const value = fields.fill(element.value, scope).trim()
  if (value === '') return
  const code = encodeBarcode(element.symbology, value)
  if (typeof code === 'string') {
    report('bad-barcode', `"${short(value)}" is no ${element.symbology}: ${code}`)
    return
  }
  const { x, y, w, h } = element
  const quiet = element.quiet ?? code.quiet
  const [across, down] = [code.width + 2 * quiet, code.linear ? 1 : code.rows.length + 2 * quiet]
  const module = Math.floor(code.linear ? w / across : Math.min(w / across, h / down))
  if (module < 1) {
    report('overflow', `A ${element.symbology} of ${across} modules does not fit into ${w} × ${h} pixels`)
    return
  }
  const left = x + Math.floor(offset(element.align, w, across * module)) + quiet * module
  const top = code.linear ? y : y + Math.floor((h - down * module) / 2) + quiet * module
  context.fillStyle = ink(element.color, palette)
  for (const [row, modules] of code.rows.entries()) {
    const height = code.linear ? h : module
    for (let start = 0; start < modules.length; start++) {
      if (modules[start] !== 1) continue
      let end = start
      while (modules[end] === 1) end++
      context.fillRect(left + start * module, top + row * module, (end - start) * module, height)
      start = end
    }
  }
}

function drawImage({ context, palette }: Pen, { x, y, w, h, data, dither }: ImageElement, report: Report): void {
  const image = new Image()
  image.src = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
  if (image.width === 0) {
    report('bad-image', 'The picture cannot be read')
    return
  }
  context.drawImage(image, x, y, w, h)
  if (dither === 'none') return
  const area = context.getImageData(x, y, w, h)
  ditherGrey(area.data, w, palette)
  context.putImageData(area, x, y)
}

/** Floyd and Steinberg's error diffusion between black and white; strong reds stay red where there is red ink. */
function ditherGrey(rgba: Uint8ClampedArray, width: number, palette: Palette): void {
  const height = rgba.length / 4 / width
  const grey = Float32Array.from(
    { length: width * height },
    (_, index) => rgba[4 * index]! * 0.299 + rgba[4 * index + 1]! * 0.587 + rgba[4 * index + 2]! * 0.114,
  )
  for (let index = 0; index < grey.length; index++) {
    const red = palette !== 'bw' && rgba[4 * index]! > 150 && rgba[4 * index + 1]! < 90 && rgba[4 * index + 2]! < 90
    const value = red ? 0 : grey[index]! < 128 ? 0 : 255
    const error = red ? 0 : grey[index]! - value
    const column = index % width
    if (column + 1 < width) grey[index + 1]! += (error * 7) / 16
    if (column > 0 && index + width - 1 < grey.length) grey[index + width - 1]! += (error * 3) / 16
    if (index + width < grey.length) grey[index + width]! += (error * 5) / 16
    if (column + 1 < width && index + width + 1 < grey.length) grey[index + width + 1]! += error / 16
    rgba.set([red ? 255 : value, value, value, 255], 4 * index)
  }
}
