/** The tables as kysely sees them; `migrations/` holds their definition and says what each is for. */
import type { TagEvent } from '@endcap/contract/tags'
import type { FailureReason, OperationKind, TagStatus, TaskType } from '@endcap/contract/vocabulary'
import type { TagAlarmType } from '@endcap/contract/alarm-kinds'
import type { CollectingType } from '@endcap/contract/status-check'
import type { Big, DefaultBigs, GeneratedBig, GeneratedJson, GeneratedTime, NullableJson, NullableTime, Time } from './columns.ts'
import type { Generated, Kysely } from 'kysely'
import type { BridgeTables } from './bridge-tables.ts'
import type { DeviceTables } from './device-tables.ts'
import type { LayoutTables } from './layout-tables.ts'
import type { PaperTables } from './paper-tables.ts'
import type { SignageTables } from './signage-tables.ts'
import type { SignageV1Tables } from './signage-v1-tables.ts'
import type { ProductTables } from './product-tables.ts'
import type { PromotionTables } from './promotion-tables.ts'
import type { ScriptTables } from './script-tables.ts'
import type { SoftwareTables } from './software-tables.ts'
import type { SystemTables } from './system-tables.ts'

/** A pool or a transaction: the first argument of every query function. */
export type Db = Kysely<Database>

export interface LabelImage {
  page: number
  /** sha-256 of the encoded bitmap: its name in the blob store. */
  hash: string
  bytes: number
}
export interface Database
  extends
    BridgeTables,
    DeviceTables,
    LayoutTables,
    PaperTables,
    SignageTables,
    SignageV1Tables,
    ProductTables,
    PromotionTables,
    ScriptTables,
    SoftwareTables,
    SystemTables {
  stores: {
    store_code: string
    store_name: string
    address: Generated<string>
    latitude: number | null
    longitude: number | null
    time_zone: string
    locale: string
    currency: string
    config: GeneratedJson<Record<string, unknown>>
    created_at: GeneratedTime
    updated_at: GeneratedTime
    store_type: Generated<string>
    closing_at: NullableTime
    closing_by: string | null
    radio_configured: Generated<boolean>
  }
  weekly_checks: { store_code: string; day: string }
  tags: {
    store_code: string
    tag_mac: string
    barcode: string
    tag_type: string
    pr_code: string | null
    layout_id: string | null
    nfc: string | null
    fm_pr_code: string | null
    gw_mac: string | null
    status: Generated<TagStatus>
    operation: OperationKind | null
    operation_name: string | null
    version: Generated<string>
    rssi: number | null
    battery: number | null
    temperature: number | null
    batt_status: Generated<'OK' | 'NG' | 'UNKNOWN'>
    resets: Generated<number>
    page: Generated<number>
    checkin: Generated<number>
    last_heard_at: NullableTime
    responded_at: NullableTime
    updated_at: NullableTime
    created_at: GeneratedTime
    shown_day: string | null
    noted_battery: number | null
    noted_temperature: number | null
    noted_resets: number | null
    noted_at: NullableTime
    confirmed: boolean | null
    lifecycle: 'SPARE' | 'DEFECTIVE' | 'SENT_IN' | 'RETIRED' | null
  }
  tag_products: { store_code: string; tag_mac: string; slot: number; pr_code: string }
  tag_glass: {
    store_code: string
    tag_mac: string
    shown_hash: string | null
    images: GeneratedJson<LabelImage[]>
    delivery_id: Big | null
    shown_at: NullableTime
    in_doubt: Generated<boolean>
    updates: Generated<number>
  }
  tag_links: { store_code: string; tag_mac: string; gw_mac: string; rssi: number; heard_at: Time }
  tasks: {
    store_code: string
    task_id: GeneratedBig
    task_type: TaskType
    total: Generated<number>
    shown: Generated<number>
    same: Generated<number>
    superseded: Generated<number>
    failed: Generated<number>
    delivered: Generated<number>
    layout_id: string | null
    prior_task_id: Big | null
    created_by: string
    start_time: GeneratedTime
    end_time: NullableTime
  }
  operations: {
    store_code: string
    op_id: GeneratedBig
    task_id: Big
    tag_mac: string
    kind: OperationKind
    lane: string
    state: Generated<'QUEUED' | 'RENDERED' | 'SENT'>
    priority: Generated<number>
    force: Generated<boolean>
    pr_code: string | null
    pr_info: string[] | null
    layout_id: string | null
    nfc: string | null
    params: NullableJson<Record<string, number>>
    hash: string | null
    images: NullableJson<LabelImage[]>
    gw_mac: string | null
    shard: number | null
    tries: Generated<number>
    gateways_tried: Generated<string[]>
    last_reason: FailureReason | null
    detail: string | null
    claimed_by: string | null
    claimed_until: NullableTime
    due_at: GeneratedTime
    queued_at: GeneratedTime
    rendered_at: NullableTime
    offered_at: NullableTime
    sent_at: NullableTime
    asked_at: NullableTime
    deadline_at: NullableTime
    promotion: string | null
  }
  tag_swaps: { store_code: string; task_id: Big; from_mac: string; to_mac: string; swapped_by: string; swapped_at: Time }
  collections: {
    store_code: string
    collection_id: GeneratedBig
    cmd: CollectingType
    task_id: Big | null
    request_ids: DefaultBigs
    total: number
    answered: Generated<number>
    failed: Generated<number>
    outcome: 'DONE' | 'STOPPED' | 'TIMED_OUT' | null
    created_by: string
    started_at: Time
    deadline_at: Time
    finished_at: NullableTime
    settled: Generated<boolean>
  }
  cancellations: { store_code: string; gw_mac: string; op_id: Big; tries: Generated<number>; due_at: Time }
  ledger: {
    store_code: string
    op_id: Big
    task_id: Big
    tag_mac: string
    kind: OperationKind
    outcome: 'SHOWN' | 'SAME' | 'SUPERSEDED' | 'FAILED'
    reason: FailureReason | null
    detail: string | null
    pr_code: string | null
    pr_info: string[] | null
    layout_id: string | null
    nfc: string | null
    hash: string | null
    images: NullableJson<LabelImage[]>
    gw_mac: string | null
    tries: number
    queued_at: Time
    rendered_at: NullableTime
    sent_at: NullableTime
    finished_at: Time
    promotion: string | null
    confirmed: Generated<boolean>
  }
  tag_readings: {
    store_code: string
    tag_mac: string
    read_at: Time
    battery: number | null
    temperature: number | null
    resets: number | null
  }
  tag_events: { store_code: string; tag_mac: string; event: TagEvent; gw_mac: string; reported_at: Time }
  open_tag_alarms: {
    store_code: string
    tag_mac: string
    alarm_type: TagAlarmType
    alarm_time: Time
    value: number | null
    repeats: Generated<number>
  }
  tag_alarms: {
    store_code: string
    tag_mac: string
    alarm_type: TagAlarmType
    alarm_time: Time
    value: number | null
    repeats: number
    cleared_at: Time
  }
  tag_counts: { store_code: string; status: TagStatus; tags: number }
  task_counts: { store_code: string; tasks: number }
  product_counts: { store_code: string; products: number }
  daily_counts: { store_code: string; day: string; products: Generated<number>; tags: Generated<number>; distinct_tags: Generated<number> }
  tag_type_counts: { store_code: string; tag_type: string; tags: number; errors: number }
  tag_flag_counts: { store_code: string; low_battery: number; no_product: number }
  product_tag_counts: { store_code: string; pr_code: string; tags: number }
}
