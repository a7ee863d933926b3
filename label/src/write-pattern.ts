/** Writes a regular expression that was read (pattern.ts) for the engine that runs it: PostgreSQL's, or RE2 in JavaScript. */
import type { Atom, Pattern, Range } from './pattern.ts'

interface Dialect {
  any: string
  /** The edge of a word, and where there is none. */
  edge: [string, string]
  /** What stands within square brackets for a class, and its opposite. */
  space: [string, string]
}
const dialects = {
  postgres: { any: '.', edge: ['\\y', '\\Y'], space: ['\\s', '\\S'] },
  // RE2 knows the spaces of ASCII alone: the ideographic one and its like are meant as well. A dot ends at the end of a line, as in JavaScript.
  re2: {
    any: '[^\\n\\r\\x{2028}\\x{2029}]',
    edge: ['\\b', '\\B'],
    space: [
      '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}',
      '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}',
    ],
  },
} as const satisfies Record<string, Dialect>

const anchors = { start: '^', end: '$' } as const

/** The pattern as text of that engine. Nothing in it is captured. */
export function writePattern(pattern: Pattern, engine: keyof typeof dialects): string {
  const dialect: Dialect = dialects[engine]
  const write = (part: Pattern): string => {
    switch (part.is) {
      case 'any':
        return dialect.any
      case 'anchor':
        return part.at === 'start' || part.at === 'end' ? anchors[part.at] : dialect.edge[part.at === 'edge' ? 0 : 1]
      case 'atom':
        return 'char' in part.atom ? character(part.atom.char) : `[${inSet(part.atom, dialect)}]`
      case 'set':
        return `[${part.not ? '^' : ''}${part.items.map((item) => inSet(item, dialect)).join('')}]`
      case 'row':
        return part.parts.map(write).join('')
      case 'either':
        return `(?:${part.parts.map(write).join('|')})`
      case 'repeat':
        return `(?:${write(part.part)})${bounds(part.min, part.max)}`
    }
  }
  return write(pattern)
}

function bounds(min: number, max: number | undefined): string {
  if (max === undefined && min < 2) return min === 0 ? '*' : '+'
  return min === 0 && max === 1 ? '?' : `{${min},${max ?? ''}}`
}

/** Whatever could be read as a sign is escaped. */
const character = (code: number): string => String.fromCodePoint(code).replace(/^[!-/:-@[-`{-~]$/, String.raw`\$&`)

function inSet(item: Atom | Range, { space }: Dialect): string {
  if ('from' in item) return `${character(item.from)}-${character(item.to)}`
  if ('char' in item) return character(item.char)
  if (item.known === 'space') return space[item.not ? 1 : 0]
  return { digit: ['\\d', '\\D'], word: ['\\w', '\\W'] }[item.known][item.not ? 1 : 0] ?? ''
}
