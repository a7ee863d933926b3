/** Aliases: what the slots of prInfo are called, and which one carries the product code (specification 2 §4, §5). */
import type { ResultOf } from '@endcap/contract/endpoint'
import type { Alias, aliases as endpoints } from '@endcap/contract/products'
import type { LabelAlias } from '@endcap/label/fields'
import { meantAlias } from '@endcap/label/roles'
import { starterAliases } from '@endcap/label/starter'
import type { Db } from '../../platform/db/schema.ts'
import { knownDisplayNames } from './display-names.ts'
import { versionOf } from '../../settings/server-config.service.ts'

/** With the name that it had before it was first renamed: what is drawn still means it by that. */
export type StoredAlias = Alias & { origin?: string }
export const toStoredAlias = ({ origin, ...alias }: Alias & { origin: string | null }): StoredAlias => ({
  ...alias,
  ...(origin !== null && { origin }),
})

export async function listAliases(db: Db): Promise<StoredAlias[]> {
  const rows = await db
    .selectFrom('aliases')
    .select(['index', 'name', 'key', 'chart', 'type', 'origin', 'display_names'])
    .orderBy('index')
    .execute()
  return rows.map(({ display_names: displayNames, ...row }) => ({
    ...toStoredAlias(row),
    ...(Object.keys(displayNames).length > 0 && { displayNames }),
  }))
}

/** The aliases with what tells whether they have changed. */
export async function readAliases(db: Db): Promise<ResultOf<typeof endpoints.list>> {
  const stored = await listAliases(db)
  const aliasList = stored.map(({ origin: _, ...alias }) => alias)
  const { name, price, listPrice, unit, unitPrice, taxPrice } = meantAliases(stored)
  const slotOf = (alias: StoredAlias | undefined) => alias?.index ?? null
  const meant = {
    name: slotOf(name),
    price: slotOf(price),
    listPrice: slotOf(listPrice),
    unit: slotOf(unit),
    unitPrice: slotOf(unitPrice),
    taxPrice: slotOf(taxPrice),
  }
  return { aliasList, meant, version: versionOf(aliasList) }
}

/** What a console and a file check know of a product beside its slots. */
type Meaning = 'name' | 'price' | 'listPrice' | 'unit' | 'unitPrice' | 'taxPrice'
/** The aliases that mean the name and the price, and what goes with a price: the one before, the quantity, the price of a unit, the one with tax. */
export function meantAliases<A extends LabelAlias>(aliases: readonly A[]): Record<Meaning, A | undefined> {
  const called = (name: string) =>
    aliases.find((alias) => alias.name.toUpperCase() === name) ?? aliases.find(({ origin }) => origin?.toUpperCase() === name)
  return {
    name: meantAlias('name', aliases),
    price: meantAlias('price', aliases),
    listPrice: called('LIST_PRICE'),
    unit: called('UNIT'),
    unitPrice: called('UNIT_PRICE'),
    taxPrice: called('TAX_PRICE'),
  }
}

/** How the values of a product are read, for who tells of changes. */
export async function productWords(db: Db) {
  const stored = await listAliases(db)
  const { name, price } = meantAliases(stored)
  return { aliases: new Map(stored.map((alias) => [alias.index, alias.name])), name: name?.index, price: price?.index }
}

/** A new system begins with the aliases that the starter layouts use. */
export async function seedAliases(db: Db): Promise<void> {
  if ((await listAliases(db)).length > 0) return
  await db
    .insertInto('aliases')
    .values(
      starterAliases.map(({ index, name, key, type }) => ({
        index,
        name,
        key,
        type,
        display_names: JSON.stringify(knownDisplayNames.get(name) ?? {}),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The slot of the product's display name, if an alias is of that type. */
export const nameSlot = (aliases: readonly Alias[]): number | undefined => aliases.find((alias) => alias.type === 'name')?.index
export const keySlot = (aliases: readonly Alias[]): number | undefined => aliases.find((alias) => alias.key)?.index
