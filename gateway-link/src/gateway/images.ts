/** Bitmaps of operations, by their hash: tags often get the same, and what comes is checked against the hash. */
import { createHash } from 'node:crypto'
import type { Operation } from '../messages.ts'

/** Bitmaps under way or just fetched. */
const maxCachedImages = 200

export interface Images {
  /** The bitmap, for this operation; rejects when it cannot be had, or is another one. */
  get(hash: string, operation: Operation): Promise<Uint8Array>
  clear(): void
}

/** No bitmaps yet; `fetchImage` gets one that is not known. */
export function createImages(fetchImage: (hash: string, operation: Operation) => Promise<Uint8Array>): Images {
  const images = new Map<string, Promise<Uint8Array>>()
  return {
    get(hash, operation) {
      const known = images.get(hash)
      if (known !== undefined) return known
      const fetched = fetchImage(hash, operation).then((file) => {
        if (createHash('sha256').update(file).digest('hex') !== hash) throw new Error('the bitmap is not what its hash says')
        return file
      })
      images.set(hash, fetched)
      for (const old of images.keys()) {
        if (images.size <= maxCachedImages) break
        images.delete(old)
      }
      fetched.catch(() => images.delete(hash))
      return fetched
    },
    clear: () => images.clear(),
  }
}
