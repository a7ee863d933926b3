/** Shows: saved as what they come to, and removed (specification 3 §2, §3, §5). */
import type { RequestOf } from '@endcap/contract/endpoint'
import type { shows as endpoints } from '@endcap/contract/shows'
import { factsOf, type AreaItem } from '@endcap/signage/shows'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { notFound } from '../../platform/base/errors.ts'
import { readUnplayable } from '../media/unplayable-films.ts'
import { refuseForeignStores, notifyLibrary, notifyPlayers } from '../library/reach.ts'
import { refuseMeanwhile, removedSome, savedAt } from '../library/saved.ts'
import type { Session } from '../../platform/http/session.ts'
import { normalShow, refuseUnplayable } from './check.ts'
import { deleteShows, findShow, holdShows, knownContents, toShow, usersOfShows, writeShow, type ShowRow } from './shows.queries.ts'

const missing = () => notFound('There is no such show.')
const subject = (id: string) => ({ kind: 'display-show', id })
/** The audit log need not repeat every pixel. */
const shown = ({ name, show, facts }: Pick<ShowRow, 'name' | 'show' | 'facts'>) => ({
  name,
  duration: show.duration,
  resolution: facts.resolution,
  screens: facts.deviceCount,
  areas: facts.contentAreaCount,
  contents: facts.contentIdList,
})

export async function readShow(db: Db, id: string) {
  const row = await findShow(db, id)
  if (row === undefined) throw missing()
  return toShow(row)
}

/** What the show has already may stay. */
async function refuseContents(tx: Db, timeline: readonly (readonly AreaItem[])[], before: ShowRow | undefined): Promise<void> {
  const ids = timeline.flatMap((area) => area.map(({ id }) => id)).filter((id) => /^\d{1,18}$/.test(id))
  const known = await knownContents(tx, [...new Set(ids)])
  for (const id of before?.facts.contentIdList ?? []) {
    const content = known.get(id)
    if (content !== undefined) known.set(id, { ...content, playable: true })
  }
  refuseUnplayable(timeline, known)
}

type Given = RequestOf<(typeof endpoints)['save']>['body']
/** Within the transaction of the caller, who tells the displays. */
export async function storeShow(tx: Db, { clock }: Pick<Context, 'clock'>, session: Session, given: Given): Promise<ShowRow> {
  const { id, name, updatedAt } = given
  const show = normalShow(given)
  const facts = factsOf(show)
  const before = id === undefined ? undefined : await findShow(tx, id, { lock: true })
  if (id !== undefined && before === undefined) throw missing()
  if (before !== undefined) {
    refuseMeanwhile('show', before, updatedAt)
    await refuseForeignStores(tx, session, 'show', [before.show_id])
  }
  await refuseContents(tx, given.timeline, before)
  const at = savedAt(clock.now(), before)
  const row = { name, show: JSON.stringify(show), facts: JSON.stringify(facts), updated_by: session.email, updated_at: at }
  const after = await writeShow(tx, before?.show_id, row, facts.contentIdList)
  await recordChange(tx, { subject: subject(after.show_id), before: before === undefined ? null : shown(before), after: shown(after) })
  return after
}

export async function saveShow(context: Context, session: Session, given: Given) {
  const { saved, warnings } = await inTransaction(context.db, async (tx) => {
    const saved = await storeShow(tx, context, session, given)
    return { saved, warnings: await readUnplayable(tx, { stores: session.stores, show: saved.show_id }) }
  })
  await notifyPlayers(context, 'show', saved.show_id)
  return { id: saved.show_id, updatedAt: toEpoch(saved.updated_at), warnings }
}

/** Those that no set plays go, within the transaction of the caller. */
export async function dropShows(tx: Db, ids: readonly string[]) {
  const rows = await holdShows(tx, ids)
  const users = await usersOfShows(tx, ids)
  const free = rows.filter((row) => !users.has(row.show_id))
  const gone = free.map((row) => row.show_id)
  await deleteShows(tx, gone)
  for (const row of free) await recordChange(tx, { subject: subject(row.show_id), before: shown(row), after: null })
  const inUse = rows.flatMap(({ show_id: id, name }) => (users.has(id) ? [{ id, name, users: users.get(id) ?? [] }] : []))
  return { gone, inUse }
}

export async function removeShows(context: Context, ids: readonly string[]) {
  const answer = await inTransaction(context.db, async (tx) => {
    const { gone, inUse } = await dropShows(tx, ids)
    return removedSome('show', gone, inUse)
  })
  notifyLibrary(context)
  return answer
}
