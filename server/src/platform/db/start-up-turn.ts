/** What servers of one database must not do at the same moment, such as making tables or the first administrator: they take turns. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/**
 * Runs `work` in a transaction of its own, or in the one that `db` is, while no other process does the same. The lock is that of the table `migrations`, which is there
 * before all others: `create table if not exists` alone still fails when two processes make the same table at once.
 */
export function inStartUpTurn<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const turn = async (tx: Db) => {
    // Readers go on; the next process waits here until this one has committed, and then finds what was made.
    await sql`lock table migrations in exclusive mode`.execute(tx)
    return work(tx)
  }
  return db.isTransaction ? turn(db) : db.transaction().execute(turn)
}
