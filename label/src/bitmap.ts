/** Labels as files: the compressed bitmap that gateways pass to tags, and PNG and BMP for people. The only module that compresses. */
import { crc32, deflateRawSync, deflateSync, inflateRawSync } from 'node:zlib'
import { bitsOf, inkColours, paletteColours, paletteNames, type Palette } from './palettes.ts'

/** A drawn page: one palette index a pixel, row by row. */
export interface Bitmap {
  width: number
  height: number
  palette: Palette
  pixels: Uint8Array
}

const magic = [0x45, 0x43]
const version = 1
const headerBytes = 10

/** Header `EC`, version, palette (its place in `paletteNames`), bits a pixel, 0, width and height as 16 bit; then the packed pixels, deflated. */
export function encodeBitmap({ width, height, palette, pixels }: Bitmap): Uint8Array {
  const bits = bitsOf(palette)
  const body = deflateRawSync(pack(pixels, bits), { level: 4 })
  const file = new Uint8Array(headerBytes + body.byteLength)
  file.set([...magic, version, paletteNames.indexOf(palette), bits, 0, width & 255, width >> 8, height & 255, height >> 8])
  file.set(body, headerBytes)
  return file
}

/** The first pixel in the highest bits of the first byte. */
function pack(pixels: Uint8Array, bits: number): Uint8Array {
  const perByte = 8 / bits
  const packed = new Uint8Array(Math.ceil(pixels.length / perByte))
  for (let byte = 0, index = 0; byte < packed.length; byte++) {
    let value = 0
    // Behind the last pixel the array answers undefined, which counts as 0 here.
    for (let n = 0; n < perByte; n++) value = (value << bits) | pixels[index++]!
    packed[byte] = value
  }
  return packed
}

/** Half the time of the usual level for a tenth more bytes. */
export const deflated = (content: Uint8Array): Uint8Array => deflateSync(content, { level: 4 })

/** Whether a file begins as an encoded bitmap does; it need not be one. */
export const startsAsBitmap = (file: Uint8Array): boolean =>
  file.byteLength >= headerBytes && file[0] === magic[0] && file[1] === magic[1] && file[2] === version && file[5] === 0

/** Reads an encoded bitmap; throws with what is wrong with one that is damaged. */
export function decodeBitmap(file: Uint8Array): Bitmap {
  if (file.byteLength < headerBytes || file[0] !== magic[0] || file[1] !== magic[1]) throw new Error('Not a label bitmap')
  if (file[2] !== version) throw new Error(`A label bitmap of version ${file[2]}`)
  const palette = paletteNames[file[3] ?? -1]
  const bits = file[4] ?? 0
  const [width, height] = [(file[6] ?? 0) | ((file[7] ?? 0) << 8), (file[8] ?? 0) | ((file[9] ?? 0) << 8)]
  if (palette === undefined || bits !== bitsOf(palette)) throw new Error('A label bitmap with an unknown palette')
  const bytes = Math.ceil((width * height * bits) / 8)
  const packed = inflateRawSync(file.subarray(headerBytes), { maxOutputLength: Math.max(1, bytes) })
  if (packed.byteLength !== bytes) throw new Error('A label bitmap that was cut off')
  const pixels = new Uint8Array(width * height)
  const perByte = 8 / bits
  for (let index = 0; index < pixels.length; index++) {
    pixels[index] = (packed[Math.floor(index / perByte)]! >> (8 - bits - (index % perByte) * bits)) & ((1 << bits) - 1)
  }
  return { width, height, palette, pixels }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.byteLength)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.byteLength)
  bytes.set(
    [...type].map((char) => char.charCodeAt(0)),
    4,
  )
  bytes.set(data, 8)
  view.setUint32(8 + data.byteLength, crc32(bytes.subarray(4, 8 + data.byteLength)))
  return bytes
}

/** A PNG in the colours of the inks. */
export const encodePng = (bitmap: Bitmap): Uint8Array => encodeIndexedPng(bitmap, inkColours[bitmap.palette], 8)

/**
 * A PNG of palette indexes, for devices: `colours` by index as 0xRRGGBB, as many bits a pixel as it must have; rows unfiltered and not
 * interlaced. Throws where an index has no colour, or a colour no index.
 */
