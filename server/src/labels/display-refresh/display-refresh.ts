/**
 * Draws displays again that have not changed for long (specification 2 §3, tagDisplayRefreshDays): electronic paper fades and keeps shadows
 * when it is never redrawn. Spread over the day and behind everything else, for each of them costs battery and air.
 */
import { randomUUID } from 'node:crypto'
import { blankHash } from '@endcap/gateway-link/messages'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { holdLease } from '../../platform/db/leases.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import { getSetting } from '../../settings/settings.service.ts'

export const refreshEveryMs = 900_000
/** Turns in a day: a store whose displays are all due gets one of so many parts at each turn. */
const turnsOfDay = 86_400_000 / refreshEveryMs
/** A little less than a turn, so that the next one finds the lease over. */
const leaseSeconds = refreshEveryMs / 1000 - 30
/** Behind everything that an account asked for; 5 is usual. */
const lowPriority = 9
/** Who is named as the cause of the task. */
export const refreshName = 'display refresh'

/** Tags that show their label, were not drawn since `before`, and have nothing under way; those that wait longest first. */
async function dueTags(tx: Db, storeCode: string, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ tagMac: string }>`
    select t.tag_mac as "tagMac" from tag_glass g join tags t using (store_code, tag_mac)
    where g.store_code = ${storeCode} and t.status = 'OK' and g.shown_hash is not null and g.shown_hash <> ${blankHash} and g.shown_at < ${before}
      and not exists (select from operations o where o.store_code = t.store_code and o.tag_mac = t.tag_mac and o.lane = 'image')
    order by g.shown_at limit ${limit}`.execute(tx)
  return rows.map((row) => row.tagMac)
}

/** One turn, of whichever process comes first; answers how many tags are drawn again. */
export async function refreshDisplays({ db, clock, signals }: Context): Promise<number> {
  const { tagDisplayRefreshDays } = await getSetting(db, 'server')
  if (tagDisplayRefreshDays === 0 || !(await holdLease(db, 'display-refresh', randomUUID(), leaseSeconds))) return 0
  const at = clock.now()
  const before = new Date(at.getTime() - tagDisplayRefreshDays * 86_400_000)
  const stores = await db.selectFrom('tag_counts').select(['store_code', 'tags']).where('status', '=', 'OK').where('tags', '>', 0).execute()
  let total = 0
  for (const { store_code: storeCode, tags } of stores) {
    const drawn = await inTransaction(db, async (tx) => {
      const tagMacs = await dueTags(tx, storeCode, before, Math.ceil(tags / turnsOfDay))
      if (tagMacs.length === 0) return 0
      const params = new Map(tagMacs.map((tagMac) => [tagMac, { refresh: 1 }]))
      const start = { storeCode, tagMacs, params, at, taskType: 'UPDATE', kind: 'SHOW', createdBy: refreshName } as const
      return (await startTask(tx, { ...start, force: true, priority: lowPriority })).tagCount
    })
    if (drawn === 0) continue
    total += drawn
    signals.notify('operations', { storeCode })
    signals.notify('changed', { storeCode, changes: ['tags', 'tasks'] })
  }
  return total
}
