/** Saves aliases: a name that is used is renamed together with what uses it, or refused. */
import type { Alias, AliasChange } from '@endcap/contract/products'
import { sql } from 'kysely'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, conflict, invalid } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { changedSince } from '../../settings/server-config.service.ts'
import { refuseSome } from '../../settings/whole-chain.ts'
import { changedNames, renameUses, usesOf } from './alias-uses.ts'
import { listAliases, readAliases } from './aliases.service.ts'
import { standingDisplayNames } from './display-names.ts'

const withoutBlanks = (names: NonNullable<Alias['displayNames']>): Alias['displayNames'] =>
  Object.fromEntries(Object.entries(names).filter(([, text]) => text !== ''))

/** What is to be stored; throws 400 where it cannot be. */
function settled(given: readonly Alias[]): Alias[] {
  const named = given.map((alias) => ({ ...alias, name: alias.name.trim() })).filter((alias) => alias.name !== '')
  if (named.length === 0) throw invalid('At least one alias must have a name: without names labels would be empty.', 'aliasList')
  const keyIndex = named.findLast((alias) => alias.key)?.index
  if (keyIndex === undefined) throw invalid('One alias must be the key: it carries the product code.', 'aliasList')
  for (const [place, { name, index }] of named.entries()) {
    const before = named.slice(0, place)
    if (before.some((other) => other.name.toUpperCase() === name.toUpperCase()))
      throw invalid(`Two aliases have the name ${name}.`, 'aliasList')
    if (before.some((other) => other.index === index)) throw invalid(`Two aliases have the index ${index}.`, 'aliasList')
  }
  return named.map((alias) => ({
    ...alias,
    key: alias.index === keyIndex,
    ...(alias.displayNames !== undefined && { displayNames: withoutBlanks(alias.displayNames) }),
  }))
}

/** What uses the aliases that would be renamed or removed. For accounts of the whole chain: the answer names things of all stores. */
export async function aliasUsage({ db }: Pick<Context, 'db'>, session: Session, { aliasList }: { aliasList: readonly Alias[] }) {
  refuseSome(session)
  const named = aliasList.map((alias) => ({ ...alias, name: alias.name.trim() })).filter((alias) => alias.name !== '')
  return { changes: await usesOf(db, changedNames(await listAliases(db), named)) }
}

interface Save {
  aliasList: readonly Alias[]
  version?: string | undefined
  rename?: boolean | undefined
  despiteScripts?: boolean | undefined
}
/** Named at most in one answer. */
const maxReportedUses = 100
/** Throws 409 with what uses a name, unless that is to be renamed, or is a script that is changed by hand. */
function refuseUsed(changes: readonly AliasChange[], { rename = false, despiteScripts = false }: Pick<Save, 'rename' | 'despiteScripts'>) {
  const isInTheWay = (newName: string | null, kind: AliasChange['uses'][number]['kind']) =>
    newName === null || !(kind === 'script' ? despiteScripts : rename)
  const lines = changes.flatMap(({ name, newName, uses }) =>
    uses
      .filter(({ kind }) => isInTheWay(newName, kind))
      .map((use) => `${name} is used by the ${use.kind} ${use.name}${use.storeCode === '' ? '' : ` (${use.storeCode})`}`),
  )
  if (lines.length === 0) return
  const { answer } = conflict(
    `Aliases that are to change are in use: ${lines[0]}${lines.length > 1 ? `, and ${lines.length - 1} more` : ''}.`,
    'alias-used',
  )
  throw new ApiError(409, { ...answer, error: lines.slice(0, maxReportedUses) })
}

/**
 * Replaces all aliases: blank names are dropped, the last one marked as key stays the only one. They hold for every store: for accounts of the
 * whole chain. A name that is used changes only together with what uses it, and is not removed.
 */
export async function saveAliases(
  { db, signals }: Pick<Context, 'db' | 'signals'>,
  session: Session,
  { aliasList: given, version, ...how }: Save,
) {
  refuseSome(session)
  const named = settled(given)
  const renamed = await inTransaction(db, async (tx) => {
    // Who saves at the same time waits, and then compares with what this one stored.
    await sql`lock table aliases, layout_rules, layout_drawings in share row exclusive mode`.execute(tx)
    const before = await readAliases(tx)
    if (version !== undefined && version !== before.version) throw changedSince()
    const known = await listAliases(tx)
    const changes = changedNames(known, named)
    refuseUsed(await usesOf(tx, changes), how)
    const unfit = changes.find(({ newName }) => newName !== null && /[{}:]/.test(newName))
    if (unfit !== undefined) throw invalid(`An alias cannot be called ${unfit.newName}: layouts cannot name it.`, 'aliasList')
    if (how.rename === true) await renameUses(tx, changes)
    await tx.deleteFrom('aliases').execute()
    const originOf = ({ index, name }: Alias) => {
      const one = known.find((alias) => alias.index === index)
      return one?.origin ?? (one !== undefined && one.name.toUpperCase() !== name.toUpperCase() ? one.name : null)
    }
    await tx
      .insertInto('aliases')
      .values(
        named.map(({ displayNames, ...alias }) => ({
          ...alias,
          origin: originOf(alias),
          display_names: JSON.stringify(displayNames ?? standingDisplayNames(alias, known)),
        })),
      )
      .execute()
    const after = (await readAliases(tx)).aliasList
    await recordChange(tx, { subject: { kind: 'setting', id: 'alias' }, before: byName(before.aliasList), after: byName(after) })
    return changes.length > 0
  })
  signals.notify('changed', { storeCode: '', changes: ['settings'] })
  if (renamed) signals.notify('layouts', {})
  return readAliases(db)
}

/** So that the record tells the names that changed. */
const byName = (aliases: readonly Alias[]) => Object.fromEntries(aliases.map(({ name, ...alias }) => [name, alias]))
