/** Canvas pixels to palette indexes. */
import { isColoured, paletteColours, type Palette } from './palettes.ts'

/** The canvas holds red, green, blue, alpha in this order in memory; a little-endian word reads alpha first. */
const word = (colour: number) => ((0xff << 24) | ((colour & 255) << 16) | (colour & 0xff00) | (colour >> 16)) >>> 0

/** Mixed colours at the edges of glyphs, decided once each. A plain table: it is asked for every such pixel. */
const slots = 4096
interface Decided {
  colours: Uint32Array
  inks: Uint8Array
}
const newDecided = (): Decided => ({ colours: new Uint32Array(slots), inks: new Uint8Array(slots) })
const decided = new Map<Palette, Decided>()

function tableOf(palette: Palette): Decided {
  const held = decided.get(palette)
  if (held !== undefined) return held
  const fresh = newDecided()
  decided.set(palette, fresh)
  return fresh
}

function nearest(rgba: number, palette: Palette): number {
  const [red, green, blue] = [rgba & 255, (rgba >> 8) & 255, (rgba >> 16) & 255]
  let [best, distance] = [0, Number.POSITIVE_INFINITY]
  for (const [index, colour] of paletteColours[palette].entries()) {
    const one = (red - (colour >> 16)) ** 2 + (green - ((colour >> 8) & 255)) ** 2 + (blue - (colour & 255)) ** 2
    // Greys at a black glyph's edge are near red and yellow by number only.
    const grey = isColoured(palette) && Math.max(red, green, blue) - Math.min(red, green, blue) < 24
    if (one < distance && !(grey && index > 1)) [best, distance] = [index, one]
  }
  return best
}

/** Every pixel becomes the nearest ink: edges of glyphs fall to one side or the other, so that text is crisp. */
export function quantise(rgba: Uint8ClampedArray, palette: Palette): Uint8Array {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4)
  const pixels = new Uint8Array(words.length)
  const white = 0xffffffff
  const black = word(0x000000)
  const { colours, inks } = tableOf(palette)
  for (let index = 0; index < words.length; index++) {
    const one = words[index]!
    if (one === white) continue
    if (one === black) {
      pixels[index] = 1
      continue
    }
    // The canvas is opaque, so no colour is 0 and an empty slot matches nothing.
    const slot = (one ^ (one >>> 9) ^ (one >>> 17)) & (slots - 1)
    if (colours[slot] !== one) {
      colours[slot] = one
      inks[slot] = nearest(one, palette)
    }
    pixels[index] = inks[slot]!
  }
  return pixels
}
