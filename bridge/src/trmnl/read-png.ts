/** PNG as the signs' firmware reads it: rows cropped to the panel, colours told apart by its own rules. For the simulator. */
import { inflateSync } from 'node:zlib'
import type { Bitmap } from '@endcap/label/bitmap'
import type { Palette } from '@endcap/label/palettes'

interface Panel {
  width: number
  height: number
  palette: Palette
}
type Rgb = readonly [number, number, number]

/** undefined for what it cannot read: then nothing is drawn, and nothing is said. */
export function readPng(file: Buffer, panel: Panel): Bitmap | undefined {
  if (file.toString('latin1', 1, 4) !== 'PNG') return undefined
  const chunks = new Map<string, Buffer[]>()
  for (let at = 8; at + 12 <= file.length;) {
    const size = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    chunks.set(type, [...(chunks.get(type) ?? []), file.subarray(at + 8, at + 8 + size)])
    at += 12 + size
  }
  const head = chunks.get('IHDR')?.[0]
  const table = chunks.get('PLTE')?.[0]
  const gray = head?.[9] === 0
  if (head === undefined || head[12] !== 0 || (!gray && (head[9] !== 3 || table === undefined))) return undefined
  const [width, height, bits] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8] ?? 8]
  let rows: Buffer
  try {
    rows = inflateSync(Buffer.concat(chunks.get('IDAT') ?? []))
  } catch {
    return undefined
  }
  const stride = Math.ceil((width * bits) / 8)
  const colours = gray || table === undefined ? graysOf(bits) : coloursOf(table)
  // Panels with a large memory have no rule for this: every pixel comes out black.
  const lost = !gray && bits === 1 && panel.width * panel.height > smallPixels
  const inks = colours.map((colour) => (lost ? 1 : inkOf(colour, panel.palette, colours)))
  const pixels = new Uint8Array(panel.width * panel.height)
  for (let y = 0; y < Math.min(height, panel.height); y++) {
    const row = rows.subarray(y * (stride + 1), (y + 1) * (stride + 1))
    // The encoder leaves its rows unfiltered.
    if (row[0] !== 0) return undefined
    for (let x = 0; x < Math.min(width, panel.width); x++) {
      const index = (row[1 + Math.floor((x * bits) / 8)]! >> (8 - bits - ((x * bits) % 8))) & ((1 << bits) - 1)
      pixels[y * panel.width + x] = inks[index] ?? 0
    }
  }
  return { width: panel.width, height: panel.height, palette: panel.palette, pixels }
}

const smallPixels = 800 * 480
const coloursOf = (table: Buffer) =>
  Array.from({ length: table.length / 3 }, (_, index): Rgb => [table[3 * index]!, table[3 * index + 1]!, table[3 * index + 2]!])
const graysOf = (bits: number) =>
  Array.from({ length: 1 << bits }, (_, index): Rgb => {
    const level = (255 * index) / ((1 << bits) - 1)
    return [level, level, level]
  })
/** As a panel without colours has it. */
const shade = ([red, green, blue]: Rgb) => Math.floor((red + 2 * green + blue) / 4)
const luma = ([red, green, blue]: Rgb) => red * 0.299 + green * 0.587 + blue * 0.114

/** By the firmware's rules for each kind of panel; numbers of our palettes. */
function inkOf(colour: Rgb, palette: Palette, table: readonly Rgb[]): number {
  const [red, green, blue] = colour
  switch (palette) {
    case 'bw':
      // Of two entries the brighter one is white.
      return table.length === 2 ? (luma(colour) === Math.max(...table.map(luma)) ? 0 : 1) : shade(colour) >= 128 ? 0 : 1
    case 'bwr':
    case 'bwy':
    case 'bwry': {
      const number = { bwr: { red: 2, yellow: 0 }, bwy: { red: 1, yellow: 2 }, bwry: { red: 2, yellow: 3 } }[palette]
      if (red - blue > 32 && red - green > red / 2) return number.red
      if (red - blue > 32 && green - blue > 32) return number.yellow
      return luma(colour) < 128 ? 1 : 0
    }
    case 'spectra6':
    case 'seven':
      return nearest([red & 0xe0, green & 0xe0, blue & 0xe0], spectra)
    case 'gray4':
      // The two highest bits, from black to white; in our palettes white and black stand before the grays between them.
      return [1, 3, 2, 0][shade(colour) >> 6] ?? 0
    case 'gray16':
      return [0, 1][[15, 0].indexOf(shade(colour) >> 4)] ?? 16 - (shade(colour) >> 4)
  }
}
/** White, black, red, yellow, blue, green, as the firmware knows them. */
const spectra: Rgb[] = [
  [192, 192, 192],
  [0, 0, 0],
  [192, 0, 0],
  [192, 192, 0],
  [0, 0, 192],
  [0, 192, 0],
]
function nearest([red, green, blue]: Rgb, colours: readonly Rgb[]): number {
  let best = 0
  const far = ([r, g, b]: Rgb) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2
  for (const [index, one] of colours.entries()) if (far(one) < far(colours[best]!)) best = index
  return best
}
