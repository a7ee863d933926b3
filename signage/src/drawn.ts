/** What stands on slides and is drawn by the server: texts, shapes, codes, clocks and tickers. Displays get them as pictures, as they get products. */
import type { ClockLook, TickerLook } from './moving.ts'
import { slideLimits, type Slide, type SlideObject } from './shows.ts'

/** Colours are `#rrggbb`, lengths pixels of the screen. */
export interface TextLook {
  /** With the fields of a product in braces, as texts of layouts have them. */
  text: string
  /** Smaller where it does not fit; absent, as large as it fits. */
  size?: number | undefined
  /** Of its own: a font of the brand by its id. Its weight is the font's. */
  font?: string | undefined
  weight: TextWeight
  align: 'left' | 'center' | 'right'
  valign: 'top' | 'middle' | 'bottom'
  colour: string
  strike?: boolean | undefined
  /** Sign and cents of a price that stands alone are small, as on labels. */
  smallCents?: boolean | undefined
  /** From line to line, in parts of what the typeface has. */
  leading?: number | undefined
  background?: string | undefined
  /** Between the text and the edge of its box. */
  padding?: number | undefined
  /** It is there where all of them hold, as on labels. */
  when?: readonly TextCondition[] | undefined
}
export const textWeights = [400, 500, 600, 700, 800] as const
export type TextWeight = (typeof textWeights)[number]
export const textSizes = { least: 6, most: 1000 } as const
export const conditionKinds = ['filled', 'empty', 'equals', 'not-equals', 'greater', 'less', 'contains', 'starts-with', 'matches'] as const
export interface TextCondition {
  field: string
  is: (typeof conditionKinds)[number]
  value?: string | undefined
}

export const shapeKinds = ['rectangle', 'ellipse', 'line'] as const
export interface ShapeLook {
  kind: (typeof shapeKinds)[number]
  /** Absent: nothing but the border. */
  fill?: string | undefined
  /** Where `fill` ends, for what goes from one colour into another. */
  fillTo?: string | undefined
  /** Where that goes, in degrees: 0 is upwards, 90 to the right. */
  angle?: number | undefined
  /** Of a line, its colour. */
  border?: string | undefined
  borderWidth?: number | undefined
}

/** How much of a code may be lost, from 7 to 30 percent. */
export const codeLevels = ['L', 'M', 'Q', 'H'] as const
export interface CodeLook {
  /** With fields, as a text. */
  value: string
  level: (typeof codeLevels)[number]
  colour: string
  background: string
}

/** How an object as a whole looks; all that can be absent. */
export interface Effects {
  /** Of 0 to 1. */
  opacity?: number | undefined
  /** Of the corners. */
  radius?: number | undefined
  shadow?: { x: number; y: number; blur: number; colour: string } | undefined
  /** Of what is no text, code or product: nothing of a price is cut off. */
  mask?: MaskKind | undefined
}
/** Outlines of what is seen, as masks.css has them. */
export const maskKinds = ['ellipse', 'diamond', 'hexagon', 'star', 'arrow'] as const
export type MaskKind = (typeof maskKinds)[number]
const masked: readonly unknown[] = ['image', 'video', 'widget', 'webpage']
export const mayBeMasked = ({ type }: { type?: unknown }): boolean => masked.includes(type)

/** How drawn objects look. */
export interface DrawnLooks {
  /** Of clocks without words: how they are written. */
  text?: TextLook | undefined
  shape?: ShapeLook | undefined
  code?: CodeLook | undefined
  clock?: ClockLook | undefined
  ticker?: TickerLook | undefined
}
/** What an object of each of these types has. */
export const looksOfType = {
  text: ['text'],
  shape: ['shape'],
  qr: ['code'],
  clock: ['text', 'clock'],
  ticker: ['text', 'ticker'],
} as const satisfies Record<string, readonly (keyof DrawnLooks)[]>
export type DrawnType = keyof typeof looksOfType
export const isDrawnType = (type: string): type is DrawnType => Object.hasOwn(looksOfType, type)
export const isDrawn = ({ type }: Pick<SlideObject, 'type'>): boolean => isDrawnType(type)
/** The `id` of texts and codes without a product, and of shapes. */
export const noSlot = '0'

/** Numbers of drawn objects are behind all places of products. */
const firstNumber = 1000
/** What displays ask for a drawn object by, instead of by the place of a product. */
export const drawnNumber = (slide: number, object: number): number => firstNumber + slide * slideLimits.objects + object
/** The slide and the object on it, both counted from 0, that have this number; undefined for places of products. */
export const drawnPlace = (number: number): { slide: number; object: number } | undefined =>
  number < firstNumber
    ? undefined
    : { slide: Math.floor((number - firstNumber) / slideLimits.objects), object: (number - firstNumber) % slideLimits.objects }
export function drawnAt<Of extends Pick<Slide, 'object'>>(slides: readonly Of[], number: number): Of['object'][number] | undefined {
  const place = drawnPlace(number)
  const object = place && slides[place.slide]?.object[place.object]
  return object !== undefined && isDrawn(object) ? object : undefined
}

/** Effects as styles of an object's box; `corners`: whether they are not part of the picture in it. */
export function effectsOf({ opacity = 1, radius = 0, shadow }: Effects, corners: boolean): Record<string, string> {
  return {
    ...(opacity < 1 && { opacity: String(opacity) }),
    ...(corners && radius > 0 && { borderRadius: `${radius}px` }),
    ...(shadow !== undefined && { filter: `drop-shadow(${shadow.x}px ${shadow.y}px ${shadow.blur}px ${shadow.colour})` }),
  }
}
