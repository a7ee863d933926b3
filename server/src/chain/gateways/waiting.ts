/** Gateways that were refused and wait: who may decide on them, and rejecting them (docs/guide/gateways.md). */
import { systemLocation } from '@endcap/contract/alarms'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { hideWaiting, lockWaiting } from './waiting.queries.ts'

/** A rejected gateway is not listed again for a day, though it goes on trying. */
const hiddenSeconds = 86_400

/** Whether a waiting gateway is this account's to decide on: one of its stores, or of no store and the account has all of them. */
export const mayDecide = (session: Session, storeCode: string | null): boolean =>
  storeCode === null ? session.stores === 'all' : session.allows(storeCode)
export const notWaiting = (gwMac: string) => notFound(`Gateway ${gwMac} does not wait for approval.`)

export async function reject({ db, clock, signals }: Context, session: Session, gwMac: string): Promise<void> {
  const storeCode = await inTransaction(db, async (tx) => {
    const row = await lockWaiting(tx, gwMac)
    if (row === undefined || !mayDecide(session, row.store_code)) throw notWaiting(gwMac)
    await hideWaiting(tx, gwMac, new Date(clock.now().getTime() + hiddenSeconds * 1000))
    return row.store_code
  })
  signals.notify('changed', { storeCode: storeCode ?? systemLocation, changes: ['gateways'] })
}
