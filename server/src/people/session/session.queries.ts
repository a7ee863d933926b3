/** Sessions and login history in SQL. */
import { sql } from 'kysely'
import { prepared } from '../../platform/db/prepared.ts'
import type { Db } from '../../platform/db/schema.ts'
import { accountColumns, type AccountRow } from '../accounts/account-rows.ts'

export interface SessionRow extends AccountRow {
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

/** The account of a session that has not expired. */
export async function findSession(db: Db, tokenHash: string, at: Date): Promise<SessionRow | undefined> {
  const result =
    await sql<SessionRow>`${prepared} select ${accountColumns}, x.created_at as "createdAt", x.last_used_at as "lastUsedAt", x.expires_at as "expiresAt"
    from sessions x join accounts a using (email) left join roles r using (role_id)
    where x.token_hash = ${tokenHash} and x.expires_at > ${at}::timestamptz`.execute(db)
  return result.rows[0]
}

/** Those of these sessions that are open to their accounts. */
export async function openSessions(db: Db, tokenHashes: readonly string[], at: Date): Promise<Set<string>> {
  const result = await sql<{ hash: string }>`select x.token_hash as hash from sessions x join accounts a using (email)
    where x.token_hash = any(${tokenHashes}::text[]) and x.expires_at > ${at}::timestamptz and not a.locked and a.role_id is not null`.execute(
    db,
  )
  return new Set(result.rows.map((row) => row.hash))
}

export async function insertSession(
  db: Db,
  session: { tokenHash: string; email: string; at: Date; expiresAt: Date; ip: string; userAgent: string },
): Promise<void> {
  const { tokenHash, email, at, expiresAt, ip, userAgent } = session
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      email,
      created_at: at,
      last_used_at: at,
      expires_at: expiresAt,
      ip,
      user_agent: userAgent.slice(0, 300),
    })
    .execute()
}

export async function prolongSession(db: Db, tokenHash: string, { at, expiresAt }: { at: Date; expiresAt: Date }): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at, expires_at: expiresAt }).where('token_hash', '=', tokenHash).execute()
}

export async function insertLogin(
  db: Db,
  login: { email: string; ip: string; type: 0 | 1; success: boolean; locked: boolean; at: Date },
): Promise<void> {
  const { email, ip, type, success, locked, at } = login
  await db.insertInto('login_history').values({ email, ip, type, success, locked, updated_at: at }).execute()
}
