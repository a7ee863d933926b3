/** The pictures that access points get: what an independent decoder and the access point's rule make of them is what was sent. */
import { createHash } from 'node:crypto'
import type { Bitmap } from '@endcap/label/bitmap'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { encodeForTag, nearestInk, paletteOf } from './image.ts'
import { encodeJpeg } from './jpeg.ts'
import type { TagType } from './records.ts'

const inks = [
  { name: 'white', colour: 0xffffff },
  { name: 'black', colour: 0x000000 },
  { name: 'red', colour: 0xff0000 },
  { name: 'yellow', colour: 0xffff00 },
]
type Palette = 'bw' | 'bwr' | 'bwry'
const counts: Record<Palette, number> = { bw: 2, bwr: 3, bwry: 4 }
const typeFor = (width: number, height: number, count: number): TagType => ({ name: 'test', width, height, inks: inks.slice(0, count) })

/** Reads with the decoder of a browser's engine. */
async function decode(file: Uint8Array) {
  const image = await loadImage(Buffer.from(file))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return { width: image.width, height: image.height, data }
}
/** How access points keep pixels: 5, 6 and 5 bits of the channels, or 3, 3 and 2 where they have little memory. */
const depths = {
  all: (value: number) => value,
  sixteen: (value: number, channel: number) =>
    channel === 1 ? Math.round((value >> 2) * (255 / 63)) : Math.round((value >> 3) * (255 / 31)),
  eight: (value: number, channel: number) => (channel === 2 ? (value >> 6) * 85 : Math.round((value >> 5) * (255 / 7))),
}
async function glassOf(file: Uint8Array, colours: readonly number[], depth: (value: number, channel: number) => number) {
  const { data, width, height } = await decode(file)
  return Uint8Array.from({ length: width * height }, (_, index) => {
    const [red, green, blue] = [0, 1, 2].map((channel) => depth(data[4 * index + channel]!, channel))
    return nearestInk(red! * 65_536 + green! * 256 + blue!, colours)
  })
}

/** Pixels that no photograph has: what JPEG is worst at. */
const patterns: Record<string, (x: number, y: number, count: number) => number> = {
  'a chess board of single pixels': (x, y, count) => (x + y) % count,
  'columns of one pixel': (x, _, count) => x % count,
  'rows of one pixel': (_, y, count) => y % count,
  noise: (x, y, count) => (((x * 73_856_093) ^ (y * 19_349_663) ^ ((x * y) << 3)) % count) & 3,
  'single coloured dots on paper': (x, y, count) => (x % 5 === 0 && y % 7 === 0 ? count - 1 : 0),
  'bars as of a code': (x, _, count) => (((x * x) >> 3) % 3 === 0 ? 1 : (x >> 6) % count === 2 ? 2 : 0),
}
const draw = (width: number, height: number, palette: Palette, pattern: (x: number, y: number, count: number) => number): Bitmap => ({
  width,
  height,
  palette,
  pixels: Uint8Array.from({ length: width * height }, (_, index) =>
    Math.min(counts[palette] - 1, Math.abs(pattern(index % width, Math.floor(index / width), counts[palette]))),
  ),
})

describe.each(Object.entries(depths))('with the colour depth %s', (_, depth) => {
  test.each(Object.keys(patterns))('%s arrives pixel by pixel', async (name) => {
    for (const palette of ['bw', 'bwr', 'bwry'] as const) {
      // Sizes that are no multiples of 8, as most panels' are not.
      const bitmap = draw(122, 61, palette, patterns[name]!)
      const type = typeFor(122, 61, counts[palette])
      const glass = await glassOf(
        encodeForTag(bitmap, type),
        type.inks.map((ink) => ink.colour),
        depth,
      )
      expect(Buffer.compare(glass, bitmap.pixels), `${name}, ${palette}`).toBe(0)
    }
  })
})

test('a usual encoder, which halves the resolution of colours, would not do: thin red is lost', async () => {
  const bitmap = draw(64, 64, 'bwr', patterns.noise!)
  const canvas = createCanvas(64, 64)
  const context = canvas.getContext('2d')
  for (const [index, ink] of bitmap.pixels.entries()) {
    context.fillStyle = ['#ffffff', '#000000', '#ff0000'][ink] ?? ''
    context.fillRect(index % 64, index >> 6, 1, 1)
  }
  const plainImage = await glassOf(canvas.toBuffer('image/jpeg', 92), [0xffffff, 0, 0xff0000], depths.all)
  expect(Buffer.compare(plainImage, bitmap.pixels)).not.toBe(0)
})

test('golden bytes: a file of 8 × 8 pixels', () => {
  const pixels = Uint8Array.from({ length: 64 }, (_, index) => (index % 3 === 0 ? 2 : index % 5 === 0 ? 1 : 0))
  const file = encodeJpeg({ width: 8, height: 8, pixels, colours: [0xffffff, 0, 0xff0000] }, 40)
  expect(Buffer.from(file.subarray(0, 20)).toString('hex')).toBe('ffd8ffe000104a46494600010100000100010000')
  expect(file.byteLength).toBe(627)
  expect(createHash('sha256').update(file).digest('hex')).toBe('443ccdfb8c88153d5b12b5d99e9bbbca882f03706ad1af00dc4a2a5e361fbe8a')
})

test('paper costs next to nothing, and a large label is much smaller than with full quality', () => {
  const blank = encodeForTag(
    draw(800, 480, 'bwr', () => 0),
    typeFor(800, 480, 3),
  )
  expect(blank.byteLength).toBeLessThan(12_000)
  const label = draw(800, 480, 'bwr', patterns['bars as of a code']!)
  const pure = encodeJpeg({ width: 800, height: 480, pixels: label.pixels, colours: [0xffffff, 0, 0xff0000] }, 0)
  expect(encodeForTag(label, typeFor(800, 480, 3)).byteLength).toBeLessThan(pure.byteLength * 0.6)
})

test('a page for another panel is refused', () => {
  const bitmap = draw(20, 10, 'bwr', (x) => x % 3)
  expect(() => encodeForTag(bitmap, typeFor(21, 10, 3))).toThrow('The picture has 20 × 10 pixels, and the tag 21 × 10')
  expect(() => encodeForTag(bitmap, typeFor(20, 10, 2))).toThrow('The picture has the colour #ff0000, and the tag has no ink for it')
  expect(() => encodeForTag({ ...bitmap, pixels: bitmap.pixels.slice(1) }, typeFor(20, 10, 3))).toThrow('The picture lacks pixels')
  expect(() => encodeForTag({ ...bitmap, pixels: bitmap.pixels.map(() => 9) }, typeFor(20, 10, 3))).toThrow('inks that are not known')
})

test('a tag that is not described gets the palette of its inks', () => {
  const pick = (...places: number[]) => places.map((place) => inks[place]!)
  expect(paletteOf(pick(0, 1))).toBe('bw')
  expect(paletteOf(pick(0, 1, 2))).toBe('bwr')
  expect(paletteOf(pick(1, 0, 3))).toBe('bwy')
  expect(paletteOf(pick(0, 1, 2, 3))).toBe('bwry')
  expect(paletteOf(pick(0, 2))).toBeUndefined()
})
