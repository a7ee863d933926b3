/** Reads Windows bitmaps, which browsers show and sharp does not read: without compression, of 1, 4, 8, 24 or 32 bits. */
import { pictureMaxPixels } from '@endcap/contract/upload-limits'

export interface RawPicture {
  width: number
  height: number
  /** Red, green, blue of each pixel, from the top left. */
  pixels: Buffer
}

export const startsAsBmp = (file: Buffer): boolean => file.length > 2 && file.toString('latin1', 0, 2) === 'BM'

/** Undefined when it is cut off, compressed, or none at all. */
export function readBmp(file: Buffer): RawPicture | undefined {
  if (!startsAsBmp(file) || file.length < 54) return undefined
  const [offset, header] = [file.readUInt32LE(10), file.readUInt32LE(14)]
  const [width, signedHeight] = [file.readInt32LE(18), file.readInt32LE(22)]
  const [bits, compression, used] = [file.readUInt16LE(28), file.readUInt32LE(30), file.readUInt32LE(46)]
  const height = Math.abs(signedHeight)
  if (header < 40 || width < 1 || height < 1 || width * height > pictureMaxPixels) return undefined
  // 3: the colours' places are said in masks; those of every program are the usual ones.
  if (compression !== 0 && !(compression === 3 && bits === 32)) return undefined
  if (![1, 4, 8, 24, 32].includes(bits)) return undefined
  const stride = Math.ceil((width * bits) / 32) * 4
  if (offset + stride * height > file.length) return undefined
  const colours = bits > 8 ? 0 : used === 0 ? 2 ** bits : used
  const palette = 14 + header
  if (colours > 256 || palette + colours * 4 > offset) return undefined
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    const row = offset + (signedHeight > 0 ? height - 1 - y : y) * stride
    for (let x = 0; x < width; x++) {
      const from = bits > 8 ? row + (x * bits) / 8 : colourAt(file, { row, x, bits, palette, colours })
      const to = (y * width + x) * 3
      pixels[to] = file[from + 2] ?? 0
      pixels[to + 1] = file[from + 1] ?? 0
      pixels[to + 2] = file[from] ?? 0
    }
  }
  return { width, height, pixels }
}

interface Place {
  row: number
  x: number
  bits: number
  palette: number
  colours: number
}
/** Where the palette has the colour of a pixel. */
function colourAt(file: Buffer, { row, x, bits, palette, colours }: Place): number {
  const perByte = 8 / bits
  const byte = file[row + Math.floor(x / perByte)] ?? 0
  const index = (byte >> (8 - bits * ((x % perByte) + 1))) & (2 ** bits - 1)
  return palette + Math.min(index, colours - 1) * 4
}
