/**
 * Files that are sent by the tus protocol (contract/src/resumable.ts), stored as all files in parts are: any process goes on with them. With
 * its last byte a file is taken in by its domain, and what came of it stays to be asked for: that answer may be lost, too.
 */
import { randomBytes } from 'node:crypto'
import { maxUnfinished, type UploadOutcome } from '@endcap/contract/resumable'
import type { UploadedFile } from '@endcap/contract/endpoint'
import type * as z from 'zod'
import { leaveToLater } from '../audit/audit.service.ts'
import { ApiError, conflict, invalid, notFound, tooLarge } from '../base/errors.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { tusContent, type Exchange } from '../http/tus.ts'
import { cutStream } from './cut-stream.ts'
import { findUpload, setOutcome, stepBack } from './uploads.queries.ts'
import { beginAbout, clearParts, dropUpload, hasLastPart, idOf, readUpload, takePart, type UploadPlace } from './uploads.service.ts'

type Parts = Pick<Context, 'db' | 'blobs' | 'clock'>
/** Takes in a file that is all here. `settle` writes what came of it, in the transaction that makes its row. */
export type TakeIn = (
  file: UploadedFile,
  about: Record<string, string>,
  settle: (tx: Db, taken: object) => Promise<void>,
) => Promise<unknown>

/** Those that this process is taking in. */
const takingIn = new Set<string>()
const beginsAnew = () =>
  new ApiError(410, { code: 'upload-begins-anew', message: 'What was sent of this file is not on this server: it begins anew.' })
const busy = () => new ApiError(423, { code: 'upload-busy', message: 'All of this file is here: it is being looked at. Ask again.' }, 2)

/** Of an account's file in one place, such as the films of a store: under another address there is none. All of an account count together. */
export const placeOf = ({ where, email, name }: { where: string; email: string; name: string }): UploadPlace => ({
  purpose: 'signage',
  email,
  key: `${where} ${name}`,
})

/** Answers the address of a new file. */
export async function beginFile(
  context: Parts,
  tus: Exchange,
  { where, email, maxBytes, about }: { where: string; email: string; maxBytes: number; about: object },
): Promise<void> {
  const bytes = tus.length()
  if (bytes === 0) throw invalid('The file is empty.', 'Upload-Length')
  if (bytes > maxBytes) throw tooLarge(`The file has more than ${Math.floor(maxBytes / 1_000_000)} MB.`)
  const name = randomBytes(16).toString('hex')
  await beginAbout(context, placeOf({ where, email, name }), { bytes, about, maxConcurrent: maxUnfinished })
  tus.answer(201, { location: `${tus.lastSegment}/${name}`, 'upload-offset': 0 })
}

async function known(context: Parts, place: UploadPlace) {
  const upload = await findUpload(context.db, idOf(place))
  if (upload === undefined) throw notFound('There is no such upload: begin it anew.')
  const { outcome } = upload
  const [received, bytes] = [Number(upload.received), Number(upload.bytes)]
  if (outcome === null && received > 0 && !(await hasLastPart(context, place))) {
    await dropUpload(context, place)
    throw beginsAnew()
  }
  return { about: upload.about ?? {}, outcome, bytes, offset: outcome === null ? received : bytes }
}

/** How much is here. Of a file that a server was killed over while it took it in, the last part is asked for again. */
export async function stateOf<T>(context: Parts, tus: Exchange, place: UploadPlace, taken: z.ZodType<T>) {
  const { outcome, bytes, offset: here } = await known(context, place)
  if (takingIn.has(idOf(place))) throw busy()
  const offset = outcome === null && here === bytes ? await stepBack(context.db, idOf(place)) : here
  tus.answer(200, { 'upload-offset': offset, 'upload-length': bytes })
  return {
    offset,
    bytes,
    ...(outcome?.taken !== undefined && { taken: taken.parse(outcome.taken) }),
    ...(outcome?.refused !== undefined && { refused: outcome.refused }),
  }
}

/** Stores what comes, piece by piece; each that is stored stays, whatever becomes of the connection. */
export async function goOn(context: Parts, tus: Exchange, place: UploadPlace, takeIn: TakeIn): Promise<void> {
  leaveToLater()
  const upload = await known(context, place)
  const { bytes, outcome, about } = upload
  let { offset } = upload
  if (outcome === null && tus.offset() !== offset) throw conflict(`Of this file, ${offset} bytes are here.`, 'upload-offset')
  if (tus.type !== tusContent)
    throw new ApiError(415, { code: 'invalid', message: `Send the content as ${tusContent}.`, field: 'Content-Type' })
  const pieces = cutStream(tus.content)
  while (outcome === null && offset < bytes) {
    const from = offset
    const content = await pieces.next((more) => from + more === bytes)
    if (content === undefined) break
    offset = await takePart(context, place, { offset, bytes, content, maxConcurrent: maxUnfinished })
  }
  if (outcome === null && offset === bytes) await finish(context, place, about, takeIn)
  else if (pieces.broken() !== undefined) throw pieces.broken()
  tus.answer(204, { 'upload-offset': offset })
}

async function finish(context: Parts, place: UploadPlace, about: Record<string, string>, takeIn: TakeIn): Promise<void> {
  const id = idOf(place)
  if (takingIn.has(id)) throw busy()
  takingIn.add(id)
  const settle = async (tx: Db, outcome: UploadOutcome) => {
    if (!(await setOutcome(tx, { id, outcome, at: context.clock.now() }))) throw busy()
  }
  try {
    const stream = await readUpload(context, place)
    await takeIn({ name: about.filename ?? '', type: '', stream }, about, (tx, taken) => settle(tx, { taken }))
  } catch (error) {
    if (isGone(error)) {
      await dropUpload(context, place)
      throw beginsAnew()
    }
    if (!(error instanceof ApiError) || !isFinal(error)) throw error
    await settle(context.db, { refused: { status: error.status, answer: error.answer } })
    await clearParts(context, id)
    throw error
  } finally {
    takingIn.delete(id)
  }
  await clearParts(context, id)
}
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
/** Sent again it would be refused again. */
const isFinal = ({ status }: ApiError): boolean => status >= 400 && status < 423

export async function dropFile(context: Parts, tus: Exchange, place: UploadPlace): Promise<void> {
  await known(context, place)
  if (takingIn.has(idOf(place))) throw busy()
  await dropUpload(context, place)
  tus.answer(204, {})
}
