/** Content that a row names should be on the disk; one that was put back to an older state, or is another server's own, may lack it. */
import { notFound } from '../base/errors.ts'
import type { Blobs } from './blobs.ts'

/** Before an answer begins: 404 where the content is not here, instead of an answer that breaks off. */
export async function requireBlob(blobs: Pick<Blobs, 'size'>, hash: string): Promise<void> {
  if ((await blobs.size(hash)) === undefined) throw notFound('The file is not there any more.')
}
