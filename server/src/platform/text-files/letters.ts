/** How plausible a text in Latin or Cyrillic letters is: whether the language has its letters, and whether they stand as in words. */
import type { Region } from './encodings.ts'
import { regionByCode, type Languages } from './languages.ts'

type Alphabetic = Extract<Region, 'western' | 'central' | 'cyrillic'>

/** Letters beyond a to z. */
const letters: Record<string, string> = {
  de: 'äöüß',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíñóúü',
  it: 'àèéìíòóù',
  pt: 'ãáàâçéêíóôõúü',
  nl: 'éëïöüèáó',
  en: 'éèñ',
  ca: 'àçéèíïóòúü',
  da: 'æøåé',
  nb: 'æøåé',
  no: 'æøåé',
  nn: 'æøåé',
  sv: 'åäöé',
  fi: 'äöåšž',
  is: 'áæðéíóöþúý',
  et: 'äöõüšž',
  eu: 'ñç',
  gl: 'áéíñóúü',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  ro: 'ăâîșțşţ',
  hr: 'čćđšž',
  sl: 'čšž',
  bs: 'čćđšž',
  sq: 'ëç',
  uk: 'іїєґ',
  be: 'іў',
  sr: 'ђћјљњџ',
  mk: 'ѓќѕјљњџ',
}
/** Of French, Spanish and German, whose names of dishes stand on shelves everywhere. */
const loanedLetters = 'áàâäçéèêëíîïñóôöúûüßœ'
const westernLetters = 'ãåæìòõøùýÿðþšž'
const centralLetters = 'áâäăąćçčďđéęëěíîĺľłńňóôöőŕřśşšťţúůüűýźžżß'
/** Whose words stand in files of a language beside its own. */
const neighbours: Record<string, string> = { cs: 'sk', sk: 'cs', hr: 'sl', sl: 'hr' }
/** Of Russian, most frequent first. */
const russian = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'
const signs = new Set('€°®™–—„“”’‘«»½¼¾²³·…×£§№•¡¿ºª\u00a0')
/** Stand between letters as they do between words. */
const joining = new Set('’·–°×\u00a0ºª')
/** Stand before a word. */
const opening = new Set('„“‘’«¿¡№€£·…×°\u00a0–—•')
/** Stand before the letter of a unit, not before a word. */
const beforeUnit = new Set('½¼¾²³')

const cost = {
  ascii: 3,
  own: 3.5,
  near: 5.5,
  distant: 8,
  neighbour: 9.5,
  far: 12.5,
  sign: 6,
  other: 9,
  oddSign: 12,
  foreign: 16,
  impossible: 30,
}
/** A capital within a small word, a sign within a word, letters of two scripts in one word. */
const misplaced = { capital: 6, sign: 8, script: 8, pair: 3, alone: 5 }

// What a character is; beyond the alphabets nothing is asked.
const [letter, small, capital, latin] = [1, 2, 4, 8]
const kinds = Uint8Array.from({ length: 0x530 }, (_, code) => {
  const sign = String.fromCharCode(code)
  const is = (pattern: RegExp, bit: number) => (pattern.test(sign) ? bit : 0)
  return is(/\p{L}/u, letter) | is(/\p{Ll}/u, small) | is(/\p{Lu}/u, capital) | is(/\p{Script=Latin}/u, latin)
})
const kindAt = (text: string, at: number): number => kinds[text.charCodeAt(at)] ?? 0

const made = new Map<string, Map<string, number>>()

function lettersOf(region: Alphabetic, codes: ReadonlySet<string>): Map<string, number> {
  const key = [region, ...codes].join(' ')
  const known = made.get(key)
  if (known !== undefined) return known
  const costs = new Map<string, number>()
  const add = (all: string, price: number) => {
    for (const sign of all) for (const one of [sign, sign.toUpperCase()]) costs.set(one, one === sign ? price : price + 1)
  }
  if (region === 'cyrillic') {
    for (const [place, sign] of [...russian].entries()) add(sign, 2.2 + place * 0.12)
    add('іїєґўђћјљњџѓќѕ', cost.other)
  } else if (region === 'western') {
    add(westernLetters, cost.distant)
    add(loanedLetters, cost.near)
  }
  // Where a language's own letters are known, a letter of another one is less likely than another encoding.
  if (region === 'central') add(centralLetters, [...codes].some((code) => regionByCode.get(code) === 'central') ? cost.far : cost.near)
  // In no word and no price: ISO-8859-15 put the euro in its place.
  costs.set('¤', cost.foreign)
  for (const code of codes) add(letters[neighbours[code] ?? ''] ?? '', cost.neighbour)
  for (const code of codes) add(letters[code] ?? '', cost.own)
  if (made.size > 200) made.clear()
  made.set(key, costs)
  return costs
}

/** `limit`: beyond it the sum is of no interest any more. */
export function costOfLetters(text: string, region: Alphabetic, { codes }: Languages, limit: number): number {
  const table = lettersOf(region, codes)
  let sum = 0
  for (let at = 0; at < text.length && sum <= limit; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) sum += cost.ascii
    else if (code === 0xfffd || code < 0xa0 || (code >= 0xe000 && code <= 0xf8ff)) sum += cost.impossible
    else if (code > 0x2fff) sum += cost.foreign
    else {
      const sign = text[at] ?? ''
      const plain = (kindAt(text, at) & letter) === 0 ? cost.oddSign : cost.other
      sum += (table.get(sign) ?? (signs.has(sign) ? cost.sign : plain)) + placeCost(text, at, region, table)
    }
  }
  return sum
}

/** What its neighbours say against a character that is not ASCII. */
function placeCost(text: string, at: number, region: Alphabetic, table: ReadonlyMap<string, number>): number {
  const sign = text[at] ?? ''
  const before = text[at - 1] ?? ''
  const [kind, kindBefore, kindAfter] = [kindAt(text, at), kindAt(text, at - 1), kindAt(text, at + 1)]
  const [afterLetter, beforeLetter] = [(kindBefore & letter) !== 0, (kindAfter & letter) !== 0]
  if ((kind & letter) === 0) {
    if (!beforeLetter) return 0
    if (afterLetter) return joining.has(sign) ? 0 : misplaced.sign
    if (beforeUnit.has(sign) && (kindAt(text, at + 2) & letter) === 0) return 0
    return opening.has(sign) ? 0 : misplaced.sign
  }
  let sum = 0
  if ((kind & capital) !== 0 && (kindBefore & small) !== 0) sum += misplaced.capital
  if ((kind & small) !== 0 && (kindBefore & capital) !== 0 && (kindAt(text, at - 2) & capital) !== 0) sum += misplaced.pair
  if (!afterLetter && !beforeLetter) sum += misplaced.alone
  if (afterLetter && ((kindBefore ^ kind) & latin) !== 0) sum += misplaced.script
  if (beforeLetter && ((kindAfter ^ kind) & latin) !== 0) sum += misplaced.script
  if (region !== 'cyrillic' && before >= '\u0080' && !(isOwn(table, before) && isOwn(table, sign))) sum += misplaced.pair
  return sum
}
const isOwn = (table: ReadonlyMap<string, number>, sign: string) => (table.get(sign) ?? cost.other) < cost.near
