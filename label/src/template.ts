/** Templates: text with fields in braces, `{PRICE:tax(10)}` being the field PRICE in the format `tax` with the argument 10. */

import { inEnglish, short, type InWords, type Translatable, type Sentence } from './sentences.ts'

export interface TextFormat {
  name: string
  /** `rate`: percent from 0 to 99.99, such as `8` or `5.5`. A list: one of these words, or none. */
  argument: 'none' | 'rate' | readonly string[]
}
/** How a field can be written. What each makes of a value is said in `fields.ts`. */
export const textFormats = [
  { name: 'price', argument: 'none' },
  { name: 'unit', argument: 'none' },
  { name: 'tax', argument: 'rate' },
  { name: 'net', argument: 'rate' },
  { name: 'percent', argument: 'none' },
  { name: 'number', argument: 'none' },
  { name: 'date', argument: ['long', 'day'] },
  { name: 'upper', argument: 'none' },
] as const satisfies readonly TextFormat[]
export type FormatName = (typeof textFormats)[number]['name']

/** A field in a template; `argument` is empty where the format has none. */
export interface Slot {
  field: string
  format?: FormatName
  argument: string
}
/** What stands in a template in turn: words as they are, and fields. */
export type Piece = string | Slot

const usageOf = ({ name, argument }: TextFormat) =>
  argument === 'none' ? name : argument === 'rate' ? `${name}(10)` : [name, ...argument.map((word) => `${name}(${word})`)].join(', ')
const known = textFormats.map(usageOf).join(', ')

const parsed = new Map<string, Piece[] | InWords>()
/** Templates kept parsed: those of all layouts that a system is likely to have. */
const capacity = 5000

/** The pieces of a template, or in words what is wrong with it. */
export function parseTemplate(template: string): readonly Piece[] | InWords {
  const remembered = parsed.get(template)
  if (remembered !== undefined) return remembered
  if (parsed.size >= capacity) parsed.clear()
  const made = parse(template)
  parsed.set(template, made)
  return made
}

function parse(template: string): Piece[] | InWords {
  const pieces: Piece[] = []
  for (const [part] of template.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)) {
    if (part === '{') return inEnglish('brace-open')
    if (part === '}') return inEnglish('brace-closed')
    const piece = part.startsWith('{') ? parseSlot(part) : part
    if (typeof piece === 'object' && 'translatable' in piece) return piece
    pieces.push(piece)
  }
  return pieces
}

/** The slot, or what is wrong with it. */
function parseSlot(slot: string): Slot | InWords {
  const text = short(slot)
  const [, field = '', format, argument = ''] = /^\{([^:]*)(?::([^()]*)(?:\((.*)\))?)?\}$/.exec(slot) ?? []
  if (format === undefined && slot.includes(':')) return inEnglish('slot-unclear', { text, known })
  if (field.trim() === '') return inEnglish('slot-nameless', { text })
  if (format === undefined) return { field, argument }
  const found = textFormats.find(({ name }) => name === format)
  if (found === undefined) return inEnglish('format-unknown', { text, format: short(format), known })
  if (slot.endsWith('()}')) return inEnglish('format-empty', { text })
  const wrong = wrongArgument(found, argument)
  return wrong === undefined ? { field, format: found.name, argument } : inEnglish(wrong[0], { text, format, ...wrong[1] })
}

function wrongArgument({ argument: expected }: TextFormat, argument: string): [Sentence, Translatable['values']?] | undefined {
  if (expected === 'none') return argument === '' ? undefined : ['format-alone']
  if (expected === 'rate') return /^\d{1,2}(\.\d{1,2})?$/.test(argument) ? undefined : ['format-rate']
  return argument === '' || expected.includes(argument) ? undefined : ['format-words', { words: expected.join(', ') }]
}

/** The fields that a template names; none of one that is wrong. */
export function slotsOf(template: string): Slot[] {
  const pieces = parseTemplate(template)
  return 'translatable' in pieces ? [] : pieces.filter((piece) => typeof piece !== 'string')
}

/** Whether a price, number or date stands in it: a figure that is cut is another figure. */
export const holdsFigures = (template: string): boolean =>
  slotsOf(template).some(({ format }) => format !== undefined && format !== 'upper')
