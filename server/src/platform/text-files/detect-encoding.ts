/**
 * Finds the encoding of a text file. A mark at its beginning decides; else each encoding that can be meant is tried, and the reading that
 * is the most plausible in the store's language wins, if it is so by far. If it is not, the file is refused with the readings: a wrong
 * name on a label costs more than a question.
 */
import { isAscii } from 'node:buffer'
import { keysOf } from '@endcap/contract/typed-object'
import iconv from 'iconv-lite'
import { encodingsOf, type Encoding, type Region } from './encodings.ts'
import type { Languages } from './languages.ts'
import { costOf } from './plausible.ts'

/** Bytes looked at to tell the encoding. */
export const sniffBytes = 1_000_000
/** Of these, so many of lines that are not ASCII alone: more would tell nothing new. */
const scoredBytes = 16_384

export interface Found {
  encoding: Encoding
  bomLength: number
}
/** Encodings that could be meant, the likeliest first. */
export interface Unsure {
  readings: Encoding[]
}

const boms: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** A mark at the beginning that belongs to this encoding. */
export function bomOf(sample: Uint8Array, encoding: Encoding): Found {
  const mark = boms.find(([of, bytes]) => of === encoding && bytes.every((byte, index) => sample[index] === byte))
  return { encoding, bomLength: mark?.[1].length ?? 0 }
}

// Costs, as in plausible.ts.
/** Against a reading in a language that the store does not have; letters of a neighbour are less of a surprise. */
const strange = 9
const neighbouring = 7
/** For UTF-8: hardly any text of another encoding is valid as it. */
const unicode = 3
/** The best reading must be better by so much than the next one. */
const margin = 6
/** A language that the store does not have needs so many characters to be believed. */
const enoughForeign = 8
/** Of each character that is not ASCII, in the mean: beyond it no reading makes sense. */
const senseless = 16

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    // stream: the sample may end within a character
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

/** UTF-16 without a mark: every second byte of the ASCII in it is 0. */
function utf16Of(sample: Uint8Array): Encoding | undefined {
  const start = sample.subarray(0, 2000)
  const zeros = [0, 0]
  for (const [place, byte] of start.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > start.length / 10 && even === 0) return 'utf-16le'
  return even > start.length / 10 && odd === 0 ? 'utf-16be' : undefined
}

/** ESC $ @ and ESC $ B begin kanji in ISO-2022-JP. */
const isIso2022 = (sample: Buffer) => (sample.includes('\u001b$B') || sample.includes('\u001b$@')) && sample.every((byte) => byte < 0x80)

/** Lines with a byte beyond ASCII, as many as are looked at. */
function significantLines(sample: Buffer): Buffer {
  const lines: Buffer[] = []
  if (isAscii(sample)) return Buffer.alloc(0)
  let size = 0
  for (let from = 0; from < sample.length && size < scoredBytes;) {
    const end = sample.subarray(from).findIndex((byte) => byte === 0x0a || byte === 0x0d)
    const to = end < 0 ? sample.length : from + end + 1
    const line = sample.subarray(from, to)
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line.subarray(0, scoredBytes))
      size += line.length
    }
    from = to
  }
  return Buffer.concat(lines)
}

interface Reading {
  encoding: Encoding
  text: string
  cost: number
  /** Of the text alone. */
  bare: number
  /** In a language that the store does not have. */
  foreign: boolean
}

function penaltyOf(region: Region, { regions }: Languages): number {
  if (regions.has(region) || regions.size === 0) return 0
  const near = (region === 'western' && regions.has('central')) || (region === 'central' && regions.has('western'))
  return near ? neighbouring : strange
}

const allRegions = keysOf(encodingsOf)

/** The readings that come into question, the most plausible first; those with the same text count as one. */
function readingsOf(lines: Buffer, utf8: string | undefined, languages: Languages): Reading[] {
  const best = new Map<string, Reading>()
  let lowest = Infinity
  const add = (encoding: Encoding, text: string, region: Region, extra: number) => {
    const against = penaltyOf(region, languages) + extra
    const bare = costOf(text, region, languages, lowest + margin - against)
    const cost = bare + against
    const known = best.get(text)
    if (known === undefined || cost < known.cost)
      best.set(text, { encoding, text, cost, bare, foreign: encoding !== 'utf-8' && penaltyOf(region, languages) >= strange })
    lowest = Math.min(lowest, cost)
  }
  // The likeliest first: what is far worse than they are is not looked at to its end.
  for (const region of allRegions.toSorted((a, b) => penaltyOf(a, languages) - penaltyOf(b, languages))) {
    if (utf8 !== undefined) add('utf-8', utf8, region, -unicode)
    for (const [encoding, unusual] of encodingsOf[region]) add(encoding, iconv.decode(lines, encoding), region, unusual)
  }
  return [...best.values()].toSorted((a, b) => a.cost - b.cost)
}

/** The encoding of a file that begins with this sample, or those that it could be. */
export function detectEncoding(sample: Uint8Array, languages: Languages): Found | Unsure {
  for (const [encoding, bytes] of boms)
    if (bytes.every((byte, index) => sample[index] === byte)) return { encoding, bomLength: bytes.length }
  const whole = Buffer.from(sample.buffer, sample.byteOffset, Math.min(sample.length, sniffBytes))
  const utf16 = utf16Of(whole)
  if (utf16 !== undefined) return { encoding: utf16, bomLength: 0 }
  if (isIso2022(whole)) return { encoding: 'iso-2022-jp', bomLength: 0 }
  const utf8 = utf8Of(whole)
  const lines = significantLines(whole)
  if (lines.length === 0 || (utf8 !== undefined && isSurelyUtf8(utf8))) return { encoding: 'utf-8', bomLength: 0 }
  const [first, second] = readingsOf(lines, utf8 === undefined ? undefined : utf8Of(lines), languages)
  if (first === undefined) return { readings: [] }
  // A line that cannot be read is told by its number, whatever else the file could be.
  if (first.text.includes('\ufffd')) return { encoding: first.encoding, bomLength: 0 }
  const signs = first.text.match(/[^\0-\u007f]/gu)?.length ?? 0
  const ascii = first.text.length - signs
  const enough = !first.foreign || signs >= enoughForeign
  const clear = enough && (second === undefined || second.cost - first.cost >= margin)
  if (clear && (first.bare - 3 * ascii) / Math.max(1, signs) <= senseless) return { encoding: first.encoding, bomLength: 0 }
  return { readings: [first, ...(second === undefined ? [] : [second])].map(({ encoding }) => encoding) }
}

/** Three bytes a character, twice, or two bytes often: no other encoding looks like that by chance. */
const isSurelyUtf8 = (text: string) =>
  (text.match(/[\u0800-\uffff]/g)?.length ?? 0) >= 2 || (text.match(/[\u0080-\u07ff]/g)?.length ?? 0) >= 12
