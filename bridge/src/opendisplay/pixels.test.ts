import type { Bitmap } from '@endcap/label/bitmap'
import { bitsOf, paletteColours, type Palette } from '@endcap/label/palettes'
import { describe, expect, test } from 'vitest'
import type { Display } from './config.ts'
import { packPixels } from './pixels.ts'
import { pictureBytes, readPicture } from './simulated-glass.ts'

const display = (scheme: number, width: number, height: number, more: Partial<Display> = {}): Display => ({
  controller: 0,
  width,
  height,
  oeplType: 0,
  quarters: 0,
  scheme,
  modes: 11,
  ...more,
})
const bitmap = (palette: Palette, rows: number[][]): Bitmap => ({
  width: rows[0]!.length,
  height: rows.length,
  palette,
  pixels: Uint8Array.from(rows.flat()),
})
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

describe('bytes of each colour scheme', () => {
  // Palette numbers: 0 white, 1 black, then the others.
  test('0: a white pixel is 1, the first one highest, and each row begins a byte', () => {
    const rows = [
      [1, 0, 0, 1, 1, 1, 1, 1, 0],
      [0, 1, 1, 1, 1, 1, 1, 1, 1],
    ]
    expect(packPixels(bitmap('bw', rows), display(0, 9, 2))).toEqual(bytes('6080 8000'))
  })
  test('1: all of black and white, and then red, which is white in the first', () => {
    // White, black, red, black: 1010 and 0010.
    expect(packPixels(bitmap('bwr', [[0, 1, 2, 1]]), display(1, 4, 1))).toEqual(bytes('a0 20'))
  })
  test('2: yellow is black in the first', () => {
    expect(packPixels(bitmap('bwy', [[0, 1, 2, 1]]), display(2, 4, 1))).toEqual(bytes('80 20'))
  })
  test('3: two bits: black 00, white 01, yellow 10, red 11', () => {
    expect(packPixels(bitmap('bwry', [[1, 0, 3, 2, 2]]), display(3, 5, 1))).toEqual(bytes('1b c0'))
  })
  test('3: two controllers have red and yellow the other way round', () => {
    for (const controller of [0x1d, 0x1e]) {
      expect(packPixels(bitmap('bwry', [[1, 0, 3, 2]]), display(3, 4, 1, { controller }))).toEqual(bytes('1e'))
    }
  })
  test('4: four bits: black 0, white 1, yellow 2, red 3, blue 5, green 6', () => {
    expect(packPixels(bitmap('spectra6', [[1, 0, 3, 2, 4, 5, 0]]), display(4, 7, 1))).toEqual(bytes('01 23 56 10'))
  })
  test('5: grays in two planes: white 00, dark 01, light 10, black 11', () => {
    // White, black, light, dark: low bits 0101, high bits 0110.
    expect(packPixels(bitmap('gray4', [[0, 1, 2, 3]]), display(5, 4, 1))).toEqual(bytes('50 60'))
  })
  test('5: two controllers have light and dark the other way round', () => {
    expect(packPixels(bitmap('gray4', [[0, 1, 2, 3]]), display(5, 4, 1, { controller: 0x28 }))).toEqual(bytes('60 50'))
  })
  test('6: sixteen grays from 0 black to 15 white', () => {
    expect(packPixels(bitmap('gray16', [[0, 1, 2, 15, 8]]), display(6, 5, 1))).toEqual(bytes('f0 e1 80'))
  })
  test('8: all rows of the left half, and then the right one', () => {
    const rows = [
      [0, 1, 2, 3],
      [4, 5, 0, 1],
    ]
    expect(packPixels(bitmap('spectra6', rows), display(8, 4, 2))).toEqual(bytes('10 56 32 10'))
  })
  test('a panel that is mounted turned gets its rows turned clockwise', () => {
    const upright = bitmap('gray16', [
      [0, 1],
      [2, 3],
      [4, 5],
    ])
    expect(packPixels(upright, display(6, 3, 2, { quarters: 1 }))).toEqual(bytes('cef0 bd00'))
    expect(packPixels(upright, display(6, 2, 3, { quarters: 2 }))).toEqual(bytes('bc de 0f'))
    expect(packPixels(upright, display(6, 3, 2, { quarters: 3 }))).toEqual(bytes('0db0 fec0'))
  })
})

describe('every pixel stands where it stood', () => {
  const palettes: [number, Palette][] = [
    ...([
      [0, 'bw'],
      [1, 'bwr'],
      [2, 'bwy'],
      [3, 'bwry'],
    ] as [number, Palette][]),
    ...([
      [4, 'spectra6'],
      [5, 'gray4'],
      [6, 'gray16'],
      [8, 'spectra6'],
    ] as [number, Palette][]),
  ]
  for (const [scheme, palette] of palettes) {
    for (const quarters of [0, 1, 2, 3] as const) {
      for (const [width, height] of [
        [16, 16],
        [37, 23],
        [122, 25],
      ] as const) {
        test(`scheme ${scheme}, ${width} × ${height}, turned by ${quarters}`, () => {
          const inks = paletteColours[palette].length
          const pixels = Uint8Array.from({ length: width * height }, (_, at) => (at * at * 31 + (at >> 3)) % inks)
          expect(new Set(pixels).size).toBeGreaterThan(Math.min(inks, 2) - 1)
          const picture: Bitmap = { width, height, palette, pixels }
          const [across, down] = quarters % 2 === 1 ? [height, width] : [width, height]
          const sent = packPixels(picture, display(scheme, across, down, { quarters }))
          const screen = { width: across, height: down, scheme, rotation: quarters }
          expect(sent.length).toBe(pictureBytes(screen))
          expect(readPicture(sent, screen)).toEqual(picture)
        })
      }
    }
  }
  test('every ink of every palette has a code', () => {
    for (const [scheme, palette] of palettes) {
      const pixels = Uint8Array.from(paletteColours[palette].keys())
      const screen = { width: pixels.length, height: 1, scheme, rotation: 0 }
      expect(
        readPicture(packPixels({ width: pixels.length, height: 1, palette, pixels }, display(scheme, pixels.length, 1)), screen).pixels,
      ).toEqual(pixels)
      expect(bitsOf(palette)).toBeGreaterThan(0)
    }
  })
})

describe('what is no picture for a panel', () => {
  test('a picture of another size is refused', () => {
    expect(() => packPixels(bitmap('bw', [[0, 1]]), display(0, 3, 1))).toThrow('another size')
  })
  test('a picture with an ink that the panel does not have is refused', () => {
    expect(() => packPixels(bitmap('bwr', [[0, 2]]), display(0, 2, 1))).toThrow('an ink')
  })
  test('a picture for a scheme that is not known is refused', () => {
    expect(() => packPixels(bitmap('seven', [[0, 2]]), display(7, 2, 1))).toThrow('not known')
  })
})
