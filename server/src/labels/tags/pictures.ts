/** Stored label bitmaps as pictures for people. */
import { decodeBitmap, encodePng } from '@endcap/label/bitmap'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { LabelImage } from '../../platform/db/schema.ts'

/** PNG in base64 for each page, the main page (settings/main-page.ts) first, the others in their order; null where the bitmap is no longer kept. */
export function pictures(blobs: Blobs, images: readonly LabelImage[], mainPage: number): Promise<(string | null)[]> {
  const place = ({ page }: LabelImage) => (page === mainPage ? -1 : page)
  return Promise.all(
    images
      .toSorted((a, b) => place(a) - place(b))
      .map(async ({ hash }) => {
        const content = await blobs.get(hash)
        return content === undefined ? null : Buffer.from(encodePng(decodeBitmap(content))).toString('base64')
      }),
  )
}
