/**
 * Amac (specification 2 §3): records of a code and its data that the system hands to every gateway as they are. What they mean is between
 * the gateways and the person who enters them; the server stores them, sends them and says when they are gone.
 */
import { maxAmac, type Amac } from '@endcap/contract/settings'
import { recordChange } from '../platform/audit/audit.service.ts'
import { toEpoch } from '../platform/base/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db/schema.ts'
import { inTransaction } from '../platform/audit/transaction.ts'
import { conflict, notFound } from '../platform/base/errors.ts'
import type { Session } from '../platform/http/session.ts'
import { setSetting } from './settings.service.ts'
import { refuseSome } from './whole-chain.ts'

export async function listAmac(db: Db): Promise<(Amac & { updatedAt: number })[]> {
  const rows = await db.selectFrom('amac').selectAll().orderBy('abstract_code').execute()
  return rows.map((row) => ({ abstractCode: row.abstract_code, abstractData: row.abstract_data, updatedAt: toEpoch(row.updated_at) }))
}

const find = async (tx: Db, abstractCode: string): Promise<Amac | null> => {
  const row = await tx.selectFrom('amac').selectAll().where('abstract_code', '=', abstractCode).forUpdate().executeTakeFirst()
  return row === undefined ? null : { abstractCode, abstractData: row.abstract_data }
}

/** Changes one record in a transaction, and has the gateways told. */
async function change(
  { db, signals }: Context,
  session: Session,
  abstractCode: string,
  work: (tx: Db, before: Amac | null) => Promise<Amac | null>,
): Promise<void> {
  refuseSome(session)
  await inTransaction(db, async (tx) => {
    const before = await find(tx, abstractCode)
    await setSetting(tx, 'amac', { used: true })
    const after = await work(tx, before)
    await recordChange(tx, { subject: { kind: 'amac', id: abstractCode }, before, after })
  })
  signals.notify('gateway-requests', {})
}

const unknown = (abstractCode: string) => notFound(`There is no record ${abstractCode}.`)

export function createAmac(context: Context, session: Session, { abstractCode, abstractData }: Amac): Promise<void> {
  return change(context, session, abstractCode, async (tx, before) => {
    if (before !== null) throw conflict(`${abstractCode} is there already. Edit it, or choose another code.`, 'already-there')
    const { amount } = await tx
      .selectFrom('amac')
      .select(({ fn }) => fn.countAll<string>().as('amount'))
      .executeTakeFirstOrThrow()
    if (Number(amount) >= maxAmac)
      throw conflict(`There are ${maxAmac} records already: no more go to a gateway at once.`, 'too-many-records')
    await tx
      .insertInto('amac')
      .values({ abstract_code: abstractCode, abstract_data: abstractData, updated_at: context.clock.now() })
      .execute()
    return { abstractCode, abstractData }
  })
}

export function saveAmac(context: Context, session: Session, { abstractCode, abstractData }: Amac): Promise<void> {
  return change(context, session, abstractCode, async (tx, before) => {
    if (before === null) throw unknown(abstractCode)
    await tx
      .updateTable('amac')
      .set({ abstract_data: abstractData, updated_at: context.clock.now() })
      .where('abstract_code', '=', abstractCode)
      .execute()
    return { abstractCode, abstractData }
  })
}

export function removeAmac(context: Context, session: Session, abstractCode: string): Promise<void> {
  return change(context, session, abstractCode, async (tx, before) => {
    if (before === null) throw unknown(abstractCode)
    await tx.deleteFrom('amac').where('abstract_code', '=', abstractCode).execute()
    return null
  })
}
