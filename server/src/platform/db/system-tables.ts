/** The tables of accounts, servers, alarms, mails and files. */
import type { AlarmMail } from '@endcap/contract/alarm-settings'
import type { AlarmText } from '@endcap/contract/alarms'
import type { DownloadStart, DownloadState, DownloadType } from '@endcap/contract/downloads'
import type { Language, NodeStatus, NotificationKey } from '@endcap/contract/vocabulary'
import type { PrivilegeKey } from '@endcap/contract/privileges'
import type { ServerState, ServerType } from '@endcap/contract/servers'
import type { Big, DefaultBig, GeneratedBig, GeneratedJson, GeneratedTime, Json, NullableJson, NullableTime, Time } from './columns.ts'
import type { Generated, JSONColumnType } from 'kysely'

export interface PrivilegeRow {
  key: PrivilegeKey
  read: boolean
  write: boolean
}

/** People, processes and what they are told. */
export interface SystemTables {
  leases: { name: string; holder: string; expires_at: Time }
  settings: { key: string; value: JSONColumnType<object>; updated_at: GeneratedTime }
  login_history: { email: string; ip: string; type: 0 | 1; success: boolean; locked: boolean; updated_at: Time }
  roles: { role_id: number; name: string; privileges: Json<PrivilegeRow[]>; updated_at: GeneratedTime; version: Generated<number> }
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
    weak_pwd: Generated<boolean>
    force_change: Generated<boolean>
    last_pwd_changed: NullableTime
    /** The end of a temporary password. */
    password_expires_at: NullableTime
    /** A third party authenticates it: it has no password here. */
    third_party: Generated<boolean>
    created_at: GeneratedTime
    updated_at: GeneratedTime
    version: Generated<number>
    last_login_at: NullableTime
  }
  account_stores: { email: string; store_code: string }
  second_factors: { email: string; secret: string; confirmed_at: NullableTime; last_step: DefaultBig; created_at: GeneratedTime }
  recovery_codes: { email: string; code_hash: string; used_at: NullableTime }
  sign_in_challenges: { challenge_hash: string; email: string; expires_at: Time }
  account_identities: { issuer: string; subject: string; email: string; created_at: GeneratedTime }
  provider_attempts: { state_hash: string; nonce: string; verifier: string; browser_hash: string; expires_at: Time }
  sign_in_failures: { email: string; origin: string; failures: number; failed_at: Time; locked_until: NullableTime }
  known_devices: { device_hash: string; email: string; created_at: Time; last_used_at: Time }
  password_links: { link_hash: string; email: string; created_at: Time; expires_at: Time; used_at: NullableTime }
  account_requests: {
    request_id: GeneratedBig
    kind: 'forgot-password' | 'signed-up'
    email: string
    existed: Generated<boolean>
    requested_at: Time
  }
  sessions: {
    session_id: Generated<string>
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
    default_class: Generated<1 | 2 | 3 | null>
    mail_due: Generated<boolean>
    subject: string
    data: GeneratedJson<Record<string, unknown>>
    repeats: Generated<number>
    raised_at: Time
    updated_at: Time
    cleared_at: NullableTime
  }
  alarm_settings: {
    type: string
    raised: Generated<boolean>
    class: Generated<1 | 2 | 3 | null>
    counted: Generated<boolean>
    mail: Generated<AlarmMail>
    content: GeneratedJson<Partial<Record<Language, AlarmText>>>
  }
  notified: { notification: NotificationKey; store_code: string; subject: string; notified_at: Time }
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
    notification: Generated<NotificationKey | null>
    /** The text is sealed (secrets.ts). */
    sealed: Generated<boolean>
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
  api_tokens: {
    token_id: GeneratedBig
    name: string
    token_hash: string
    email: string
    privileges: string[]
    store_codes: string[] | null
    expires_at: Time | null
    created_at: Time
    last_used_at: NullableTime
    last_ip: Generated<string | null>
  }
  webhooks: {
    webhook_id: GeneratedBig
    name: string
    url: string
    secret: string
    events: string[]
    store_codes: string[] | null
    min_class: Generated<1 | 2 | 3>
    enabled: Generated<boolean>
    failures: Generated<number>
    paused_until: NullableTime
    created_by: string
    created_at: Time
    updated_at: Time
  }
  webhook_deliveries: {
    webhook_id: Big
    delivery_id: GeneratedBig
    event: string
    payload: Json<Record<string, unknown>>
    tries: Generated<number>
    due_at: Time
    /** One of the contract's `webhookOutcomes`; null before the first try. */
    outcome: string | null
    created_at: Time
    delivered_at: NullableTime
    given_up_at: NullableTime
  }
  audit_log: {
    audit_id: GeneratedBig
    at: Time
    email: string
    ip: string
    action: string
    store_code: string | null
    kind: string
    subject: string
    before: NullableJson<object | string | number | boolean>
    after: NullableJson<object | string | number | boolean>
    update_id: Big | null
  }
  amac: { abstract_code: string; abstract_data: string; updated_at: Time }
  app_files: {
    app_id: GeneratedBig
    ver: string
    blob: string
    bytes: Big
    active: Generated<boolean>
    uploaded_by: string
    updated_at: Time
  }
  blobs: { hash: string; kind: string; bytes: number; created_at: GeneratedTime }
}
