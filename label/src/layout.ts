/**
 * A layout: how a label of one size is drawn, as JSON. Lengths are pixels of the panel. Texts name the fields of prInfo by their
 * alias in braces, with a format behind a colon: `{NAME}`, `{PRICE:price}`, `{PROMO_UNTIL:date}`; `{2.NAME}` is the second product's.
 */
import * as z from 'zod'
import { BadPattern, readPattern } from './pattern.ts'
import { inEnglish, type InWords, type Translatable, type Sentence } from './sentences.ts'
import { parseTemplate, slotsOf } from './template.ts'

export { textFormats, type TextFormat } from './template.ts'

/** Grows when an older layout could not be read any more. */
export const layoutFormat = 1

const pixels = z.int().min(-2000).max(4000)
const length = z.int().min(1).max(4000)
/** An ink that a panel lacks is drawn in black, as a background in white (`surface.ts`). */
const colour = z.enum(['black', 'white', 'red', 'yellow', 'blue', 'green', 'orange'])
export type Colour = z.infer<typeof colour>
const place = { x: pixels, y: pixels, w: length, h: length }

/** What is wrong, in words that can be said in other languages. */
const issueOf = ({ detail, translatable }: InWords) => ({ code: 'custom' as const, message: detail, params: { translatable } })

/** The name of an alias, with a product's number in front or without. */
const field = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[^{}:]+$/, 'must be the name of a field, without braces and format')
const expectedValue = z.string().max(200).optional()
const operators = ['filled', 'empty', 'equals', 'not-equals', 'greater', 'less', 'contains', 'starts-with', 'matches'] as const

/** All of an element's conditions must hold. `greater` and `less` compare numbers; the others text as it is, upper and lower case apart. */
export const conditionSchema = z
  .strictObject({ field, is: z.enum(operators), value: expectedValue })
  .superRefine(({ is, value = '' }, context) => {
    const wrong = is === 'matches' ? wrongPattern(value) : undefined
    if (wrong !== undefined) context.addIssue({ ...issueOf(wrong), path: ['value'] })
  })
export type Condition = z.infer<typeof conditionSchema>

/** Why a pattern cannot be used. */
function wrongPattern(pattern: string): InWords | undefined {
  try {
    readPattern(pattern)
  } catch (error) {
    if (error instanceof BadPattern) return inEnglish(error.fault, error.values)
    throw error
  }
  return undefined
}

const when = z.array(conditionSchema).max(10).optional()
const align = z.enum(['left', 'center', 'right']).default('left')
const weight = z
  .union([z.literal(400), z.literal(500), z.literal(600), z.literal(700), z.literal(800)], 'must be 400, 500, 600, 700 or 800')
  .default(400)
const template = z
  .string()
  .max(500)
  .superRefine((text, context) => {
    const pieces = parseTemplate(text)
    if ('translatable' in pieces) context.addIssue(issueOf(pieces))
  })

/**
 * What the element is for: a label whose price or name is empty is not shown. `none`: for neither, also where what it reads says so.
 * Absent: it follows from what the element reads (`roles.ts`).
 */
const role = z.enum(['price', 'name', 'none'])
export type LeafRole = z.infer<typeof role>

const text = z.strictObject({
  type: z.literal('text'),
  ...place,
  text: template,
  size: z.int().min(6).max(600),
  /** Shrinks down to this before it counts as overflow; the size itself when absent. */
  minSize: z.int().min(6).max(600).optional(),
  weight,
  align,
  valign: z.enum(['top', 'middle', 'bottom']).default('top'),
  /** Lines the text may take. */
  lines: z.int().min(1).max(20).default(1),
  /** Cut with … instead of failing. Never for texts with a price, number or date in them. */
  ellipsis: z.boolean().default(false),
  strike: z.boolean().default(false),
  color: colour.default('black'),
  role: role.optional(),
  when,
})
const price = z.strictObject({
  type: z.literal('price'),
  ...place,
  field,
  size: z.int().min(6).max(600),
  minSize: z.int().min(6).max(600).optional(),
  weight: weight.default(800),
  align: align.default('right'),
  valign: z.enum(['top', 'middle', 'bottom']).default('middle'),
  /** Size of symbol and cents in parts of the figure's. */
  small: z.number().min(0.2).max(1).default(0.42),
  color: colour.default('black'),
  role: role.optional(),
  when,
})
const box = z.strictObject({
  type: z.literal('box'),
  ...place,
  fill: colour.optional(),
  stroke: colour.optional(),
  lineWidth: z.int().min(1).max(50).default(1),
  radius: z.int().min(0).max(500).default(0),
  when,
})
const line = z.strictObject({
  type: z.literal('line'),
  x: pixels,
  y: pixels,
  x2: pixels,
  y2: pixels,
  lineWidth: z.int().min(1).max(50).default(1),
  color: colour.default('black'),
  when,
})
const image = z.strictObject({
  type: z.literal('image'),
  ...place,
  data: z
    .string()
    .max(500_000)
    .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/, 'must be a PNG as data address'),
  /** `none`: each pixel in the nearest ink. `threshold`: black or white, by how light it is; the other two mix all inks of the panel in patterns. */
  dither: z.enum(['none', 'floyd-steinberg', 'ordered', 'threshold']).default('none'),
  when,
})
export const symbologies = [
  'ean13',
  'ean8',
  'upca',
  'code128',
  'gs1-128',
  'code39',
  'itf14',
  'databaromni',
  'gs1datamatrix',
  'datamatrix',
  'qr',
  'pdf417',
] as const
/** What their standards call them, in every language. */
export const symbologyNames: Record<(typeof symbologies)[number], string> = {
  ean13: 'EAN-13',
  ean8: 'EAN-8',
  upca: 'UPC-A',
  code128: 'Code 128',
  'gs1-128': 'GS1-128',
  code39: 'Code 39',
  itf14: 'ITF-14',
  databaromni: 'GS1 DataBar',
  gs1datamatrix: 'GS1 DataMatrix',
  datamatrix: 'DataMatrix',
  qr: 'QR',
  pdf417: 'PDF417',
}
const barcode = z.strictObject({
  type: z.literal('barcode'),
  ...place,
  symbology: z.enum(symbologies),
  value: template,
  /** Empty modules on each side; the standard's own when absent. */
  quiet: z.int().min(0).max(20).optional(),
  align: align.default('left'),
  color: z.enum(['black', 'red']).default('black'),
  when,
})
const leaf = z.discriminatedUnion('type', [text, price, box, line, image, barcode])
/** Draws its elements for product after product, each shifted: fields without a number are that product's. Missing products are left out. */
const repeat = z.strictObject({
  type: z.literal('repeat'),
  count: z.int().min(1).max(20),
  dx: pixels,
  dy: pixels,
  elements: z.array(leaf).max(50),
  when,
})
const element = z.discriminatedUnion('type', [text, price, box, line, image, barcode, repeat])

