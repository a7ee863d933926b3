/** Upgrade files: taken in, listed, removed; and the versions that are there (specification 2 §3, §7). */
import type { UpgradeFile, VersionCount } from '@endcap/contract/software'
import { upgradeQueueLength } from '@endcap/contract/software'
import { compareVersions, components, type Component } from '@endcap/contract/upgrade-file'
import { systemLocation } from '@endcap/contract/alarms'
import type { FileAnswer, UploadedFile } from '@endcap/contract/endpoint'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { keepBlob } from '../../platform/blobs/remove-unused.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { refuseSome } from '../../settings/whole-chain.ts'
import { dropUpload, readUpload, receivedOf, takePart, type UploadPlace } from '../../platform/uploads/uploads.service.ts'
import { readUpgrade, refused } from './read-upgrade.ts'
import { fileById, insertFile, isLoadable, listFileRows, toFile, versionCounts } from './software.queries.ts'
import { requireBlob } from '../../platform/blobs/require-blob.ts'

export const listFiles = async (db: Db): Promise<UpgradeFile[]> => (await listFileRows(db)).map(toFile)

/** Specification 2 §3: of each program, the newest version there is a file of. */
export async function softwareVersions(db: Db): Promise<Record<Component, { version: string; updatedAt: number | null }>> {
  const rows = await listFileRows(db)
  const newest = (component: Component) => {
    const [first] = rows.filter((row) => row.component === component).toSorted((a, b) => compareVersions(b.version, a.version))
    return { version: first?.version ?? '', updatedAt: first === undefined ? null : toEpoch(first.updated_at) }
  }
  return { gmp: newest('gmp'), grm: newest('grm') }
}

export async function readVersions(db: Db, stores: Session['stores']): Promise<VersionCount[]> {
  const counts = await versionCounts(db, stores)
  return components.flatMap((component) =>
    counts.filter((one) => one.component === component).toSorted((a, b) => compareVersions(b.version, a.version)),
  )
}

/** Takes in a whole file; nothing is kept of one that is not right. */
export async function takeFile(
  context: Context,
  session: Session,
  { name, stream }: Pick<UploadedFile, 'name' | 'stream'>,
): Promise<UpgradeFile> {
  refuseSome(session)
  const { db, blobs, clock } = context
  const { manifest, image } = await readUpgrade(stream, (content) => blobs.receive(content))
  const { component, version, minimumVersion = null, notes = '' } = manifest
  const again = () => refused('duplicate', `${component} ${version} is here already.`)
  if ((await listFileRows(db)).some((row) => row.component === component && row.version === version)) {
    await image.drop()
    throw again()
  }
  await keepBlob(db, image)
  const file = await inTransaction(db, async (tx) => {
    const row = await insertFile(tx, {
      file_name: name.replace(/^.*[\\/]/, '').slice(0, 200),
      component,
      version,
      minimum_version: minimumVersion,
      notes,
      bytes: String(image.bytes),
      sha256: image.hash,
      uploaded_by: session.email,
      updated_at: clock.now(),
    })
    // Two sent the same version at the same moment.
    if (row === undefined) throw again()
    await recordChange(tx, { subject: { kind: 'software', id: `${component} ${version}` }, before: null, after: toFile(row) })
    return toFile(row)
  })
  notifySoftware(context)
  return file
}

const placeOf = ({ email }: Session, key: string): UploadPlace => ({ purpose: 'software', email, key })

export const uploadState = (context: Context, session: Session, key: string): Promise<number> => receivedOf(context, placeOf(session, key))

export async function takeFilePart(
  context: Context,
  session: Session,
  { key, offset, bytes, file }: { key: string; offset: number; bytes: number; file: UploadedFile },
): Promise<number> {
  refuseSome(session)
  return takePart(context, placeOf(session, key), { offset, bytes, content: file.stream, maxConcurrent: upgradeQueueLength })
}

/** Checks what came in parts and takes it in. Its parts go either way, but when the server could not check it: then it can be tried again. */
export async function finishUpload(context: Context, session: Session, key: string, fileName: string): Promise<UpgradeFile> {
  refuseSome(session)
  const place = placeOf(session, key)
  const stream = await readUpload(context, place)
  try {
    const file = await takeFile(context, session, { name: fileName, stream })
    await dropUpload(context, place)
    return file
  } catch (error) {
    if (isRefusal(error) || isGone(error)) await dropUpload(context, place)
    // The upload was thrown away while it was sent: the sender begins anew.
    throw isGone(error) ? conflict('Parts of this file are missing.', 'upload-incomplete') : error
  }
}
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const isRefusal = (error: unknown) => error instanceof Error && 'status' in error && error.status === 400

export async function cancelUpload(context: Context, session: Session, key: string): Promise<void> {
  refuseSome(session)
  await dropUpload(context, placeOf(session, key))
}

/** The image goes later (platform/blobs/tidy.ts): a gateway may be loading it, or the same content belong to something else. */
export async function removeFile(context: Context, session: Session, fileId: string): Promise<void> {
  refuseSome(session)
  await inTransaction(context.db, async (tx) => {
    const row = await fileById(tx, fileId, { lock: true })
    if (row === undefined) throw notFound('There is no such upgrade file.')
    const open = await tx
      .selectFrom('rollouts')
      .select('rollout_id')
      .where('file_id', '=', fileId)
      .where('state', 'in', ['FIRST', 'REST'])
      .executeTakeFirst()
    if (open !== undefined) throw conflict('A roll-out of this file is open: end it first.', 'upgrade-in-use')
    await tx.deleteFrom('software_files').where('file_id', '=', fileId).execute()
    const file = toFile(row)
    await recordChange(tx, { subject: { kind: 'software', id: `${file.component} ${file.version}` }, before: file, after: null })
  })
  notifySoftware(context)
}

/** Only what a file or an open roll-out names is handed out, not any blob. */
export async function readImage({ db, blobs }: Context, hash: string): Promise<FileAnswer> {
  if (!(await isLoadable(db, hash))) throw notFound('There is no upgrade with this hash.')
  await requireBlob(blobs, hash)
  return { name: `${hash}.bin`, type: 'application/octet-stream', content: blobs.read(hash), immutable: true }
}

/** Pages that show software fetch it again. */
export const notifySoftware = ({ signals }: Pick<Context, 'signals'>): void =>
  signals.notify('changed', { storeCode: systemLocation, changes: ['software'] })
