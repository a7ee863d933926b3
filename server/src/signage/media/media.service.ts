/** Pictures, films, widgets and software of a store: taken in, handed out, removed (specification 3 §5, §7). */
import type { FilmTaken } from '@endcap/contract/films'
import type { FileAnswer, UploadedFile } from '@endcap/contract/endpoint'
import { downloadName } from '@endcap/contract/file-names'
import type { MediaKind, MediaFileKind, MediaUser } from '@endcap/contract/media'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, notFound } from '../../platform/base/errors.ts'
import { refuseAndroidInstead } from './android-packages.ts'
import {
  deleteFile,
  findFile,
  holdFiles,
  insertFile,
  isNumber,
  replaceFile,
  sameFile,
  setThumb,
  toRecord,
  type FilePlace,
  type NewFile,
  usersOf,
} from './media.queries.ts'
import { keep, nameOf, takeIn, takeThumb } from './store-upload.ts'
import { playersOf } from './film-facts.ts'
import { requireBlob } from '../../platform/blobs/require-blob.ts'

export { isNumber, usersOf } from './media.queries.ts'
export { kindOf, lookAhead, nameOf, takeFont, takeIn, takeThumb } from './store-upload.ts'

export interface Upload {
  storeCode: string
  /** Of the file whose place it takes. */
  id: string | undefined
  file: UploadedFile
  by: string
  /** Does more in the transaction that makes its row. */
  settle?: ((tx: Db, taken: Taken) => Promise<void>) | undefined
}
export interface Taken extends FilmTaken {
  _id: string
  name: string
}
/** What was found in a file, beside what every file has. */
type FileFound = Omit<NewFile, 'store_code' | 'kind' | 'name' | 'uploaded_by' | 'updated_at' | 'thumb'> & {
  thumb?: string | null
  extension?: string | undefined
  warning?: Taken['warning']
}

const missing = () => notFound('There is no such file.')
const subject = (kind: MediaFileKind, id: string) => ({ kind: `display-${kind}`, id })

export function refuseInUse(what: string, users: readonly MediaUser[]): void {
  if (users.length === 0) return
  const error = users.map(({ mac, name }) => `${mac} ${name}`.trim())
  throw new ApiError(409, { code: 'in-use', message: `This ${what} is in use and cannot be deleted.`, error })
}

async function store(
  context: Context,
  kind: MediaFileKind,
  { storeCode, id, file, by, settle }: Upload,
  { extension, warning = null, ...found }: FileFound,
): Promise<Taken> {
  const { db, clock, signals } = context
  const row: NewFile = {
    width: null,
    height: null,
    duration: null,
    codec: null,
    os: null,
    model: null,
    ver: null,
    ...found,
    thumb: found.thumb ?? null,
    store_code: storeCode,
    kind,
    name: nameOf(file.name, extension),
    uploaded_by: by,
    updated_at: clock.now(),
  }
  const stored = await inTransaction(db, async (tx) => {
    const before = id === undefined ? undefined : await findFile(tx, { storeCode, kind, id }, { lock: true })
    if (id !== undefined && before === undefined) throw missing()
    if (before !== undefined) await refuseAndroidInstead(tx, { before: before.type, after: found.type }, { storeCode })
    const after = before === undefined ? await insertFile(tx, row) : await replaceFile(tx, before.file_id, row)
    await recordChange(tx, {
      subject: subject(kind, after.file_id),
      before: before === undefined ? null : toRecord(before),
      after: toRecord(after),
    })
    const taken: Taken = {
      _id: after.file_id,
      name: after.name,
      warning,
      ...(await playersOf(tx, [storeCode], { ...after, at: clock.now() })),
    }
    await settle?.(tx, taken)
    return taken
  })
  signals.notify('changed', { storeCode, changes: ['signage'] })
  if (kind === 'video') signals.notify('films', {})
  return stored
}

/** Nothing large is taken in that will find no place. */
export async function refuseMissing(db: Db, kind: MediaFileKind, { storeCode, id }: Pick<Upload, 'storeCode' | 'id'>): Promise<void> {
  if (id !== undefined && (await findFile(db, { storeCode, kind, id })) === undefined) throw missing()
}

