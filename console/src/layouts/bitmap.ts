/** Labels as the server sends them, read in the browser: indexed BMPs of 1 or 4 bits, the lowest line first. */

export interface Picture {
  width: number
  height: number
  /** `0xRRGGBB` for each pixel, line by line from the top. */
  pixels: Uint32Array
}

/** Throws for what is no such file. */
export function readBmp(base64: string): Picture {
  const file = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const view = new DataView(file.buffer)
  if (file.length < 54 || view.getUint16(0) !== 0x424d) throw new Error('Not a BMP')
  const [start, width, lines, bits] = [view.getUint32(10, true), view.getInt32(18, true), view.getInt32(22, true), view.getUint16(28, true)]
  const height = Math.abs(lines)
  const stride = Math.ceil((width * bits) / 32) * 4
  if ((bits !== 1 && bits !== 4) || width <= 0 || file.length < start + stride * height) throw new Error('Not a BMP of a label')
  const count = view.getUint32(46, true) || 1 << bits
  const colours = Array.from({ length: count }, (_, index) => view.getUint32(54 + 4 * index, true) & 0xffffff)
  const pixels = new Uint32Array(width * height)
  const perByte = 8 / bits
  const mask = (1 << bits) - 1
  for (let y = 0; y < height; y++) {
    const line = start + stride * (lines > 0 ? height - 1 - y : y)
    for (let x = 0; x < width; x++) {
      const byte = file[line + Math.floor(x / perByte)] ?? 0
      pixels[y * width + x] = colours[(byte >> (8 - bits * ((x % perByte) + 1))) & mask] ?? 0
    }
  }
  return { width, height, pixels }
}

export interface Difference {
  width: number
  height: number
  /** Pixels that are not the same; those that only one of them has are. */
  changed: number
  /** 1 for each of them, line by line. */
  mask: Uint8Array
}
/** What is not the same in two labels. */
export function differenceOf(before: Picture, after: Picture): Difference {
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)]
  const mask = new Uint8Array(width * height)
  let changed = 0
  const at = ({ width: w, height: h, pixels }: Picture, x: number, y: number) => (x < w && y < h ? pixels[y * w + x] : undefined)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (at(before, x, y) !== at(after, x, y)) {
        mask[y * width + x] = 1
        changed++
      }
  return { width, height, changed, mask }
}

/** What is new stays pale, what has changed is marked: RGBA for a canvas. */
export function markedPixels(
  { pixels, width: w, height: h }: Picture,
  { width, height, mask }: Difference,
): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const place = y * width + x
      const colour = x < w && y < h ? (pixels[y * w + x] ?? 0xffffff) : 0xffffff
      const is = mask[place] === 1
      const pale = (shift: number) => 255 - (255 - ((colour >> shift) & 255)) * 0.25
      data.set(is ? markColour : [pale(16), pale(8), pale(0), 255], place * 4)
    }
  return data
}
/** None of the inks. */
const markColour = [214, 0, 147, 255]
