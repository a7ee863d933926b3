/** The app's files: taken in, offered, removed (specification 2 §5, §7, §8). */
import type { AppFile } from '@endcap/contract/apps'
import type { FileAnswer, UploadedFile } from '@endcap/contract/endpoint'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { keepBlob } from '../../platform/blobs/remove-unused.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import { sql } from 'kysely'
import type { Session } from '../../platform/http/session.ts'
import { refuseSome } from '../../settings/whole-chain.ts'
import { requireBlob } from '../../platform/blobs/require-blob.ts'

/** Specification 2 §5. */
const namePattern = /^mobile_([A-Za-z0-9][A-Za-z0-9._+-]{0,59})\.apk$/
const wrongName = 'The name of the file must be mobile_{version_info}.apk, such as mobile_1.4.2.apk.'
const subject = (appId: string) => ({ kind: 'app', id: appId })

const rows = (db: Db) => db.selectFrom('app_files').select(['app_id', 'ver', 'blob', 'bytes', 'active', 'updated_at'])
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>
const toFile = (row: Row): AppFile => ({
  _id: row.app_id,
  ver: row.ver,
  bytes: Number(row.bytes),
  active: row.active,
  updatedAt: toEpoch(row.updated_at),
})
const fileName = ({ ver }: { ver: string }) => `mobile_${ver}.apk`

export const listApps = async (db: Db): Promise<AppFile[]> => (await rows(db).orderBy('app_id', 'desc').execute()).map(toFile)

export async function offeredApp(db: Db): Promise<AppFile | null> {
  const row = await rows(db).where('active', '=', true).executeTakeFirst()
  return row === undefined ? null : toFile(row)
}

async function find(db: Db, appId: string, { lock = false } = {}): Promise<Row> {
  const row = await rows(db)
    .where('app_id', '=', appId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) throw notFound('There is no such file of the app.')
  return row
}

/** A version is one file: two of a name could not be told apart by those who get it. */
async function refuseKnown(db: Db, ver: string): Promise<void> {
  const known = await db.selectFrom('app_files').select('app_id').where('ver', '=', ver).executeTakeFirst()
  if (known !== undefined)
    throw conflict(`Version ${ver} of the app is here already. Remove it first, or send another version.`, 'app-exists')
}

export async function takeApp(
  { db, blobs, clock, decoders }: Context,
  session: Session,
  { name, stream }: UploadedFile,
): Promise<{ _id: string; ver: string }> {
  refuseSome(session)
  const [, ver] = namePattern.exec(name) ?? []
  if (ver === undefined) throw invalid(wrongName, 'file')
  const received = await blobs.receive(stream)
  try {
    await decoders.decode({ kind: 'android-package', path: received.path }, { account: session.email })
    await refuseKnown(db, ver)
    await keepBlob(db, received)
  } finally {
    // What was kept is no longer there.
    await received.drop()
  }
  const row = await inTransaction(db, async (tx) => {
    // Two that send the same version at once wait for each other here.
    await sql`select pg_advisory_xact_lock(hashtext('app_files'))`.execute(tx)
    await refuseKnown(tx, ver)
    const { app_id: appId } = await tx
      .insertInto('app_files')
      .values({ ver, blob: received.hash, bytes: String(received.bytes), uploaded_by: session.email, updated_at: clock.now() })
      .returning('app_id')
      .executeTakeFirstOrThrow()
    await recordChange(tx, { subject: subject(appId), before: null, after: { ver, bytes: received.bytes, active: false } })
    return appId
  })
  return { _id: row, ver }
}

/** Answers whether it is the active one now. */
export async function toggleApp({ db, clock }: Context, session: Session, appId: string): Promise<boolean> {
  refuseSome(session)
  return inTransaction(db, async (tx) => {
    // Two that activate at once wait for each other here: only one may be active.
    await tx.selectFrom('app_files').select('app_id').orderBy('app_id').forUpdate().execute()
    const { active, ver } = await find(tx, appId, { lock: true })
    await tx.updateTable('app_files').set({ active: false }).where('active', '=', true).execute()
    await tx.updateTable('app_files').set({ active: !active, updated_at: clock.now() }).where('app_id', '=', appId).execute()
    await recordChange(tx, { subject: subject(appId), before: { ver, active }, after: { ver, active: !active } })
    return !active
  })
}

export async function readApp({ db, blobs }: Context, session: Session, appId: string): Promise<FileAnswer> {
  const row = await find(db, appId)
  if (!row.active && !session.can('server_config.read')) throw notFound('There is no such file of the app.')
  await requireBlob(blobs, row.blob)
  return { name: fileName(row), type: 'application/vnd.android.package-archive', content: blobs.read(row.blob) }
}

/** The content goes later (platform/blobs/tidy.ts): the same content may belong to something else. */
export async function removeApp({ db }: Context, session: Session, appId: string): Promise<void> {
  refuseSome(session)
  await inTransaction(db, async (tx) => {
    const row = await find(tx, appId, { lock: true })
    await tx.deleteFrom('app_files').where('app_id', '=', appId).execute()
    await recordChange(tx, { subject: subject(appId), before: toFile(row), after: null })
  })
}
