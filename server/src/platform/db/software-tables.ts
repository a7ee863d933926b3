/** The tables of upgrade files, of their roll-outs, and of files that are sent in parts. */
import type { UploadOutcome } from '@endcap/contract/resumable'
import type { RolloutState, StopReason, UpgradeReason, UpgradeState } from '@endcap/contract/software'
import type { Component } from '@endcap/contract/upgrade-file'
import type { Generated } from 'kysely'
import type { Big, DefaultBig, GeneratedBig, NullableJson, NullableTime, Time } from './columns.ts'

export interface SoftwareTables {
  uploads: {
    upload_id: string
    purpose: string
    email: string
    bytes: Big
    received: DefaultBig
    updated_at: Time
    about: NullableJson<Record<string, string>>
    outcome: NullableJson<UploadOutcome>
  }
  upload_parts: { upload_id: string; start: Big; bytes: Big; hash: string }
  loose_blobs: { hash: string; since: Time }
  software_files: {
    file_id: GeneratedBig
    file_name: string
    component: Component
    version: string
    minimum_version: string | null
    notes: Generated<string>
    bytes: Big
    sha256: string
    uploaded_by: string
    updated_at: Time
  }
  rollouts: {
    rollout_id: GeneratedBig
    file_id: Big | null
    component: Component
    version: string
    minimum_version: string | null
    bytes: Big
    sha256: string
    state: RolloutState
    paused: Generated<boolean>
    stop_reason: StopReason | null
    first_gw_mac: string | null
    concurrency: number
    watch_seconds: number
    max_failed_percent: number
    started_by: string
    started_at: Time
    finished_at: NullableTime
  }
  rollout_gateways: {
    store_code: string
    rollout_id: Big
    gw_mac: string
    state: Generated<UpgradeState>
    reason: UpgradeReason | null
    detail: Generated<string>
    from_version: string
    request_id: Big | null
    session: string | null
    was_alarm: Generated<boolean>
    since: Time
  }
}
