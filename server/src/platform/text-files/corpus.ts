/** Files of everyday names in the encodings usual for them, made from a seed: what becomes of them in a store of their language. */
import iconv from 'iconv-lite'
import { detectEncoding } from './detect-encoding.ts'
import type { Encoding } from './encodings.ts'
import { everydayShops, type EverydayShop } from './everyday-names.ts'
import { languagesOf } from './languages.ts'

/** mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** ISO-2022-JP, which iconv-lite does not write: the characters of EUC-JP without their high bits, between escapes. */
function encodeIso2022(text: string): Buffer {
  const parts = text.match(/[\0-\u007f]+|[^\0-\u007f]+/g) ?? []
  const kanji = (part: string) => [...iconv.encode(part, 'euc-jp')].map((byte) => byte & 0x7f)
  return Buffer.from(
    parts.flatMap((part) => (part < '\u0080' ? [...Buffer.from(part)] : [0x1b, 0x24, 0x42, ...kanji(part), 0x1b, 0x28, 0x42])),
  )
}
export const encodeText = (text: string, encoding: Encoding): Buffer =>
  encoding === 'iso-2022-jp' ? encodeIso2022(text) : iconv.encode(text, encoding)
export const decodeWhole = (bytes: Buffer, encoding: Encoding): string =>
  encoding === 'iso-2022-jp' ? new TextDecoder(encoding).decode(bytes) : iconv.decode(bytes, encoding)

/** Whether an encoding has all of a text's characters. */
const writable = (text: string, encoding: Encoding) => decodeWhole(encodeText(text, encoding), encoding) === text

export interface Tally {
  files: number
  right: number
  /** Read as another text than was written, without a question. */
  wrong: string[]
  refused: string[]
}

/** Files of 1 to 50 rows; `store`: whose language is known, where it is another one than the file's. */
export function measure({
  files,
  seed,
  shops = everydayShops,
  store,
  rows = 50,
}: {
  files: number
  seed: number
  shops?: readonly EverydayShop[]
  store?: { locale: string; timeZone: string }
  rows?: number
}): Map<string, Tally> {
  const random = createRandom(seed)
  const tallies = new Map<string, Tally>()
  const kinds = shops.flatMap((shop) =>
    [...shop.encodings, 'utf-8' as const].map((encoding) => {
      const tally: Tally = { files: 0, right: 0, wrong: [], refused: [] }
      tallies.set(`${shop.language}, ${encoding}`, tally)
      return { encoding, tally, languages: languagesOf([store ?? shop]), names: shop.names.filter((name) => writable(name, encoding)) }
    }),
  )
  for (let n = 0; n < files; n++) {
    const kind = kinds[n % kinds.length]
    if (kind === undefined) break
    const { encoding, tally, languages, names } = kind
    const count = 1 + random(rows)
    const lines = Array.from(
      { length: count },
      (_, row) => `49010000${79_194 + row},${names[random(names.length)] ?? ''},,${100 + random(900)}`,
    )
    const text = ['PRODUCT_CODE,NAME,MAKER,PRICE', ...lines].join(random(2) === 0 ? '\r\n' : '\n')
    const bytes = encodeText(text, encoding)
    const found = detectEncoding(bytes, languages)
    tally.files++
    const shown = lines.map((line) => line.split(',')[1]).join(' ')
    if ('readings' in found) tally.refused.push(`${shown.slice(0, 80)} (${found.readings.join(', ')})`)
    else if (decodeWhole(bytes, found.encoding) === text) tally.right++
    else tally.wrong.push(`${shown.slice(0, 80)} (${found.encoding})`)
  }
  return tallies
}
