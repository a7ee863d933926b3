/**
 * Removes content that nothing names any more: files of the app, images of upgrades, product and paper files. Content is noted as loose before it
 * comes into its place (`keepBlob`) and, by triggers, when a row that named it goes. What has rested is looked at under the lock of its note;
 * who brings the same content at that moment waits at the note, and puts it back into its place afterwards. So nothing goes that is named, nor
 * what is being taken in, and nothing stays of what was taken in by a process that was killed.
 */
import { startsAsBitmap } from '@endcap/label/bitmap'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../audit/transaction.ts'
import type { Blobs, Received } from './blobs.ts'
import { forgetLoose, noteLoose, takeLoose, whoNames } from './remove-unused.queries.ts'

/** Between its note and the row that names it nothing may take longer: a process that takes content in has it whole by then. */
const restSeconds = 3600

/** Puts content that was received into its place, where it stays if a row names it within the hour. */
export async function keepBlob(db: Db, received: Received): Promise<void> {
  await noteLoose(db, received.hash)
  await received.keep()
}

/** Removes what was coming in when its server was killed. */
export const dropUnfinished = ({ blobs }: { blobs: Blobs }, rest = restSeconds): Promise<void> => blobs.sweep(rest)

/** Answers how much was removed. */
export async function dropLooseBlobs({ db, blobs }: { db: Db; blobs: Blobs }, rest = restSeconds): Promise<number> {
  let removed = 0
  let after: string | undefined = ''
  while (after !== undefined) {
    const last: string = after
    after = await inTransaction(db, async (tx) => {
      const hash = await takeLoose(tx, rest, last)
      if (hash === undefined) return undefined
      const by = await whoNames(tx, hash)
      if (by === 'rollout') return hash
      if (by === 'nobody' && !(await isLabel(blobs, hash))) {
        await blobs.remove(hash)
        removed++
      }
      await forgetLoose(tx, hash)
      return hash
    })
  }
  return removed
}

/** Bitmaps of labels lie in the same place and are named in histories that are too long to look through: they stay. */
async function isLabel(blobs: Blobs, hash: string): Promise<boolean> {
  try {
    const content: AsyncIterable<Uint8Array> = blobs.read(hash)
    for await (const chunk of content) return startsAsBitmap(chunk)
  } catch (error) {
    // It is gone already: a process was killed between removing it and saying so.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return false
}
