/** What a widget is, by its content: a zip with index.html that displays show in a frame, or a package for Android's launcher. */
import { partsOf } from '@endcap/contract/typed-object'
import { widgetLimits, widgetSize } from '@endcap/contract/upload-limits'
import { manifestName, readAndroidPackage } from './android-package.ts'
import type { Content } from './content.ts'
import { refusedFile } from './refused.ts'
import { BadZip, openZip, type ZipEntry } from './zip.ts'

export interface Widget {
  type: 'application/zip' | 'application/vnd.android.package-archive'
  width: number
  height: number
}
const startPage = 'index.html'
const largest = 16_384

/** Throws what is wrong with it: all of it is unpacked once, a file at a time. */
export async function readWidget(archive: Content): Promise<Widget> {
  try {
    const { files } = await openZip(archive, widgetLimits)
    if (files.some(({ name }) => name === manifestName)) {
      await readAndroidPackage(archive)
      return { type: 'application/vnd.android.package-archive', ...widgetSize }
    }
    if (!files.some(({ name }) => name === startPage)) throw new BadZip(`There is no ${startPage} in the archive.`)
    let size: { width: number; height: number } = widgetSize
    for (const file of files) {
      const content = await file.read()
      if (file.name === 'widget.json') size = sizeIn(content)
    }
    return { type: 'application/zip', ...size }
  } catch (error) {
    throw error instanceof BadZip ? refusedFile('widget-archive', `${error.message} A widget is a zip archive with ${startPage}.`) : error
  }
}

function sizeIn(content: Buffer): { width: number; height: number } {
  try {
    const { width, height } = partsOf(JSON.parse(content.toString('utf8')))
    if (isSide(width) && isSide(height)) return { width, height }
  } catch {
    // Said below.
  }
  throw new BadZip('widget.json must say width and height in pixels.')
}
const isSide = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 8 && Number(value) <= largest

/** A file of a widget that was taken; undefined when there is none of this name. */
export const fileOf = async (archive: Content, name: string): Promise<ZipEntry | undefined> =>
  (await openZip(archive, widgetLimits)).files.find((one) => one.name === (name === '' ? startPage : name))
