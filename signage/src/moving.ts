/**
 * What moves by itself on slides: clocks and tickers. The server draws what they consist of as SVG, each as a picture that a player of before
 * shows as well: of a clock its background, of a ticker the beginning of its line. Players and the editor put them together.
 */
import type { TextLook } from './drawn.ts'
import { svgOf } from './svg.ts'

export const clockTimes = ['none', 'minutes', 'seconds'] as const
export const clockDates = ['none', 'numeric', 'short', 'long'] as const
export const clockHours = [12, 24] as const
export interface ClockLook {
  time: (typeof clockTimes)[number]
  date: (typeof clockDates)[number]
  /** Absent, as the language of the store has them. */
  hours?: (typeof clockHours)[number] | undefined
}
export const tickerDirections = ['left', 'right'] as const
/** Pixels of the screen in a second. */
export const tickerSpeeds = { least: 10, most: 1000 } as const
export interface TickerLook {
  speed: number
  /** Where it runs to. */
  direction: (typeof tickerDirections)[number]
}

/** What a display needs to move a picture. */
export type Moves = ({ kind: 'clock'; locale: string; timeZone: string } & ClockLook & RowPlace) | ({ kind: 'ticker' } & TickerLook)
/** Of the row of a clock in its box. */
export interface RowPlace {
  align: TextLook['align']
  padding: number
}

/** How a clock writes instants. All white space is alike: languages have several kinds of it, browsers not always the same. */
export function clockWriter({ time, date, hours }: ClockLook, locale: string, timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    ...(date === 'numeric' && { day: '2-digit', month: '2-digit', year: 'numeric' }),
    ...(date === 'short' && { weekday: 'short', day: 'numeric', month: 'short' }),
    ...(date === 'long' && { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    ...(time !== 'none' && { hour: hours === 12 ? 'numeric' : '2-digit', minute: '2-digit' }),
    ...(time === 'seconds' && { second: '2-digit' }),
    ...(hours !== undefined && { hourCycle: hours === 12 ? 'h12' : 'h23' }),
  })
  return (instant) => format.format(instant).normalize('NFC').replaceAll(/\s/g, ' ')
}
/** Of each weekday in each month, before and after noon: together they have all letters of a clock, and are as wide as it becomes. */
export function clockSamples(look: ClockLook, locale: string): string[] {
  const write = clockWriter(look, locale, 'UTC')
  const days = Array.from({ length: 12 * 7 }, (_, at) => [Math.floor(at / 7), 20 + (at % 7)] as const)
  const samples = days.flatMap(([month, day]) => [8, 20].map((hour) => write(Date.UTC(2026, month, day, hour, 28, 38))))
  return [...new Set(samples)]
}
/** When a clock shows something else next, of the clock that its instants are of. */
export function nextTick({ time }: Pick<ClockLook, 'time'>, instant: number): number {
  const step = time === 'seconds' ? 1000 : 60_000
  return (Math.floor(instant / step) + 1) * step
}

interface Size {
  width: number
  height: number
}
interface Letter {
  advance: number
  /** Of a path, from where the letter begins, at its height in the box. */
  outline: string
}
/** The letters of a clock, by themselves. */
export interface Sheet extends Size {
  colour: string
  letters: ReadonlyMap<string, Letter>
}
const lettersOf = /<g id="letters" fill="([^"]+)">/
export const sheetSvg = ({ colour, letters, ...size }: Sheet, ground: string): string =>
  svgOf(size, `${ground}<defs><g id="letters" fill="${colour}">${[...letters].map(letterSvg).join('')}</g></defs>`)
const letterSvg = ([letter, { advance, outline }]: readonly [string, Letter]) =>
  `<path id="u${(letter.codePointAt(0) ?? 0).toString(16)}" data-advance="${advance}" d="${outline}"/>`

/** The letters out of what the server has drawn, and what lies behind them. */
export function readSheet(svg: string): { sheet: Sheet; ground: string } {
  const letters = new Map<string, Letter>()
  for (const [, code = '', advance, outline = ''] of svg.matchAll(/<path id="u([0-9a-f]+)" data-advance="(\d+)" d="([^"]*)"\/>/g))
    letters.set(String.fromCodePoint(Number.parseInt(code, 16)), { advance: Number(advance), outline })
  const colour = lettersOf.exec(svg)?.[1] ?? '#ffffff'
  return { sheet: { ...sizeOf(svg), colour, letters }, ground: svg.replace(/<defs>.*<\/defs>/s, '') }
}
function sizeOf(svg: string): Size {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  return { width: Number(width), height: Number(height) }
}

/** Where each letter of a text begins in its box. Throws where one is missing. */
export function rowOf({ width, letters }: Sheet, text: string, { align, padding }: RowPlace): { letter: string; left: number }[] {
  let pen = 0
  const row = Array.from(text, (letter) => {
    const known = letters.get(letter)
    if (known === undefined) throw new Error(`there is no letter ${letter}`)
    const left = pen
    pen += known.advance
    return { letter, left }
  })
  const room = width - 2 * padding - pen
  const begin = padding + Math.round(align === 'left' ? 0 : align === 'right' ? room : room / 2)
  return row.map(({ letter, left }) => ({ letter, left: begin + left }))
}
/** A whole row as one picture, on what lies behind it. */
export function rowSvg({ sheet, ground }: ReturnType<typeof readSheet>, text: string, place: RowPlace): string {
  const paths = rowOf(sheet, text, place).map(
    ({ letter, left }) => `<path transform="translate(${left})" d="${sheet.letters.get(letter)?.outline ?? ''}"/>`,
  )
  return ground.replace('</svg>', `<g fill="${sheet.colour}">${paths.join('')}</g></svg>`)
}

/** A line that runs comes round after `length`, and is longer than its box where its text is. */
export interface Line extends Size {
  length: number
  line: string
}
export const lineSvg = ({ length, line, ...size }: Line, ground: string): string =>
  svgOf(size, `${ground}<g data-length="${length}">${line}</g>`)
/** What runs of a ticker, as one round of it, and what stays behind it. */
export function readLine(svg: string): { round: string; length: number; copies: number; ground: string } {
  const [whole = '', given, line = ''] = /<g data-length="(\d+)">(.*)<\/g>/s.exec(svg) ?? []
  const { width, height } = sizeOf(svg)
  const length = Number(given)
  if (!(length > 0)) throw new Error('this is no line')
  return { round: svgOf({ width: length, height }, line), length, copies: Math.ceil(width / length) + 1, ground: svg.replace(whole, '') }
}
/** Where a ticker is at an instant, of 0 to `lasts` (milliseconds): the same on all displays, and on with the next slide that has it. */
export function tickerCourse({ speed }: Pick<TickerLook, 'speed'>, length: number): { lasts: number; at(instant: number): number } {
  const lasts = (length / speed) * 1000
  return { lasts, at: (instant) => ((instant % lasts) + lasts) % lasts }
}
/** The frames of one round. */
export const tickerFrames = ({ direction }: Pick<TickerLook, 'direction'>, length: number): { transform: string }[] => {
  const ends = ['translateX(0)', `translateX(${-length}px)`]
  return (direction === 'left' ? ends : ends.toReversed()).map((transform) => ({ transform }))
}