export type Leaf = z.infer<typeof leaf>
export type Element = z.infer<typeof element>
export type TextElement = z.infer<typeof text>
export type PriceElement = z.infer<typeof price>
export type BarcodeElement = z.infer<typeof barcode>
export type ImageElement = z.infer<typeof image>
export type BoxElement = z.infer<typeof box>
export type LineElement = z.infer<typeof line>

export const layoutDefinition = z.strictObject({
  format: z.literal(layoutFormat, `must be ${layoutFormat}: this layout was made for another version`),
  name: z.string().min(1).max(100),
  width: z.int().min(8).max(4000),
  height: z.int().min(8).max(4000),
  /** The first page is the main one. */
  pages: z
    .array(z.strictObject({ background: colour.default('white'), elements: z.array(element).max(200), when }))
    .min(1)
    .max(8),
})
export type LayoutDefinition = z.infer<typeof layoutDefinition>
/** As a layout is written: what has a default may be left out. */
export type LayoutInput = z.input<typeof layoutDefinition>

export interface LayoutProblem {
  /** Such as `pages.0.elements.3.text`, counted from 0; empty for the layout as a whole. */
  path: string
  message: string
  /** The same as the key of a sentence; absent where only the English words are known. */
  translatable?: Translatable
}
/** Problems told of one layout. */
const maxProblems = 20

/** A layout as it may come from anywhere, or what is wrong with it and where. */
export function readLayout(value: unknown): { layout: LayoutDefinition } | { problems: LayoutProblem[] } {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
  // Nothing else that is said of it would help.
  if (typeof format === 'number' && format !== layoutFormat)
    return { problems: [{ path: 'format', message: `was made for format ${format}, this server reads ${layoutFormat}` }] }
  const { data, error } = layoutDefinition.safeParse(value)
  if (data !== undefined) return { layout: data }
  return {
    problems: error.issues.slice(0, maxProblems).map((issue) => {
      const translatable = translatableOf(issue)
      return { path: issue.path.join('.'), message: issue.message, ...(translatable && { translatable }) }
    }),
  }
}
/** What is said when there is less, or more, of it than is allowed. */
const boundsOfNumber: Bounds = { less: 'too-little', more: 'too-much' }
const boundsOf: Partial<Record<string, Bounds>> = {
  string: { less: 'too-short', more: 'too-long' },
  array: { less: 'too-few', more: 'too-many' },
}
interface Bounds {
  less: Sentence
  more: Sentence
}
function translatableOf(issue: z.core.$ZodIssue): Translatable | undefined {
  if (issue.code === 'custom') return issue.params?.translatable as Translatable | undefined
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined
  const { less, more } = boundsOf[issue.origin] ?? boundsOfNumber
  return issue.code === 'too_small'
    ? { sentence: less, values: { least: Number(issue.minimum) } }
    : { sentence: more, values: { most: Number(issue.maximum) } }
}

/** The names of aliases that a layout reads, in upper case and without a product's number, each once in the order in which they come. */
export function fieldsOf({ pages }: LayoutDefinition): string[] {
  const names: string[] = []
  const conditions = (list: readonly Condition[] = []) => names.push(...list.map((condition) => condition.field))
  function visit(element: Element): void {
    conditions(element.when)
    if (element.type === 'repeat') for (const inner of element.elements) visit(inner)
    else if (element.type === 'price') names.push(element.field)
    else if (element.type === 'text') names.push(...slotsOf(element.text).map((slot) => slot.field))
    else if (element.type === 'barcode') names.push(...slotsOf(element.value).map((slot) => slot.field))
  }
  for (const { elements, when } of pages) {
    conditions(when)
    for (const element of elements) visit(element)
  }
  return [...new Set(names.map((name) => name.replace(/^\d+\./, '').toUpperCase()))]
}
