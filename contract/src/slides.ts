/** Slides of displays of the v0 line, with the objects on them. */
import { cardStyles } from '@endcap/signage/cards'
import { slideDefaults, slideLimits, transitions } from '@endcap/signage/shows'
import * as z from 'zod'
import { colour, drawnLooks, effects, isWhole } from './drawn.ts'

const pixels = z.number().min(-32_768).max(32_768)
const cardStyle = z.enum(cardStyles)
const cardColours = z.object({
  background: z.union([z.literal('none'), colour]),
  text: colour,
  accent: colour,
})
/** `PriceListLook` of signage: how the list of prices looks on the displays of a store. */
export const priceListLook = z.object({
  background: colour,
  cardStyle: cardStyle.optional(),
  cardColours: cardColours.optional(),
})
const slideObject = z.object({
  type: z.enum(['image', 'video', 'widget', 'webpage', 'product', 'text', 'shape', 'qr', 'clock', 'ticker']),
  id: z.string().min(1).max(2000),
  left: pixels,
  top: pixels,
  /** Specification of the editor: nothing is smaller than 8 pixels. */
  width: pixels.min(8),
  height: pixels.min(8),
  index: z.int().min(0).max(10_000),
  autoSize: z.boolean().optional(),
  /** For editors: objects with the same number are chosen and moved together, locked ones stay where they are. */
  group: z.int().min(1).max(10_000).optional(),
  locked: z.boolean().optional(),
  /** Of products: drawn as sharp as the screen, unless they are to have the pixels and inks of a label. */
  cardStyle: cardStyle.optional(),
  /** Of products that are drawn for the screen. */
  cardColours: cardColours.optional(),
  ...drawnLooks,
  ...effects,
})
export const wholeObject = slideObject.refine(isWhole, {
  message:
    'must have what its type says: a text its text and a place of products or 0 as its id, a shape its shape and 0, a code its code, ' +
    'a ticker its text and ticker, a clock its clock, a text without words or conditions and 0; a mask is of images, videos, widgets and webpages',
  path: ['type'],
})
/** `cardLookOf` of signage; without it, that of labels. */
export const cardLookQuery = z.object({
  look: z
    .string()
    .regex(
      /^(label|(screen|customer)-([0-9a-f]{6}|none)-[0-9a-f]{6}-[0-9a-f]{6})$/,
      'must be label, or screen- or customer- and three colours',
    )
    .optional(),
})
export const slide = z.object({
  duration: z.int().min(1).max(86_400).default(slideDefaults.duration),
  bgColor: colour.default(slideDefaults.bgColor),
  object: z.array(wholeObject).max(slideLimits.objects).default([]),
  schedule: z.array(z.string().max(30)).max(100).default([]),
  empty: z.boolean().default(false),
  transition: z.enum(transitions).optional(),
})
/** What a device's show is saved as, and its file show.json (specification 3 §7). */
export const showBody = z.object({
  screenWidth: z.int().min(1).max(16_384),
  screenHeight: z.int().min(1).max(16_384),
  show: z.array(slide).max(slideLimits.slides),
})
export interface ShowBody extends z.infer<typeof showBody> {}
/** Of slides as they stand: another one means that they were changed. Saved with the one that was read, changes of others are not undone. */
export const showRev = z.string().max(64)
