/** Lays texts out: how large, how many lines, where they break. */
import type { Glyphs, Style } from './glyph/glyphs.ts'

export interface TextBox {
  text: string
  width: number
  height: number
  size: number
  minSize: number
  weight: number
  lines: number
  ellipsis: boolean
  locale: string
}
export interface Laid {
  style: Style
  lines: string[]
  /** Distance of base lines. */
  leading: number
  /** From the top of the first line to its base line, in pixels. */
  ascent: number
  /** It ends with … */
  cut: boolean
}

/** Height of a line in parts of the font's size; of capitals above the base line; of East Asian characters, which rise above them. */
const lineHeight = 1.16
export const capHeight = 0.73
const squareHeight = 0.86
const square = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]/u
/** What descends below the base line of the last line, or stands above capitals, without touching its neighbours. */
const descentOf = (rise: number) => (rise === capHeight ? 0.2 : 0.12)

/** Characters that must not begin a line in Japanese and Korean. */
const noStart = /^[、。，．・：；？！）」』】〕〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々%℃)\]}.,!?:;]/u
const cjk = /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/u

/** Undefined when the text does not fit even at its smallest size. */
export function fitText(glyphs: Glyphs, box: TextBox): Laid | undefined {
  const { text, width: limit, height, size, minSize, weight, lines, ellipsis, locale } = box
  const mixed = square.test(text)
  const rise = mixed ? squareHeight : capHeight
  const leadingOf = (fontSize: number) => Math.round(fontSize * lineHeight)
  const roomFor = (fontSize: number) =>
    Math.min(lines, 1 + Math.floor((height - fontSize * (rise + descentOf(rise))) / leadingOf(fontSize)))
  const parts = lines > 1 ? pieces(text) : []
  const laid = (style: Style, texts: string[], cut = false): Laid => ({
    style,
    lines: texts,
    cut,
    leading: leadingOf(style.size),
    ascent: style.size * rise,
  })
  for (let fontSize = size; fontSize >= minSize;) {
    const style = { size: fontSize, weight, locale, mixed }
    const room = roomFor(fontSize)
    if (room < 1) {
      fontSize--
      continue
    }
    const width = glyphs.width(text, style)
    if (width <= limit) return laid(style, [text])
    const broken = room > 1 ? breakLines(glyphs, parts, style, limit, room) : undefined
    if (broken !== undefined) return laid(style, broken)
    fontSize = nextSize(fontSize, (limit * lines) / width)
  }
  if (!ellipsis || roomFor(minSize) < 1) return undefined
  const style = { size: minSize, weight, locale, mixed }
  for (let length = text.length - 1; length > 0; length--) {
    const cut = `${text.slice(0, length).trimEnd()}…`
    const broken = breakLines(glyphs, pieces(cut), style, limit, roomFor(minSize))
    if (broken !== undefined) return laid(style, broken, true)
  }
  return undefined
}

/** The next size worth a try when only this share of the text has room: widths follow sizes but for rounding and weight. */
export const nextSize = (size: number, share: number): number => Math.min(size - 1, Math.ceil(size * share * 1.12) + 1)

function breakLines(glyphs: Glyphs, parts: readonly string[], style: Style, limit: number, maxLines: number): string[] | undefined {
  const lines: string[] = []
  let line = ''
  for (const piece of parts) {
    const longer = line + piece
    if (glyphs.width(longer.trimEnd(), style) <= limit) {
      line = longer
      continue
    }
    if (line.trim() === '') return undefined
    lines.push(line.trimEnd())
    if (lines.length === maxLines) return undefined
    line = piece.trimStart()
    if (glyphs.width(line.trimEnd(), style) > limit) return undefined
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

/** Behind spaces and hyphens, but not between a number and its unit: "100 g" stays together. */
const breaks = /(?<=[\s-])(?<!\d\s(?=\p{L}{1,2}(?:\s|$)))/u

/** Where a line may end: between words, and between East Asian characters. */
function pieces(text: string): string[] {
  const result: string[] = []
  for (const word of text.split(breaks)) {
    let piece = ''
    for (const char of word) {
      if (piece !== '' && (cjk.test(char) || cjk.test(piece.at(-1) ?? '')) && !noStart.test(char)) {
        result.push(piece)
        piece = ''
      }
      piece += char
    }
    if (piece !== '') result.push(piece)
  }
  return result
}

/** How far from the left or upper edge something begins, in a room. */
export function offset(align: 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom', room: number, used: number): number {
  if (align === 'left' || align === 'top') return 0
  return align === 'center' || align === 'middle' ? (room - used) / 2 : room - used
}
