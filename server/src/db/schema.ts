/** The tables as kysely sees them; `migrations/` holds their definition and says what each is for. */
import type { DownloadStart, DownloadState, DownloadType } from '@endcap/contract/downloads'
import type { AliasType } from '@endcap/contract/products'
import type { FailureReason, Language, NodeStatus, NotificationKey, OperationKind, TagStatus, TaskType } from '@endcap/contract/vocabulary'
import type { TagAlarmType } from '@endcap/contract/alarm-kinds'
import type { PrivilegeKey } from '@endcap/contract/privileges'
import type { ServerState, ServerType } from '@endcap/contract/servers'
import type { ColumnType, Generated, JSONColumnType, Kysely } from 'kysely'

/** A pool or a transaction: the first argument of every query function. */
export type Db = Kysely<Database>

/** bigint: text when read, number or text when written. */
type Big = ColumnType<string, string | number | bigint, string | number | bigint>
type GeneratedBig = ColumnType<string, string | number | bigint | undefined, never>
type Time = ColumnType<Date, Date, Date>
type NullableTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type GeneratedTime = ColumnType<Date, Date | undefined, Date>
type Json<T> = JSONColumnType<T & object>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface LabelImage {
  page: number
  /** sha-256 of the encoded bitmap: its name in the blob store. */
  hash: string
  bytes: number
}
export interface PrivilegeRow {
  key: PrivilegeKey
  read: boolean
  write: boolean
}

