/** Writes labels as PWG raster (PWG 5102.4), which printers take that know no PDF: each page as lines of pixels, equal lines and runs counted. */
import type { Bitmap } from './bitmap.ts'
import { paletteColours } from './palettes.ts'
import type { Sheet } from './paper.ts'

export interface RasterOptions {
  /** Dots in an inch, across and down. */
  dpi: number
  /** 8 bits a pixel of grey, or 24 of colour. */
  colour: boolean
  /** The sheet as printers call it. */
  media: string
}

const headerBytes = 1796
const mmPerInch = 25.4
/** Numbers of the standard: sGray and sRGB. */
const space = { grey: 18, colour: 19 }

export function encodeRaster(pages: readonly Sheet<Bitmap>[], options: RasterOptions): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('RaS2')]
  for (const page of pages) parts.push(...encodePage(page, pages.length, options))
  return Buffer.concat(parts)
}

function encodePage(page: Sheet<Bitmap>, count: number, { dpi, colour, media }: RasterOptions): Uint8Array[] {
  const dots = (mm: number) => Math.round((mm / mmPerInch) * dpi)
  const [width, height] = [dots(page.width), dots(page.height)]
  const channels = colour ? 3 : 1
  const header = Buffer.alloc(headerBytes)
  header.write('PwgRaster', 0)
  const numbers: [offset: number, value: number][] = [
    [276, dpi],
    [280, dpi],
    [340, 1],
    [352, Math.round((page.width / mmPerInch) * 72)],
    [356, Math.round((page.height / mmPerInch) * 72)],
    [372, width],
    [376, height],
    [384, 8],
    [388, 8 * channels],
    [392, width * channels],
    [400, colour ? space.colour : space.grey],
    [420, channels],
    [452, count],
    [456, 1],
    [460, 1],
  ]
  for (const [offset, value] of numbers) header.writeUInt32BE(value, offset)
  header.write(media, 1732)
  const placed = page.labels.map((label) => place(label, dots, channels))
  const parts: Uint8Array[] = [header]
  let before: Uint8Array | undefined
  let repeated = 0
  const flush = () => {
    if (before !== undefined) parts.push(Uint8Array.of(repeated), packLine(before, channels))
    repeated = 0
  }
  for (let y = 0; y < height; y++) {
    const line = new Uint8Array(width * channels).fill(255)
    for (const image of placed) image.draw(line, y)
    if (before !== undefined && repeated < 255 && Buffer.compare(before, line) === 0) repeated++
    else {
      flush()
      before = line
    }
  }
  flush()
  return parts
}

/** An image where its dots are: nearest neighbours, so that edges stay edges. */
function place({ label, x, y, width, height }: Sheet<Bitmap>['labels'][number], dots: (mm: number) => number, channels: number) {
  const inks = paletteColours[label.palette].map((ink) => inkOf(ink, channels))
  const [left, top, right, bottom] = [dots(x), dots(y), dots(x + width), dots(y + height)]
  const columns = Array.from({ length: right - left }, (_, dot) => Math.floor(((dot + 0.5) * label.width) / (right - left)))
  return {
    draw(line: Uint8Array, row: number) {
      if (row < top || row >= bottom) return
      const start = Math.floor(((row - top + 0.5) * label.height) / (bottom - top)) * label.width
      let at = left * channels
      for (const column of columns) {
        // What lies within the label has an ink of its palette.
        const ink = inks[label.pixels[start + column]!]!
        for (const part of ink) line[at++] = part
      }
    },
  }
}
/** Red is a dark grey where there is no red. */
function inkOf(ink: Bitmap['pixels'][number], channels: number): number[] {
  const [red, green, blue] = [ink >> 16, (ink >> 8) & 255, ink & 255]
  return channels === 3 ? [red, green, blue] : [Math.round(0.3 * red + 0.59 * green + 0.11 * blue)]
}

/** Up to 128 equal pixels are counted, up to 128 different ones are listed (PWG 5102.4 §4.4). */
function packLine(line: Uint8Array, channels: number): Uint8Array {
  const pixels = line.length / channels
  const same = (a: number, b: number) => {
    for (let part = 0; part < channels; part++) if (line[a * channels + part] !== line[b * channels + part]) return false
    return true
  }
  const packed: number[] = []
  for (let at = 0; at < pixels;) {
    let end = at + 1
    while (end < pixels && end - at < 128 && same(at, end)) end++
    if (end - at === 1) {
      while (end < pixels && end - at < 128 && !(end + 1 < pixels && same(end, end + 1))) end++
    }
    const isRun = end - at === 1 || same(at, at + 1)
    packed.push(isRun ? end - at - 1 : 257 - (end - at))
    const from = at * channels
    packed.push(...line.subarray(from, from + (isRun ? 1 : end - at) * channels))
    at = end
  }
  return Uint8Array.from(packed)
}
