/** "What did this label show at that time?": from the ledger, which holds what the tag confirmed. */
import type { ShownAt } from '@endcap/contract/tag-history'
import { sql } from 'kysely'
import { fromEpoch, toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { requireThing } from '../../platform/db/or-not-found.ts'
import type { LabelImage } from '../../platform/db/schema.ts'
import { mainPageOf } from '../../settings/main-page.ts'
import { pictures } from '../tags/tags.service.ts'

interface Row {
  deliveryId: string
  taskId: string
  kind: 'SHOW' | 'BLANK'
  prCode: string | null
  prInfo: string[] | null
  layoutId: string | null
  images: LabelImage[]
  since: Date
  inDoubt: boolean
  confirmed: boolean
}

/** `at`: epoch seconds. What is confirmed within that second counts. */
export async function shownAt(
  { db, blobs }: Pick<Context, 'db' | 'blobs'>,
  { storeCode, tagMac, at }: { storeCode: string; tagMac: string; at: number },
): Promise<ShownAt> {
  const end = fromEpoch(at + 1)
  const confirmed = sql`store_code = ${storeCode} and tag_mac = ${tagMac} and kind in ('SHOW', 'BLANK') and outcome in ('SHOWN', 'SAME')`
  const found = await sql<Row>`
    select l.op_id::text as "deliveryId", l.task_id::text as "taskId", l.kind, l.pr_code as "prCode", l.pr_info as "prInfo", l.layout_id as "layoutId",
      coalesce(l.images, '[]') as images, l.finished_at as since, l.confirmed,
      exists (select 1 from ledger d where d.store_code = ${storeCode} and d.tag_mac = ${tagMac} and d.kind in ('SHOW', 'BLANK')
        and d.finished_at > l.finished_at and d.sent_at < ${end}::timestamptz) as "inDoubt"
    from (select * from ledger where ${confirmed} and finished_at < ${end}::timestamptz order by finished_at desc limit 1) l`.execute(db)
  const next = await sql<{ at: Date }>`select finished_at as at from ledger where ${confirmed} and finished_at >= ${end}::timestamptz
    order by finished_at limit 1`.execute(db)
  const until = toEpochOrNull(next.rows[0]?.at ?? null)
  const row = found.rows[0]
  if (row === undefined && until === null) await requireThing(db, { kind: 'tag', storeCode, id: tagMac })
  if (row === undefined)
    return {
      glass: 'unknown',
      inDoubt: false,
      confirmed: false,
      deliveryId: null,
      taskId: null,
      prCode: null,
      prInfo: [],
      layoutId: null,
      since: null,
      until,
      encodedImage: null,
      subPage: [],
    }
  const { kind, images, since, prInfo, ...rest } = row
  const [main = null, ...more] = await pictures(blobs, images, await mainPageOf(db, tagMac))
  return {
    ...rest,
    glass: kind === 'SHOW' ? 'label' : 'blank',
    prInfo: prInfo ?? [],
    since: toEpoch(since),
    until,
    encodedImage: main,
    subPage: more.filter((picture) => picture !== null),
  }
}
