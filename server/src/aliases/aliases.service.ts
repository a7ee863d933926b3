/** Aliases: what the slots of prInfo are called, and which one carries the product code (specification 2 §4, §5). */
import type { Alias } from '@endcap/contract/products'
import { starterAliases } from '@endcap/label/starter'
import { sql } from 'kysely'
import { recordChange } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { invalid } from '../http/errors.ts'
import type { Session } from '../session/session.ts'
import { changedSince, versionOf } from '../settings/server-config.service.ts'
import { refuseSome } from '../settings/whole-chain.ts'

export function listAliases(db: Db): Promise<Alias[]> {
  return db.selectFrom('aliases').select(['index', 'name', 'key', 'chart', 'type']).orderBy('index').execute()
}

/** The aliases with what tells whether they have changed. */
export async function readAliases(db: Db): Promise<{ aliasList: Alias[]; version: string }> {
  const aliasList = await listAliases(db)
  return { aliasList, version: versionOf(aliasList) }
}

/** Replaces all aliases: blank names are dropped, the last one marked as key stays the only one. They hold for every store: for accounts of the whole chain. */
export async function saveAliases(
  { db, signals }: Pick<Context, 'db' | 'signals'>,
  session: Session,
  { aliasList: given, version }: { aliasList: readonly Alias[]; version?: string | undefined },
): Promise<{ aliasList: Alias[]; version: string }> {
  refuseSome(session)
  const named = given.map((alias) => ({ ...alias, name: alias.name.trim() })).filter((alias) => alias.name !== '')
  const keyIndex = named.findLast((alias) => alias.key)?.index
  for (const [place, { name, index }] of named.entries()) {
    const before = named.slice(0, place)
    if (before.some((other) => other.name.toUpperCase() === name.toUpperCase()))
      throw invalid(`Two aliases have the name ${name}.`, 'aliasList')
    if (before.some((other) => other.index === index)) throw invalid(`Two aliases have the index ${index}.`, 'aliasList')
  }
  await inTransaction(db, async (tx) => {
    // Who saves at the same time waits, and then compares with what this one stored.
    await sql`lock table aliases in share row exclusive mode`.execute(tx)
    const before = await readAliases(tx)
    if (version !== undefined && version !== before.version) throw changedSince()
    await tx.deleteFrom('aliases').execute()
    if (named.length > 0)
      await tx
        .insertInto('aliases')
        .values(named.map((alias) => ({ ...alias, key: alias.index === keyIndex })))
        .execute()
    const after = await listAliases(tx)
    await recordChange(tx, { subject: { kind: 'setting', id: 'alias' }, before: byName(before.aliasList), after: byName(after) })
  })
  signals.notify('changed', { storeCode: '', changes: ['settings'] })
  return readAliases(db)
}

/** So that the record tells the names that changed. */
const byName = (aliases: readonly Alias[]) => Object.fromEntries(aliases.map(({ name, ...alias }) => [name, alias]))

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
