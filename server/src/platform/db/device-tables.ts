/** The tables of gateways and sensors. */
import type { NodeStatus } from '@endcap/contract/vocabulary'
import type { SensorCondition, SensorOperation, SensorStatus } from '@endcap/contract/sensors'
import type { Big, GeneratedBig, GeneratedJson, GeneratedTime, Json, NullableJson, NullableTime, Time, WorkedOut } from './columns.ts'
import type { Generated } from 'kysely'

/** What a gateway shall be set to; what is absent stays as the gateway has it. */
export interface RequestedConfig {
  ip?: string
  netmask?: string
  defaultGateway?: string
  dns?: string
  eslServerPort?: number
  dataChannel?: number
  eventChannel?: number
  channelGroupIndex?: number
  checkin?: number
}
/** Gateways, sensors and what is known of them. */
export interface DeviceTables {
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
    config: GeneratedJson<RequestedConfig>
    config_version: Generated<number>
    config_applied: Generated<number>
    config_sent_at: NullableTime
    session_at: NullableTime
    reported_at: NullableTime
  }
  gateway_channels: { gw_index: number; data_channel: number; event_channel: number }
  gateway_requests: {
    store_code: string
    request_id: GeneratedBig
    gw_mac: string
    shard: number
    kind: 'reboot' | 'link-check' | 'log' | 'upgrade'
    state: Generated<'WAITING' | 'SENT' | 'DONE' | 'FAILED'>
    tries: Generated<number>
    session: string | null
    detail: string | null
    files: number | null
    params: NullableJson<Record<string, unknown>>
    created_at: Time
    sent_at: NullableTime
    expires_at: Time
    finished_at: NullableTime
  }
  gateway_log_parts: {
    store_code: string
    request_id: Big
    file: string
    part: number
    parts: number
    modified_at: Time
    content: Buffer
  }
  waiting_gateways: {
    gw_mac: string
    store_code: string | null
    address: string
    first_at: Time
    last_at: Time
    tries: Generated<number>
    hidden_until: NullableTime
  }
  sensors: {
    store_code: string
    sensor_mac: string
    sensor_type: string
    gw_mac: string
    gw_heard_at: Time
    operation: SensorOperation
    version: string
    rssi: number
    battery: number
    value: number
    period: number
    conditions: Generated<SensorCondition[]>
    status: WorkedOut<SensorStatus>
    last_stored_at: NullableTime
    last_stored_value: number | null
    created_at: GeneratedTime
    updated_at: Time
  }
  sensor_readings: { store_code: string; sensor_mac: string; sensed_at: Time; value: number }
  open_sensor_alarms: { store_code: string; sensor_mac: string; alarm_type: SensorCondition; alarm_time: Time; value: number | null }
  sensor_alarms: {
    store_code: string
    sensor_mac: string
    alarm_type: SensorCondition
    alarm_time: Time
    value: number | null
    cleared_at: Time
  }
  sensor_counts: {
    store_code: string
    sensors: number
    ok: number
    silent: number
    out_of_range: number
    low_battery: number
    updated_at: Time
  }
  gateway_samples: { store_code: string; gw_mac: string; sampled_at: Time; memory: number; disks: Json<object> }
  gateway_counts: { store_code: string; status: NodeStatus; gateways: number }
  gateway_tag_counts: { store_code: string; gw_mac: string; tags: number; progress: number; errors: number }
  gateway_kind_counts: {
    store_code: string
    status: NodeStatus
    time_sync: boolean
    gmp_version: string
    grm_version: string
    gateways: number
  }
}
