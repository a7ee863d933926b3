/**
 * A layout: how a label of one size is drawn, as JSON. Lengths are pixels of the panel. Texts name the fields of prInfo by their
 * alias in braces, with a format behind a colon: `{NAME}`, `{PRICE:price}`, `{PROMO_UNTIL:date}`; `{2.NAME}` is the second product's.
 */
import * as z from 'zod'

/** Grows when an older layout could not be read any more. */
export const layoutFormat = 1

const pixels = z.int().min(-2000).max(4000)
const length = z.int().min(1).max(4000)
const colour = z.enum(['black', 'white', 'red', 'yellow'])
export type Colour = z.infer<typeof colour>
const place = { x: pixels, y: pixels, w: length, h: length }

/** All of an element's conditions must hold. `greater` and `less` compare numbers. */
const condition = z.strictObject({
  field: z.string().min(1).max(80),
  is: z.enum(['filled', 'empty', 'equals', 'not-equals', 'greater', 'less', 'matches']),
  value: z.string().max(200).optional(),
})
export type Condition = z.infer<typeof condition>
const when = z.array(condition).max(10).optional()
const align = z.enum(['left', 'center', 'right']).default('left')
const weight = z.union([z.literal(400), z.literal(500), z.literal(600), z.literal(700), z.literal(800)]).default(400)
const template = z.string().max(500)

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
  when,
})
const price = z.strictObject({
  type: z.literal('price'),
  ...place,
  field: z.string().min(1).max(80),
  size: z.int().min(6).max(600),
  minSize: z.int().min(6).max(600).optional(),
  weight: weight.default(800),
  align: align.default('right'),
  valign: z.enum(['top', 'middle', 'bottom']).default('middle'),
  /** Size of symbol and cents in parts of the figure's. */
  small: z.number().min(0.2).max(1).default(0.42),
  color: colour.default('black'),
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
  dither: z.enum(['none', 'floyd-steinberg']).default('none'),
  when,
})
export const symbologies = ['ean13', 'ean8', 'upca', 'code128', 'gs1datamatrix', 'datamatrix', 'qr'] as const
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
