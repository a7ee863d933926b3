/** Sign-ins whose password was right and whose second factor is still to come. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { hashToken } from './tokens.ts'

/** Time to find the phone. */
const challengeMs = 5 * 60_000

/** Makes the challenge that the second step must present; older ones of the account are void. */
export async function createChallenge(tx: Db, email: string, at: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await sql`delete from sign_in_challenges where email = ${email} or expires_at < ${at}::timestamptz`.execute(tx)
  await tx
    .insertInto('sign_in_challenges')
    .values({ challenge_hash: hashToken(challenge), email, expires_at: new Date(at.getTime() + challengeMs) })
    .execute()
  return challenge
}

/** The account that a challenge is of; undefined when it is not good any more. */
export async function challengedAccount(db: Db, challenge: string, at: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('sign_in_challenges')
    .select('email')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row?.email
}

/** Uses a challenge up; answers whether it was still there, so that of two at once one alone succeeds. */
export async function spendChallenge(tx: Db, challenge: string): Promise<boolean> {
  const result = await tx.deleteFrom('sign_in_challenges').where('challenge_hash', '=', hashToken(challenge)).executeTakeFirst()
  return Number(result.numDeletedRows) === 1
}

export const dropChallenges = (tx: Db, email: string) => tx.deleteFrom('sign_in_challenges').where('email', '=', email).execute()
