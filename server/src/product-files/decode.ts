/** Finds out how a text file is encoded and decodes it as a stream. What cannot be decoded is an error, never a question mark. */
import iconv from 'iconv-lite'
import { invalid } from '../http/errors.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-kr'
/** Bytes looked at to tell the encoding. */
export const sniffBytes = 1_000_000

const boms: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

function isUtf8(sample: Uint8Array): boolean {
  try {
    // stream: the sample may end within a character
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Characters of the language's everyday script, less what decoding damaged: the better the guess, the higher. */
function plausibility(sample: Uint8Array, encoding: Encoding): number {
  const text = iconv.decode(Buffer.from(sample), encoding)
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const script = encoding === 'shift_jis' ? count(/[\u3040-\u30ff]/g) + count(/[\u4e00-\u9fff]/g) / 2 : count(/[\uac00-\ud7a3]/g)
  // Half-width katakana is what EUC-KR looks like when read as Shift_JIS.
  return script - 20 * count(/\ufffd/g) - 2 * count(/[\uff61-\uff9f]/g)
}

/** Files of another kind by their first bytes: what they are is said, not that they hold a NUL byte somewhere. */
const otherKinds: [string, number[]][] = [
  ['a zip archive or an Excel workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a gzip archive', [0x1f, 0x8b]],
]

/** Lines of UTF-8 in a file of another encoding: read as that, they would become other words. */
function createMixWatch() {
  let [line, wide, open, broken] = [1, 0, 0, false]
  /** Characters of three bytes on one line that cannot be there by chance. */
  const enough = 3
  const isUtf8Line = () => !broken && open === 0 && wide >= enough
  const take = (byte: number) => {
    if (byte === 0x0a || byte === 0x0d) [wide, open, broken] = [0, 0, false]
    else if (broken) return
    else if (open > 0) {
      if ((byte & 0xc0) === 0x80) open--
      else broken = true
    } else if (byte >= 0xe0 && byte <= 0xef) [wide, open] = [wide + 1, 2]
    else if (byte >= 0xc2 && byte <= 0xdf) open = 1
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

/** The encoding of a file that begins with this sample. A BOM decides; else valid UTF-8; else the likelier of Shift_JIS and EUC-KR. */
export function detectEncoding(sample: Uint8Array): { encoding: Encoding; bomLength: number } {
  for (const [encoding, bytes] of boms)
    if (bytes.every((byte, index) => sample[index] === byte)) return { encoding, bomLength: bytes.length }
  if (isUtf8(sample)) return { encoding: 'utf-8', bomLength: 0 }
  const japanese = plausibility(sample, 'shift_jis')
  const korean = plausibility(sample, 'euc-kr')
  return { encoding: korean > japanese ? 'euc-kr' : 'shift_jis', bomLength: 0 }
}

/** Decodes in pieces; throws with the line of the first byte that is not of the encoding, or of a NUL. */
export async function* decodeText(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let line = 1
  let sample: Uint8Array[] = []
  let size = 0
  let decode: ((chunk: Uint8Array, last: boolean) => string) | undefined
  let encoding: Encoding = 'utf-8'
  let afterReturn = false
  const checked = (text: string) => {
    const bad = text.search(/[\ufffd\0]/)
    const good = bad < 0 ? text : text.slice(0, bad)
    // Line ends are \n, \r\n or \r; the two of \r\n may come in two pieces.
    line += (good.match(/\r\n|\r|\n/g)?.length ?? 0) - (afterReturn && good.startsWith('\n') ? 1 : 0)
    if (bad >= 0)
      refuse(line, text[bad] === '\0' ? 'holds a NUL byte: this is not a text file' : `holds bytes that are not ${nameOf(encoding)}`)
    if (text !== '') afterReturn = text.endsWith('\r')
    return text
  }
  const begin = () => {
    const start = Buffer.concat(sample)
    sample = []
    const found = detectEncoding(start.subarray(0, sniffBytes))
    const other = otherKinds.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte))
    if (other !== undefined) throw wrong(`This is ${other[0]}, not a text file: save it as CSV.`)
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

const nameOf = (encoding: Encoding) => (encoding === 'shift_jis' ? 'Shift_JIS' : encoding.toUpperCase())
const wrong = (text: string) => invalid(text, 'file', [text])
function refuse(line: number, what: string): never {
  throw wrong(`line ${line} ${what}`)
}

/** Half a character at the end, and half a pair anywhere, come out as U+FFFD. */
function decoder(encoding: Encoding): (chunk: Uint8Array, last: boolean) => string {
  if (encoding.startsWith('utf-')) {
    const unicode = new TextDecoder(encoding, { ignoreBOM: true })
    return (chunk, last) => unicode.decode(chunk, { stream: !last })
  }
  const other = iconv.getDecoder(encoding)
  const watch = createMixWatch()
  return (chunk, last) => {
    const utf8 = watch(chunk, last)
    if (utf8 !== undefined) refuse(utf8, `is UTF-8 and others are ${nameOf(encoding)}: the file mixes encodings`)
    return last ? (other.end() ?? '') : other.write(Buffer.from(chunk))
  }
}
