/** Decodes a text file as a stream, in the encoding that is named or found. What cannot be decoded is an error, never a question mark. */
import { encodingNames, sampledRows } from '@endcap/contract/file-encodings'
import type { FileReading } from '@endcap/contract/product-files'
import iconv from 'iconv-lite'
import { bomOf, detectEncoding, sniffBytes, type Found } from './detect-encoding.ts'
import type { Encoding } from './encodings.ts'
import { FileProblem, reasonOf } from './file-problem.ts'
import type { Languages } from './languages.ts'

/** How a file is to be read. */
export interface TextReading {
  /** Of the store that the file is for: they decide between encodings that could both be meant. */
  languages: Languages
  /** As the person has chosen; found out when left out. */
  encoding?: Encoding | undefined
  /** Told once: how the file is read, or, when that is not certain, how it could be. */
  onFound?: ((readings: FileReading[]) => void) | undefined
}

/** Files of another kind by their first bytes: what they are is said, not that they hold a NUL byte somewhere. */
const otherKinds = [
  ['archive', [0x50, 0x4b, 0x03, 0x04]],
  ['old-workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['gzip', [0x1f, 0x8b]],
] as const

/** Lines of UTF-8 in a file of another encoding: read as that, they would become other words. */
function createMixWatch(encoding: Encoding) {
  let [line, wide, open, broken] = [1, 0, 0, false]
  /** Characters beyond ASCII on one line that cannot be there by chance; of two bytes where each byte is a character. */
  const single = /^(windows|iso-8859)/.test(encoding)
  const enough = single ? 1 : 2
  const isUtf8Line = () => !broken && open === 0 && wide >= enough
  const take = (byte: number) => {
    if (byte === 0x0a || byte === 0x0d) [wide, open, broken] = [0, 0, false]
    else if (broken) return
    else if (open > 0) {
      if ((byte & 0xc0) === 0x80) open--
      else broken = true
    } else if (byte >= 0xe0 && byte <= 0xef) [wide, open] = [wide + 1, 2]
    else if (byte >= 0xc2 && byte <= 0xdf) [wide, open] = [single ? wide + 1 : wide, 1]
    else if (byte >= 0x80) broken = true
  }
  /** Answers the line that is UTF-8, if there is one. */
  return (chunk: Uint8Array, last: boolean): number | undefined => {
    for (const byte of chunk) {
      if ((byte === 0x0a || byte === 0x0d) && isUtf8Line()) return line
      if (byte === 0x0a) line++
      take(byte)
    }
    return last && isUtf8Line() ? line : undefined
  }
}

const maxShown = 200
const beyondAscii = /[^\0-\u007f]/
/** The first lines that tell how a text was read: those with characters beyond ASCII, else those behind the first. */
function significantLines(text: string): string[] {
  const lines = text
    .slice(0, sniffBytes)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  const significant = lines.filter((line) => beyondAscii.test(line))
  return (significant.length > 0 ? significant : lines.slice(1))
    .slice(0, sampledRows)
    .map((line) => line.slice(0, maxShown).replaceAll('\0', '\ufffd'))
}

function readingOf(sample: Uint8Array, encoding: Encoding): FileReading {
  const { bomLength } = bomOf(sample, encoding)
  return { encoding, lines: significantLines(decoder(encoding, false)(sample.subarray(bomLength), false)) }
}

/** Finds how a file that begins with this sample is read; throws when that is not certain. */
export function findEncoding(sample: Uint8Array, { languages, encoding, onFound }: TextReading): Found {
  const other = otherKinds.find(([, bytes]) => bytes.every((byte, index) => sample[index] === byte))
  if (other !== undefined) throw new FileProblem(reasonOf(other[0]))
  const found = encoding === undefined ? detectEncoding(sample, languages) : bomOf(sample, encoding)
  const start = sample.subarray(0, sniffBytes)
  if (!('readings' in found)) {
    onFound?.([readingOf(start, found.encoding)])
    return found
  }
  const readings = found.readings.map((one) => readingOf(start, one))
  onFound?.(readings)
  // Lines in which the readings differ, so that a person sees which one is right.
  const [first, second] = readings
  const place = Math.max(0, first?.lines.findIndex((line, at) => line !== second?.lines[at]) ?? 0)
  throw new FileProblem(
    reasonOf(second === undefined ? 'senseless' : 'unsure', {
      ...(first !== undefined && { first: encodingNames[first.encoding], firstLine: first.lines[place] ?? '' }),
      ...(second !== undefined && { second: encodingNames[second.encoding], secondLine: second.lines[place] ?? '' }),
    }),
  )
}

/** Decodes in pieces; throws with the line of the first byte that is not of the encoding, or of a NUL. */
export async function* decodeText(content: AsyncIterable<Uint8Array>, reading: TextReading): AsyncGenerator<string> {
  let line = 1
  let sample: Uint8Array[] = []
  let size = 0
  let decode: ((chunk: Uint8Array, last: boolean) => string) | undefined
  let encoding: Encoding = 'utf-8'
  let afterReturn = false
  const checked = (text: string) => {
    const bad = isUnicode(encoding) ? firstOf(text, noUnicode) : text.search(noLegacy)
    const good = bad < 0 ? text : text.slice(0, bad)
    // Line ends are \n, \r\n or \r; the two of \r\n may come in two pieces.
    line += (good.match(/\r\n|\r|\n/g)?.length ?? 0) - (afterReturn && good.startsWith('\n') ? 1 : 0)
    if (bad >= 0)
      throw new FileProblem(text[bad] === '\0' ? reasonOf('nul', { line }) : reasonOf('bytes', { line, encoding: encodingNames[encoding] }))
    if (text !== '') afterReturn = text.endsWith('\r')
    return text
  }
  const begin = () => {
    const start = Buffer.concat(sample)
    sample = []
    const found = findEncoding(start, reading)
    encoding = found.encoding
    decode = decoder(encoding)
    return checked(decode(start.subarray(found.bomLength), false))
  }
  for await (const chunk of content) {
    if (decode !== undefined) yield checked(decode(chunk, false))
    else {
      sample.push(chunk)
      size += chunk.byteLength
      if (size >= sniffBytes) yield begin()
    }
  }
  if (decode === undefined) yield begin()
  yield checked(decode?.(new Uint8Array(), true) ?? '')
}

/** What stands for bytes that are none of the encoding: U+FFFD, and beside Unicode the codes that no character set has. */
const noUnicode = ['\ufffd', '\0']
const noLegacy = /[\ufffd\0\u0080-\u009f\uf8f0-\uf8ff]/
/** Where the first of these characters is: ten times as fast as a pattern of them. */
function firstOf(text: string, characters: readonly string[]): number {
  const places = characters.map((character) => text.indexOf(character)).filter((place) => place >= 0)
  return places.length === 0 ? -1 : Math.min(...places)
}
const isUnicode = (encoding: Encoding) => encoding.startsWith('utf-')

/** Half a character at the end, and half a pair anywhere, come out as U+FFFD. */
function decoder(encoding: Encoding, watched = true): (chunk: Uint8Array, last: boolean) => string {
  if (isUnicode(encoding) || encoding === 'iso-2022-jp') {
    const unicode = new TextDecoder(encoding, { ignoreBOM: true })
    return (chunk, last) => unicode.decode(chunk, { stream: !last })
  }
  const other = iconv.getDecoder(encoding)
  const watch = createMixWatch(encoding)
  return (chunk, last) => {
    const utf8 = watched ? watch(chunk, last) : undefined
    if (utf8 !== undefined) throw new FileProblem(reasonOf('mixed', { line: utf8, encoding: encodingNames[encoding] }))
    return last ? (other.end() ?? '') : other.write(Buffer.from(chunk))
  }
}
