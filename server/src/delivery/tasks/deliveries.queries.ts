/** Deliveries: open operations and the ledger under one shape, as lists and histories show them. */
import type { Delivery } from '@endcap/contract/deliveries'
import type { DeliveryState } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import type { LabelImage } from '../../platform/db/schema.ts'

export interface DeliveryRow extends Omit<Delivery, 'queuedAt' | 'renderedAt' | 'sentAt' | 'finishedAt' | 'hasImage' | 'page' | 'prInfo'> {
  tagMac: string
  prInfo: string[] | null
  images: LabelImage[]
  queuedAt: Date
  renderedAt: Date | null
  sentAt: Date | null
  finishedAt: Date | null
}

/** Open operations and ledger rows of a store under one shape; the condition is applied to both. */
export function deliveriesOf(storeCode: string, condition: ReturnType<typeof sql>) {
  return sql<DeliveryRow>`(
    select op_id::text as "deliveryId", task_id::text as "taskId", tag_mac as "tagMac", kind, state, last_reason as reason, detail, pr_code as "prCode",
      pr_info as "prInfo", layout_id as "layoutId", nfc, gw_mac as "gwMac", tries::int, coalesce(images, '[]') as images,
      queued_at as "queuedAt", rendered_at as "renderedAt", sent_at as "sentAt", null::timestamptz as "finishedAt", promotion, true as confirmed
    from operations where store_code = ${storeCode} and ${condition}
    union all
    select op_id::text, task_id::text, tag_mac, kind, outcome, reason, detail, pr_code, pr_info, layout_id, nfc, gw_mac, tries::int, coalesce(images, '[]'),
      queued_at, rendered_at, sent_at, finished_at, promotion, confirmed
    from ledger where store_code = ${storeCode} and ${condition}
  )`
}

export const toDelivery = ({ images, prInfo, queuedAt, renderedAt, sentAt, finishedAt, ...row }: DeliveryRow): Delivery => ({
  ...row,
  page: 0,
  prInfo: prInfo ?? [],
  queuedAt: toEpoch(queuedAt),
  renderedAt: toEpochOrNull(renderedAt),
  sentAt: toEpochOrNull(sentAt),
  finishedAt: toEpochOrNull(finishedAt),
  hasImage: images.length > 0,
})

export type ListStatus = 'OK' | 'NG' | 'CANCEL'
const listStatuses: Partial<Record<DeliveryState, ListStatus>> = { SHOWN: 'OK', SAME: 'OK', FAILED: 'NG', SUPERSEDED: 'CANCEL' }
/** How lists show a state (specification 1 §4): nothing while in progress, CANCEL for what a newer one replaced. */
export const listStatus = (state: DeliveryState): ListStatus | null => listStatuses[state] ?? null
export const listStatusSql = sql`case d.state when 'SHOWN' then 'OK' when 'SAME' then 'OK' when 'FAILED' then 'NG' when 'SUPERSEDED' then 'CANCEL' end`
/** Whether the device confirmed what was shown; null for all else. */
export const listConfirmedSql = sql`case d.state when 'SHOWN' then d.confirmed end`
