/** Lays texts out: how large, how many lines, where they break. Widths are remembered: labels of a store repeat themselves. */
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Fonts } from './fonts.ts'

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
  size: number
  font: string
  lines: string[]
  /** Distance of base lines. */
  leading: number
}

/** Height of a line in parts of the font's size, and of its capitals above the base line. */
const lineHeight = 1.16
export const capHeight = 0.73
/** What descends below the base line of the last line, or stands above capitals, without touching its neighbours. */
const descent = 0.2

/** Characters that must not begin a line in Japanese and Korean. */
const noStart = /^[、。，．・：；？！）」』】〕〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々%℃)\]}.,!?:;]/u
const cjk = /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/u

export interface TextLayout {
  width(font: string, text: string): number
  /** Undefined when the text does not fit even at its smallest size. */
  fit(box: TextBox): Laid | undefined
}

export function createTextLayout(context: SKRSContext2D, fonts: Fonts): TextLayout {
  const widths = new Map<string, number>()
  let current = ''
  function width(font: string, text: string): number {
    const key = `${font}\u0000${text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    if (current !== font || context.font !== font) {
      context.font = font
      current = font
    }
    const measured = context.measureText(text).width
    if (widths.size > 50_000) widths.clear()
    widths.set(key, measured)
    return measured
  }

  function breakLines(text: string, font: string, limit: number, maxLines: number): string[] | undefined {
    const lines: string[] = []
    let line = ''
    for (const piece of pieces(text)) {
      const longer = line + piece
      if (width(font, longer.trimEnd()) <= limit) {
        line = longer
        continue
      }
      if (line.trim() === '') return undefined
      lines.push(line.trimEnd())
      if (lines.length === maxLines) return undefined
      line = piece.trimStart()
      if (width(font, line.trimEnd()) > limit) return undefined
    }
    if (line.trim() !== '') lines.push(line.trimEnd())
    return lines
  }

  return {
    width,
    fit({ text, width: limit, height, size, minSize, weight, lines, ellipsis, locale }) {
      for (let wanted = size; wanted >= minSize; wanted--) {
        const font = fonts.css(wanted, weight, locale, text)
        const leading = Math.round(wanted * lineHeight)
        const room = Math.min(lines, 1 + Math.floor((height - wanted * (capHeight + descent)) / leading))
        if (room < 1) continue
        if (room === 1 || lines === 1) {
          if (width(font, text) <= limit) return { size: wanted, font, leading, lines: [text] }
          if (room === 1) continue
        }
        const broken = breakLines(text, font, limit, room)
        if (broken !== undefined) return { size: wanted, font, leading, lines: broken }
      }
      if (!ellipsis) return undefined
      const font = fonts.css(minSize, weight, locale, `${text}…`)
      for (let length = text.length - 1; length > 0; length--) {
        const cut = `${text.slice(0, length).trimEnd()}…`
        const broken = breakLines(cut, font, limit, lines)
        if (broken !== undefined) return { size: minSize, font, leading: Math.round(minSize * lineHeight), lines: broken }
      }
      return undefined
    },
  }
}

/** Where a line may end: behind spaces and hyphens, and between East Asian characters. */
function pieces(text: string): string[] {
  const result: string[] = []
  for (const word of text.split(/(?<=[\s-])/u)) {
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
