/** Pictures on their way: written here, read by the firmware's rules. */
import { bitsOf, paletteColours, paletteNames, type Palette } from '@endcap/label/palettes'
import type { Bitmap } from '@endcap/label/bitmap'
import { encodeGrayPng, encodeIndexedPng } from '@endcap/label/bitmap'
import { describe, expect, test } from 'vitest'
import { drawSeconds, encodePicture } from './picture.ts'
import { readPng } from './read-png.ts'

/** Every ink beside every other one. */
function everyInk(palette: Palette, width = 800, height = 480): Bitmap {
  const inks = paletteColours[palette].length
  return { width, height, palette, pixels: Uint8Array.from({ length: width * height }, (_, n) => (n * 7 + Math.floor(n / width)) % inks) }
}

describe.each(paletteNames)('in %s', (palette) => {
  const panel = { width: 800, height: 480, palette }
  test('comes onto the glass pixel by pixel', () => {
    const bitmap = everyInk(palette)
    const seen = readPng(encodePicture(bitmap), panel)
    // Panels of this kind have no orange: its firmware takes it for another ink.
    const inks = palette === 'seven' ? bitmap.pixels.map((ink, n) => (ink === 6 ? (seen?.pixels[n] ?? 0) : ink)) : bitmap.pixels
    expect(Buffer.compare(seen?.pixels ?? Buffer.alloc(0), inks)).toBe(0)
  })
  test('is grays or an index, of 8 bits at most, not interlaced', () => {
    const file = encodePicture(everyInk(palette))
    const gray = palette === 'bw' || palette.startsWith('gray')
    expect([...file.subarray(24, 29)]).toEqual([bitsOf(palette), gray ? 0 : 3, 0, 0, 0])
  })
})
test('on a panel with a large memory black and white come out too: it draws two indexed colours all black', () => {
  const bitmap = everyInk('bw', 1872, 1404)
  const panel = { width: 1872, height: 1404, palette: 'bw' as const }
  expect(Buffer.compare(readPng(encodePicture(bitmap), panel)?.pixels ?? Buffer.alloc(0), bitmap.pixels)).toBe(0)
  const indexed = readPng(Buffer.from(encodeIndexedPng(bitmap, [0xffffff, 0], 1)), panel)
  expect(indexed?.pixels.every((ink) => ink === 1)).toBe(true)
})
test('what a sign would not take is refused, with its size', () => {
  const noise = (width: number, height: number): Bitmap => {
    let state = 1
    const next = () => {
      state ^= state << 13
      state ^= state >>> 17
      return (state ^= state << 5)
    }
    return { width, height, palette: 'gray16', pixels: Uint8Array.from({ length: width * height }, () => next() & 15) }
  }
  expect(() => encodePicture(noise(800, 480))).toThrow(/bytes, and these signs take less than 90000/)
  expect(encodePicture(noise(400, 400)).byteLength).toBeLessThan(90_000)
  expect(() => encodePicture(noise(1872, 1404))).toThrow(/less than 750000/)
  expect(encodePicture(noise(960, 540)).byteLength).toBeGreaterThan(90_000)
  expect(() => encodePicture({ ...everyInk('bw'), pixels: new Uint8Array(384_000).fill(2) })).toThrow('none of the 2 grays')
})
test('for a reader of books it is turned by a quarter to the right', () => {
  const pixels = new Uint8Array(6)
  pixels[2] = 1
  const file = encodePicture({ width: 3, height: 2, palette: 'bw', pixels }, { reader: true })
  // The upper right corner is the lower right one then.
  const upright = encodeGrayPng({ width: 2, height: 3, pixels: Uint8Array.of(0, 0, 0, 0, 0, 1) }, [255, 0], 8)
  expect(file.equals(upright)).toBe(true)
})
test('panels with colours need longer', () => {
  expect(paletteNames.map(drawSeconds)).toEqual([20, 40, 40, 40, 20, 20, 40, 40])
})
