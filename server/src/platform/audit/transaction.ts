/** Transactions that are run again when the database broke them off because of another one. */
import { setTimeout as wait } from 'node:timers/promises'
import { currentAct } from './act.ts'
import { recordAct } from './audit.service.ts'
import type { Db } from '../db/schema.ts'
import { sqlState } from '../db/sql-state.ts'

/** deadlock_detected, serialization_failure */
const brokenOff = new Set(['40P01', '40001'])
const attempts = 5

/**
 * Runs `work` in one transaction; after a deadlock or serialization failure, again, up to five times. What a caller's write does
 * is recorded in it (docs/architecture.md).
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const act = currentAct()
  const recorded = act?.recorded
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx)
        await recordAct(tx)
        return result
      })
    } catch (error) {
      // The record was taken back with the rest.
      if (act !== undefined && recorded !== undefined) act.recorded = recorded
      if (attempt === attempts || !brokenOff.has(sqlState(error) ?? '')) throw error
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}
