/** What a picture is, by its content: its size, a small one of it for lists, and, where browsers need another form, that form. */
import { pictureMaxPixels, thumbPixels } from '@endcap/contract/plus-files'
import sharp from 'sharp'
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
const damaged = () => refusedFile('picture-damaged', 'The picture is damaged.')

/** Broken pictures are refused, not mended; no more pixels than this are ever decoded. */
const options = { limitInputPixels: pictureMaxPixels, failOn: 'error' } as const

async function metadataOf(content: Buffer) {
  try {
    return await sharp(content, options).metadata()
  } catch (error) {
    throw isTooLarge(error) ? tooManyPixels() : wrong()
  }
}
const isTooLarge = (error: unknown) => error instanceof Error && /pixel limit|too large/i.test(error.message)

/** Throws what is wrong with it. Scripts in an SVG never run, and nothing outside of it is loaded: it is drawn, and the drawing is kept. */
export async function readPicture(given: Buffer): Promise<Picture> {
  if (startsAsBmp(given)) {
    const raw = readBmp(given)
    if (raw === undefined) throw damaged()
    const { width, height, pixels } = raw
    const content = await sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: pictureMaxPixels })
      .png()
      .toBuffer()
    return { content, type: 'image/png', extension: 'png', width, height, thumb: await thumbOf(content) }
  }
  const { format, autoOrient } = await metadataOf(given)
  const { width, height } = autoOrient
  if (width * height > pictureMaxPixels) throw tooManyPixels()
  if (format === 'svg') {
    const content = await decoded(() => sharp(given, options).png().toBuffer())
    return { content, type: 'image/png', extension: 'png', width, height, thumb: await thumbOf(content) }
  }
  const type = types[format]
  if (type === undefined) throw wrong()
  return { content: given, type, extension: undefined, width, height, thumb: await thumbOf(given) }
}

/** A small WebP of a picture; whoever makes it has decoded all of the picture. */
const thumbOf = (content: Buffer): Promise<Buffer> =>
  decoded(() =>
    sharp(content, options).autoOrient().resize(thumbPixels, thumbPixels, { fit: 'inside', withoutEnlargement: true }).webp().toBuffer(),
  )

async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isTooLarge(error) ? tooManyPixels() : damaged()
  }
}
