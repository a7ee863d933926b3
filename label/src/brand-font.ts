/**
 * Fonts of one's own, for screens: a TrueType or OpenType file read into outlines by character, and text set from those. The file is read once,
 * where it was sent; who draws with it meets numbers alone.
 */
import { create, type Font, type PathCommand } from 'fontkit'
import type { Glyphs, Style } from './glyph/glyphs.ts'
import type { TextRun } from './surface.ts'

/** Lengths in thousandths of the size at which capitals are as high as those of the house's own typeface: they change places in any layout. */
export interface BrandFont {
  /** As the file says. */
  name: string
  /** By character: how far the pen goes, and its outline (SVG path data, y downwards from the base line); none of spaces. */
  characters: Record<string, readonly [advance: number, outline: string]>
  /** By pairs of letters, how much nearer they stand. */
  kerning: Record<string, number>
}
export type BadFontReason = 'no-font' | 'several-fonts' | 'no-figures' | 'large-font'
/** Why a file is not taken. */
export class BadFont extends Error {
  readonly reason: BadFontReason
  constructor(reason: BadFontReason) {
    super(reason)
    this.reason = reason
  }
}

/** Of outlines all together: a typeface of 23,000 Korean characters has 19 million. */
const maxOutline = 24_000_000
const maxCharacters = 40_000
const glyphsPerReader = 2000
/** Height of capitals and figures, and what of a figure may hang below the base line, as text is laid out (text.ts). */
const [capHeight, hang] = [727, 190]
/** Control characters and marks that stand on others: text is composed before it is set. */
const notAlone = /[\p{C}\p{M}]/u
const figures = '0123456789'
/** Whose pairs are known; figures stay in their columns. */
const kerned = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜäöüßÀÁÂÇÈÉÊàáâçèéêìíòóôùú.,-'’`

/** Throws `BadFont`: what the library stumbles over is a font that cannot be read. */
export function readBrandFont(file: Uint8Array): BrandFont {
  try {
    const bytes = Buffer.from(file)
    return outlinesOf(() => opened(bytes))
  } catch (error) {
    throw error instanceof BadFont ? error : new BadFont('no-font')
  }
}

function opened(bytes: Buffer): Font {
  const font = create(bytes)
  if (!('layout' in font)) throw new BadFont('several-fonts')
  return font
}

function outlinesOf(open: () => Font): BrandFont {
  const font = open()
  const scale = scaleOf(font)
  const whole = (length: number) => Math.round(length * scale)
  const characters: Record<string, readonly [number, string]> = {}
  let [outlines, count, reader] = [0, 0, font]
  for (const [at, point] of font.characterSet.entries()) {
    // An open font holds every glyph that was asked for, ten times as large as its outline.
    if (at % glyphsPerReader === 0) reader = open()
    const char = String.fromCodePoint(point)
    if (notAlone.test(char)) continue
    const glyph = reader.glyphForCodePoint(point)
    const outline = pathOf(glyph.path.commands, scale)
    // A character without ink that is no space is none: the house's own stands for it.
    if (outline === '' && !/\s/u.test(char)) continue
    outlines += outline.length
    if (outlines > maxOutline || ++count > maxCharacters) throw new BadFont('large-font')
    characters[char] = [Math.max(0, whole(glyph.advanceWidth)), outline]
  }
  const drawn = Array.from(figures, (figure) => characters[figure]?.[1])
  if (drawn.includes(undefined) || new Set(drawn).size < figures.length) throw new BadFont('no-figures')
  return { name: font.fullName || font.familyName || '', characters, kerning: kerningOf(font, characters, whole) }
}

/** From the font's units. No figure rises above capitals, and none hangs below what lines have room for. */
function scaleOf(font: Font): number {
  const boxes = Array.from(`H${figures}`, (char) => font.glyphForCodePoint(char.codePointAt(0) ?? 0).bbox)
  const top = Math.max(...boxes.map(({ maxY }) => maxY))
  const bottom = Math.max(...boxes.map(({ minY }) => -minY))
  const scale = Math.min(capHeight / top, bottom > 0 ? hang / bottom : Infinity)
  if (!(scale > 0 && Number.isFinite(scale))) throw new BadFont('no-figures')
  return scale
}

const letters = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const

