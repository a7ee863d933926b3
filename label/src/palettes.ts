/**
 * What panels can show. In every palette 0 is white and 1 is black, so that text and bars are the same numbers everywhere; the other inks
 * follow in the order given here. These numbers stand in stored bitmaps: new inks come behind.
 */

/** Order of the numbers in files (`bitmap.ts`): new palettes come behind. */
export const paletteNames = ['bw', 'bwr', 'bwry', 'bwy', 'gray4', 'gray16', 'spectra6', 'seven'] as const
/**
 * `bw`: black, white; `r`: and red; `y`: and yellow. `gray4`, `gray16`: so many grays, white and black included. `spectra6`: white, black,
 * red, yellow, blue, green; `seven`: and orange.
 */
export type Palette = (typeof paletteNames)[number]
export const isPalette = (name: string): name is Palette => paletteNames.some((one) => one === name)

/** Inks with a name; the grays between white and black have none. */
export type Ink = 'white' | 'black' | 'red' | 'yellow' | 'blue' | 'green' | 'orange'

const named: Record<Palette, readonly Ink[]> = {
  bw: ['white', 'black'],
  bwr: ['white', 'black', 'red'],
  bwry: ['white', 'black', 'red', 'yellow'],
  bwy: ['white', 'black', 'yellow'],
  gray4: ['white', 'black'],
  gray16: ['white', 'black'],
  spectra6: ['white', 'black', 'red', 'yellow', 'blue', 'green'],
  seven: ['white', 'black', 'red', 'yellow', 'blue', 'green', 'orange'],
}
const numbers = new Map(paletteNames.map((palette) => [palette, new Map(named[palette].map((ink, number) => [ink, number]))]))

/** The number of an ink; undefined where the panel does not have it. */
export const numberOf = (ink: Ink, palette: Palette): number | undefined => numbers.get(palette)?.get(ink)
/** The inks with a name, in the order of their numbers. */
export const namedInks = (palette: Palette): readonly Ink[] => named[palette]
/** Whether it has inks besides white, black and grays. */
export const isColoured = (palette: Palette): boolean => named[palette].length > 2
export const isGray = (palette: Palette): boolean => palette === 'gray4' || palette === 'gray16'

const gray = (level: number) => level * 0x010101
/** Grays between white and black, light ones first. */
const grays4 = [0xaa, 0x55].map(gray)
const grays16 = Array.from({ length: 14 }, (_, place) => gray((14 - place) * 17))
const pure: Record<Ink, number> = {
  white: 0xffffff,
  black: 0x000000,
  red: 0xff0000,
  yellow: 0xffd800,
  blue: 0x0000ff,
  green: 0x00ff00,
  orange: 0xff8000,
}
const pureOf = (palette: Palette) => named[palette].map((ink) => pure[ink])

/** Every ink of a palette in pure colours, as 0xRRGGBB: what drivers and printers are given. */
export const paletteColours: Record<Palette, readonly number[]> = {
  bw: pureOf('bw'),
  bwr: pureOf('bwr'),
  bwry: pureOf('bwry'),
  bwy: pureOf('bwy'),
  gray4: [...pureOf('gray4'), ...grays4],
  gray16: [...pureOf('gray16'), ...grays16],
  spectra6: pureOf('spectra6'),
  seven: pureOf('seven'),
}

/** Paper is not white, and ink is not black. */
const [paper, soot] = [0xf4f4ef, 0x161616]
/** Between paper and soot. */
function shade(colour: number): number {
  const light = (colour & 255) / 255
  const part = (shift: number) => Math.round(((soot >> shift) & 255) * (1 - light) + ((paper >> shift) & 255) * light)
  return (part(16) << 16) | (part(8) << 8) | part(0)
}
/** Panels of six and seven colours mix their pigments: white is grayer, and colours are duller than those of panels with one pigment more. */
const spectra = [0xe8e8e2, 0x1a1c1e, 0xb41e1e, 0xe6d22d, 0x24509e, 0x2a7040]
/** What the inks look like on glass, for pictures shown to people, as 0xRRGGBB. */
export const inkColours: Record<Palette, readonly number[]> = {
  bw: [paper, soot],
  bwr: [paper, soot, 0xc8281e],
  bwry: [paper, soot, 0xc8281e, 0xe8b400],
  bwy: [paper, soot, 0xe8b400],
  gray4: [paper, soot, ...grays4.map(shade)],
  gray16: [paper, soot, ...grays16.map(shade)],
  spectra6: spectra,
  seven: [...spectra, 0xc05a1e],
}

const bits: Record<Palette, 1 | 2 | 4> = { bw: 1, bwr: 2, bwry: 2, bwy: 2, gray4: 2, gray16: 4, spectra6: 4, seven: 4 }
/** Bits that a pixel takes in files. */
export const bitsOf = (palette: Palette): 1 | 2 | 4 => bits[palette]
