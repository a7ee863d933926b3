/** PWG raster: what is written is read again, dot for dot. */
import { expect, test } from 'vitest'
import type { Bitmap } from './bitmap.ts'
import { paperLayoutOf, paperPages } from './paper.ts'
import { encodeRaster } from './pwg-raster.ts'

/** Reads the standard's form, on its own. */
function readPages(bytes: Buffer): { width: number; height: number; channels: number; pixels: Uint8Array }[] {
  expect(bytes.subarray(0, 4).toString()).toBe('RaS2')
  const pages = []
  let at = 4
  while (at < bytes.length) {
    const number = (offset: number) => bytes.readUInt32BE(at + offset)
    const [width, height, channels] = [number(372), number(376), number(420)]
    expect(bytes.subarray(at, at + 9).toString()).toBe('PwgRaster')
    expect(number(388)).toBe(8 * channels)
    expect(number(392)).toBe(width * channels)
    expect(number(400)).toBe(channels === 3 ? 19 : 18)
    at += 1796
    const pixels = new Uint8Array(width * height * channels)
    for (let y = 0; y < height;) {
      const times = bytes[at++]! + 1
      const line: number[] = []
      while (line.length < width * channels) {
        const count = bytes[at++]!
        if (count < 128) {
          const pixel = bytes.subarray(at, at + channels)
          for (let n = 0; n <= count; n++) line.push(...pixel)
          at += channels
        } else {
          line.push(...bytes.subarray(at, at + (257 - count) * channels))
          at += (257 - count) * channels
        }
      }
      expect(line).toHaveLength(width * channels)
      for (let n = 0; n < times; n++, y++) pixels.set(line, y * width * channels)
    }
    pages.push({ width, height, channels, pixels })
  }
  return pages
}

const colours = [
  [255, 255, 255],
  [0, 0, 0],
  [255, 0, 0],
]
const noise: Bitmap = {
  width: 792,
  height: 427,
  palette: 'bwr',
  pixels: Uint8Array.from({ length: 792 * 427 }, (_, index) => ((index * 2_654_435_761) >>> 7) % 3),
}

test('each dot has the ink of the label’s pixel there, and paper is white', () => {
  const layout = paperLayoutOf('105')!
  const sheets = paperPages(
    layout,
    Array.from({ length: 11 }, () => noise),
  )
  const pages = readPages(Buffer.from(encodeRaster(sheets, { dpi: 200, colour: true, media: layout.media })))
  expect(pages.map(({ width, height }) => [width, height])).toEqual([
    [1654, 2339],
    [1654, 2339],
  ])
  const [{ width, pixels }] = pages as [(typeof pages)[number]]
  const dot = (x: number, y: number) => [...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]
  expect(dot(2, 2)).toEqual(colours[0])
  const [left, top] = [Math.round((3 / 25.4) * 200), Math.round((3 / 25.4) * 200)]
  const [right, bottom] = [Math.round((102 / 25.4) * 200), Math.round((56.375 / 25.4) * 200)]
  for (const [x, y] of [
    [0, 0],
    [100, 7],
    [700, 300],
    [right - left - 1, 200],
  ] as const) {
    const column = Math.floor(((x + 0.5) * noise.width) / (right - left))
    const row = Math.floor(((y + 0.5) * noise.height) / (bottom - top))
    expect(dot(left + x, top + y)).toEqual(colours[noise.pixels[row * noise.width + column]!])
  }
})

test('where there is no colour, red is grey; a page of paper is small', () => {
  const layout = paperLayoutOf('A4')!
  const red: Bitmap = { ...noise, pixels: noise.pixels.map(() => 2) }
  const bytes = Buffer.from(encodeRaster(paperPages(layout, [red]), { dpi: 300, colour: false, media: layout.media }))
  const [page] = readPages(bytes)
  expect(page).toMatchObject({ width: 2480, height: 3508, channels: 1 })
  expect(page!.pixels[Math.floor(3508 / 2) * 2480 + 1240]).toBe(77)
  expect(bytes.length).toBeLessThan(10_000)
})
