/**
 * How a product looks in its place on a slide: as sharp as the screen in colours of one's own, with its code or, for customers, without it; or in
 * the pixels and inks of a label.
 */

/** As `#rrggbb`. */
export interface CardColours {
  /** `none` lets through what lies below. */
  background: string
  text: string
  /** Of prices that are reduced, and of areas that shall be seen first. */
  accent: string
}
export const cardColourDefaults = { background: '#ffffff', text: '#161616', accent: '#c8281e' } as const satisfies CardColours

export const cardStyles = ['screen', 'customer', 'label'] as const
export interface CardStyle {
  /** `label`: the pixels and inks of a label. Else it is as sharp as the screen; `customer`: without its code and its bars. */
  cardStyle?: (typeof cardStyles)[number] | undefined
  cardColours?: CardColours | undefined
}

/** Names a look in addresses: `label`, or `screen-` or `customer-` and its three colours. */
export function cardLookOf({ cardStyle = 'screen', cardColours = cardColourDefaults }: CardStyle): string {
  if (cardStyle === 'label') return 'label'
  const { background, text, accent } = cardColours
  return `${cardStyle}-${[background, text, accent].map((colour) => colour.replace('#', '').toLowerCase()).join('-')}`
}

/** Of a product in its place, as a plan names it. */
interface Card {
  slot: number
  width: number
  height: number
  look?: string | undefined
}
/** The card of an object in its own look, or in that of labels where an older plan, or an older player, has no other. */
export function cardOf<One extends Card>(
  object: CardStyle & { id: string; width: number; height: number },
  cards: readonly One[],
): One | undefined {
  const [width, height] = [Math.round(object.width), Math.round(object.height)]
  const fitting = cards.filter((one) => String(one.slot) === object.id && one.width === width && one.height === height)
  return fitting.find(({ look }) => look === cardLookOf(object)) ?? fitting[0]
}

/** The colours of a look; undefined for that of labels, and for what names none. */
export function coloursOfLook(look: string): CardColours | undefined {
  const [, background, text, accent] = /^(?:screen|customer)-([0-9a-f]{6}|none)-([0-9a-f]{6})-([0-9a-f]{6})$/.exec(look) ?? []
  if (background === undefined) return undefined
  return { background: background === 'none' ? background : `#${background}`, text: `#${text}`, accent: `#${accent}` }
}

/** Whether a look has the code of its product, as bars or in figures. */
export const showsCode = (look: string): boolean => !look.startsWith('customer-')

/** How bright a colour is, of 0 to 1 (WCAG 2.2, relative luminance). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** Scanners read bars that are darker than what is around them. */
export const showsBars = ({ background, text }: CardColours): boolean =>
  background !== 'none' && luminanceOf(text) < luminanceOf(background)
/** Scanners see a code from this contrast on. */
const minCodeContrast = 3
/** Whether scanners read a code in one colour on another. */
export const isScanned = (colour: string, background: string): boolean =>
  luminanceOf(colour) < luminanceOf(background) && contrastOf(colour, background) >= minCodeContrast
/** Of two colours, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