export async function takeMedia(context: Context, kind: MediaKind, upload: Upload): Promise<Taken> {
  await refuseMissing(context.db, kind, upload)
  const found = await takeIn(context, kind, upload.file.stream, { storeCode: upload.storeCode, account: upload.by })
  return store(context, kind, upload, found)
}

/** A picture out of a film, made by the client that sent the film. */
export async function takePoster(context: Context, { storeCode, id, file, by }: Upload & { id: string }): Promise<void> {
  const { db, signals } = context
  const place: FilePlace = { storeCode, kind: 'video', id }
  if ((await findFile(db, place)) === undefined) throw missing()
  const blob = await takeThumb(context, file.stream, { storeCode, account: by })
  await inTransaction(db, async (tx) => {
    if ((await findFile(tx, place, { lock: true })) === undefined) throw missing()
    await setThumb(tx, id, blob)
  })
  signals.notify('changed', { storeCode, changes: ['signage'] })
}

export async function takeSoftware(
  context: Context,
  kind: 'sw' | 'launcher',
  upload: Upload,
  words: { os: string; model: string; ver: string },
): Promise<Taken> {
  await refuseMissing(context.db, kind, upload)
  const stored = await keep(context, upload.file.stream)
  return store(context, kind, upload, { ...stored, type: 'application/octet-stream', ...words })
}

export async function readContentOf({ db, blobs }: Context, place: FilePlace): Promise<FileAnswer> {
  const row = await findFile(db, place)
  if (row === undefined) throw missing()
  await requireBlob(blobs, row.blob)
  const open = (start: number, end: number) => blobs.read(row.blob, { start, end })
  return { name: downloadName(row.name, row.type), type: row.type, content: new Uint8Array(), parts: { bytes: Number(row.bytes), open } }
}

export async function readThumb({ db, blobs }: Context, place: FilePlace): Promise<FileAnswer> {
  const row = await findFile(db, place)
  const content = row?.thumb == null ? undefined : await blobs.get(row.thumb)
  if (content === undefined) throw notFound('There is no small picture of this file.')
  return { name: `${place.id}.webp`, type: 'image/webp', content }
}

/** The content goes later (platform/blobs/tidy.ts): a display may be loading it. */
export async function removeFile({ db, signals }: Context, place: FilePlace): Promise<void> {
  const { storeCode, kind, id } = place
  await inTransaction(db, async (tx) => {
    const row = await findFile(tx, place, { lock: true })
    if (row === undefined) throw missing()
    if (isMedia(kind)) refuseInUse(kind, await usersOf(tx, storeCode, { kind, id }))
    await deleteFile(tx, id)
    await recordChange(tx, { subject: subject(kind, id), before: toRecord(row), after: null })
  })
  if (kind === 'video') signals.notify('films', {})
  signals.notify('changed', { storeCode, changes: ['signage'] })
}
const isMedia = (kind: MediaFileKind): kind is MediaKind => kind !== 'sw' && kind !== 'launcher'

interface Between {
  from: string
  to: string
  by: string
  at: Date
}
/** Files of one store in another one, by `kind id` there was: what it has already is not there twice. Files that there are not are left out. */
export async function copyFiles(tx: Db, ids: readonly string[], { from, to, by, at }: Between): Promise<Map<string, string>> {
  const copied = new Map<string, string>()
  for (const { file_id: id, ...file } of await holdFiles(tx, from, [...new Set(ids)].filter(isNumber))) {
    const there = await sameFile(tx, to, file)
    const copy = there ?? (await insertFile(tx, { ...file, store_code: to, uploaded_by: by, updated_at: at }))
    copied.set(`${file.kind} ${id}`, copy.file_id)
    if (there !== undefined) continue
    await recordChange(tx, { subject: { ...subject(file.kind, copy.file_id), storeCode: to }, before: null, after: toRecord(copy) })
  }
  return copied
}
