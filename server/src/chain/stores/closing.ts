/**
 * Deleting a store. It is refused while a gateway is online: that shop is open. Otherwise it is marked, its gateways' secrets end, and accounts
 * lose it, in one transaction; everything else goes in pieces afterwards, in whichever process has the lease, so that a killed process costs
 * nothing but time. Histories go as well: a new store of the same code must not begin with those of another. The audit log stays.
 */
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, unknownStore } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { belongingsOf, markClosing, nextClosing, removeRows, removeStoreRow, storeTables, type Belongings } from './closing.queries.ts'
import { lockStore } from './config.queries.ts'
import { findStore } from './stores.queries.ts'

/** Rows of a table that go in one transaction. */
const pieceSize = 2000
const lease = { name: 'closing stores', seconds: 60 }

/** What deleting a store would take along. */
export async function whatClosingTakes({ db }: Context, storeCode: string): Promise<Belongings> {
  if ((await findStore(db, storeCode)) === undefined) throw unknownStore(storeCode)
  return belongingsOf(db, storeCode)
}

export async function removeStore({ db, clock, signals }: Context, session: Session, storeCode: string): Promise<{ storeCode: string }> {
  const gwMacs = await inTransaction(db, async (tx) => {
    const row = await lockStore(tx, storeCode)
    if (row === undefined) throw unknownStore(storeCode)
    const takes = await belongingsOf(tx, storeCode)
    if (takes.online > 0)
      throw conflict(
        `${takes.online} gateways of store ${storeCode} are online. Switch them off, or delete them, before you delete the store.`,
        'gateways-online',
      )
    const gone = await markClosing(tx, storeCode, { by: session.email, at: clock.now() })
    await recordChange(tx, {
      subject: { kind: 'store', id: storeCode, storeCode },
      before: { storeName: row.store_name, ...takes },
      after: null,
    })
    return gone
  })
  for (const gwMac of gwMacs) signals.notify('gateway-locked-out', { gwMac })
  signals.notify('closing-stores', {})
  signals.notify('changed', { storeCode, changes: ['stores', 'gateways'] })
  return { storeCode }
}

/** Takes a piece of each table of a store that is to go; the store itself when nothing is left. Answers whether there is more to do. */
export async function clearStores({ db, signals }: Context, holder: string): Promise<boolean> {
  const storeCode = await nextClosing(db)
  if (storeCode === undefined) return false
  if (!(await holdLease(db, lease.name, holder, lease.seconds))) return false
  let removed = 0
  for (const table of await storeTables(db)) removed += await inTransaction(db, (tx) => removeRows(tx, table, storeCode, pieceSize))
  if (removed > 0) return true
  await inTransaction(db, (tx) => removeStoreRow(tx, storeCode))
  await releaseLease(db, lease.name, holder)
  signals.notify('changed', { storeCode, changes: ['stores', 'gateways'] })
  return true
}
