/** The life of a tag's labels: its open operation and its ledger as one history. */
import type { TablePage, TableRequest } from '@endcap/contract/table'
import type { FailureReason } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db, LabelImage } from '../../platform/db/schema.ts'
import { deliveriesOf, listConfirmedSql, listStatusSql, type DeliveryRow } from '../../delivery/tasks/tasks.service.ts'

/** The newest deliveries of a tag, newest first. */
export async function recentDeliveries(db: Db, storeCode: string, tagMac: string, limit: number): Promise<DeliveryRow[]> {
  const result =
    await sql<DeliveryRow>`select * from ${deliveriesOf(storeCode, sql`tag_mac = ${tagMac}`)} as d order by "queuedAt" desc, "deliveryId" desc limit ${limit}`.execute(
      db,
    )
  return result.rows
}

/** What a tag told besides its readings, newest first. */
export async function recentEvents(db: Db, storeCode: string, tagMac: string, limit: number) {
  const rows = await db
    .selectFrom('tag_events')
    .select(['event', 'reported_at as at', 'gw_mac as gwMac'])
    .where('store_code', '=', storeCode)
    .where('tag_mac', '=', tagMac)
    .orderBy('reported_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, at: toEpoch(row.at) }))
}

/** The newest delivery of a label: what a tag's status follows from. */
export async function newestLabel(db: Db, storeCode: string, tagMac: string): Promise<DeliveryRow | undefined> {
  const labels = deliveriesOf(storeCode, sql`tag_mac = ${tagMac} and kind in ('SHOW', 'BLANK')`)
  const result = await sql<DeliveryRow>`select * from ${labels} as d order by "queuedAt" desc, "deliveryId"::bigint desc limit 1`.execute(
    db,
  )
  return result.rows[0]
}

export async function searchUpdateHistory(
  db: Db,
  storeCode: string,
  tagMac: string,
  request: TableRequest,
): Promise<TablePage<DeliveryRow>> {
  // Labels; lights, pages and checks are no updates.
  const query = db.selectFrom(deliveriesOf(storeCode, sql`tag_mac = ${tagMac} and kind in ('SHOW', 'BLANK')`).as('d')).selectAll()
  return tablePage(query, request, {
    columns: {
      taskId: textColumn('d.taskId'),
      prCode: textColumn('d.prCode'),
      layoutId: textColumn('d.layoutId'),
      nfc: textColumn('d.nfc'),
      status: { sql: listStatusSql, kind: 'text' },
      confirmed: { sql: listConfirmedSql, kind: 'flag' },
      updatedAt: timeColumn('d.queuedAt'),
      queuedAt: timeColumn('d.queuedAt'),
    },
    dateColumn: sql.ref('d.queuedAt'),
    statusDateColumn: sql.ref('d.finishedAt'),
    defaultOrder: sql`d."queuedAt" desc`,
    tieBreak: sql`d."deliveryId" desc`,
  })
}

export async function findDelivery(db: Db, storeCode: string, tagMac: string, deliveryId: string): Promise<DeliveryRow | undefined> {
  const result =
    await sql<DeliveryRow>`select * from ${deliveriesOf(storeCode, sql`tag_mac = ${tagMac} and op_id = ${deliveryId}::bigint`)} as d limit 1`.execute(
      db,
    )
  return result.rows[0]
}

export interface Glass {
  images: LabelImage[]
  layoutId: string | null
  prInfo: string[]
}
/** What the tag says it shows. */
export async function readGlass(db: Db, storeCode: string, tagMac: string): Promise<Glass | undefined> {
  const glass = await db
    .selectFrom('tag_glass')
    .select(['images', 'delivery_id'])
    .where('store_code', '=', storeCode)
    .where('tag_mac', '=', tagMac)
    .executeTakeFirst()
  if (glass === undefined) return undefined
  const delivery = glass.delivery_id === null ? undefined : await findDelivery(db, storeCode, tagMac, glass.delivery_id)
  return { images: glass.images, layoutId: delivery?.layoutId ?? null, prInfo: delivery?.prInfo ?? [] }
}

export interface Evidence {
  lastHeardAt: Date | null
  checkin: number
  gwMac: string | null
  gwOffline: boolean
  gatewayOfflineSince: Date | null
  inDoubt: boolean
  deadlineAt: Date | null
  offered: boolean
  ahead: number
  /** The page that stands on the glass. */
  page: number
}
/** What a diagnosis rests on. */
export async function readEvidence(db: Db, storeCode: string, tagMac: string): Promise<Evidence | undefined> {
  const result = await sql<Evidence>`
    select t.last_heard_at as "lastHeardAt", t.checkin, t.page, coalesce(o.gw_mac, t.gw_mac) as "gwMac", coalesce(g.status = 'OFFLINE', false) as "gwOffline",
      g.offline_since as "gatewayOfflineSince", coalesce(x.in_doubt, false) as "inDoubt", o.deadline_at as "deadlineAt", o.offered_at is not null as offered,
      (select count(*)::int from operations w where o.gw_mac is not null and w.shard = o.shard and w.gw_mac = o.gw_mac and w.state = 'RENDERED' and w.op_id < o.op_id) as ahead
    from tags t left join operations o on o.store_code = t.store_code and o.tag_mac = t.tag_mac and o.lane = 'image'
    left join gateways g on g.store_code = t.store_code and g.gw_mac = coalesce(o.gw_mac, t.gw_mac)
    left join tag_glass x on x.store_code = t.store_code and x.tag_mac = t.tag_mac
    where t.store_code = ${storeCode} and t.tag_mac = ${tagMac}`.execute(db)
  return result.rows[0]
}

/** Failed and missing tags by their newest reason and their gateway. */
export async function groupFailures(db: Db, storeCode: string) {
  const result = await sql<{
    status: string
    /** Only named reasons are ever stored. */
    reason: FailureReason | null
    gwMac: string | null
    offline: boolean
    since: Date | null
    tagCount: number
  }>`
    select t.status, last.reason, case when g.status = 'OFFLINE' or t.status = 'MISSING' then t.gw_mac end as "gwMac", coalesce(g.status = 'OFFLINE', false) as offline,
      min(case when g.status = 'OFFLINE' then g.offline_since else t.last_heard_at end) as since, count(*)::int as "tagCount"
    from tags t left join gateways g on g.store_code = t.store_code and g.gw_mac = t.gw_mac
    left join lateral (select l.reason from ledger l where l.store_code = t.store_code and l.tag_mac = t.tag_mac and l.kind in ('SHOW', 'BLANK') order by l.finished_at desc limit 1) last on t.status <> 'MISSING'
    where t.store_code = ${storeCode} and t.status in ('NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2')
    group by 1, 2, 3, 4 order by 6 desc limit 50`.execute(db)
  return result.rows
}
