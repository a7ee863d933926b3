/** Content of a backup on its way into the blob folder: beside its place until all of the backup is found right, and taken back when it is not. */
import type { Blobs, Received } from '../../platform/blobs/blobs.ts'
import { RestoreRefused } from './read-parts.ts'

export interface TakenBlobs {
  count(): number
  /** Throws `RestoreRefused` when the content is not that of the hash. */
  take(hash: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Puts all that was taken into its place. */
  place(): Promise<void>
  /** Removes what was taken, and what `place` has put where nothing was before. */
  undo(): Promise<void>
}

export function createTakenBlobs(blobs: Blobs): TakenBlobs {
  const taken: Received[] = []
  const placed: string[] = []
  return {
    count: () => taken.length,
    async take(hash, content) {
      const received = await blobs.receive(content)
      taken.push(received)
      if (received.hash !== hash) throw new RestoreRefused(`The file ${hash} in the backup is damaged: its content is another.`)
    },
    async place() {
      for (const received of taken) {
        if ((await blobs.size(received.hash)) === undefined) placed.push(received.hash)
        await received.keep()
      }
    },
    async undo() {
      for (const received of taken) await received.drop()
      for (const hash of placed) await blobs.remove(hash)
    },
  }
}
