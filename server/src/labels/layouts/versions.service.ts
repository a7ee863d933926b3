/** Publishing: a draft becomes a version, at once or from a time on; older versions come back the same way, as new ones. */
import type { DrawingVersion, LayoutContent } from '@endcap/contract/layout-drawings'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import { localMinute } from '../rendering/labels.service.ts'
import { bumpMark } from '../../catalogue/aliases/layout-mark.ts'
import type { Session } from '../../platform/http/session.ts'
import { newestCheck } from './checks.queries.ts'
import { isSame } from './definition.ts'
import { newestVersion, storesOf, type DrawingRow } from './drawings.queries.ts'
import { lockDrawing, nameOf, refuseOldRev, seeDrawing, setDraft, notifyLayouts } from './drawings.service.ts'
import { cancelOvertaken, listVersions, takeTurns, tasksOfVersion } from './versions.queries.ts'

interface Publish {
  rev: number
  note: string
  reason?: string | undefined
  from?: string | undefined
}
/** The place on earth where a minute comes last. */
const lastZone = 'Etc/GMT+12'

export async function publishDraft(
  context: Context,
  session: Session,
  drawingId: string,
  { rev, note, reason, from }: Publish,
): Promise<{ version: number }> {
  const { db, clock } = context
  const at = clock.now()
  if (from !== undefined && Number.isNaN(Date.parse(`${from}Z`))) throw invalid(`${from} is no time.`, 'from')
  if (from !== undefined && from <= localMinute(at, lastZone)) throw invalid(`${from} has passed in every store.`, 'from')
  const version = await inTransaction(db, async (tx) => {
    const row = await lockDrawing(tx, session, drawingId)
    refuseOldRev(row, rev)
    if (row.archived_at !== null) throw conflict('This layout is archived: take it back first.', 'archived')
    const newest = await newestVersion(tx, drawingId)
    if (newest !== undefined && isSame(newest.definition, row.draft))
      throw conflict('Nothing has changed since the newest version.', 'unchanged')
    const check = await newestCheck(tx, drawingId)
    if (check?.state !== 'DONE' || check.rev !== rev)
      throw conflict('This draft has not been checked against the products yet.', 'unchecked')
    if (check.errors > 0 && reason === undefined)
      throw conflict(`The check found errors on ${check.errors} labels: say why it is to be published all the same.`, 'errors-found')
    return addVersion(tx, row, {
      definition: row.draft,
      author: session.email,
      note,
      errors: check.errors,
      at,
      reason: check.errors > 0 ? (reason ?? null) : null,
      from: from ?? null,
    })
  })
  notifyPublished(context)
  return { version }
}

interface NewVersion {
  definition: LayoutContent
  author: string
  note: string
  at: Date
  reason?: string | null
  errors?: number | null
  restores?: number
  from?: string | null
}
async function addVersion(
  tx: Db,
  row: DrawingRow,
  { definition, at, reason = null, errors = null, restores, from = null, ...made }: NewVersion,
): Promise<number> {
  const newest = await tx
    .selectFrom('layout_versions')
    .select((is) => is.fn.max('version').as('version'))
    .where('drawing_id', '=', row.drawing_id)
    .executeTakeFirst()
  const version = (newest?.version ?? 0) + 1
  await tx
    .insertInto('layout_versions')
    .values({
      drawing_id: row.drawing_id,
      version,
      definition: JSON.stringify(definition),
      author: made.author,
      note: made.note,
      reason,
      errors,
      restores: restores ?? null,
      from_local: from,
      published_at: at,
    })
    .execute()
  const cancelled = await cancelOvertaken(tx, row.drawing_id, { version, from, at })
  await takeTurns(tx, { drawingId: row.drawing_id, version, stores: await storesOf(tx, row), by: made.author })
  await bumpMark(tx)
  await recordChange(tx, {
    subject: { kind: 'layout', id: nameOf(row), storeCode: row.store_code },
    before: { version: newest?.version ?? null },
    after: {
      version,
      note: made.note,
      ...(from !== null && { from }),
      ...(reason !== null && { reason, errors }),
      ...(restores !== undefined && { restores }),
      ...(cancelled.length > 0 && { cancelled }),
    },
  })
  return version
}
/** Labels follow. */
function notifyPublished(context: Context) {
  context.signals.notify('layouts', {})
  notifyLayouts(context)
}

export async function readVersions({ db }: Context, session: Session, drawingId: string): Promise<DrawingVersion[]> {
  await seeDrawing(db, session, drawingId)
  return listVersions(db, session, drawingId)
}
export async function readVersion({ db }: Context, session: Session, drawingId: string, version: number) {
  await seeDrawing(db, session, drawingId)
  const found = (await listVersions(db, session, drawingId)).find((one) => one.version === version)
  if (found === undefined) throw noVersion(version)
  return {
    ...found,
    definition: (await storedVersion(db, drawingId, version)).definition,
    taskList: await tasksOfVersion(db, session, drawingId, version),
  }
}
const noVersion = (version: number) => notFound(`There is no version ${version} of this layout.`)
async function storedVersion(db: Db, drawingId: string, version: number) {
  const found = await db
    .selectFrom('layout_versions')
    .selectAll()
    .where('drawing_id', '=', drawingId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (found === undefined) throw noVersion(version)
  return found
}

/** An older version holds again, at once. A draft that was worked on stays. */
export async function rollBack(
  context: Context,
  session: Session,
  drawingId: string,
  { version: requestedVersion, note }: { version: number; note: string },
): Promise<{ version: number }> {
  const { db, clock } = context
  const at = clock.now()
  const version = await inTransaction(db, async (tx) => {
    const row = await lockDrawing(tx, session, drawingId)
    const { definition, errors } = await storedVersion(tx, drawingId, requestedVersion)
    const newest = await newestVersion(tx, drawingId)
    if (newest !== undefined && isSame(newest.definition, definition))
      throw conflict(`Version ${requestedVersion} is what holds already.`, 'unchanged')
    if (newest !== undefined && isSame(newest.definition, row.draft)) await setDraft(tx, row, { draft: definition, by: session.email, at })
    return addVersion(tx, row, { definition, author: session.email, note, errors, restores: requestedVersion, at })
  })
  notifyPublished(context)
  return { version }
}

export async function cancelVersion(context: Context, session: Session, drawingId: string, version: number): Promise<void> {
  const { db, clock } = context
  await inTransaction(db, async (tx) => {
    const row = await lockDrawing(tx, session, drawingId)
    const found = (await listVersions(tx, { stores: 'all' }, drawingId)).find((one) => one.version === version)
    if (found === undefined) throw noVersion(version)
    if (found.state === 'CANCELLED') return
    if (found.state !== 'WAITING') throw conflict('This version has begun already: roll back to an older one instead.', 'begun')
    await tx
      .updateTable('layout_versions')
      .set({ cancelled_at: clock.now() })
      .where('drawing_id', '=', drawingId)
      .where('version', '=', version)
      .execute()
    await bumpMark(tx)
    await recordChange(tx, {
      subject: { kind: 'layout', id: nameOf(row), storeCode: row.store_code },
      before: { version, from: found.from },
      after: { version, from: null },
    })
  })
  notifyPublished(context)
}
