/** Tags that have fallen silent. One that was never heard is expected, not missing. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Stores of which a share is looked at in each sweep: all of them within `rounds` sweeps. */
export async function markMissing(
  db: Db,
  rules: { at: Date; missingCheckins: number; missingMinSeconds: number; round: number; rounds: number },
): Promise<{ storeCode: string; tags: number }[]> {
  const { at, missingCheckins, missingMinSeconds, round, rounds } = rules
  const result = await sql<{ storeCode: string; tags: number }>`
    with missing as (
      update tags t set status = 'MISSING' from stores s
      where s.store_code = t.store_code and abs(hashtext(s.store_code)) % ${rounds}::int = ${round}::int
        and t.status in ('OK', 'NG', 'REQ_ONLY', 'REQ_ONLY2')
        and coalesce(t.last_heard_at, t.responded_at) < ${at}::timestamptz - make_interval(secs => greatest(${missingCheckins} * t.checkin, ${missingMinSeconds}))
      returning t.store_code
    )
    select store_code as "storeCode", count(*)::int as tags from missing group by 1`.execute(db)
  return result.rows
}
