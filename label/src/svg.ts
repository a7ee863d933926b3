/**
 * Writes a label as SVG, for screens: text as outlines of its typefaces, bars and areas as such, in colours of one's own. It is as sharp as the
 * screen, and needs no typeface there.
 */
import type { Modules } from './barcode.ts'
import { brandOutline } from './brand-font.ts'
import { encodeClearPng } from './bitmap.ts'
import { namedInks, paletteColours, type Ink, type Palette } from './palettes.ts'
import type { TextRun } from './surface.ts'
import { capHeight } from './text.ts'
import { outlineOf, typeset, typesetLabel } from './typeset.ts'
import type { Mark, VectorLabel } from './vector.ts'
import type { Stretch, Written } from './writing.ts'

/** As `#rrggbb`, each instead of an ink. */
export interface ScreenColours {
  /** White; `none` lets through what lies below the label. */
  background: string
  /** Black. */
  text: string
  /** Red. */
  accent: string
}

/** Of the other inks: screens shine, and pure colours of theirs glare. */
const onScreen: Partial<Record<Ink, number>> = { yellow: 0xf2b600, blue: 0x1f5fbf, green: 0x1e8449, orange: 0xe07b1a }
/** White where there is no background: of text on an area in another colour. */
const white = '#ffffff'

const hex = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`

/** By ink, as `#rrggbb`; grays are mixed of text and background. */
function coloursOf(palette: Palette, { background, text, accent }: ScreenColours): string[] {
  const paper = background === 'none' ? white : background
  const own: Partial<Record<Ink, string>> = { white: paper, black: text, red: accent }
  const inks = namedInks(palette)
  return paletteColours[palette].map((colour, number) => {
    const ink = inks[number]
    return ink === undefined ? mixed(text, paper, (colour & 255) / 255) : (own[ink] ?? hex(onScreen[ink] ?? colour))
  })
}

/** Between two colours; `part` of the second. */
function mixed(from: string, to: string, part: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const channels = [1, 3, 5].map((at) => Math.round(channel(from, at) * (1 - part) + channel(to, at) * part))
  return `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`
}

export function encodeSvg(label: VectorLabel, colours: ScreenColours): string {
  const { width, height, palette, background, marks } = typesetLabel(label)
  const inks = coloursOf(palette, colours)
  const inkAt = (ink: number) => inks[ink] ?? colours.text
  const isClear = background === 0 && colours.background === 'none'
  const parts = isClear ? [] : [`<path fill="${inkAt(background)}" d="M0 0h${width}v${height}H0z"/>`]
  for (const mark of marks) {
    if (mark.kind === 'picture') parts.push(pictureOf(mark, inks))
    else if (mark.kind === 'text') parts.push(`<path fill="${inkAt(mark.ink)}" d="${outlineOf(mark.set, mark.run)}"/>`)
    else {
      const { x, y, width: across, height: down, ink } = mark
      // Edges lie where they were put: bars of codes are as wide as they must be.
      parts.push(`<path fill="${inkAt(ink)}" shape-rendering="crispEdges" d="M${x} ${y}h${across}v${down}h${-across}z"/>`)
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
}

function pictureOf({ x, y, width, height, inks }: Extract<Mark, { kind: 'picture' }>, colours: readonly string[]): string {
  const table = colours.map((colour) => Number.parseInt(colour.slice(1), 16))
  const png = Buffer.from(encodeClearPng({ width, height, pixels: inks }, table)).toString('base64')
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="data:image/png;base64,${png}"/>`
}

/** What was written, as what stands in an SVG. */
export function encodeWriting({ label, lines }: Written, { colour, strike }: { colour: string; strike: boolean }): string {
  return `<path fill="${colour}" d="${outlineOfText(label)}"/>${strike ? lines.map((line) => barOf(line, colour)).join('') : ''}`
}

/** All text of a label as one outline. */
export const outlineOfText = (label: VectorLabel): string =>
  label.marks.flatMap((mark) => (mark.kind === 'text' ? [outlineOfRun(mark.run)] : [])).join('')

const outlineOfRun = (run: TextRun) => (run.font === undefined ? outlineOf(typeset(run), run) : brandOutline(run.font, run))

/** From below the first figure to above the last: a level bar would turn a 9 into an 8 and a 0 into an 8. */
function barOf({ x, y, width, size }: Stretch, colour: string): string {
  const thick = Math.max(1, Math.round(size / 10))
  const [left, right] = [x - thick, x + width + thick]
  const [low, high] = [y - thick, y - Math.round(size * capHeight) + thick]
  return `<path stroke="${colour}" stroke-width="${thick}" d="M${left} ${low}L${right} ${high}"/>`
}

/** The modules of a code on whole pixels in the middle of a box, as what stands in an SVG; undefined where it has no room for them. */
export function encodeModules({ rows, width, quiet }: Modules, box: { width: number; height: number }, colour: string): string | undefined {
  const module = Math.floor(Math.min(box.width / (width + 2 * quiet), box.height / (rows.length + 2 * quiet)))
  if (module < 1) return undefined
  const left = Math.floor((box.width - width * module) / 2)
  const top = Math.floor((box.height - rows.length * module) / 2)
  let path = ''
  for (const [row, modules] of rows.entries())
    for (let start = 0; start < width; start++) {
      if (modules[start] !== 1) continue
      let end = start
      while (modules[end] === 1) end++
      const across = (end - start) * module
      path += `M${left + start * module} ${top + row * module}h${across}v${module}h${-across}z`
      start = end
    }
  return `<path fill="${colour}" shape-rendering="crispEdges" d="${path}"/>`
}
