/**
 * Regular expressions (patterns) that people send, as filters of lists and conditions of layouts. They are read here and written out
 * anew for the engine that runs them, so that none reaches an engine as it came: no back-references and no lookaround, which only
 * backtracking can match, and no more steps than a matcher in linear time can carry. docs/decisions/0011-patterns-in-linear-time.md
 */

/** Characters of a pattern. */
export const maxPatternLength = 200
/**
 * What a pattern may consist of with its counts written out: `(ab){3}` has 10 steps. A matcher in linear time takes at most this many
 * steps for each character of a text; PostgreSQL 15 took up to 2 µs.
 */
export const maxPatternSteps = 100
/** `^`, `$`, `\b` and `\B`: PostgreSQL 15 took 0.1 s to read 12 of `\b.*`, and 25 s for one that is repeated. */
const maxAnchors = 8
/** Characters that the ranges of a pattern span together: PostgreSQL 15 takes 0.07 s to read 65,536 without regard to case. */
const maxSpan = 65_536
/** Of a count in braces. */
export const maxPatternCount = 100
/** Groups within groups. */
const maxDepth = 20

/** Why a pattern is refused; the keys are sentences (sentences.ts, the console's words under `error`). */
export type PatternFault = 'pattern-wrong' | 'pattern-refused' | 'pattern-large'

/** Its `position` counts characters from 1; `text` is what stands there. */
export class BadPattern extends Error {
  readonly fault: PatternFault
  /** What is filled into the sentence. */
  readonly values: Readonly<Record<string, string | number>>
  constructor(fault: PatternFault, position: number, text: string) {
    super(`${fault} at ${position}: ${text}`)
    this.values = { position, text, length: maxPatternLength, count: maxPatternCount, steps: maxPatternSteps }
    this.name = 'BadPattern'
    this.fault = fault
  }
}

/** A character by its code point, a class such as `digit` or what is not in it. */
export type Atom = { char: number } | { known: 'digit' | 'word' | 'space'; not: boolean }
export interface Range {
  from: number
  to: number
}
export type Pattern =
  | { is: 'atom'; atom: Atom }
  | { is: 'any' }
  | { is: 'set'; not: boolean; items: (Atom | Range)[] }
  | { is: 'anchor'; at: 'start' | 'end' | 'edge' | 'no-edge' }
  | { is: 'row'; parts: Pattern[] }
  | { is: 'either'; parts: Pattern[] }
  /** `max` is absent where there is no end. */
  | { is: 'repeat'; part: Pattern; min: number; max: number | undefined }

const named = {
  d: { known: 'digit', not: false },
  D: { known: 'digit', not: true },
  w: { known: 'word', not: false },
  W: { known: 'word', not: true },
  s: { known: 'space', not: false },
  S: { known: 'space', not: true },
} as const satisfies Record<string, Atom>
const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' }
const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(map, key) ? map[key] : undefined)

/** Reads a pattern; throws BadPattern. */
export function readPattern(source: string): Pattern {
  const chars = [...source]
  if (chars.length > maxPatternLength) throw new BadPattern('pattern-large', maxPatternLength + 1, '')
  const reader = new Reader(chars)
  const pattern = reader.either(0)
  if (!reader.ended) throw reader.fault('pattern-wrong')
  if (stepsOf(pattern) > maxPatternSteps) throw new BadPattern('pattern-large', 1, '')
  return pattern
}

/** How long a pattern is with its counts written out. */
export function stepsOf(pattern: Pattern): number {
  switch (pattern.is) {
    case 'row':
    case 'either':
      return pattern.parts.reduce((sum, part) => sum + stepsOf(part), 1)
    case 'repeat':
      return stepsOf(pattern.part) * Math.max(1, pattern.min, pattern.max ?? pattern.min + 1)
    case 'set':
      return 1 + Math.floor(pattern.items.length / 8)
    default:
      return 1
  }
}

