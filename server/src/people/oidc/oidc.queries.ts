/** Sign-ins that are under way at the provider, and whose accounts its subjects are, in SQL. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface Attempt {
  nonce: string
  verifier: string
}

export async function insertAttempt(
  tx: Db,
  attempt: Attempt & { stateHash: string; browserHash: string; at: Date; expiresAt: Date },
): Promise<void> {
  const { stateHash, nonce, verifier, browserHash, at, expiresAt } = attempt
  await sql`delete from provider_attempts where expires_at < ${at}::timestamptz`.execute(tx)
  await tx
    .insertInto('provider_attempts')
    .values({ state_hash: stateHash, nonce, verifier, browser_hash: browserHash, expires_at: expiresAt })
    .execute()
}

/** Uses an attempt up: it is good once, in time, and in the browser that began it. */
export async function takeAttempt(db: Db, which: { stateHash: string; browserHash: string; at: Date }): Promise<Attempt | undefined> {
  const { stateHash, browserHash, at } = which
  return db
    .deleteFrom('provider_attempts')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', at)
    .returning(['nonce', 'verifier'])
    .executeTakeFirst()
}

export async function identityOf(db: Db, { issuer, subject }: { issuer: string; subject: string }): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_identities')
    .select('email')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.email
}

export async function insertIdentity(tx: Db, identity: { issuer: string; subject: string; email: string; at: Date }): Promise<void> {
  const { issuer, subject, email, at } = identity
  await tx.insertInto('account_identities').values({ issuer, subject, email, created_at: at }).execute()
}
