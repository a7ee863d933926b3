/** Transactions that are run again when the database broke them off because of another one. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from './schema.ts'

/** deadlock_detected, serialization_failure */
const brokenOff = new Set(['40P01', '40001'])
const attempts = 5

/** Runs `work` in one transaction; after a deadlock or serialization failure, again, up to five times. */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === attempts || !brokenOff.has(sqlState(error) ?? '')) throw error
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** The SQLSTATE of a database error; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
