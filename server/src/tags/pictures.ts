/** Stored label bitmaps as pictures for people. */
import { decodeBitmap, encodePng } from '@endcap/label/bitmap'
import type { Blobs } from '../blobs/blobs.ts'
import type { LabelImage } from '../db/schema.ts'

/** PNG in base64 for each page; null where the bitmap is no longer kept. */
export function pictures(blobs: Blobs, images: readonly LabelImage[]): Promise<(string | null)[]> {
  return Promise.all(
    images
      .toSorted((a, b) => a.page - b.page)
      .map(async ({ hash }) => {
        const content = await blobs.get(hash)
        return content === undefined ? null : Buffer.from(encodePng(decodeBitmap(content))).toString('base64')
      }),
  )
}