function pathOf(commands: readonly PathCommand[], scale: number): string {
  let path = ''
  for (const { command, args } of commands) {
    path += letters[command]
    for (let at = 0; at < args.length; at += 2)
      path += `${at > 0 ? ' ' : ''}${Math.round(args[at]! * scale)} ${-Math.round(args[at + 1]! * scale)}`
  }
  return path
}

function kerningOf(font: Font, characters: BrandFont['characters'], whole: (length: number) => number): Record<string, number> {
  const kerning: Record<string, number> = {}
  const known = Array.from(kerned).filter((char) => characters[char] !== undefined)
  for (const left of known)
    for (const right of known) {
      const { glyphs, positions } = font.layout(left + right, features)
      // What is one glyph together is no pair.
      if (glyphs.length !== 2) continue
      const nearer = whole((glyphs[0]?.advanceWidth ?? 0) - (positions[0]?.xAdvance ?? 0))
      if (nearer !== 0) kerning[left + right] = nearer
    }
  return kerning
}
/** Letters are not exchanged for others: what was written stands there. */
const features = { calt: false, liga: false, clig: false, ccmp: false }

const isOwn = ({ characters }: BrandFont, char: string) => Object.hasOwn(characters, char)

/** Sets text in a font of one's own; what it does not have is set by `house`. */
export function createBrandGlyphs(font: BrandFont, house: Glyphs): Glyphs {
  const widthOf = (piece: Piece, style: Style) =>
    piece.isOwn ? Math.round((lengthOf(font, piece.text) * style.size) / 1000) : house.width(piece.text, style)
  return {
    width: (text, style) => piecesOf(font, text).reduce((sum, piece) => sum + widthOf(piece, style), 0),
    draw(surface, text, { x, y }, style, ink) {
      let pen = x
      for (const piece of piecesOf(font, text)) {
        const width = widthOf(piece, style)
        const { size, weight } = style
        if (!piece.isOwn) house.draw(surface, piece.text, { x: pen, y }, style, ink)
        else surface.write?.({ text: piece.text, script: 'latin', weight, size, x: pen, y, width, font }, ink)
        pen += width
      }
    },
  }
}

interface Piece {
  text: string
  isOwn: boolean
}
function piecesOf(font: BrandFont, text: string): Piece[] {
  const pieces: Piece[] = []
  for (const char of text) {
    const last = pieces.at(-1)
    const own = isOwn(font, char)
    if (last?.isOwn === own) last.text += char
    else pieces.push({ text: char, isOwn: own })
  }
  return pieces
}

/** In thousandths of the size. */
function lengthOf({ characters, kerning }: BrandFont, text: string): number {
  let [length, before] = [0, '']
  for (const char of text) {
    length += (characters[char]?.[0] ?? 0) - (kerning[before + char] ?? 0)
    before = char
  }
  return length
}

/** The text of a run that was set in such a font, as one outline (SVG path data). */
export function brandOutline({ characters, kerning }: BrandFont, { text, size, x, y }: Pick<TextRun, 'text' | 'size' | 'x' | 'y'>): string {
  const part = size / 1000
  let [outline, pen, before] = ['', 0, '']
  for (const char of text) {
    const [advance, path] = characters[char] ?? [0, '']
    pen -= kerning[before + char] ?? 0
    const place = (length: string, by: number) => String(Math.round((Number(length) * part + by) * 100) / 100)
    outline += path.replaceAll(
      /(-?\d+) (-?\d+)/g,
      (_, across: string, down: string) => `${place(across, x + pen * part)} ${place(down, y)}`,
    )
    pen += advance
    before = char
  }
  return outline
}

/** Characters of a text that the font does not have. */
export const missingIn = (font: BrandFont, text: string): string[] => [...new Set(text)].filter((char) => !isOwn(font, char))

/** Some letters and figures of it, as an SVG that is as high as its line. */
export function brandSample(font: BrandFont): string {
  const [size, line] = [40, 48]
  const text = Array.from('Aa Bg 1,99 0234567')
    .filter((char) => isOwn(font, char))
    .join('')
  const width = Math.ceil((lengthOf(font, text) * size) / 1000) + 4
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${line}" viewBox="0 0 ${width} ${line}"><path d="${brandOutline(font, { text, size, x: 2, y: 36 })}"/></svg>`
}
