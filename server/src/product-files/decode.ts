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
  const checked = (text: string) => {
    const bad = text.search(/[\ufffd\0]/)
    if (bad >= 0) {
      const place = line + (text.slice(0, bad).match(/\n/g)?.length ?? 0)
      const what = text[bad] === '\0' ? 'holds a NUL byte: this is not a text file' : `holds bytes that are not ${encoding.toUpperCase()}`
      throw invalid(`line ${place} ${what}`, 'file', [`line ${place} ${what}`])
    }
    line += text.match(/\n/g)?.length ?? 0
    return text
  }
  const begin = () => {
    const start = Buffer.concat(sample)
    sample = []
    const found = detectEncoding(start.subarray(0, sniffBytes))
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

function decoder(encoding: Encoding): (chunk: Uint8Array, last: boolean) => string {
  if (encoding === 'utf-8') {
    const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
    return (chunk, last) => utf8.decode(chunk, { stream: !last })
  }
  const other = iconv.getDecoder(encoding)
  return (chunk, last) => (last ? (other.end() ?? '') : other.write(Buffer.from(chunk)))
}
