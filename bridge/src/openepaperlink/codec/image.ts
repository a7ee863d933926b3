/**
 * Pictures for an access point, which takes a JPEG of the panel's exact size and picks for each pixel the nearest colour of the tag's table.
 * What the glass shows must be what was sent, pixel by pixel.
 */
import { paletteColours, type Bitmap } from '@endcap/label/bitmap'
import { encodeJpeg } from './jpeg.ts'
import type { TagType } from './records.ts'

/** What a channel may be off by: access points without much memory keep 3, 3 and 2 bits of the channels. */
const channelTolerance = 40

const channels = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const

/** How far a pixel is from an ink for an access point; what is nearly grey takes no coloured ink. */
function distance(pixel: number, ink: number): number {
  const [red, green, blue] = channels(pixel)
  const [inkRed, inkGreen, inkBlue] = channels(ink)
  const grey = Math.abs(red - green) < 20 && Math.abs(blue - green) < 20
  if (grey && (Math.abs(inkRed - inkGreen) > 20 || Math.abs(inkBlue - inkGreen) > 20)) return Infinity
  return 3 * (red - inkRed) ** 2 + 5.47 * (green - inkGreen) ** 2 + 1.53 * (blue - inkBlue) ** 2
}

/** Index of the ink that an access point picks for a pixel without dithering. */
export function nearestInk(pixel: number, inks: readonly number[]): number {
  let [best, least] = [0, Infinity]
  for (const [index, ink] of inks.entries()) {
    const far = distance(pixel, ink)
    if (far < least) [best, least] = [index, far]
  }
  return best
}

/** The same ink in the palette of a page and in a tag's table: yellow is not quite the same everywhere. */
const sameInk = 64
const apart = (one: number, other: number) => Math.max(...channels(one).map((value, index) => Math.abs(value - channels(other)[index]!)))
const isRed = (colour: number) => apart(colour, 0xff0000) <= sameInk
const isYellow = (colour: number) => apart(colour, 0xffff00) <= sameInk
const hex = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`

/** The tag's colour for an ink of a page. A panel with yellow prints what is red, and the other way round, where that is its only colour. */
function colourFor(ink: number, colours: readonly number[]): number | undefined {
  const own = colours.find((colour) => apart(colour, ink) <= sameInk)
  if (own !== undefined) return own
  return isRed(ink) ? colours.find(isYellow) : isYellow(ink) ? colours.find(isRed) : undefined
}

/** The colours to send for the inks of a page; throws where the tag lacks one that the page uses, or would make two of them one. */
function coloursFor({ palette, pixels }: Bitmap, type: TagType): number[] {
  const used = new Set(pixels)
  const taken = new Map<number, number>()
  return paletteColours[palette].map((ink, index) => {
    if (!used.has(index)) return ink
    const colour = colourFor(
      ink,
      type.inks.map((one) => one.colour),
    )
    if (colour === undefined || taken.has(colour)) throw new Error(`The picture has the colour ${hex(ink)}, and the tag has no ink for it`)
    taken.set(colour, index)
    return colour
  })
}

/** A page as the JPEG to upload; throws in plain words where the page is not for such a tag. */
export function encodeForTag(bitmap: Bitmap, type: TagType): Uint8Array {
  const { width, height, pixels } = bitmap
  if (width !== type.width || height !== type.height)
    throw new Error(`The picture has ${width} × ${height} pixels, and the tag ${type.width} × ${type.height}`)
  if (pixels.length !== width * height) throw new Error('The picture lacks pixels')
  if (pixels.some((ink) => ink >= paletteColours[bitmap.palette].length)) throw new Error('The picture has inks that are not known here')
  return encodeJpeg({ width, height, pixels, colours: coloursFor(bitmap, type) }, channelTolerance)
}

/** A palette of ours for the inks of a tag: what a model that nobody knows is named with; undefined where none fits. */
export function paletteName(inks: TagType['inks']): 'bw' | 'bwr' | 'bwy' | 'bwry' | undefined {
  const names = new Set(inks.map((ink) => ink.name))
  if (!names.has('white') || !names.has('black')) return undefined
  const colours = [names.has('red') ? 'r' : '', names.has('yellow') ? 'y' : ''].join('')
  return (['bw', 'bwr', 'bwy', 'bwry'] as const).find((name) => name === `bw${colours}`)
}