class Reader {
  readonly #chars: readonly string[]
  #at = 0
  #anchors = 0
  #span = 0
  constructor(chars: readonly string[]) {
    this.#chars = chars
  }
  get ended() {
    return this.#at >= this.#chars.length
  }
  get #next() {
    return this.#chars[this.#at] ?? ''
  }
  fault(fault: PatternFault, at = this.#at, length = 1) {
    return new BadPattern(fault, at + 1, this.#chars.slice(at, at + length).join(''))
  }
  #isNext(text: string) {
    return this.#chars.slice(this.#at, this.#at + text.length).join('') === text
  }
  #take(text: string) {
    const isThere = this.#isNext(text)
    if (isThere) this.#at += text.length
    return isThere
  }

  either(depth: number): Pattern {
    const parts = [this.#row(depth)]
    while (this.#take('|')) parts.push(this.#row(depth))
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { is: 'either', parts }
  }
  #row(depth: number): Pattern {
    const parts: Pattern[] = []
    while (!this.ended && this.#next !== '|' && this.#next !== ')') {
      const anchors = this.#anchors
      parts.push(this.#repeated(this.#part(depth), anchors))
    }
    return { is: 'row', parts }
  }
  /** `anchors` were there before this part: what has one is not repeated, however deep it lies. */
  #repeated(part: Pattern, anchors: number): Pattern {
    const began = this.#at
    const bounds = this.#bounds()
    if (bounds === undefined) return part
    if (this.#anchors > anchors) throw this.fault('pattern-refused', began)
    // As few as possible or as many: whether it matches is the same.
    this.#take('?')
    const again = this.#at
    if (this.#bounds() !== undefined) throw this.fault('pattern-wrong', again)
    return { is: 'repeat', part, ...bounds }
  }
  #bounds(): { min: number; max: number | undefined } | undefined {
    if (this.#take('*')) return { min: 0, max: undefined }
    if (this.#take('+')) return { min: 1, max: undefined }
    if (this.#take('?')) return { min: 0, max: 1 }
    const [whole, low, comma, high] = /^\{(\d+)(,?)(\d*)\}/.exec(this.#chars.slice(this.#at, this.#at + 24).join('')) ?? []
    if (whole === undefined || (comma === '' && high !== '')) return undefined
    const min = Number(low)
    const max = comma === '' ? min : high === '' ? undefined : Number(high)
    if (Math.max(min, max ?? 0) > maxPatternCount) throw this.fault('pattern-large', this.#at, whole.length)
    if (max !== undefined && max < min) throw this.fault('pattern-wrong', this.#at, whole.length)
    this.#at += whole.length
    return { min, max }
  }
  #part(depth: number): Pattern {
    const char = this.#next
    switch (char) {
      case '(':
        return this.#group(depth)
      case '[':
        return this.#set()
      case '\\':
        return this.#escape()
      case '*':
      case '+':
      case '?':
        throw this.fault('pattern-wrong')
      case '.':
        this.#at++
        return { is: 'any' }
      case '^':
      case '$':
        return this.#anchor(char === '^' ? 'start' : 'end', 1)
      default:
        return { is: 'atom', atom: { char: this.#char() } }
    }
  }
  #anchor(at: (Pattern & { is: 'anchor' })['at'], length: number): Pattern {
    if (++this.#anchors > maxAnchors) throw this.fault('pattern-large', this.#at, length)
    this.#at += length
    return { is: 'anchor', at }
  }
  #group(depth: number): Pattern {
    const began = this.#at
    this.#at++
    if (this.#isNext('?=') || this.#isNext('?!') || this.#isNext('?<=') || this.#isNext('?<!'))
      throw this.fault('pattern-refused', began, 3)
    if (!this.#take('?:') && this.#next === '?') throw this.fault('pattern-refused', began, 3)
    if (depth >= maxDepth) throw this.fault('pattern-large', began)
    const inner = this.either(depth + 1)
    if (!this.#take(')')) throw this.fault('pattern-wrong', began)
    return inner
  }
  #char(): number {
    const code = this.#next.codePointAt(0) ?? 0
    // Half a character, and the one that no database text holds.
    if (code === 0 || (code >= 0xd800 && code < 0xe000)) throw this.fault('pattern-refused')
    this.#at++
    return code
  }
  #escape(): Pattern {
    if (this.#isNext('\\b')) return this.#anchor('edge', 2)
    if (this.#isNext('\\B')) return this.#anchor('no-edge', 2)
    return { is: 'atom', atom: this.#escaped() }
  }
  #escaped(): Atom {
    const began = this.#at++
    if (this.ended) throw this.fault('pattern-wrong', began)
    const char = this.#next
    const known = own<Atom>(named, char)
    const control = own(controls, char)
    if (known !== undefined || control !== undefined) {
      this.#at++
      return known ?? { char: control?.codePointAt(0) ?? 0 }
    }
    const [whole, two, four] = /^(?:x([\da-f]{2})|u([\da-f]{4}))/i.exec(this.#chars.slice(this.#at, this.#at + 5).join('')) ?? []
    if (whole !== undefined) {
      const code = Number.parseInt(two ?? four ?? '', 16)
      if (code === 0 || (code >= 0xd800 && code < 0xe000)) throw this.fault('pattern-refused', began, whole.length + 1)
      this.#at += whole.length
      return { char: code }
    }
    if (/[1-9]/.test(char) || this.#isNext('k<')) throw this.fault('pattern-refused', began, 2)
    if (/[\p{L}\p{N}]/u.test(char)) throw this.fault('pattern-refused', began, 2)
    return { char: this.#char() }
  }
  #set(): Pattern {
    const began = this.#at++
    const not = this.#take('^')
    const items: (Atom | Range)[] = []
    for (let first = true; first || this.#next !== ']'; first = false) {
      if (this.ended) throw this.fault('pattern-wrong', began)
      const from = this.#item()
      const dash = this.#at
      if (!this.#isNext('-') || this.#isNext('-]')) {
        items.push(from)
        continue
      }
      this.#at++
      if (this.ended) throw this.fault('pattern-wrong', began)
      const to = this.#item()
      if (!('char' in from) || !('char' in to) || to.char < from.char) throw this.fault('pattern-wrong', dash)
      this.#span += to.char - from.char
      if (this.#span > maxSpan) throw this.fault('pattern-large', dash)
      items.push({ from: from.char, to: to.char })
    }
    this.#at++
    return { is: 'set', not, items }
  }
  #item(): Atom {
    if (this.#next === '\\') return this.#escaped()
    // `[:alpha:]`, `[.x.]` and `[=x=]` mean something in one engine and nothing in the other.
    if (this.#isNext('[:') || this.#isNext('[.') || this.#isNext('[=')) throw this.fault('pattern-refused', this.#at, 2)
    return { char: this.#char() }
  }
}
