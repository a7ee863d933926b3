/** The mark of everything that labels are drawn by: render threads read layouts and aliases anew when it has changed. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Called by all that changes what labels are drawn by, in the same transaction. */
export async function bumpMark(tx: Db): Promise<void> {
  await sql`update layout_mark set mark = mark + 1`.execute(tx)
}
