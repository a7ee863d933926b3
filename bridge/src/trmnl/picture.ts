/** Pictures as TRMNL signs take them: a PNG of exactly the panel's size, in the grays and colours that their firmware tells apart. */
import { encodeGrayPng, encodeIndexedPng, sizeOfPng, type Bitmap } from '@endcap/label/bitmap'
import { isGray, paletteColours, type Palette } from '@endcap/label/palettes'

/** Pure primaries: what lies between them the firmware takes for another ink, or for gray. */
const colours: Record<Palette, readonly number[]> = {
  ...paletteColours,
  bwr: [0xffffff, 0x000000, 0xff0000],
  bwy: [0xffffff, 0x000000, 0xffff00],
  bwry: [0xffffff, 0x000000, 0xff0000, 0xffff00],
  spectra6: [0xffffff, 0x000000, 0xff0000, 0xffff00, 0x0000ff, 0x00ff00],
  seven: [0xffffff, 0x000000, 0xff0000, 0xffff00, 0x0000ff, 0x00ff00, 0xff8000],
}
const bits: Record<Palette, 1 | 2 | 4> = { bw: 1, bwr: 2, bwy: 2, bwry: 2, gray4: 2, gray16: 4, spectra6: 4, seven: 4 }

/** Bytes that the firmware neither receives nor draws any more: of small panels, and of those with a large memory. */
const tooManyBytes = { small: 90_000, large: 750_000 }
const smallPixels = 800 * 480

/**
 * Throws where the sign could not show it: the glass would stay, or show an error, without a word. Without colours it is a PNG of grays:
 * large panels draw one of two indexed colours all black. `reader`: turned to stand upright, in whole bytes of gray.
 */
export function encodePicture(bitmap: Bitmap, { reader = false } = {}): Buffer {
  const { palette } = bitmap
  const oriented = reader ? turned(bitmap) : bitmap
  const plain = palette === 'bw' || isGray(palette)
  const levels = colours[palette].map((colour) => colour & 255)
  const file = Buffer.from(
    plain ? encodeGrayPng(oriented, levels, reader ? 8 : bits[palette]) : encodeIndexedPng(oriented, colours[palette], bits[palette]),
  )
  const size = sizeOfPng(file)
  if (size?.width !== oriented.width || size.height !== oriented.height) throw new Error('the picture could not be written')
  const limit = bitmap.width * bitmap.height <= smallPixels && !reader ? tooManyBytes.small : tooManyBytes.large
  if (file.byteLength >= limit) throw new Error(`the picture has ${file.byteLength} bytes, and these signs take less than ${limit}`)
  return file
}

/** By a quarter to the right. */
function turned({ width, height, palette, pixels }: Bitmap): Bitmap {
  const upright = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) upright[x * height + (height - 1 - y)] = pixels[y * width + x] ?? 0
  return { width: height, height: width, palette, pixels: upright }
}

/** Seconds from the last byte of a picture to the end of its drawing. */
export const drawSeconds = (palette: Palette): number => (palette === 'bw' || isGray(palette) ? 20 : 40)
