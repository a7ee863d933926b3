/** What a picture is, by its content: its size, a small one of it for lists, and, where browsers need another form, that form. */
import { pictureMaxMotionPixels, pictureMaxPixels, mediaMaxBytes, thumbPixels } from '@endcap/contract/upload-limits'
import sharp, { type Sharp } from 'sharp'
import { refusedFile } from './refused.ts'
import { readBmp, startsAsBmp } from './bmp.ts'

export interface Picture {
  content: Buffer
  type: string
  /** How its name ends when it was changed into another form. */
  extension: string | undefined
  width: number
  height: number
  thumb: Buffer
}
const types: Partial<Record<string, string>> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' }
const wrong = () => refusedFile('picture-kind', 'The picture must be a JPEG, PNG, WebP, GIF, SVG or BMP.')
const tooManyPixels = () => refusedFile('picture-pixels', `The picture has more than ${pictureMaxPixels / 1_000_000} million pixels.`)
const tooMuchMotion = () =>
  refusedFile(
    'picture-motion',
    `The pictures of this animation have more than ${pictureMaxMotionPixels / 1_000_000} million pixels together.`,
  )
const tooManyBytes = () => refusedFile('picture-bytes', `Drawn as PNG, the picture has more than ${mediaMaxBytes.image / 1_000_000} MB.`)
const damaged = () => refusedFile('picture-damaged', 'The picture is damaged.')

/** Broken pictures are refused, not mended; no more pixels than this are ever decoded. */
export const pictureOptions = { limitInputPixels: pictureMaxPixels, failOn: 'error' } as const

async function metadataOf(content: Buffer) {
  try {
    return await sharp(content, pictureOptions).metadata()
  } catch (error) {
    throw isTooLarge(error) ? tooManyPixels() : wrong()
  }
}
// One file after the other in a process that ends with it: nothing is kept, and one thread does.
sharp.cache(false)
sharp.concurrency(1)

const isTooLarge = (error: unknown) => error instanceof Error && /pixel limit|too large/i.test(error.message)

/** Throws what is wrong with it. Scripts in an SVG never run, and nothing outside of it is loaded: it is drawn, and the drawing is kept. */
export async function readPicture(given: Buffer): Promise<Picture> {
  if (startsAsBmp(given)) {
    const raw = readBmp(given)
    if (raw === undefined) throw damaged()
    const { width, height, pixels } = raw
    return drawn(sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: pictureMaxPixels }), { width, height })
  }
  const { format, autoOrient, pages = 1 } = await metadataOf(given)
  const { width, height } = autoOrient
  if (width * height > pictureMaxPixels || (format === 'gif' && screenOf(given) > pictureMaxPixels)) throw tooManyPixels()
  if (width * height * pages > pictureMaxMotionPixels) throw tooMuchMotion()
  if (format === 'svg') return drawn(sharp(given, pictureOptions), { width, height })
  const type = types[format]
  if (type === undefined) throw wrong()
  return { content: given, type, extension: undefined, width, height, thumb: await thumbOf(given) }
}

/** The pixels of the screen that a GIF names in its head: sharp takes a frame's size instead where that is huge, other readers do not. */
const screenOf = (gif: Buffer) => (gif.length < 10 ? 0 : gif.readUInt16LE(6) * gif.readUInt16LE(8))

/** What becomes PNG. */
async function drawn(source: Sharp, size: { width: number; height: number }): Promise<Picture> {
  const content = await decoded(() => source.png().toBuffer())
  if (content.byteLength > mediaMaxBytes.image) throw tooManyBytes()
  return { content, type: 'image/png', extension: 'png', ...size, thumb: await thumbOf(content) }
}

/** A small WebP of a picture; to make it, all of the picture is decoded. */
const thumbOf = (content: Buffer): Promise<Buffer> =>
  decoded(() =>
    sharp(content, pictureOptions)
      .autoOrient()
      .resize(thumbPixels, thumbPixels, { fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer(),
  )

async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isTooLarge(error) ? tooManyPixels() : damaged()
  }
}
