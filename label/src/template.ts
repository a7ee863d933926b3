/** Templates: text with fields in braces, `{PRICE:tax(10)}` being the field PRICE in the format `tax` with the argument 10. */

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

const parsed = new Map<string, Piece[] | string>()
/** Templates kept parsed: those of all layouts that a system is likely to have. */
const capacity = 5000

/** The pieces of a template, or in words what is wrong with it. */
export function parseTemplate(template: string): readonly Piece[] | string {
  const remembered = parsed.get(template)
  if (remembered !== undefined) return remembered
  if (parsed.size >= capacity) parsed.clear()
  const made = parse(template)
  parsed.set(template, made)
  return made
}

function parse(template: string): Piece[] | string {
  const pieces: Piece[] = []
  for (const [part] of template.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)) {
    if (part === '{') return 'a { is not closed by a }'
    if (part === '}') return 'a } closes no {'
    const slot = part.startsWith('{') ? parseSlot(part) : part
    if (typeof slot === 'string' && part.startsWith('{')) return slot
    pieces.push(slot)
  }
  return pieces
}

/** The slot, or what is wrong with it. */
function parseSlot(text: string): Slot | string {
  const [, field = '', format, argument = ''] = /^\{([^:]*)(?::([^()]*)(?:\((.*)\))?)?\}$/.exec(text) ?? []
  if (format === undefined && text.includes(':')) return `${text} is no field with a format: known formats are ${known}`
  if (field.trim() === '') return `${text} names no field`
  if (format === undefined) return { field, argument }
  const found = textFormats.find(({ name }) => name === format)
  if (found === undefined) return `${text} has the unknown format "${format}": known formats are ${known}`
  const wrong = text.endsWith('()}') ? 'empty brackets' : wrongArgument(found, argument)
  return wrong === undefined ? { field, format: found.name, argument } : `${text} has ${wrong}`
}

function wrongArgument({ name, argument: wanted }: TextFormat, argument: string): string | undefined {
  if (wanted === 'none') return argument === '' ? undefined : `the format ${name}, which takes nothing in brackets`
  if (wanted === 'rate')
    return /^\d{1,2}(\.\d{1,2})?$/.test(argument)
      ? undefined
      : `the format ${name}, which takes a rate from 0 to 99.99, such as ${name}(10)`
  return argument === '' || wanted.includes(argument)
    ? undefined
    : `the format ${name}, which takes one of ${wanted.join(', ')} in brackets, or none`
}

/** The fields that a template names; none of one that is wrong. */
export function slotsOf(template: string): Slot[] {
  const pieces = parseTemplate(template)
  return typeof pieces === 'string' ? [] : pieces.filter((piece) => typeof piece !== 'string')
}

/** Whether a price, number or date stands in it: a figure that is cut is another figure. */
export const holdsFigures = (template: string): boolean =>
  slotsOf(template).some(({ format }) => format !== undefined && format !== 'upper')
