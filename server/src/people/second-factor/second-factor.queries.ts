/** Second factors and their recovery codes in SQL. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface Factor {
  /** Sealed. */
  secret: string
  confirmed: boolean
  lastStep: number
}

/** The second factor of an account, begun or in use; held until the end of a transaction. */
export async function holdFactor(tx: Db, email: string): Promise<Factor | undefined> {
  const row = await tx
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  return row && { secret: row.secret, confirmed: row.confirmed_at !== null, lastStep: Number(row.last_step) }
}

/** Begins a second factor, in place of one that was begun and never confirmed. */
export async function beginFactor(tx: Db, email: string, { secret, at }: { secret: string; at: Date }): Promise<void> {
  await tx.deleteFrom('second_factors').where('email', '=', email).execute()
  await tx.insertInto('second_factors').values({ email, secret, created_at: at }).execute()
}

export async function confirmFactor(tx: Db, email: string, { at, step }: { at: Date; step: number }): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: at, last_step: String(step) })
    .where('email', '=', email)
    .execute()
}

export async function useStep(tx: Db, email: string, step: number): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ last_step: String(step) })
    .where('email', '=', email)
    .execute()
}

export async function insertRecoveryCodes(tx: Db, email: string, hashes: readonly string[]): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ email, code_hash })))
    .execute()
}

/** Uses a recovery code up; answers whether it was one. */
export async function spendRecoveryCode(tx: Db, email: string, { hash, at }: { hash: string; at: Date }): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('email', '=', email)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export async function removeFactor(tx: Db, email: string): Promise<boolean> {
  const result = await tx.deleteFrom('second_factors').where('email', '=', email).executeTakeFirst()
  return Number(result.numDeletedRows) === 1
}

export async function factorStatus(db: Db, email: string): Promise<{ enabled: boolean; recoveryCodesLeft: number }> {
  const result = await sql<{ left: number }>`select (select count(*)::int from recovery_codes c
    where c.email = f.email and c.used_at is null) as left from second_factors f where f.email = ${email} and f.confirmed_at is not null`.execute(
    db,
  )
  const [row] = result.rows
  return { enabled: row !== undefined, recoveryCodesLeft: row?.left ?? 0 }
}
