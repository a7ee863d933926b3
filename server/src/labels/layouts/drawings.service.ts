/** Drawings and their drafts: made, saved, put away. Labels are drawn by versions alone: a draft changes nothing on a shelf. */
import type { CallOf } from '@endcap/contract/endpoint'
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import type { layouts as endpoints } from '@endcap/contract/layouts'
import { scaledLayout } from '@endcap/label/scaled'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { sqlState } from '../../platform/db/sql-state.ts'
import { ApiError, conflict, forbidden, invalid, notFound } from '../../platform/base/errors.ts'
import { bumpMark } from '../../catalogue/aliases/layout-mark.ts'
import type { Session } from '../../platform/http/session.ts'
import { refuseSome } from '../../settings/whole-chain.ts'
import { emptyDefinition, readDefinition } from './definition.ts'
import { findDrawing, newestVersion, openDrawing, storesOf, type DrawingRow } from './drawings.queries.ts'
import { stuckWithout } from './shown.ts'
import { panelOf, type Panel } from '../rendering/sizes.ts'
import { heldVersion, takeTurns } from './versions.queries.ts'

export { searchDrawings } from './drawings.queries.ts'
export { searchLibrary } from './library.queries.ts'

const missing = () => notFound('There is no such layout.')

/** Shared drawings reach every store; those of a store are for who has it. */
export function refuseReach(session: Session, storeCode: string): void {
  if (storeCode === '') refuseSome(session)
  else if (!session.allows(storeCode)) throw forbidden('This store is not one of yours.', 'other-store')
}

/** The drawing, for a change in this transaction; throws when the account may not change it. */
export async function lockDrawing(tx: Db, session: Session, drawingId: string): Promise<DrawingRow & { panel: Panel }> {
  const row = await findDrawing(tx, session, drawingId, { lock: true })
  if (row === undefined) throw missing()
  refuseReach(session, row.store_code)
  return { ...row, panel: panelOf(row.size) ?? { kind: 'card', width: 0, height: 0 } }
}
export async function seeDrawing(db: Db, session: Session, drawingId: string): Promise<DrawingRow> {
  const row = await findDrawing(db, session, drawingId)
  if (row === undefined) throw missing()
  return row
}
/** Throws 409 with the name of the account that has saved the draft since it was read. */
export function refuseOldRev({ draft_rev: now, draft_by: by }: DrawingRow, rev: number): void {
  if (rev !== now)
    throw conflict(`${by ?? 'Another account'} has saved this layout in the meantime. Nothing was saved.`, 'changed-meanwhile')
}
export const nameOf = ({ layout_id: id, size, model_class: modelClass, store_code: storeCode }: DrawingRow): string =>
  [id, size, modelClass, ...(storeCode === '' ? [] : [storeCode])].join(' ')
export const notifyLayouts = ({ signals }: Pick<Context, 'signals'>): void =>
  signals.notify('changed', { storeCode: '', changes: ['layouts'] })

export async function readDrawing({ db }: Context, session: Session, drawingId: string): Promise<OpenDrawing> {
  const found = await openDrawing(db, session, drawingId)
  if (found === undefined) throw missing()
  return found
}

type Create = CallOf<(typeof endpoints)['create']>['body']
export async function createDrawing(context: Context, session: Session, body: Create): Promise<{ drawingId: string }> {
  const { db, clock } = context
  const { layoutId, storeCode = '', size, modelClass, from } = body
  refuseReach(session, storeCode)
  const panel = panelOf(size)
  if (panel === undefined) throw invalid(`There is no size ${size}.`, 'size')
  const draft = await inTransaction(db, async (tx) => {
    const name = `${layoutId} ${size}`
    const source = from === undefined ? undefined : await seeDrawing(tx, session, from)
    const definition =
      source === undefined
        ? emptyDefinition(name, panel)
        : { ...scaledLayout(readDefinition(source.draft, panelOf(source.size) ?? panel), panel), name }
    const row = {
      layout_id: layoutId,
      store_code: storeCode,
      size,
      model_class: modelClass,
      draft_by: session.email,
      draft_at: clock.now(),
    }
    try {
      const made = await tx
        .insertInto('layout_drawings')
        .values({ ...row, draft: JSON.stringify(definition) })
        .returning('drawing_id')
        .executeTakeFirstOrThrow()
      await recordChange(tx, {
        subject: { kind: 'layout', id: `${name} ${modelClass}`, storeCode },
        before: null,
        after: { from: source && nameOf(source) },
      })
      return made
    } catch (error) {
      if (sqlState(error) === '23505') throw conflict(`${layoutId} has a drawing for ${size} ${modelClass} already.`, 'drawing-exists')
      throw error
    }
  })
  notifyLayouts(context)
  return { drawingId: draft.drawing_id }
}

