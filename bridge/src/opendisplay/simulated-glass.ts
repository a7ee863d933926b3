/**
 * The glass of a simulated panel: bytes as they arrive become a picture as a person sees it. Written from the facts of the protocol and not
 * from the packing that it is there to test.
 */
import type { Bitmap } from '@endcap/label/bitmap'
import { paletteColours, type Palette } from '@endcap/label/palettes'

const [white, black, red, yellow, blue, green] = [0xffffff, 0x000000, 0xff0000, 0xffd800, 0x0000ff, 0x00ff00]
const gray = (level: number) => level * 0x010101

interface Scheme {
  palette: Palette
  bits: number
  layout: 'rows' | 'planes' | 'halves'
  /** Colours by code; of planes, the second one is the higher bit. */
  colours: Record<number, number>
}
const spectra = { 0: black, 1: white, 2: yellow, 3: red, 5: blue, 6: green }
const schemes: Record<number, Scheme> = {
  0: { palette: 'bw', bits: 1, layout: 'rows', colours: { 0: black, 1: white } },
  1: { palette: 'bwr', bits: 2, layout: 'planes', colours: { 0b00: black, 0b01: white, 0b11: red } },
  2: { palette: 'bwy', bits: 2, layout: 'planes', colours: { 0b00: black, 0b01: white, 0b10: yellow } },
  3: { palette: 'bwry', bits: 2, layout: 'rows', colours: { 0: black, 1: white, 2: yellow, 3: red } },
  4: { palette: 'spectra6', bits: 4, layout: 'rows', colours: spectra },
  5: { palette: 'gray4', bits: 2, layout: 'planes', colours: { 0: white, 1: gray(0x55), 2: gray(0xaa), 3: black } },
  6: {
    palette: 'gray16',
    bits: 4,
    layout: 'rows',
    colours: Object.fromEntries(Array.from({ length: 16 }, (_, level) => [level, gray(level * 17)])),
  },
  8: { palette: 'spectra6', bits: 4, layout: 'halves', colours: spectra },
}

interface Screen {
  width: number
  height: number
  scheme: number
  /** Quarters by which the panel is mounted. */
  rotation: number
}

const schemeOf = ({ scheme }: Screen): Scheme => {
  const found = schemes[scheme]
  if (found === undefined) throw new Error(`No scheme ${scheme}`)
  return found
}

/** Bytes of one whole picture. */
export function pictureBytes(screen: Screen): number {
  const { bits, layout } = schemeOf(screen)
  const { width, height } = screen
  if (layout === 'planes') return 2 * Math.ceil(width / 8) * height
  if (layout === 'halves') return (Math.ceil(Math.floor(width / 2) / 2) + Math.ceil((width - Math.floor(width / 2)) / 2)) * height
  return Math.ceil((width * bits) / 8) * height
}

/** The picture that bytes are, upright; throws where a code has no colour. */
export function readPicture(bytes: Uint8Array, screen: Screen): Bitmap {
  const { palette, colours } = schemeOf(screen)
  const { width, height, rotation } = screen
  const inks = paletteColours[palette]
  const sideways = rotation % 2 === 1
  const seen = { width: sideways ? height : width, height: sideways ? width : height }
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ink = inks.indexOf(colours[codeAt(bytes, screen, x, y)] ?? -1)
      if (ink < 0) throw new Error(`No colour at ${x}, ${y}`)
      // A panel that is mounted turned shows its memory turned back, counter-clockwise.
      const place = { 0: [x, y], 1: [y, width - 1 - x], 2: [width - 1 - x, height - 1 - y], 3: [height - 1 - y, x] }[rotation]
      if (place === undefined) throw new Error(`No rotation ${rotation}`)
      pixels[place[1]! * seen.width + place[0]!] = ink
    }
  }
  return { ...seen, palette, pixels }
}

function codeAt(bytes: Uint8Array, screen: Screen, x: number, y: number): number {
  const { bits, layout } = schemeOf(screen)
  const { width, height } = screen
  const read = (start: number, stride: number, column: number, size: number): number => {
    const bit = column * size
    return (bytes[start + y * stride + (bit >> 3)]! >> (8 - size - (bit & 7))) & (2 ** size - 1)
  }
  if (layout === 'rows') return read(0, Math.ceil((width * bits) / 8), x, bits)
  if (layout === 'planes') {
    const stride = Math.ceil(width / 8)
    return read(0, stride, x, 1) + 2 * read(stride * height, stride, x, 1)
  }
  const left = Math.floor(width / 2)
  const [leftStride, rightStride] = [Math.ceil(left / 2), Math.ceil((width - left) / 2)]
  return x < left ? read(0, leftStride, x, 4) : read(leftStride * height, rightStride, x - left, 4)
}
