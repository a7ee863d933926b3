/** What a simulated access point and its tags make of a JPEG. */
import type { Bitmap } from '@endcap/label/bitmap'
import { paletteColours } from '@endcap/label/palettes'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { nearestInk, paletteOf } from '../codec/image.ts'
import type { TagType } from '../codec/records.ts'

export interface Decoded {
  width: number
  height: number
  /** Red, green, blue and a fourth of each pixel. */
  data: Uint8ClampedArray
}
/** Read by another decoder than what encodes for the access point; undefined for what is no picture. */
export async function decodeJpeg(file: Uint8Array): Promise<Decoded | undefined> {
  if (file[0] !== 0xff || file[1] !== 0xd8) return undefined
  try {
    const image = await loadImage(Buffer.from(file))
    const context = createCanvas(image.width, image.height).getContext('2d')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    return { width: image.width, height: image.height, data }
  } catch {
    return undefined
  }
}

/** How it keeps pixels: 5, 6 and 5 bits of the channels, or 3, 3 and 2 where it has little memory. */
const levels = { large: [31, 63, 31], small: [7, 7, 3] }
const quantised = (value: number, maxLevel: number) => Math.round((Math.floor((value * (maxLevel + 1)) / 256) * 255) / maxLevel)

interface Drawing {
  /** 0: the nearest ink; anything else spreads the error, and sprinkles what was pure. */
  dither: number
  psram: boolean
  /** Quarter turns. */
  rotate: number
  invert: number
}
/** The picture in the size that it has, which need not be the panel's: the device does not check that. */
export function drawOnGlass(picture: Decoded, type: TagType, { dither, psram, rotate, invert }: Drawing): Bitmap {
  const colours = type.inks.map((ink) => ink.colour)
  if (invert === 1) [colours[0], colours[1]] = [colours[1]!, colours[0]!]
  const palette = paletteOf(type.inks) ?? 'bw'
  const own = numbersOf(type, palette)
  const turned = rotate % 2 === 1
  const [width, height] = turned ? [picture.height, picture.width] : [picture.width, picture.height]
  const pixels = new Uint8Array(width * height)
  const depth = (psram ? levels.large : levels.small).map((maxLevel) =>
    Uint8Array.from({ length: 256 }, (_, value) => quantised(value, maxLevel)),
  )
  const known = new Map<number, number>()
  const pick = (colour: number) => {
    const ink = known.get(colour) ?? nearestInk(colour, colours)
    known.set(colour, ink)
    return ink
  }
  const error = [0, 0, 0]
  for (let index = 0; index < pixels.length; index++) {
    const at = 4 * placeOf(index, picture, rotate)
    let colour = 0
    for (let channel = 0; channel < 3; channel++) {
      const value = depth[channel]![picture.data[at + channel]!]! + error[channel]!
      colour = colour * 256 + Math.max(0, Math.min(255, Math.round(value)))
    }
    const ink = pick(colour)
    pixels[index] = own[ink]!
    if (dither === 0) continue
    for (const [channel, shift] of [16, 8, 0].entries())
      error[channel] = (((colour >> shift) & 255) - ((colours[ink]! >> shift) & 255)) * 1.5
  }
  return { width, height, palette, pixels }
}

/** Where a pixel of the turned picture comes from. */
function placeOf(index: number, { width, height }: Decoded, rotate: number): number {
  if (rotate === 0) return index
  const turned = rotate % 2 === 1 ? height : width
  const [x, y] = [index % turned, Math.floor(index / turned)]
  if (rotate === 1) return (height - 1 - x) * width + y
  if (rotate === 2) return (height - 1 - y) * width + (width - 1 - x)
  return x * width + (width - 1 - y)
}

/** The numbers that a page has for the tag's inks, in the order of the wire. */
function numbersOf(type: TagType, palette: Bitmap['palette']): number[] {
  return type.inks.map(({ colour }) => nearestInk(colour, paletteColours[palette]))
}