export function encodeIndexedPng(
  bitmap: Pick<Bitmap, 'width' | 'height' | 'pixels'>,
  colours: readonly number[],
  bits: PngBits,
): Uint8Array {
  if (colours.length > 1 << bits) throw new RangeError(`${colours.length} colours do not go into ${bits} bits`)
  if (bitmap.pixels.some((ink) => ink >= colours.length)) throw new RangeError(`A pixel has none of the ${colours.length} colours`)
  const table = Uint8Array.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return writePng(bitmap, bits, table)
}

/**
 * A PNG of grays, for devices: `levels` by index, 0 for black to 255 for white, as many bits a pixel as it must have; rows unfiltered and
 * not interlaced. Throws where an index has no level.
 */
export function encodeGrayPng(
  { width, height, pixels }: Pick<Bitmap, 'width' | 'height' | 'pixels'>,
  levels: readonly number[],
  bits: PngBits,
) {
  const grays = new Uint8Array(pixels.length)
  for (let n = 0; n < grays.length; n++) {
    const level = levels[pixels[n]!]
    if (level === undefined) throw new RangeError(`A pixel has none of the ${levels.length} grays`)
    grays[n] = level >> (8 - bits)
  }
  return writePng({ width, height, pixels: grays }, bits, undefined)
}

/** A PNG of palette indexes that lets through what lies below it: an index without a colour is clear. `colours`: by index as 0xRRGGBB. */
export function encodeClearPng(
  { width, height, pixels }: Pick<Bitmap, 'width' | 'height' | 'pixels'>,
  colours: readonly number[],
): Uint8Array {
  const table = Uint8Array.from([0, ...colours].flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const shifted = pixels.map((ink) => (ink < colours.length ? ink + 1 : 0))
  return writePng({ width, height, pixels: shifted }, 8, table, true)
}

type PngBits = 1 | 2 | 4 | 8
/** `table`: of its colours; undefined for grays. `firstIsClear`: the first of them is none. */
function writePng(
  { width, height, pixels }: Pick<Bitmap, 'width' | 'height' | 'pixels'>,
  bits: PngBits,
  table: Uint8Array | undefined,
  firstIsClear = false,
) {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([bits, table === undefined ? 0 : 3, 0, 0, 0], 8)
  const stride = Math.ceil((width * bits) / 8)
  const rows = new Uint8Array(height * (stride + 1))
  for (let y = 0; y < height; y++) rows.set(pack(pixels.subarray(y * width, (y + 1) * width), bits), y * (stride + 1) + 1)
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(table === undefined ? [] : [chunk('PLTE', table)]),
    ...(firstIsClear ? [chunk('tRNS', Uint8Array.of(0))] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ])
}

/**
 * What a PNG says of its size, without decoding anything of it. Undefined for what is no PNG, was cut off or damaged: drawing such a file
 * would leave a gap and say nothing.
 */
export function sizeOfPng(file: Buffer): { width: number; height: number } | undefined {
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined
  let size: { width: number; height: number } | undefined
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return undefined
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return size
    if (type === 'IHDR' && end - at === 25) size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    at = end
  }
  return undefined
}

/** Palettes of the specification's tags, whose BMPs are read by programs. */
const plainBmps: readonly Palette[] = ['bw', 'bwr', 'bwry']

/**
 * An uncompressed BMP: 1 bit a pixel for black and white, 4 bits for more colours. In the pure colours of the palette where it is one of
 * the specification's tags, else in those of the inks, for only people look at it. Rows stand from the lowest to the highest and fill
 * whole words of 4 bytes, as the format wants.
 */
export function encodeBmp({ width, height, palette, pixels }: Bitmap): Uint8Array {
  const bits = palette === 'bw' ? 1 : 4
  const colours = (plainBmps.includes(palette) ? paletteColours : inkColours)[palette]
  const stride = Math.ceil((width * bits) / 32) * 4
  const start = 54 + 4 * colours.length
  const file = new Uint8Array(start + stride * height)
  const view = new DataView(file.buffer)
  file.set([0x42, 0x4d])
  view.setUint32(2, file.byteLength, true)
  view.setUint32(10, start, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, bits, true)
  view.setUint32(34, stride * height, true)
  // 2835 pixels a metre, 72 an inch: some viewers will not have none.
  view.setInt32(38, 2835, true)
  view.setInt32(42, 2835, true)
  view.setUint32(46, colours.length, true)
  for (const [index, colour] of colours.entries()) view.setUint32(54 + 4 * index, colour, true)
  for (let y = 0; y < height; y++) file.set(pack(pixels.subarray(y * width, (y + 1) * width), bits), start + (height - 1 - y) * stride)
  return file
}
