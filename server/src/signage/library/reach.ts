/**
 * Who may change what of the library (docs/decisions/0008-the-library-is-of-the-whole-installation.md): contents, shows, sets and timelines
 * are of the whole installation. An account of all stores changes all of them; one that is limited to stores reads them, adds new ones, and
 * changes or removes what no display outside of its stores plays.
 */
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { forbidden } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { isPlayedOutside, storesPlaying, type PlayedKind } from './reach.queries.ts'

export { storesPlaying, type PlayedKind } from './reach.queries.ts'

/** Throws 403 when displays of stores that are not the account's play one of these things. In the transaction of the change. */
export async function refuseForeignStores(
  tx: Db,
  { stores }: Pick<Session, 'stores'>,
  kind: PlayedKind,
  ids: readonly string[],
): Promise<void> {
  if (stores === 'all' || ids.length === 0) return
  if (await isPlayedOutside(tx, kind, ids, stores))
    throw forbidden(
      `Displays of stores that are not yours play this ${kind}. It takes an account of those stores to change it.`,
      'played-in-other-stores',
    )
}

/** After a change of the library: lists of the console are fetched again, and displays of these stores look whether they play something else now. */
export function notifyLibrary({ signals }: Pick<Context, 'signals'>, stores: Iterable<string> = []): void {
  for (const storeCode of new Set(stores)) signals.notify('changed', { storeCode, changes: ['signage'] })
  signals.notify('changed', { storeCode: '', changes: ['displays'] })
}

/** The same for one thing, by who plays it after the change. */
export async function notifyPlayers(context: Context, kind: PlayedKind, id: string): Promise<void> {
  notifyLibrary(context, await storesPlaying(context.db, kind, [id]))
}
