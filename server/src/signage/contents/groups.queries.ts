/** Folders of the content library. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface Group {
  id: string
  name: string
  parent: string | null
  order: number
  contents: number
}

export async function listGroups(db: Db): Promise<{ groupList: Group[]; rootContents: number }> {
  const { rows } = await sql<Group>`select g.group_id::text as id, g.name, g.parent_id::text as parent, g.place as order,
      (select count(*)::int from plus_contents c where c.group_id = g.group_id) as contents
    from plus_groups g order by g.parent_id nulls first, g.place, g.group_id`.execute(db)
  const root = await sql<{ contents: number }>`select count(*)::int as contents from plus_contents where group_id is null`.execute(db)
  return { groupList: rows, rootContents: root.rows[0]?.contents ?? 0 }
}

export type GroupRow = Omit<Group, 'contents'>
/** All folders; no other transaction changes any of them until this one ends. */
export async function holdGroups(tx: Db): Promise<GroupRow[]> {
  await sql`lock table plus_groups in share row exclusive mode`.execute(tx)
  const { rows } = await sql<GroupRow>`select group_id::text as id, name, parent_id::text as parent, place as order
    from plus_groups order by place, group_id`.execute(tx)
  return rows
}
export const isGroup = async (tx: Db, id: string): Promise<boolean> =>
  (await tx.selectFrom('plus_groups').select('group_id').where('group_id', '=', id).forKeyShare().executeTakeFirst()) !== undefined

export const insertGroup = (tx: Db, name: string, parent: string | null): Promise<string> =>
  tx
    .insertInto('plus_groups')
    .values({ name, parent_id: parent, place: 0 })
    .returning('group_id')
    .executeTakeFirstOrThrow()
    .then(({ group_id }) => group_id)

export const renameGroup = (tx: Db, id: string, name: string) =>
  tx.updateTable('plus_groups').set({ name }).where('group_id', '=', id).execute()

/** These are the folders of this parent, in this order. */
export async function placeGroups(tx: Db, parent: string | null, ids: readonly string[]): Promise<void> {
  await sql`update plus_groups g set parent_id = ${parent}::bigint, place = x.place::int - 1
    from unnest(${[...ids]}::bigint[]) with ordinality as x (id, place)
    where g.group_id = x.id and (g.place <> x.place::int - 1 or g.parent_id is distinct from ${parent}::bigint)`.execute(tx)
}

/** What lay in it lies where it was. */
export async function emptyGroup(tx: Db, id: string, parent: string | null): Promise<void> {
  await tx.updateTable('plus_contents').set({ group_id: parent }).where('group_id', '=', id).execute()
}
export const deleteGroup = (tx: Db, id: string) => tx.deleteFrom('plus_groups').where('group_id', '=', id).execute()