export interface Database {
  leases: { name: string; holder: string; expires_at: Time }
  settings: { key: string; value: JSONColumnType<object>; updated_at: GeneratedTime }
  stores: {
    store_code: string
    store_name: string
    address: Generated<string>
    latitude: number | null
    longitude: number | null
    time_zone: string
    locale: string
    currency: string
    config: Json<Record<string, unknown>>
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  gateways: {
    store_code: string
    gw_mac: string
    shard: number
    secret_hash: string
    gw_index: Generated<number>
    ip: Generated<string>
    alternate_ip: Generated<string>
    data_channel: Generated<number>
    event_channel: Generated<number>
    channel_group_index: Generated<number>
    gmp_version: Generated<string>
    grm_version: Generated<string>
    status: Generated<NodeStatus>
    up_link: Generated<'OK' | 'NG'>
    down_link: Generated<'OK' | 'NG'>
    time_sync: Generated<boolean>
    tag_count: Generated<number>
    report: NullableJson<object>
    session: string | null
    online_since: NullableTime
    offline_since: NullableTime
    last_heard_at: NullableTime
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  aliases: { index: number; name: string; key: Generated<boolean>; chart: Generated<boolean>; type: Generated<AliasType> }
  layouts: {
    store_code: Generated<string>
    layout_id: string
    size: string
    model_class: string
    version: Generated<number>
    definition: Json<object>
    updated_at: GeneratedTime
  }
  products: {
    store_code: string
    pr_code: string
    pr_info: string[]
    layout_id: string | null
    nfc: string | null
    tag_count: Generated<number>
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  families: {
    store_code: Generated<string>
    fm_pr_code: string
    pr_codes: string[]
    layout_id: string
    nfc: string | null
    updated_at: GeneratedTime
  }
  tags: {
    store_code: string
    tag_mac: string
    barcode: string
    tag_type: string
    pr_code: string | null
    layout_id: string | null
    nfc: string | null
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
  }
  tag_products: { store_code: string; tag_mac: string; slot: number; pr_code: string }
  tag_glass: {
    store_code: string
    tag_mac: string
    shown_hash: string | null
    images: Json<LabelImage[]>
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
  }
  product_history: {
    store_code: string
    pr_code: string
    changed_at: Time
    pr_info: string[] | null
    layout_id: string | null
    changed_by: string
    file_id: Big | null
  }
  tag_readings: {
    store_code: string
    tag_mac: string
    read_at: Time
    battery: number | null
    temperature: number | null
    resets: number | null
  }
  gateway_samples: { store_code: string; gw_mac: string; sampled_at: Time; memory: number; disks: Json<object> }
  login_history: { email: string; ip: string; type: 0 | 1; success: boolean; locked: boolean; updated_at: Time }
  files: {
    store_code: string
    file_id: GeneratedBig
    file_name: string
    file_type: 'product' | 'family' | 'secondCode' | 'paper'
    source: string
    blob: string | null
    data_count: Generated<number>
    changed_count: Generated<number>
    errors: Generated<string[]>
    error_count: Generated<number>
    task_id: Big | null
    tag_count: Generated<number>
    received_at: GeneratedTime
    finished_at: NullableTime
  }
  staged_products: {
    store_code: string
    file_id: Big
    line: number
    pr_code: string
    pr_info: string[]
    layout_id: string | null
    nfc: string | null
  }
  roles: { role_id: number; name: string; privileges: Json<PrivilegeRow[]>; updated_at: GeneratedTime }
  accounts: {
    email: string
    name: string
    mobile: Generated<string>
    password_hash: string
    role_id: number | null
    enable_whole_store: Generated<boolean>
    language: Language | null
    locked: Generated<boolean>
    locked_until: NullableTime
    failed_logins: Generated<number>
    weak_pwd: Generated<boolean>
    force_change: Generated<boolean>
    last_pwd_changed: NullableTime
    created_at: GeneratedTime
    updated_at: GeneratedTime
  }
  account_stores: { email: string; store_code: string }
  sessions: {
    token_hash: string
    email: string
    created_at: Time
    last_used_at: Time
    expires_at: Time
    ip: string
    user_agent: string
  }
  alarms: {
    store_code: string
    alarm_id: GeneratedBig
    type: string
    class: 1 | 2 | 3
    subject: string
    data: Json<Record<string, unknown>>
    repeats: Generated<number>
    raised_at: Time
    updated_at: Time
    cleared_at: NullableTime
  }
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
  notified: { notification: NotificationKey; store_code: string; subject: string; told_at: Time }
  mails: {
    mail_id: GeneratedBig
    recipient: string
    subject: string
    body: string
    tries: Generated<number>
    due_at: Time
    last_error: string | null
    created_at: Time
    sent_at: NullableTime
    given_up_at: NullableTime
  }
  notification_settings: { notification: NotificationKey; enabled: boolean }
  notification_contents: {
    notification: NotificationKey
    language: Language
    title: string
    detail: string
    subject: string
    body: string
  }
  servers: {
    server_id: string
    type: ServerType
    name: string
    reporter: string
    status: NodeStatus
    state: ServerState | null
    conditions: Generated<string[]>
    report: Json<object>
    started_at: NullableTime
    report_time: Time
    created_at: GeneratedTime
  }
  server_samples: {
    server_id: string
    sampled_at: Time
    ram_used: Big | null
    ram_total: Big | null
    disk_used: Big | null
    disk_total: Big | null
    disk_path: string | null
    load: number | null
    connections: number | null
    size: Big | null
  }
  downloads: {
    download_id: GeneratedBig
    type: DownloadType
    store_code: string | null
    request: Json<DownloadStart>
    created_by: string
    stores: string[] | null
    state: Generated<DownloadState>
    host: string | null
    claimed_by: string | null
    claimed_until: NullableTime
    tries: Generated<number>
    rows_done: Generated<number>
    rows_total: number | null
    file_name: string | null
    media_type: string | null
    blob: string | null
    bytes: Big | null
    reason: string | null
    detail: string | null
    created_at: Time
    finished_at: NullableTime
    expires_at: Time
  }
  download_links: { token_hash: string; download_id: Big; session_hash: string; expires_at: Time }
  blobs: { hash: string; kind: string; bytes: number; created_at: GeneratedTime }
  tag_counts: { store_code: string; status: TagStatus; tags: number }
  gateway_counts: { store_code: string; status: NodeStatus; gateways: number }
  product_counts: { store_code: string; products: number }
  daily_counts: { store_code: string; day: string; products: number; tags: number; distinct_tags: Generated<number> }
  tag_type_counts: { store_code: string; tag_type: string; tags: number; errors: number }
  tag_flag_counts: { store_code: string; low_battery: number; no_product: number }
  gateway_tag_counts: { store_code: string; gw_mac: string; tags: number; progress: number; errors: number }
  gateway_kind_counts: {
    store_code: string
    status: NodeStatus
    time_sync: boolean
    gmp_version: string
    grm_version: string
    gateways: number
  }
  product_tag_counts: { store_code: string; pr_code: string; tags: number }
}
