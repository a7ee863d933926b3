/** The open sessions of an account, and their end (remote sign-out): one's own, or those of an account that one may manage. */
import type { OpenSession } from '@endcap/contract/session'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { forbidden, notFound } from '../../platform/base/errors.ts'
import { othersAccount } from '../accounts/others-account.ts'
import type { Session } from '../../platform/http/session.ts'

/** "me" is the own account; another takes member.write, and must be one that this session may manage. */
async function whose(db: Db, session: Session, given: string): Promise<string> {
  const email = given === 'me' ? session.email : given.toLowerCase()
  if (email === session.email) return email
  if (!session.can('member.write')) throw forbidden()
  await othersAccount(db, session, email)
  return email
}

export async function openSessionsOf({ db, clock }: Context, session: Session, given: string): Promise<OpenSession[]> {
  const email = await whose(db, session, given)
  const rows = await db
    .selectFrom('sessions')
    .select(['session_id', 'token_hash', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('email', '=', email)
    .where('expires_at', '>', clock.now())
    .orderBy('last_used_at', 'desc')
    .orderBy('session_id')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    sessionId: row.session_id,
    userAgent: row.user_agent,
    ip: row.ip,
    current: row.token_hash === session.tokenHash,
    createdAt: toEpoch(row.created_at),
    lastUsedAt: toEpoch(row.last_used_at),
  }))
}

/** Ends one session, or all but the one that calls. */
export async function endSessions(
  { db, signals }: Context,
  session: Session,
  { email: given, sessionId }: { email: string; sessionId?: string | undefined },
): Promise<void> {
  const { email, ended } = await inTransaction(db, async (tx) => {
    const owner = await whose(tx, session, given)
    let query = tx.deleteFrom('sessions').where('email', '=', owner)
    query = sessionId === undefined ? query.where('token_hash', '<>', session.tokenHash) : query.where('session_id', '=', sessionId)
    const rows = await query.returning(['token_hash', 'ip', 'user_agent']).execute()
    if (sessionId !== undefined && rows.length === 0) throw notFound('This session has ended already.')
    const before = rows.map((row) => ({ ip: row.ip, userAgent: row.user_agent }))
    await recordChange(tx, { subject: { kind: 'account', id: owner }, before: { sessions: before }, after: { sessions: [] } })
    return { email: owner, ended: rows }
  })
  for (const { token_hash: tokenHash } of ended) signals.notify('sessions-ended', { email, tokenHash, reason: 'ended' })
}
