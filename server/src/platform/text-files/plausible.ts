/**
 * How plausible a text is as the names of goods in the languages of a region, as a cost: roughly minus the logarithm of the probability
 * of each character among its neighbours. Costs of two readings of the same bytes can be compared with one another.
 */
import iconv from 'iconv-lite'
import { costOfHangul } from './hangul.ts'
import { costOfHalfWidth, isHalfWidthKana } from './half-width-kana.ts'
import { commonKanji } from './kanji.ts'
import { costOfLetters } from './letters.ts'
import type { Encoding, Region } from './encodings.ts'
import type { Languages } from './languages.ts'

/** Of U+FFFD and whatever else stands in no text. */
const impossible = 30
const cost = { ascii: 3, frequent: 6, known: 6.6, common: 7.8, seldom: 11.5, rare: 15, odd: 20, withinLatin: 8 }

type Area = [encoding: Encoding, lead: [number, number], trail: [number, number], cost: number]
/** Where the character sets keep what is common: the standards sort their characters so. Later areas go before earlier ones. */
const areas: Partial<Record<Region, Area[]>> = {
  // JIS X 0208: signs, kana, the kanji of level 1 and of level 2; then rows 13 and 89 to 92 of Windows.
  japanese: [
    ['euc-jp', [0xa1, 0xa8], [0xa1, 0xfe], cost.rare],
    ['euc-jp', [0xa1, 0xa1], [0xa1, 0xfe], cost.common],
    ['euc-jp', [0xa3, 0xa3], [0xa1, 0xfe], cost.common],
    ['euc-jp', [0xa4, 0xa5], [0xa1, 0xfe], cost.frequent],
    ['euc-jp', [0xb0, 0xcf], [0xa1, 0xfe], 9.5],
    ['euc-jp', [0xd0, 0xf4], [0xa1, 0xfe], 14],
    ['shift_jis', [0x87, 0x87], [0x40, 0xfc], cost.seldom],
    ['shift_jis', [0xfa, 0xfc], [0x40, 0xfc], cost.rare],
  ],
  // KS X 1001: signs and hanja; hangul has a rule of its own.
  korean: [
    ['euc-kr', [0xa1, 0xac], [0xa1, 0xfe], cost.rare],
    ['euc-kr', [0xa1, 0xa3], [0xa1, 0xfe], cost.seldom],
    ['euc-kr', [0xca, 0xfd], [0xa1, 0xfe], 13],
  ],
  // GB 2312: signs, the hanzi of level 1 and of level 2. What GBK adds is rare.
  simplified: [
    ['gb18030', [0x81, 0xfe], [0x40, 0xfe], cost.rare],
    ['gb18030', [0xa1, 0xa9], [0xa1, 0xfe], cost.rare],
    ['gb18030', [0xa1, 0xa1], [0xa1, 0xfe], cost.common],
    ['gb18030', [0xa3, 0xa3], [0xa1, 0xfe], cost.common],
    ['gb18030', [0xb0, 0xd7], [0xa1, 0xfe], cost.common],
    ['gb18030', [0xd8, 0xf7], [0xa1, 0xfe], cost.seldom],
  ],
  // Big5: signs, then the hanzi in common use and those in less common use.
  traditional: [
    ['big5', [0xa1, 0xa3], [0x40, 0xfe], cost.seldom],
    ['big5', [0xa1, 0xa1], [0x40, 0xfe], cost.common],
    ['big5', [0xa4, 0xc6], [0x40, 0xfe], cost.common],
    ['big5', [0xc9, 0xf9], [0x40, 0xfe], 13],
  ],
}

/** By code unit; 0: none of the region's characters. Made when first asked for. */
const tables = new Map<Region, Float32Array>()
function tableOf(region: Region): Float32Array {
  const known = tables.get(region)
  if (known !== undefined) return known
  const table = new Float32Array(0x10000)
  for (const [encoding, [fromLead, toLead], [fromTrail, toTrail], price] of areas[region] ?? []) {
    for (let lead = fromLead; lead <= toLead; lead++)
      for (let trail = fromTrail; trail <= toTrail; trail++) {
        const text = iconv.decode(Buffer.from([lead, trail]), encoding)
        if (text.length === 1 && text !== '\ufffd' && text > '\u00a0') table[text.charCodeAt(0)] = price
      }
  }
  if (region === 'japanese') for (const kanji of commonKanji) table[kanji.charCodeAt(0)] = cost.known
  tables.set(region, table)
  return table
}

const afterWord = /[a-z]{3}$/
const beforeWord = /^[a-z]{3}/
const isLatin = (sign = '') => /[A-Za-z]/.test(sign)
/** A character amid Latin letters, or beside a word of small ones: these stand apart from other scripts, but for units. */
const withinLatin = (text: string, at: number) =>
  (isLatin(text[at - 1]) && isLatin(text[at + 1])) ||
  afterWord.test(text.slice(Math.max(0, at - 3), at)) ||
  beforeWord.test(text.slice(at + 1, at + 4))
const amid = (text: string, at: number) => (withinLatin(text, at) ? cost.withinLatin : 0)

const isHangul = (code: number) => code >= 0xac00 && code <= 0xd7a3
/** Private use, C1 controls, and what stands for a byte that could not be decoded. */
const isNoText = (code: number) => code === 0xfffd || (code >= 0x80 && code < 0xa0) || (code >= 0xe000 && code <= 0xf8ff) || code === 0

/** `limit`: beyond it the sum is of no interest any more. */
export function costOf(text: string, region: Region, languages: Languages, limit: number): number {
  if (region === 'western' || region === 'central' || region === 'cyrillic') return costOfLetters(text, region, languages, limit)
  const table = tableOf(region)
  let sum = 0
  for (let at = 0; at < text.length && sum <= limit; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) sum += cost.ascii
    else if (isNoText(code)) sum += impossible
    else if (isHalfWidthKana(code)) sum += region === 'japanese' ? costOfHalfWidth(text, at) : cost.odd
    else if (isHangul(code)) sum += region === 'korean' ? costOfHangul(code) + amid(text, at) : cost.odd
    else sum += (table[code] || cost.odd) + amid(text, at)
  }
  return sum
}
