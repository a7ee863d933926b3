/** Texts, shapes, codes, clocks and tickers on slides, as `signage` says what they are. */
import { isScanned } from '@endcap/signage/cards'
import {
  codeLevels,
  conditionKinds,
  isDrawnType,
  looksOfType,
  maskKinds,
  mayBeMasked,
  shapeKinds,
  textSizes,
  textWeights,
  type DrawnLooks,
} from '@endcap/signage/drawn'
import { clockDates, clockHours, clockTimes, tickerDirections, tickerSpeeds } from '@endcap/signage/moving'
import type { SlideObject } from '@endcap/signage/shows'
import * as z from 'zod'
import { numberId } from './schemas.ts'

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
  font: numberId.optional(),
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

const clockLook = z.object({ time: z.enum(clockTimes), date: z.enum(clockDates), hours: z.literal(clockHours).optional() })
const tickerLook = z.object({
  speed: z.number().min(tickerSpeeds.least).max(tickerSpeeds.most),
  direction: z.enum(tickerDirections),
})

export const drawnLooks = {
  text: textLook.optional(),
  shape: shapeLook.optional(),
  code: codeLook.optional(),
  clock: clockLook.refine(({ time, date }) => time !== 'none' || date !== 'none', 'must have a time or a date').optional(),
  ticker: tickerLook.optional(),
}
/** What a display moves of a picture by itself; `Moves` of signage. */
export const moves = z.discriminatedUnion('kind', [
  clockLook.extend({
    kind: z.literal('clock'),
    locale: z.string(),
    timeZone: z.string(),
    align: textLook.shape.align,
    padding: z.number(),
  }),
  tickerLook.extend({ kind: z.literal('ticker') }),
])
export const effects = {
  mask: z.enum(maskKinds).optional(),
  opacity: z.number().min(0).max(1).optional(),
  radius: length.optional(),
  shadow: z
    .object({ x: z.number().min(-200).max(200), y: z.number().min(-200).max(200), blur: z.number().min(0).max(200), colour })
    .optional(),
}

/** Whether an object has its own looks and no others, a drawn one a slot as its id, and no price a mask. */
export function isWhole({
  type,
  id,
  mask,
  text,
  shape,
  code,
  clock,
  ticker,
}: Pick<SlideObject, 'type' | 'id' | 'mask'> & DrawnLooks): boolean {
  if (mask !== undefined && !mayBeMasked({ type })) return false
  const looks = Object.entries({ text, shape, code, clock, ticker }).flatMap(([name, look]) => (look === undefined ? [] : [name]))
  if (!isDrawnType(type)) return looks.length === 0
  const own: readonly string[] = looksOfType[type]
  if (looks.length !== own.length || !own.every((name) => looks.includes(name))) return false
  // A clock says the time alone.
  if (type === 'clock') return id === '0' && text?.text === '' && text.when === undefined
  return type === 'shape' ? id === '0' : /^\d{1,3}$/.test(id)
}

/** Why an object is not drawn. */
export const notDrawn = ['empty', 'no-product', 'left-out', 'not-met', 'no-value', 'no-room', 'no-glyph', 'no-font', 'bad-code'] as const
export type NotDrawn = (typeof notDrawn)[number]
/** An object as SVG, or why it is not there; of clocks and tickers, what is to be moved of it. */
export const drawnObject = z.object({ svg: z.string().nullable(), why: z.enum(notDrawn).nullable(), moves: moves.optional() })
export interface DrawnObject extends z.infer<typeof drawnObject> {}
