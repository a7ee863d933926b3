/**
 * What only a look at the finished page shows: what is covered, too small, too pale, or a bar code that no scanner reads. Measured on the
 * pixels that go to the glass.
 */
import type { Bitmap } from './bitmap.ts'
import type { DrawnCode, Problem } from './draw.ts'
import { symbologyNames } from './layout.ts'
import { inkColours, paletteColours, paletteNames, type Palette } from './palettes.ts'
import { codeText, type Scanner, type Seen } from './scanner.ts'
import { inEnglish, short, type Translatable, type Sentence } from './sentences.ts'
import { inkOf } from './surface.ts'
import type { Box, Pixels, Trace } from './watch.ts'

/** An error keeps a layout from being published; a warning is for the person who draws it. */
export interface Finding extends Omit<Problem, 'kind'> {
  kind: Problem['kind'] | 'clipped' | 'unreadable-barcode' | 'tiny-text' | 'low-contrast' | 'shrunk' | 'cut'
  level: 'error' | 'warning'
}
/** What was drawn where: the box around an element's ink on the panel. What has none has no mark. */
export interface Mark {
  page: number
  /** As in problems, such as `3` or `2.1`; several marks have the same one where an element is repeated. */
  element: string
  x: number
  y: number
  w: number
  h: number
  /** Size of the font, after shrinking. */
  size: number | null
  /** The text of a text, price or bar code. */
  text: string | null
}
/** A page as it was drawn; `page` is its place in the layout. */
export interface WatchedPage extends Bitmap {
  page: number
  traces: readonly Trace[]
}

/** Sizes of text below which it is an error or a warning: strokes of smaller characters run into each other. */
const [illegible, tiny] = [6, 8]
/** A text that becomes smaller than this part of what was wanted looks like another design. */
const muchSmaller = 0.7
/** Two inks are told apart from this contrast on, after WCAG 2.2 §1.4.11: yellow on white and red on yellow are not, black on red is. */
const minContrast = 3
/** Ink beyond the edge of the panel that is not missed: a hair of a letter. */
const trifleOutside = 0.02
/** Parts of ink that may stand on a ground of its own colour, or be painted over: of all, and of each square about as wide as a letter. */
const pale = { all: 0.2, square: 0.5 }
const hidden = { all: 0.03, square: 0.25 }
/** Part of the ground that may get another ink: a line through a text takes a fifth of it, a bar that hides it nearly all. */
const filled = { all: 0.3, square: 0.3 }
/** Pixels that a square must have for its parts to mean anything. */
const minPixels = 8

/** Findings and marks of one page. */
export async function inspectPage(page: WatchedPage, scanner: Scanner): Promise<{ findings: Finding[]; marks: Mark[] }> {
  const findings: Finding[] = []
  const marks: Mark[] = []
  for (const trace of page.traces) {
    const { name: element, facts, box } = trace
    const report: Report = (kind, level, ...words) => findings.push({ kind, level, page: page.page, element, ...inEnglish(...words) })
    if (box !== undefined) marks.push({ page: page.page, element, ...box, size: facts.size?.used ?? null, text: facts.text ?? null })
    inspectText(trace, report)
    inspectInk(page, trace, report)
    if (facts.code !== undefined) await inspectCode(page, facts.code, scanner, report)
  }
  return { findings, marks }
}

type Report = (kind: Finding['kind'], level: Finding['level'], sentence: Sentence, values: Translatable['values']) => void

const textOf = ({ facts: { text = '' } }: Trace) => short(text)

function inspectText(trace: Trace, report: Report): void {
  const { size, cut } = trace.facts
  if (size === undefined) return
  const text = textOf(trace)
  const { used, requested, min } = size
  if (min < tiny) report('tiny-text', min < illegible ? 'error' : 'warning', 'tiny', { text, size: min })
  if (trace.element.type !== 'text') return
  if (used < requested * muchSmaller) report('shrunk', 'warning', 'shrunk', { text, wanted: requested, size: used })
  if (cut === true) report('cut', 'warning', 'cut', { text })
}

/** Relative luminance after WCAG, from 0 to 1, of an ink as it looks on the panel. */
function luminanceOf(colour: number): number {
  const linear = (part: number) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(colour >> 16) + 0.7152 * linear((colour >> 8) & 255) + 0.0722 * linear(colour & 255)
}
const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
interface Alike {
  inks: number
  /** For each two inks, so many in a row, 1 where they cannot be told apart. */
  table: Uint8Array
}
function alikeOf(palette: Palette): Alike {
  const luminances = inkColours[palette].map(luminanceOf)
  return {
    inks: luminances.length,
    table: Uint8Array.from(luminances.flatMap((one) => luminances.map((other) => Number(contrast(one, other) < minContrast)))),
  }
}
const alikes = new Map(paletteNames.map((palette) => [palette, alikeOf(palette)]))

function inspectInk(page: Bitmap, trace: Trace, report: Report): void {
  const { element, box, outside, ink } = trace
  if (element.type !== 'text' && element.type !== 'price' && element.type !== 'barcode') return
  const text = textOf(trace)
  if (outside > (ink.at.length + outside) * trifleOutside) report('clipped', 'error', 'outside', { text })
  if (box === undefined) return
  const { isPale, isHidden } = lookAtInk(page, trace, box, inkOf(element.color, page.palette))
  // Whether a code can be told from its ground is for the scanner to say.
  if (isPale && element.type !== 'barcode') report('low-contrast', 'error', 'pale', { text })
  if (isHidden) report('clipped', 'error', 'covered', { text })
}

