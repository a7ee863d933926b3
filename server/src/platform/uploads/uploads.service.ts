/**
 * Files that are sent in parts, so that a lost connection costs a part and not the whole: what is here of a file stands in the database,
 * its content among the blobs. Any process takes any part. A domain that receives such files names their purpose and its own limit.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '../audit/transaction.ts'
import type { Context } from '../context.ts'
import { conflict, invalid } from '../base/errors.ts'
import { addPart, beginUpload, countOpen, dropRows, findUpload, lastPart, partsOf, staleUploads } from './uploads.queries.ts'

/** Parts that nothing was added to for so long are thrown away. */
const retentionHours = 24
/** When there is no room for one more, those that rested for so long make room. */
const restedMinutes = 10

export interface UploadPlace {
  /** What the file is for: keeps keys of different calls apart. */
  purpose: string
  email: string
  /** The sender's own name for it, the same when it begins again after a lost connection. */
  key: string
}
type Parts = Pick<Context, 'db' | 'blobs' | 'clock'>

export const idOf = ({ purpose, email, key }: UploadPlace) => createHash('sha256').update([purpose, email, key].join('\0')).digest('hex')
const areaOf = ({ blobs }: Pick<Context, 'blobs'>, id: string) => blobs.area(`uploads/${id.slice(0, 40)}`)

/** How many bytes are here; none of a file that is not known. */
export async function receivedOf({ db }: Pick<Context, 'db'>, place: UploadPlace): Promise<number> {
  return Number((await findUpload(db, idOf(place)))?.received ?? 0)
}

/**
 * Takes in the next part; answers how many bytes are here now. 409 `upload-offset` when it is not the next one: the sender asks how much is
 * here. A part that does not come in whole leaves nothing.
 */
export async function takePart(
  context: Parts,
  place: UploadPlace,
  { offset, bytes, content, maxConcurrent }: { offset: number; bytes: number; content: AsyncIterable<Uint8Array>; maxConcurrent: number },
): Promise<number> {
  const { db, clock } = context
  const id = idOf(place)
  const known = await findUpload(db, id)
  if (offset === 0 && known === undefined) await makeRoom(context, place, maxConcurrent)
  // Under the same key, but of another length: it is another file.
  if (offset === 0 && known !== undefined && Number(known.bytes) !== bytes) await dropUpload(context, place)
  const received = await areaOf(context, id).receive(content)
  try {
    if (offset + received.bytes > bytes) throw invalid(`More came than the ${bytes} bytes that were said.`, 'bytes')
    if (offset === 0) await beginUpload(db, { id, ...place, bytes, at: clock.now() })
    await received.keep()
    const total = await addPart(db, { id, offset, bytes: received.bytes, whole: bytes, hash: received.hash, at: clock.now() })
    if (total === undefined) throw conflict('This part does not begin where the last one ended.', 'upload-offset')
    return total
  } catch (error) {
    // Its content may be that of a part that was kept: what is not in its place yet goes, the rest goes with the area.
    await received.drop()
    throw error
  }
}

/** Begins a file of which more is known than its length. */
export async function beginAbout(
  context: Parts,
  place: UploadPlace,
  { bytes, about, maxConcurrent }: { bytes: number; about: object; maxConcurrent: number },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    // Of many that are begun at the same moment, no more than may be.
    await sql`select pg_advisory_xact_lock(hashtext(${`uploads ${place.email}`}))`.execute(tx)
    await makeRoom({ ...context, db: tx }, place, maxConcurrent)
    await beginUpload(tx, { id: idOf(place), ...place, bytes, about, at: context.clock.now() })
  })
}

/** Whether the end of what came lies here: not where servers have folders of their own. */
export async function hasLastPart(context: Parts, place: UploadPlace): Promise<boolean> {
  const part = await lastPart(context.db, idOf(place))
  return part !== undefined && (await areaOf(context, idOf(place)).size(part.hash)) !== undefined
}

/** Its content goes; what came of it stays for a day. */
export const clearParts = (context: Parts, id: string): Promise<void> => areaOf(context, id).clear()

/** The whole file in its order; 409 `upload-incomplete` while parts are missing. */
export async function readUpload(context: Parts, place: UploadPlace): Promise<AsyncIterable<Uint8Array>> {
  const id = idOf(place)
  const upload = await findUpload(context.db, id)
  if (upload === undefined || upload.received !== upload.bytes)
    throw conflict(`Of this file, ${upload?.received ?? 0} of ${upload?.bytes ?? 'unknown'} bytes are here.`, 'upload-incomplete')
  const parts = await partsOf(context.db, id)
  const area = areaOf(context, id)
  return (async function* () {
    for (const { hash } of parts) {
      const content: AsyncIterable<Uint8Array> = area.read(hash)
      yield* content
    }
  })()
}

export async function dropUpload(context: Parts, place: UploadPlace): Promise<void> {
  await drop(context, idOf(place))
}
async function drop(context: Parts, id: string): Promise<void> {
  await dropRows(context.db, id)
  await areaOf(context, id).clear()
}

async function makeRoom(context: Parts, { purpose, email }: UploadPlace, maxConcurrent: number): Promise<void> {
  const { db, clock } = context
  if ((await countOpen(db, purpose, email)) < maxConcurrent) return
  for (const id of await staleUploads(db, new Date(clock.now().getTime() - restedMinutes * 60_000), { purpose, email }))
    await drop(context, id)
  if ((await countOpen(db, purpose, email)) >= maxConcurrent)
    throw conflict(`At most ${maxConcurrent} files are taken in at the same time.`, 'upload-queue')
}

/** Throws away what was begun and not gone on with; for the hourly housekeeping. */
export async function dropOldUploads(context: Parts): Promise<void> {
  const before = new Date(context.clock.now().getTime() - retentionHours * 3_600_000)
  for (const id of await staleUploads(context.db, before)) await drop(context, id)
}
