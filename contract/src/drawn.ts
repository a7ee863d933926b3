/** Texts, shapes and codes on slides, as `signage` says what they are. */
import { isScanned } from '@endcap/signage/cards'
import { codeLevels, conditionKinds, isDrawnType, shapeKinds, textSizes, textWeights } from '@endcap/signage/drawn'
import * as z from 'zod'

export const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #000000')
const length = z.number().min(0).max(2000)

/** As conditions of layouts; the server checks them as those. */
const when = z
  .array(z.object({ field: z.string().min(1).max(80), is: z.enum(conditionKinds), value: z.string().max(200).optional() }))
  .max(10)
  .readonly()
const textLook = z.object({
  text: z.string().max(500),
  size: z.int().min(textSizes.least).max(textSizes.most).optional(),
  weight: z.literal(textWeights),
  align: z.enum(['left', 'center', 'right']),
  valign: z.enum(['top', 'middle', 'bottom']),
  colour,
  strike: z.boolean().optional(),
  smallCents: z.boolean().optional(),
  leading: z.number().min(0.5).max(3).optional(),
  background: colour.optional(),
  padding: length.optional(),
  when: when.optional(),
})
const shapeLook = z.object({
  kind: z.enum(shapeKinds),
  fill: colour.optional(),
  fillTo: colour.optional(),
  angle: z.number().min(0).max(360).optional(),
  border: colour.optional(),
  borderWidth: length.optional(),
})
const codeLook = z
  .object({ value: z.string().max(500), level: z.enum(codeLevels), colour, background: colour })
  .refine((look) => isScanned(look.colour, look.background), 'must be dark on light: no scanner reads these colours')

export const drawnLooks = { text: textLook.optional(), shape: shapeLook.optional(), code: codeLook.optional() }
export const effects = {
  opacity: z.number().min(0).max(1).optional(),
  radius: length.optional(),
  shadow: z
    .object({ x: z.number().min(-200).max(200), y: z.number().min(-200).max(200), blur: z.number().min(0).max(200), colour })
    .optional(),
}

/** Whether an object of a drawn type has its own look, and a slot as its id. Nothing else of others is looked at. */
export function isWhole({ type, id, text, shape, code }: { type: string; id: string; text?: unknown; shape?: unknown; code?: unknown }) {
  const own = { text, shape, qr: code }
  if (!isDrawnType(type)) return Object.values(own).every((look) => look === undefined)
  const alone = Object.entries(own).every(([name, look]) => (look !== undefined) === (name === type))
  return alone && (type === 'shape' ? id === '0' : /^\d{1,3}$/.test(id))
}

/** Why an object is not drawn. */
export const notDrawn = ['empty', 'no-product', 'left-out', 'not-met', 'no-value', 'no-room', 'no-glyph', 'bad-code'] as const
export type NotDrawn = (typeof notDrawn)[number]
/** An object as SVG, or why it is not there. */
export const drawnObject = z.object({ svg: z.string().nullable(), why: z.enum(notDrawn).nullable() })
export interface DrawnObject extends z.infer<typeof drawnObject> {}