/** Whether the ink of an element stands on a ground like itself, and whether it or its ground was painted over: in all, or in any square. */
function lookAtInk({ width, pixels, palette }: Bitmap, { facts, ink, ground }: Trace, box: Box, own: number) {
  const { inks, table } = alikes.get(palette)!
  const isAlike = (one: number, other: number) => table[inks * one + other] === 1
  const isPale = (index: number) => isAlike(ink.before[index]!, own)
  const isHidden = (index: number) => {
    const [before, now] = [ink.before[index]!, pixels[ink.at[index]!]!]
    return now !== own && isAlike(before, now) && !isAlike(before, own)
  }
  const side = Math.max(6, Math.round(0.75 * (facts.size?.used ?? 12 * (facts.code?.module ?? 1))))
  // Ground lies around the box too.
  const [left, top] = [box.x - 1, box.y - 1]
  const across = Math.ceil((box.w + 2) / side)
  const squares = across * Math.ceil((box.h + 2) / side)

  function isTooMuch({ at }: Pixels, is: (index: number) => boolean, limits: { all: number; square: number }): boolean {
    let total = 0
    for (let index = 0; index < at.length; index++) if (is(index)) total++
    // So it is of nearly all elements.
    if (total === 0) return false
    if (total > at.length * limits.all) return true
    const [all, some] = [new Uint32Array(squares), new Uint32Array(squares)]
    for (let index = 0; index < at.length; index++) {
      const row = Math.floor(at[index]! / width)
      const square = Math.floor((at[index]! - row * width - left) / side) + across * Math.floor((row - top) / side)
      all[square]!++
      if (is(index)) some[square]!++
    }
    return some.some((count, square) => all[square]! >= minPixels && count > all[square]! * limits.square)
  }
  if (ground === undefined) return { isPale: isTooMuch(ink, isPale, pale), isHidden: false }
  const isFilled = (index: number) => pixels[ground.at[index]!] !== ground.before[index]
  return { isPale: isTooMuch(ink, isPale, pale), isHidden: isTooMuch(ink, isHidden, hidden) || isTooMuch(ground, isFilled, filled) }
}

/** Red of less than half is dark to a scanner's red light; red, yellow and orange ink are as bright as paper. */
const darks = new Map(
  paletteNames.map((palette) => [palette, Uint8Array.from(paletteColours[palette], (colour) => Number(colour >> 16 < 128))]),
)
const isDarkOf = (palette: Palette) => {
  const table = darks.get(palette)!
  return (ink: number | undefined): boolean => ink !== undefined && table[ink] === 1
}

async function inspectCode(page: Bitmap, code: DrawnCode, scanner: Scanner, report: Report): Promise<void> {
  const { symbology, value } = code
  const error = (sentence: Sentence, values: Translatable['values'] = {}) =>
    report('unreadable-barcode', 'error', sentence, { symbology: symbologyNames[symbology], text: short(value), ...values })
  if (!isDarkOf(page.palette)(code.ink)) {
    error('code-red')
    return
  }
  const quiet = quietZone(page, code)
  if (quiet !== undefined) error(quiet, { modules: code.quiet / code.module })
  const texts = await scanner.read(symbology, seen(page, code))
  if (texts.includes(codeText(symbology, value))) return
  if (texts.length === 0) error('code-unread')
  else error('code-misread', { read: `"${short(texts.join('", "'))}"` })
}

/** The code with its quiet zone, as far as it lies on the page, and whether all of the zone does. */
function withQuietZone({ width, height }: Bitmap, { x, y, w, h, quiet, linear }: DrawnCode) {
  const [left, right] = [x - quiet, x + w + quiet]
  const [top, bottom] = linear ? [y, y + h] : [y - quiet, y + h + quiet]
  const area = { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(width, right), bottom: Math.min(height, bottom) }
  return { area, whole: left >= 0 && right <= width && (linear || (top >= 0 && bottom <= height)) }
}

/** What is wrong with the quiet zone: it must lie on the panel, in one bright ink. */
function quietZone(page: Bitmap, code: DrawnCode): Sentence | undefined {
  const { area, whole } = withQuietZone(page, code)
  const isDark = isDarkOf(page.palette)
  if (!whole) return 'quiet-outside'
  let ground: number | undefined
  for (let y = area.top; y < area.bottom; y++) {
    const inRows = y >= code.y && y < code.y + code.h
    for (let x = area.left; x < area.right; x++) {
      if (inRows && x === code.x) x += code.w
      if (x >= area.right) break
      const ink = page.pixels[y * page.width + x]
      ground ??= ink
      if (ink !== ground || isDark(ink)) return 'quiet-inked'
    }
  }
  return undefined
}

/** Rows of a linear code that are alike are all the same to a scanner: so many of them are looked at. */
const alikeRows = 3

function seen(page: Bitmap, code: DrawnCode): Seen {
  const { area } = withQuietZone(page, code)
  const isDark = isDarkOf(page.palette)
  const width = Math.max(0, area.right - area.left)
  const rows: Uint8Array[] = []
  let alikeBefore = 0
  for (let y = area.top; y < area.bottom; y++) {
    const row = page.pixels.subarray(y * page.width + area.left, y * page.width + area.right)
    alikeBefore = isSame(row, rows.at(-1)) ? alikeBefore + 1 : 0
    if (!code.linear || alikeBefore < alikeRows) rows.push(row)
  }
  const dark = new Uint8Array(width * rows.length)
  for (const [index, row] of rows.entries()) for (let x = 0; x < width; x++) if (isDark(row[x])) dark[index * width + x] = 1
  return { width, height: rows.length, dark }
}
function isSame(one: Uint8Array, other: Uint8Array | undefined): boolean {
  if (other === undefined) return false
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false
  return true
}
