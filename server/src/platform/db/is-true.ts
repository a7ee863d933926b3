/** Asks the database a question that is answered with yes or no: `isTrue(db, sql`exists (select from webhooks where enabled)`)`. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import type { Sql } from './steps.ts'

export async function isTrue(db: Db, condition: Sql): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(db)
  return rows[0]?.holds === true
}