export async function saveDraft(
  context: Context,
  session: Session,
  { drawingId, definition, rev }: { drawingId: string; definition: unknown; rev: number },
): Promise<{ rev: number; at: number }> {
  const { db, clock } = context
  const at = clock.now()
  const next = await inTransaction(db, async (tx) => {
    const before = await lockDrawing(tx, session, drawingId)
    refuseOldRev(before, rev)
    const draft = readDefinition(definition, before.panel)
    await setDraft(tx, before, { draft, by: session.email, at })
    return before.draft_rev + 1
  })
  notifyLayouts(context)
  return { rev: next, at: toEpoch(at) }
}
/** The record says that it was saved, not what: drafts are saved with every move. */
export async function setDraft(tx: Db, before: DrawingRow, { draft, by, at }: { draft: object; by: string; at: Date }): Promise<void> {
  await tx
    .updateTable('layout_drawings')
    .set({ draft: JSON.stringify(draft), draft_rev: before.draft_rev + 1, draft_by: by, draft_at: at })
    .where('drawing_id', '=', before.drawing_id)
    .execute()
  await recordChange(tx, {
    subject: { kind: 'layout', id: nameOf(before), storeCode: before.store_code },
    before: { rev: before.draft_rev },
    after: { rev: before.draft_rev + 1 },
  })
}

export async function discardDraft(context: Context, session: Session, drawingId: string, rev: number): Promise<{ rev: number }> {
  const { db, clock } = context
  const next = await inTransaction(db, async (tx) => {
    const before = await lockDrawing(tx, session, drawingId)
    refuseOldRev(before, rev)
    const live = await newestVersion(tx, drawingId)
    const draft = live?.definition ?? emptyDefinition(`${before.layout_id} ${before.size}`, before.panel)
    await setDraft(tx, before, { draft, by: session.email, at: clock.now() })
    return before.draft_rev + 1
  })
  notifyLayouts(context)
  return { rev: next }
}

/** Puts a drawing away: labels drawn by it follow to the drawing that takes its place; refused while one of them would have none. */
export async function archiveDrawing(context: Context, session: Session, drawingId: string, archived: boolean): Promise<void> {
  const { db, clock } = context
  const seen = await seeDrawing(db, session, drawingId)
  refuseReach(session, seen.store_code)
  if (archived && seen.archived_at === null) await refuseStuck(context, seen)
  await inTransaction(db, async (tx) => {
    const row = await lockDrawing(tx, session, drawingId)
    if ((row.archived_at !== null) === archived) return
    await tx
      .updateTable('layout_drawings')
      .set({ archived_at: archived ? clock.now() : null })
      .where('drawing_id', '=', drawingId)
      .execute()
    await bumpMark(tx)
    const version = await heldVersion(tx, drawingId, clock.now())
    if (version !== undefined) await takeTurns(tx, { drawingId, version, stores: await storesOf(tx, row), by: session.email })
    await recordChange(tx, {
      subject: { kind: 'layout', id: nameOf(row), storeCode: row.store_code },
      before: { archived: !archived },
      after: { archived },
    })
  })
  context.signals.notify('layouts', {})
  notifyLayouts(context)
}
/** Throws where labels would be left without a layout. Looked at before the drawing is locked: that takes a while in large chains. */
async function refuseStuck({ db, labels }: Context, row: DrawingRow): Promise<void> {
  const stuck = [...(await stuckWithout(db, await labels.book(), row))]
  if (stuck.length === 0) return
  const count = stuck.reduce((sum, [, own]) => sum + own, 0)
  const message = `At least ${count} labels are drawn by this layout and have no other (${stuck.map(([storeCode]) => storeCode).join(', ')}).`
  throw new ApiError(409, { ...conflict(message, 'in-use').answer, error: stuck.map(([storeCode, own]) => `${storeCode}: ${own}`) })
}

export async function removeDrawing(context: Context, session: Session, drawingId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const row = await lockDrawing(tx, session, drawingId)
    const versions = await tx
      .selectFrom('layout_versions')
      .select('version')
      .where('drawing_id', '=', drawingId)
      .limit(1)
      .executeTakeFirst()
    if (versions !== undefined) throw conflict('This layout was published: it can be archived, and its history stays.', 'published')
    await tx.deleteFrom('layout_drawings').where('drawing_id', '=', drawingId).execute()
    await recordChange(tx, {
      subject: { kind: 'layout', id: nameOf(row), storeCode: row.store_code },
      before: { rev: row.draft_rev },
      after: null,
    })
  })
  notifyLayouts(context)
}
