/** Aliases: what the slots of prInfo are called, and which one carries the product code (specification 2 §4, §5). */
import type { Alias } from '@endcap/contract/products'
import { starterAliases } from '@endcap/label/starter'
import type { Db } from '../../platform/db/schema.ts'
import { versionOf } from '../../settings/server-config.service.ts'

/** With the name that each had before it was first renamed: what is drawn still means it by that. */
export async function listAliases(db: Db): Promise<(Alias & { origin?: string })[]> {
  const rows = await db.selectFrom('aliases').select(['index', 'name', 'key', 'chart', 'type', 'origin']).orderBy('index').execute()
  return rows.map(({ origin, ...alias }) => ({ ...alias, ...(origin !== null && { origin }) }))
}

/** The aliases with what tells whether they have changed. */
export async function readAliases(db: Db): Promise<{ aliasList: Alias[]; version: string }> {
  const aliasList = (await listAliases(db)).map(({ origin: _, ...alias }) => alias)
  return { aliasList, version: versionOf(aliasList) }
}

/** A new system begins with the aliases that the starter layouts use. */
export async function seedAliases(db: Db): Promise<void> {
  if ((await listAliases(db)).length > 0) return
  await db
    .insertInto('aliases')
    .values(starterAliases.map(({ index, name, key, type }) => ({ index, name, key, type })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The slot of the product's display name, if an alias is of that type. */
export const nameSlot = (aliases: readonly Alias[]): number | undefined => aliases.find((alias) => alias.type === 'name')?.index
export const keySlot = (aliases: readonly Alias[]): number | undefined => aliases.find((alias) => alias.key)?.index
