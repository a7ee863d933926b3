/** Folders of the content library: a tree whose branches have an order. All accounts that may write arrange them: nothing is played by where it lies. */
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import { notifyLibrary } from '../library/reach.ts'
import { deleteGroup, emptyGroup, holdGroups, insertGroup, isGroup, placeGroups, renameGroup, type GroupRow } from './groups.queries.ts'

export { listGroups } from './groups.queries.ts'

/** More would be no order, but a mess that no tree shows. */
const maxGroups = 2000
const subject = (id: string) => ({ kind: 'display-folder', id })
const missing = () => notFound('There is no such folder.')
const shown = ({ name, parent, order }: GroupRow) => ({ name, parent, order })

interface Given {
  id?: string | undefined
  name?: string | undefined
  parent?: string | null | undefined
  order?: number | undefined
}

/** Makes a folder or changes one; answers its id. What is not given stays; a new one, or one that moves, comes last where no order is given. */
export async function saveGroup(context: Context, { id, name, parent, order }: Given): Promise<string> {
  const saved = await inTransaction(context.db, async (tx) => {
    const groups = await holdGroups(tx)
    const before = id === undefined ? undefined : groups.find((one) => one.id === id)
    if (id !== undefined && before === undefined) throw missing()
    if (before === undefined && name === undefined) throw invalid('name: a new folder needs a name', 'name')
    if (before === undefined && groups.length >= maxGroups) throw conflict(`There are ${maxGroups} folders already.`, 'too-many-folders')
    const home = parent === undefined ? (before?.parent ?? null) : parent
    if (home !== null && !groups.some((one) => one.id === home)) throw invalid('parent: there is no such folder', 'parent')
    if (id !== undefined && liesIn(groups, home, id)) throw conflict('A folder cannot lie in itself.', 'folder-in-itself')
    const self = id ?? (await insertGroup(tx, name ?? '', home))
    const siblings = groups.filter((one) => one.parent === home && one.id !== self).map((one) => one.id)
    const stays = before !== undefined && before.parent === home
    const place = Math.min(order ?? (stays ? before.order : siblings.length), siblings.length)
    await placeGroups(tx, home, siblings.toSpliced(place, 0, self))
    if (before !== undefined && !stays)
      await placeGroups(
        tx,
        before.parent,
        groups.filter((one) => one.parent === before.parent && one.id !== self).map((one) => one.id),
      )
    if (before !== undefined && name !== undefined && name !== before.name) await renameGroup(tx, self, name)
    await recordChange(tx, {
      subject: subject(self),
      before: before === undefined ? null : shown(before),
      after: { name: name ?? before?.name, parent: home, order: place },
    })
    return self
  })
  notifyLibrary(context)
  return saved
}

/** Whether `id` is this folder or one that it lies in. */
function liesIn(groups: readonly GroupRow[], folder: string | null, id: string): boolean {
  const parents = new Map(groups.map((one) => [one.id, one.parent]))
  for (let at: string | null = folder; at !== null; at = parents.get(at) ?? null) if (at === id) return true
  return false
}

/** Throws 404 where it is not there. */
export async function requireGroup(db: Db, id: string): Promise<void> {
  if (!(await isGroup(db, id))) throw missing()
}

/** Its folders take its place among its neighbours, in their order. */
export async function removeGroup(context: Context, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const groups = await holdGroups(tx)
    const group = groups.find((one) => one.id === id)
    if (group === undefined) throw missing()
    const within = groups.filter((one) => one.parent === id).map((one) => one.id)
    const siblings = groups.filter((one) => one.parent === group.parent).map((one) => one.id)
    const place = siblings.indexOf(id)
    await placeGroups(tx, group.parent, siblings.toSpliced(place, 1, ...within))
    await emptyGroup(tx, id, group.parent)
    await deleteGroup(tx, id)
    await recordChange(tx, { subject: subject(id), before: shown(group), after: null })
  })
  notifyLibrary(context)
}

/** Throws where there is no such folder; it stays until the transaction ends. */
export async function needGroup(tx: Parameters<typeof isGroup>[0], id: string | null | undefined): Promise<void> {
  if (id != null && !(await isGroup(tx, id))) throw invalid('group: there is no such folder', 'group')
}
