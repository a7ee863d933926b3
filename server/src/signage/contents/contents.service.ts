/** Contents: taken in, replaced, renamed, moved, handed out and removed (specification 3 §2, §3, §7). */
import { contentSeconds, type ContentType } from '@endcap/contract/contents'
import { downloadName } from '@endcap/contract/file-names'
import type { FilmTaken } from '@endcap/contract/films'
import type { FileAnswer, UploadedFile } from '@endcap/contract/endpoint'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { requireBlob } from '../../platform/blobs/require-blob.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { notFound } from '../../platform/base/errors.ts'
import { kindOf, lookAhead, nameOf, takeIn, takeThumb } from '../media/media.service.ts'
import { refuseAndroidInstead } from '../media/android-packages.ts'
import { playersOf } from '../media/film-facts.ts'
import { openWidget } from '../media/widget-view.ts'
import { refuseForeignStores, notifyLibrary, notifyPlayers } from '../library/reach.ts'
import { removedSome } from '../library/saved.ts'
import type { Session } from '../../platform/http/session.ts'
import { needGroup } from './groups.ts'
import {
  deleteContents,
  findContent,
  holdContents,
  insertContent,
  updateContent,
  usersOfContents,
  type ContentRow,
  type NewContent,
} from './contents.queries.ts'

const missing = () => notFound('There is no such content.')
const subject = (id: string) => ({ kind: 'display-content', id })
/** What the record says of it. */
const shown = ({
  name,
  group_id: group,
  kind: type,
  bytes,
  blob,
  duration,
}: Pick<ContentRow, 'name' | 'group_id' | 'kind' | 'bytes' | 'blob' | 'duration'>) => ({
  name,
  group,
  type,
  bytes: Number(bytes),
  sha256: blob,
  duration,
})

interface Upload {
  id?: string | undefined
  name?: string | undefined
  group?: string | undefined
  type?: ContentType | undefined
  file: UploadedFile
  /** Does more in the transaction that makes its row. */
  settle?: ((tx: Db, taken: TakenContent) => Promise<void>) | undefined
}
interface TakenContent extends FilmTaken {
  id: string
}

/** Nothing large is taken in that will find no place. */
export async function refuseWithoutPlace(db: Db, session: Session, { id, group }: Pick<Upload, 'id' | 'group'>): Promise<void> {
  if (id !== undefined) {
    if ((await findContent(db, id)) === undefined) throw missing()
    await refuseForeignStores(db, session, 'content', [id])
  }
  await needGroup(db, group)
}

/** A new content, or another file for the one of `id`, which keeps its name and its folder unless others are given. */
export async function takeContent(
  context: Context,
  session: Session,
  { id, name, group, type, file, settle }: Upload,
): Promise<TakenContent> {
  const { db, clock } = context
  await refuseWithoutPlace(db, session, { id, group })
  const { head, content } = await lookAhead(file.stream)
  const kind = type ?? kindOf(head)
  const { extension, warning, duration, ...found } = await takeIn(context, kind, content, { account: session.email })
  const seconds = duration === null ? contentSeconds : Math.max(1, Math.ceil(duration))
  const saved = await inTransaction(db, async (tx) => {
    const before = id === undefined ? undefined : await findContent(tx, id, { lock: true })
    if (id !== undefined && before === undefined) throw missing()
    if (id !== undefined) await refuseForeignStores(tx, session, 'content', [id])
    if (before !== undefined) await refuseAndroidInstead(tx, { before: before.type, after: found.type })
    await needGroup(tx, group)
    const row: NewContent = {
      ...found,
      kind,
      duration: seconds,
      name: name ?? before?.name ?? nameOf(file.name, extension),
      group_id: group ?? before?.group_id ?? null,
      updated_by: session.email,
      updated_at: clock.now(),
    }
    const after = before === undefined ? await insertContent(tx, row) : await updateContent(tx, before.content_id, row)
    await recordChange(tx, { subject: subject(after.content_id), before: before === undefined ? null : shown(before), after: shown(after) })
    const taken: TakenContent = { id: after.content_id, warning, ...(await playersOf(tx, session.stores, { ...after, at: clock.now() })) }
    await settle?.(tx, taken)
    return taken
  })
  await notifyPlayers(context, 'content', saved.id)
  if (kind === 'video') context.signals.notify('films', {})
  return saved
}

