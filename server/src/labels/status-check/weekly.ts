/**
 * The weekly status check (specification 2 §3, §9: tagStatusCheckDay): on that day of the store's own calendar all its tags are asked, in the
 * small hours, when the air is not needed. Which day was done last stands in the database, so a server that was down begins when it is back,
 * as long as it is still night there.
 */
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { ApiError } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { startCollection } from './status-check.service.ts'

/** Hours of the store's clock: begun from the first one on, not any more from the last one on. */
const night = { from: 2, until: 6 }
/** Stores begun in one turn, so that a chain in one time zone does not ask all its tags at once. */
const storesPerTurn = 10
/** Who is named as the cause. */
export const weeklyName = 'weekly status check'
const byItself: Session = {
  email: weeklyName,
  name: weeklyName,
  roleId: 0,
  stores: 'all',
  tokenHash: '',
  factorDue: false,
  changeDue: false,
  can: () => true,
  allows: () => true,
}

/** A store made today waits a week: its tags are not set up by the night before. */
async function dueStores(db: Db, at: Date): Promise<{ storeCode: string; day: string }[]> {
  const result = await sql<{ storeCode: string; day: string }>`
    select s.store_code as "storeCode", l.local::date::text as day
    from stores s cross join lateral (select ${at}::timestamptz at time zone s.time_zone as local) l left join weekly_checks w using (store_code)
    where s.closing_at is null and (s.config->>'enableTagStatusCheck')::boolean
      and to_char(l.local, 'DY') = coalesce(s.config->>'tagStatusCheckDay', 'SUN')
      and extract(hour from l.local) >= ${night.from} and extract(hour from l.local) < ${night.until}
      and s.created_at < date_trunc('day', l.local) at time zone s.time_zone
      and (w.day is null or w.day < l.local::date)
      and exists (select from tag_counts c where c.store_code = s.store_code and c.tags > 0)
      and not exists (select from collections c where c.store_code = s.store_code and c.finished_at is null)
    order by 1 limit ${storesPerTurn}`.execute(db)
  return result.rows
}

/** Begins what is due; every process may look, each check is begun once. Answers how many were begun. */
export async function startWeekly(context: Context): Promise<number> {
  const { db, clock, log } = context
  if (!(await getSetting(db, 'system')).enableTagStatusCheck) return 0
  let started = 0
  for (const { storeCode, day } of await dueStores(db, clock.now())) {
    try {
      await startCollection(context, byItself, { storeCode, cmd: 'ALL_TAG_STATUS_COLLECT', tagList: [] }, (tx) =>
        claimDay(tx, storeCode, day),
      )
      started++
    } catch (error) {
      // Another process has begun it, or a caller began another one: it is looked at again in the next turn.
      if (!(error instanceof ApiError)) throw error
      log.info({ storeCode, reason: error.message }, 'weekly status check not begun')
    }
  }
  return started
}

async function claimDay(tx: Db, storeCode: string, day: string): Promise<void> {
  const result = await sql`insert into weekly_checks as w (store_code, day) values (${storeCode}, ${day}::date)
    on conflict (store_code) do update set day = excluded.day where w.day < excluded.day`.execute(tx)
  if (Number(result.numAffectedRows ?? 0) === 0)
    throw new ApiError(409, { code: 'conflict', message: `The check of ${day} has begun already.` })
}
