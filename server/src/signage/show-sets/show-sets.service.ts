/** Sets: shows and the list of prices one after the other, saved and removed (specification 3 §2, §3, §5). */
import type { RequestOf } from '@endcap/contract/endpoint'
import type { ShowSet, showSets as endpoints } from '@endcap/contract/show-sets'
import { priceEntry } from '@endcap/signage/shows'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
import { refuseForeignStores, notifyLibrary, notifyPlayers } from '../library/reach.ts'
import { refuseMeanwhile, removedSome, savedAt } from '../library/saved.ts'
import type { Session } from '../../platform/http/session.ts'
import { deleteSets, findSet, holdSets, knownShows, listSets, showIds, usersOfSets, writeSet, type SetRow } from './show-sets.queries.ts'

const missing = () => notFound('There is no such set.')
const subject = (id: string) => ({ kind: 'display-set', id })
const shown = ({ name, list, duration }: Pick<SetRow, 'name' | 'list' | 'duration'>) => ({ name, list, duration })

export async function readSet(db: Db, id: string): Promise<ShowSet> {
  const [row] = await listSets(db, [id])
  if (row === undefined) throw missing()
  return row
}

type Given = RequestOf<(typeof endpoints)['save']>['body']
/** Within the transaction of the caller, who tells the displays. */
export async function storeSet(
  tx: Db,
  { clock }: Pick<Context, 'clock'>,
  session: Session,
  { id, name, list, updatedAt }: Given,
): Promise<SetRow> {
  const duration = list.reduce((sum, entry) => sum + entry.duration, 0)
  const before = id === undefined ? undefined : await findSet(tx, id, { lock: true })
  if (id !== undefined && before === undefined) throw missing()
  if (before !== undefined) {
    refuseMeanwhile('set', before, updatedAt)
    await refuseForeignStores(tx, session, 'set', [before.set_id])
  }
  const shows = showIds(list)
  const known = await knownShows(tx, shows)
  const unknown = list.findIndex((entry) => entry.id !== priceEntry && !known.has(entry.id))
  if (unknown >= 0) throw invalid(`list.${unknown}: there is no show ${list[unknown]?.id ?? ''}`, `list.${unknown}`)
  const at = savedAt(clock.now(), before)
  const row = { name, list: JSON.stringify(list), duration, updated_by: session.email, updated_at: at }
  const after = await writeSet(tx, before?.set_id, row, shows)
  await recordChange(tx, { subject: subject(after.set_id), before: before === undefined ? null : shown(before), after: shown(after) })
  return after
}

export async function saveSet(context: Context, session: Session, given: Given) {
  const saved = await inTransaction(context.db, (tx) => storeSet(tx, context, session, given))
  await notifyPlayers(context, 'set', saved.set_id)
  return { id: saved.set_id, updatedAt: toEpoch(saved.updated_at) }
}

/** Those that no timeline plays go, within the transaction of the caller. */
export async function dropSets(tx: Db, ids: readonly string[]) {
  const rows = await holdSets(tx, ids)
  const users = await usersOfSets(tx, ids)
  const free = rows.filter((row) => !users.has(row.set_id))
  const gone = free.map((row) => row.set_id)
  await deleteSets(tx, gone)
  for (const row of free) await recordChange(tx, { subject: subject(row.set_id), before: shown(row), after: null })
  const inUse = rows.flatMap(({ set_id: id, name }) => (users.has(id) ? [{ id, name, users: users.get(id) ?? [] }] : []))
  return { gone, inUse }
}

export async function removeSets(context: Context, ids: readonly string[]) {
  const answer = await inTransaction(context.db, async (tx) => {
    const { gone, inUse } = await dropSets(tx, ids)
    return removedSome('set', gone, inUse)
  })
  notifyLibrary(context)
  return answer
}
