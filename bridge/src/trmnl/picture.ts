/** Pictures as TRMNL signs take them: an index PNG of exactly the panel's size, in the colours that their firmware tells apart. */
import { encodeIndexedPng, sizeOfPng, type Bitmap } from '@endcap/label/bitmap'
import { paletteColours, type Palette } from '@endcap/label/palettes'

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

/** Bytes that the firmware takes of a picture: of small panels, and of those with a large memory. */
const mostBytes = { small: 90_000, large: 750_000 }
const smallPixels = 800 * 480

/** Throws where the sign could not show it: the glass would stay, or show an error, without a word. */
export function encodePicture(bitmap: Bitmap): Buffer {
  const { width, height, palette } = bitmap
  const file = Buffer.from(encodeIndexedPng(bitmap, colours[palette], bits[palette]))
  const size = sizeOfPng(file)
  if (size?.width !== width || size.height !== height) throw new Error('the picture could not be written')
  const most = width * height <= smallPixels ? mostBytes.small : mostBytes.large
  if (file.byteLength > most) throw new Error(`the picture has ${file.byteLength} bytes, and these signs take ${most}`)
  return file
}

/** Seconds from the last byte of a picture to the end of its drawing. */
export const drawSeconds = (palette: Palette): number => (palette === 'bw' || palette === 'gray4' || palette === 'gray16' ? 20 : 40)
