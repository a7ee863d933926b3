/** Palettes: what stands in stored bitmaps and in the pictures for devices. */
import { inflateRawSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { decodeBitmap, encodeBitmap, encodeBmp, encodeGrayPng, encodeIndexedPng, encodePng, type Bitmap } from './bitmap.ts'
import { bitsOf, inkColours, isColoured, isGray, numberOf, paletteColours, paletteNames, type Palette } from './palettes.ts'
import { backgroundOf, inkOf } from './surface.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
/** Every ink, in a width that fills no whole byte. */
function everyInk(palette: Palette): Bitmap {
  const [width, height] = [13, 5]
  return { width, height, palette, pixels: Uint8Array.from({ length: width * height }, (_, n) => n % paletteColours[palette].length) }
}

test('white is 0 and black is 1 everywhere; the other inks follow in their order', () => {
  for (const palette of paletteNames) {
    expect(paletteColours[palette].slice(0, 2)).toEqual([0xffffff, 0])
    expect(inkColours[palette].length).toBe(paletteColours[palette].length)
    expect(paletteColours[palette].length).toBeLessThanOrEqual(1 << bitsOf(palette))
  }
  const rest = (palette: Palette) => paletteColours[palette].slice(2).map((colour) => colour.toString(16).padStart(6, '0'))
  expect(Object.fromEntries(paletteNames.map((palette) => [palette, rest(palette).join(' ')]))).toEqual({
    bw: '',
    bwr: 'ff0000',
    bwry: 'ff0000 ffd800',
    bwy: 'ffd800',
    gray4: 'aaaaaa 555555',
    gray16: 'eeeeee dddddd cccccc bbbbbb aaaaaa 999999 888888 777777 666666 555555 444444 333333 222222 111111',
    spectra6: 'ff0000 ffd800 0000ff 00ff00',
    seven: 'ff0000 ffd800 0000ff 00ff00 ff8000',
  })
  expect(paletteNames.filter(isGray)).toEqual(['gray4', 'gray16'])
  expect(paletteNames.filter((palette) => !isColoured(palette))).toEqual(['bw', 'gray4', 'gray16'])
})

test('on glass paper is not white, black not black, and grays lie between them in their order', () => {
  for (const palette of paletteNames) expect(inkColours[palette]).not.toContain(0xffffff)
  const [paper, soot, ...grays] = inkColours.gray16.map((colour) => colour & 255)
  expect([paper, ...grays, soot]).toEqual([paper, ...grays, soot].toSorted((a, b) => b! - a!))
})

test('an ink that the panel lacks is black, as a background white', () => {
  const drawn = (palette: Palette) => (['white', 'black', 'red', 'yellow'] as const).map((colour) => inkOf(colour, palette))
  expect(Object.fromEntries(paletteNames.map((palette) => [palette, drawn(palette)]))).toEqual({
    bw: [0, 1, 1, 1],
    bwr: [0, 1, 2, 1],
    bwry: [0, 1, 2, 3],
    bwy: [0, 1, 1, 2],
    gray4: [0, 1, 1, 1],
    gray16: [0, 1, 1, 1],
    spectra6: [0, 1, 2, 3],
    seven: [0, 1, 2, 3],
  })
  expect((['blue', 'green', 'orange'] as const).map((colour) => inkOf(colour, 'seven'))).toEqual([4, 5, 6])
  expect((['blue', 'green', 'orange'] as const).map((colour) => inkOf(colour, 'spectra6'))).toEqual([4, 5, 1])
  expect([inkOf('blue', 'bwry'), backgroundOf('green', 'gray4')]).toEqual([1, 0])
  expect([backgroundOf('red', 'bwy'), backgroundOf('yellow', 'bwy'), backgroundOf('yellow', 'gray16')]).toEqual([0, 2, 0])
  expect([numberOf('blue', 'spectra6'), numberOf('orange', 'spectra6'), numberOf('orange', 'seven')]).toEqual([4, undefined, 6])
})

describe('bitmaps', () => {
  test.each(paletteNames)('of %s go through the file unchanged', (palette) => {
    expect(decodeBitmap(encodeBitmap(everyInk(palette)))).toEqual(everyInk(palette))
  })
  test('number of the palette and bits of a pixel stand where stored ones have them', () => {
    expect(paletteNames.map((palette) => [...encodeBitmap(everyInk(palette)).subarray(2, 6)])).toEqual([
      [1, 0, 1, 0],
      [1, 1, 2, 0],
      [1, 2, 2, 0],
      [1, 3, 2, 0],
      [1, 4, 2, 0],
      [1, 5, 4, 0],
      [1, 6, 4, 0],
      [1, 7, 4, 0],
    ])
  })
  /** As they were made before there were more palettes than these: header, and what is deflated behind it. */
  test.each([
    ['bw', 9, 2, '45430100010009000200', '55aa40'],
    ['bwr', 5, 3, '45430101020005000300', '18611860'],
    ['bwry', 5, 3, '45430102020005000300', '39394e4c'],
  ] as const)('of %s are the bytes that are stored', (palette, width, height, header, body) => {
    const pixels = Uint8Array.from({ length: width * height }, (_, n) => (n * 7 + (n >> 3)) % paletteColours[palette].length)
    const file = encodeBitmap({ width, height, palette, pixels })
    expect([hex(file.subarray(0, 10)), hex(inflateRawSync(file.subarray(10)))]).toEqual([header, body])
  })
  test('bits that are not those of the palette are refused', () => {
    const file = encodeBitmap(everyInk('gray16'))
    file[4] = 2
    expect(() => decodeBitmap(file)).toThrow('unknown palette')
    file.set([8, 4], 3)
    expect(() => decodeBitmap(file)).toThrow('unknown palette')
  })
})

describe('indexed PNG', () => {
  async function read(file: Uint8Array, { width, height }: Bitmap) {
    const context = createCanvas(width, height).getContext('2d')
    context.drawImage(await loadImage(Buffer.from(file)), 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    return Array.from({ length: width * height }, (_, n) => (data[4 * n]! << 16) | (data[4 * n + 1]! << 8) | data[4 * n + 2]!)
  }
  test.each([
    ['bw', 1],
    ['bwry', 2],
    ['gray4', 2],
    ['spectra6', 4],
    ['gray16', 4],
    ['seven', 8],
  ] as const)('of %s in %i bits shows each pixel in its colour to another reader', async (palette, bits) => {
    const bitmap = everyInk(palette)
    const file = encodeIndexedPng(bitmap, paletteColours[palette], bits)
    // Depth, colours by index, and no interlace, as the header has them.
    expect([...file.subarray(24, 29)]).toEqual([bits, 3, 0, 0, 0])
    expect(await read(file, bitmap)).toEqual([...bitmap.pixels].map((ink) => paletteColours[palette][ink]))
    expect(await read(encodePng(bitmap), bitmap)).toEqual([...bitmap.pixels].map((ink) => inkColours[palette][ink]))
  })
  test.each(['bwy', 'gray4', 'gray16', 'spectra6', 'seven'] as const)('a BMP of %s shows the inks as they look', async (palette) => {
    const bitmap = everyInk(palette)
    expect(await read(encodeBmp(bitmap), bitmap)).toEqual([...bitmap.pixels].map((ink) => inkColours[palette][ink]))
  })
  test.each([
    ['bw', 1],
    ['gray4', 2],
    ['gray16', 4],
    ['gray16', 8],
  ] as const)('of grays, %s in %i bits shows each pixel in its gray to another reader', async (palette, bits) => {
    const bitmap = everyInk(palette)
    const levels = paletteColours[palette].map((colour) => colour & 255)
    const file = encodeGrayPng(bitmap, levels, bits)
    expect([...file.subarray(24, 29)]).toEqual([bits, 0, 0, 0, 0])
    expect(await read(file, bitmap)).toEqual([...bitmap.pixels].map((ink) => paletteColours[palette][ink]))
    expect(() => encodeGrayPng(bitmap, levels.slice(1), bits)).toThrow(RangeError)
  })
  test('more colours than the bits can name, and pixels without a colour, are refused', () => {
    expect(() => encodeIndexedPng(everyInk('spectra6'), paletteColours.spectra6, 2)).toThrow(RangeError)
    expect(() => encodeIndexedPng(everyInk('bwr'), paletteColours.bw, 1)).toThrow(RangeError)
  })
})
