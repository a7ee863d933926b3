/** Aliases: what the slots of prInfo are called, and which one carries the product code (specification 2 §4, §5). */
import type { Alias } from '@endcap/contract/products'
import { starterAliases } from '@endcap/label/starter'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { invalid } from '../http/errors.ts'

export function listAliases(db: Db): Promise<Alias[]> {
  return db.selectFrom('aliases').select(['index', 'name', 'key', 'chart', 'type']).orderBy('index').execute()
}

/** Replaces all aliases: blank names are dropped, the last one marked as key stays the only one. */
export async function saveAliases(db: Db, given: readonly Alias[]): Promise<Alias[]> {
  const named = given.map((alias) => ({ ...alias, name: alias.name.trim() })).filter((alias) => alias.name !== '')
  const keyIndex = named.findLast((alias) => alias.key)?.index
  for (const [place, { name, index }] of named.entries()) {
    const before = named.slice(0, place)
    if (before.some((other) => other.name.toUpperCase() === name.toUpperCase()))
      throw invalid(`Two aliases have the name ${name}.`, 'aliasList')
    if (before.some((other) => other.index === index)) throw invalid(`Two aliases have the index ${index}.`, 'aliasList')
  }
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('aliases').execute()
    if (named.length > 0)
      await tx
        .insertInto('aliases')
        .values(named.map((alias) => ({ ...alias, key: alias.index === keyIndex })))
        .execute()
  })
  return listAliases(db)
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
