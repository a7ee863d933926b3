/**
 * Pixels as OpenDisplay panels take them, by colour scheme. Rows from the top; the first pixel in the high bits; every row begins a new byte.
 */
import type { Bitmap } from '@endcap/label/bitmap'
import { namedInks, type Ink, type Palette } from '@endcap/label/palettes'
import type { Display } from './config.ts'

interface Scheme {
  palette: Palette
  /**
   * `rows`: so many bits a pixel. `planes`: one bit a pixel of the whole picture, and then another. `halves`: all rows of the left half, and
   * then all of the right one, for a glass with two controllers that are written one after the other.
   */
  form: 'rows' | 'planes' | 'halves'
  bits: 1 | 2 | 4
  /** What is sent for each number of the palette; of planes, the first one is the lowest bit. */
  codes(controller: number): readonly number[]
}

/** Codes by ink, in the order of the palette's numbers. */
function byInk(palette: Palette, codes: Partial<Record<Ink, number>>): readonly number[] {
  return namedInks(palette).map((ink) => codes[ink] ?? 0)
}
const plain = (palette: Palette, form: Scheme['form'], bits: Scheme['bits'], codes: Partial<Record<Ink, number>>): Scheme => {
  const ordered = byInk(palette, codes)
  return { palette, form, bits, codes: () => ordered }
}

const spectra = { black: 0, white: 1, yellow: 2, red: 3, blue: 5, green: 6 }
const fourInks = byInk('bwry', { black: 0, white: 1, yellow: 2, red: 3 })
const fourInksSwapped = byInk('bwry', { black: 0, white: 1, red: 2, yellow: 3 })
/** Controllers of two 2.9″ panels that have red and yellow the other way round. */
const swapRedAndYellow = new Set([0x001d, 0x001e])
/**
 * Grays are sent in two planes, coded as the controller's two memories want them, and not as two bits a pixel: the panel writes the bytes into
 * them as they come. White, black, light, dark.
 */
const grays = [0, 3, 2, 1]
/** Two controllers have the two grays in the middle the other way round. */
const graysSwapped = [0, 3, 1, 2]
const swapGrays = new Set([0x0028, 0x0048])
/** 15 is white, 0 black; the palette has the grays between them from light to dark behind these two. */
const sixteenGrays = [15, 0, ...Array.from({ length: 14 }, (_, place) => 14 - place)]

/** By number. 7 (seven colours) is missing: in which order it wants them is not known for sure. */
export const colourSchemes: Readonly<Record<number, Scheme>> = {
  0: plain('bw', 'rows', 1, { black: 0, white: 1 }),
  // Red is white in the first plane, yellow black.
  1: plain('bwr', 'planes', 2, { black: 0b00, white: 0b01, red: 0b11 }),
  2: plain('bwy', 'planes', 2, { black: 0b00, white: 0b01, yellow: 0b10 }),
  3: { palette: 'bwry', form: 'rows', bits: 2, codes: (controller) => (swapRedAndYellow.has(controller) ? fourInksSwapped : fourInks) },
  4: plain('spectra6', 'rows', 4, spectra),
  5: { palette: 'gray4', form: 'planes', bits: 2, codes: (controller) => (swapGrays.has(controller) ? graysSwapped : grays) },
  6: { palette: 'gray16', form: 'rows', bits: 4, codes: () => sixteenGrays },
  8: plain('spectra6', 'halves', 4, spectra),
}

/** The picture as bytes, turned as the panel is mounted. It must have the panel's size and no other inks than it has. */
export function packPixels(bitmap: Bitmap, display: Display): Uint8Array {
  const scheme = colourSchemes[display.scheme]
  if (scheme === undefined) throw new Error(`Colour scheme ${display.scheme} is not known`)
  const codes = scheme.codes(display.controller)
  const turned = turn(bitmap, display.quarters)
  if (turned.width !== display.width || turned.height !== display.height) throw new Error('The picture has another size than the panel')
  const coded = turned.pixels.map((pixel) => codes[pixel] ?? 255)
  if (coded.includes(255)) throw new Error('The picture has an ink that the panel does not have')
  const { width, height } = turned
  if (scheme.form === 'rows') return packArea(coded, { width, height, from: 0, to: width, bits: scheme.bits })
  const whole = { width, height, from: 0, to: width }
  const [first, second] =
    scheme.form === 'planes'
      ? [
          packArea(
            coded.map((code) => code & 1),
            { ...whole, bits: 1 },
          ),
          packArea(
            coded.map((code) => code >> 1),
            { ...whole, bits: 1 },
          ),
        ]
      : [
          packArea(coded, { ...whole, to: width >> 1, bits: scheme.bits }),
          packArea(coded, { ...whole, from: width >> 1, bits: scheme.bits }),
        ]
  const packed = new Uint8Array(first.length + second.length)
  packed.set(first)
  packed.set(second, first.length)
  return packed
}

interface Area {
  width: number
  height: number
  /** Columns. */
  from: number
  to: number
  bits: number
}

function packArea(codes: Uint8Array, { width, height, from, to, bits }: Area): Uint8Array {
  const perByte = 8 / bits
  const stride = Math.ceil((to - from) / perByte)
  const packed = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = from; x < to; x++) {
      const place = x - from
      const byte = y * stride + Math.floor(place / perByte)
      packed[byte] = packed[byte]! | (codes[y * width + x]! << (8 - bits - (place % perByte) * bits))
    }
  }
  return packed
}

/** Turned clockwise by quarters. */
function turn({ width, height, pixels }: Bitmap, quarters: Display['quarters']): { width: number; height: number; pixels: Uint8Array } {
  if (quarters === 0) return { width, height, pixels }
  const turned = new Uint8Array(pixels.length)
  const across = quarters === 2 ? width : height
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [toX, toY] = quarters === 1 ? [height - 1 - y, x] : quarters === 2 ? [width - 1 - x, height - 1 - y] : [y, width - 1 - x]
      turned[toY * across + toX] = pixels[y * width + x]!
    }
  }
  return { width: across, height: quarters === 2 ? height : width, pixels: turned }
}