export async function takePoster(context: Context, session: Session, id: string, file: UploadedFile): Promise<void> {
  const known = async (db: Context['db'], lock: boolean) => {
    if ((await findContent(db, id, { lock }))?.kind !== 'video') throw missing()
    await refuseForeignStores(db, session, 'content', [id])
  }
  await known(context.db, false)
  const thumb = await takeThumb(context, file.stream, { account: session.email })
  await inTransaction(context.db, async (tx) => {
    await known(tx, true)
    await updateContent(tx, id, { thumb })
  })
  notifyLibrary(context)
}

export async function renameContent(context: Context, session: Session, { id, name }: { id: string; name: string }): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const before = await findContent(tx, id, { lock: true })
    if (before === undefined) throw missing()
    await refuseForeignStores(tx, session, 'content', [id])
    await updateContent(tx, id, { name, updated_by: session.email, updated_at: context.clock.now() })
    await recordChange(tx, { subject: subject(id), before: { name: before.name }, after: { name } })
  })
  notifyLibrary(context)
}

/** All of them, or none when one is not there. Where a content lies changes nothing of what is played. */
export async function moveContents(
  context: Context,
  { content, group }: { content: readonly string[]; group: string | null },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await needGroup(tx, group)
    const rows = await holdContents(tx, content)
    const lost = content.find((id) => !rows.some((row) => row.content_id === id))
    if (lost !== undefined) throw notFound(`There is no content ${lost}.`)
    for (const { content_id: id, group_id: from } of rows.filter((row) => row.group_id !== group)) {
      await updateContent(tx, id, { group_id: group })
      await recordChange(tx, { subject: subject(id), before: { group: from }, after: { group } })
    }
  })
  notifyLibrary(context)
}

/** Those that no show uses go; nothing plays them. Their files go later (platform/blobs/tidy.ts): a display may be loading them. */
export async function removeContents(context: Context, ids: readonly string[]) {
  const answer = await inTransaction(context.db, async (tx) => {
    const rows = await holdContents(tx, ids)
    const users = await usersOfContents(tx, ids)
    const free = rows.filter((row) => !users.has(row.content_id))
    await deleteContents(
      tx,
      free.map((row) => row.content_id),
    )
    for (const row of free) await recordChange(tx, { subject: subject(row.content_id), before: shown(row), after: null })
    return removedSome(
      'content',
      free.map((row) => row.content_id),
      rows.flatMap(({ content_id: id, name }) => (users.has(id) ? [{ id, name, users: users.get(id) ?? [] }] : [])),
    )
  })
  context.signals.notify('films', {})
  notifyLibrary(context)
  return answer
}

export async function readContentFile({ db, blobs }: Context, id: string): Promise<FileAnswer> {
  const row = await findContent(db, id)
  if (row === undefined) throw missing()
  await requireBlob(blobs, row.blob)
  const open = (start: number, end: number) => blobs.read(row.blob, { start, end })
  return { name: downloadName(row.name, row.type), type: row.type, content: new Uint8Array(), parts: { bytes: Number(row.bytes), open } }
}

export async function readContentThumb({ db, blobs }: Context, id: string): Promise<FileAnswer> {
  const row = await findContent(db, id)
  const content = row?.thumb == null ? undefined : await blobs.get(row.thumb)
  if (content === undefined) throw notFound('There is no small picture of this content.')
  return { name: `${id}.webp`, type: 'image/webp', content }
}

export async function viewContent(context: Context, id: string) {
  const row = await findContent(context.db, id)
  if (row?.kind !== 'widget') throw notFound('There is no such widget.')
  return openWidget(context, row)
}
