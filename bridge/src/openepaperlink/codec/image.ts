/**
 * Pictures for an access point, which takes a JPEG of the panel's exact size and picks for each pixel the nearest colour of the tag's table.
 * What the glass shows must be what was sent, pixel by pixel.
 */
import type { Bitmap } from '@endcap/label/bitmap'
import { isGray, paletteColours, paletteNames, type Palette } from '@endcap/label/palettes'
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
  let [best, smallest] = [0, Infinity]
  for (const [index, ink] of inks.entries()) {
    const far = distance(pixel, ink)
    if (far < smallest) [best, smallest] = [index, far]
  }
  return best
}

/** The same ink in the palette of a page and in a tag's table: yellow is not quite the same everywhere. */
const sameInk = 64
const apart = (one: number, other: number) => Math.max(...channels(one).map((value, index) => Math.abs(value - channels(other)[index]!)))
const hex = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`
const colourFor = (ink: number, inks: TagType['inks']): number | undefined =>
  inks.find(({ colour }) => apart(colour, ink) <= sameInk)?.colour

/** The colours to send for the inks of a page; throws where the tag lacks one that the page uses. */
function coloursFor({ palette, pixels }: Bitmap, { inks }: TagType): number[] {
  const used = new Set(pixels)
  return paletteColours[palette].map((ink, index) => {
    const colour = colourFor(ink, inks)
    if (colour === undefined && used.has(index)) throw new Error(`The picture has the colour ${hex(ink)}, and the tag has no ink for it`)
    return colour ?? ink
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

/** The palette with exactly the inks of a tag; undefined where there is none. */
export const paletteOf = (inks: TagType['inks']): Palette | undefined =>
  paletteNames.find(
    (name) =>
      !isGray(name) &&
      paletteColours[name].length === inks.length &&
      paletteColours[name].every((ink) => colourFor(ink, inks) !== undefined),
  )
