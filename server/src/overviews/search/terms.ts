/** How texts are written where they are searched, and what is asked of them. */

import { literal } from '../../platform/db/like.ts'

/** Words that are looked for; what stands behind them is left out. */
const maxWords = 5

/** In lower case, in the common width of letters and kana, with single spaces. */
export const searchable = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** A text that is searched for. */
export interface Term {
  /** As it was typed. */
  raw: string
  text: string
  /** For LIKE: each word stands somewhere. */
  patterns: string[]
  /** What the index of neighbouring characters is asked for; empty where there is no such index entry, as for one letter. */
  grams: string[]
  /** What may be a code or an id. */
  code: string | undefined
}

export function readTerm(raw: string): Term | undefined {
  const text = searchable(raw)
  if (text === '' || text.includes('\0')) return undefined
  const words = text.split(' ').slice(0, maxWords)
  return {
    raw: raw.trim(),
    text,
    patterns: words.map((word) => `%${literal(word)}%`),
    grams: [...new Set(words.flatMap(gramsOf))],
    code: words.length === 1 && text.length > 1 ? text : undefined,
  }
}

/** Threes that cover the word; the pair of a word of two letters, and a character beyond ASCII that stands alone. As `text_grams` of the database writes them. */
function gramsOf(word: string): string[] {
  const letters = Array.from(word)
  const [first = ''] = letters
  if (letters.length === 1) return (first.codePointAt(0) ?? 0) > 127 ? [first] : []
  if (letters.length === 2) return [word]
  return letters.slice(2).map((_, n) => letters.slice(n, n + 3).join(''))
}
