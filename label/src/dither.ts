/**
 * Pictures in the inks of a panel: colours are compared as people see them (OKLab), so that shades between the inks look right. Greys stay
 * grey: an ink is only mixed in where the picture has its hue.
 */
import { inkColours, isGray, paletteColours, type Palette } from './palettes.ts'

/** OKLab's lightness as the grey that has it, from 0 to 1, so that greys are as dark as in black and white; how red rather than green, and how yellow rather than blue. */
type Lab = readonly [light: number, a: number, b: number]

/** Light of each part of a colour, from sRGB (IEC 61966-2-1). */
const linear = Float64Array.from({ length: 256 }, (_, part) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})
/** The grey of a lightness: a surface that is half black looks darker than the middle between both. */
function greyOf(light: number): number {
  const share = Math.max(0, light) ** 3
  return share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055
}
function labOf(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear[red]!, linear[green]!, linear[blue]!]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    greyOf(0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s),
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
const labOfColour = (colour: number): Lab => labOf(colour >> 16, (colour >> 8) & 255, colour & 255)

interface Inks {
  light: Float64Array
  a: Float64Array
  b: Float64Array
  /** Whether it has a hue. */
  coloured: Uint8Array
  /** How many have. */
  colours: number
  /** The same in pure colours, as logos have them. */
  pure: readonly Lab[]
}
/** As the inks look, between the paper and the black of the panel: those are the picture's white and black. */
function inksOf(palette: Palette): Inks {
  const pure = paletteColours[palette].map(labOfColour)
  const seen = isGray(palette) ? pure : inkColours[palette].map(labOfColour)
  const [paper, soot] = [seen[0]![0], seen[1]![0]]
  const coloured = Uint8Array.from(pure, ([, a, b]) => Number(Math.hypot(a, b) > minChroma))
  return {
    light: Float64Array.from(seen, ([light]) => (light - soot) / (paper - soot)),
    a: Float64Array.from(seen, ([, a], ink) => (coloured[ink] === 1 ? a : 0)),
    b: Float64Array.from(seen, ([, , b], ink) => (coloured[ink] === 1 ? b : 0)),
    coloured,
    colours: coloured.reduce((count, one) => count + one, 0),
    pure,
  }
}
const known = new Map<Palette, Inks>()
function inksFor(palette: Palette): Inks {
  const held = known.get(palette) ?? inksOf(palette)
  known.set(palette, held)
  return held
}

/** Colour from which a pixel is more than a tinted grey. */
const minChroma = 0.04
/** Cosine of the angle between hues from which an ink is mixed in: a purple takes red and blue. One colour alone is not made of its neighbours. */
const minKin = { one: 0.6, several: 0.1 }
/** Hue and strength from which a pixel is the ink itself: lines and letters of logos have no pattern. */
const [plainKin, plainStrength] = [0.94, 0.8]

/** A bit for each ink that may be mixed in for a colour. */
function allowedFor(inks: Inks, a: number, b: number): number {
  const chroma = Math.hypot(a, b)
  const threshold = inks.colours > 1 ? minKin.several : minKin.one
  let allowed = 0
  for (let ink = 0; ink < inks.coloured.length; ink++) {
    if (inks.coloured[ink] === 0) allowed |= 1 << ink
    else if (chroma >= minChroma && inks.a[ink]! * a + inks.b[ink]! * b > threshold * chroma * Math.hypot(inks.a[ink]!, inks.b[ink]!))
      allowed |= 1 << ink
  }
  return allowed
}
/** The ink that a strong colour is, if it is one. */
function plainInk({ pure, coloured }: Inks, a: number, b: number): number | undefined {
  const chroma = Math.hypot(a, b)
  for (let ink = 0; ink < pure.length; ink++) {
    const [, pa, pb] = pure[ink]!
    const strength = Math.hypot(pa, pb)
    if (coloured[ink] === 1 && chroma >= plainStrength * strength && pa * a + pb * b >= plainKin * chroma * strength) return ink
  }
  return undefined
}
/** Hue counts for more than light: a wrong colour is seen before a wrong shade. */
const hueWeight = 1.6
function nearest({ light, a, b }: Inks, allowed: number, l: number, ca: number, cb: number): number {
  let [best, smallest] = [0, Number.POSITIVE_INFINITY]
  for (let ink = 0; ink < light.length; ink++) {
    if ((allowed & (1 << ink)) === 0) continue
    const far = (light[ink]! - l) ** 2 + hueWeight * ((a[ink]! - ca) ** 2 + (b[ink]! - cb) ** 2)
    if (far < smallest) [best, smallest] = [ink, far]
  }
  return best
}

/** What a colour of the picture wants of the inks. */
interface TargetColour {
  light: number
  a: number
  b: number
  allowed: number
  plain: number | undefined
  /** Its pattern, once it was asked for. */
  mix?: Uint8Array
}
/** Places for colours that were asked for; a newer one takes the place of an older. */
const slots = 16_384
function colourTable(inks: Inks): (rgba: Uint8ClampedArray, at: number) => TargetColour {
  const keys = new Int32Array(slots).fill(-1)
  const held: TargetColour[] = []
  return (rgba, at) => {
    const [red, green, blue] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!]
    const key = (red << 16) | (green << 8) | blue
    const slot = (key ^ (key >>> 7) ^ (key >>> 13)) & (slots - 1)
    const found = held[slot]
    if (found !== undefined && keys[slot] === key) return found
    const [light, a, b] = labOf(red, green, blue)
    const target = { light, a, b, allowed: allowedFor(inks, a, b), plain: plainInk(inks, a, b) }
    keys[slot] = key
    held[slot] = target
    return target
  }
}

/** Whether a picture has a colour that the panel can show or hint at. */
export function hasColour(rgba: Uint8ClampedArray, palette: Palette): boolean {
  const inks = inksFor(palette)
  const colourAt = colourTable(inks)
  let neutral = 0
  for (const [ink, coloured] of inks.coloured.entries()) if (coloured === 0) neutral |= 1 << ink
  for (let at = 0; at < rgba.length; at += 4) if (colourAt(rgba, at).allowed !== neutral) return true
  return false
}

/** What may be handed on of a colour that no ink comes near, so that it does not run into its neighbours. */
const maxError = [0.5, 0.1, 0.1] as const
const within = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

/** Floyd and Steinberg's way, to and fro: what an ink is off is handed on to the pixels around it that are not decided yet. */
export function diffused(rgba: Uint8ClampedArray, width: number, palette: Palette): Uint8Array {
  const inks = inksFor(palette)
  const colourAt = colourTable(inks)
  const height = rgba.length / 4 / width
  const pixels = new Uint8Array(width * height)
  // Three numbers a pixel, with one more at each side, of this row and the next.
  let [now, next] = [new Float64Array(3 * (width + 2)), new Float64Array(3 * (width + 2))]
  for (let y = 0; y < height; y++) {
    const step = y % 2 === 0 ? 1 : -1
    for (let n = 0, x = step === 1 ? 0 : width - 1; n < width; n++, x += step) {
      const { light, a, b, allowed, plain } = colourAt(rgba, 4 * (y * width + x))
      const at = 3 * (x + 1)
      if (plain !== undefined) {
        pixels[y * width + x] = plain
        continue
      }
      const target = [light + within(now[at]!, maxError[0]), a + within(now[at + 1]!, maxError[1]), b + within(now[at + 2]!, maxError[2])]
      const ink = nearest(inks, allowed, target[0]!, target[1]!, target[2]!)
      pixels[y * width + x] = ink
      const off = [target[0]! - inks.light[ink]!, target[1]! - inks.a[ink]!, target[2]! - inks.b[ink]!]
      for (let part = 0; part < 3; part++) {
        now[at + 3 * step + part]! += (off[part]! * 7) / 16
        next[at - 3 * step + part]! += (off[part]! * 3) / 16
        next[at + part]! += (off[part]! * 5) / 16
        next[at + 3 * step + part]! += off[part]! / 16
      }
    }
    ;[now, next] = [next, now.fill(0)]
  }
  return pixels
}

/** Bayer's matrix: which of 64 pixels become black, one after the other, as a grey grows darker. */
export const bayer = (x: number, y: number): number => {
  let order = 0
  for (let bit = 0; bit < 3; bit++) order = (order << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1)
  return order
}

/** Inks that a colour is mixed of in a pattern. */
const mixed = 16
/** The same colours always in the same pattern: for each so many inks that come near it together, light ones first, laid out by Bayer's matrix. */
export function patterned(rgba: Uint8ClampedArray, width: number, palette: Palette): Uint8Array {
  const inks = inksFor(palette)
  const colourAt = colourTable(inks)
  return Uint8Array.from({ length: rgba.length / 4 }, (_, at) => {
    const target = colourAt(rgba, 4 * at)
    if (target.plain !== undefined) return target.plain
    target.mix ??= mixOf(inks, target)
    return target.mix[Math.floor((bayer(at % width, Math.floor(at / width)) * mixed) / 64)]!
  })
}
function mixOf(inks: Inks, { light, a, b, allowed }: TargetColour): Uint8Array {
  const mix = new Uint8Array(mixed)
  let [dl, da, db] = [0, 0, 0]
  for (let place = 0; place < mixed; place++) {
    const ink = nearest(inks, allowed, light + dl, a + da, b + db)
    mix[place] = ink
    dl += light - inks.light[ink]!
    da = within(da + a - inks.a[ink]!, 1)
    db = within(db + b - inks.b[ink]!, 1)
  }
  return mix.toSorted((one, other) => inks.light[other]! - inks.light[one]!)
}
