/** The tables of displays: devices, what they are asked, files, templates and schedules. */
import type { DeviceCaps, DeviceReport } from '@endcap/contract/device-report'
import type { DeviceConfig } from '@endcap/contract/device-config'
import type { DeviceStatus } from '@endcap/contract/displays'
import type { FilmCodec, FilmVersion } from '@endcap/contract/films'
import type { ShowBody } from '@endcap/contract/slides'
import type { MediaFileKind } from '@endcap/contract/media'
import type { CommandResult, CommandType, ScreenSaid } from '@endcap/contract/player'
import type { ScreenFault, ScreenVerdict } from '@endcap/contract/screen-check'
import type { MasterConfig } from '@endcap/contract/display-masters'
import type { TemplateSize } from '@endcap/signage/models'
import type { PriceListLook } from '@endcap/signage/price-list'
import type { Generated } from 'kysely'
import type { Big, GeneratedBig, GeneratedJson, Json, NullableJson, NullableTime, Time } from './columns.ts'

/** Of the v1 settings what no list is searched by. */
export type MasterSettings = Omit<
  MasterConfig,
  'code' | 'name' | 'storeCode' | 'category' | 'section' | 'shelfID' | 'position' | 'timezone' | 'adminPwd' | 'managerPwd'
>

export interface SignageTables {
  plus_devices: {
    mac: string
    store_code: string | null
    requested_store: string | null
    line: Generated<'v0' | 'v1'>
    name: Generated<string>
    model: Generated<string>
    versions: GeneratedJson<Record<string, string>>
    screen_width: number
    screen_height: number
    caps: GeneratedJson<DeviceCaps>
    status: Generated<DeviceStatus>
    code: string | null
    claim_hash: string | null
    token_hash: string | null
    recv_at: NullableTime
    ip: Generated<string>
    report: GeneratedJson<Partial<DeviceReport>>
    config: GeneratedJson<Partial<DeviceConfig>>
    mode: Generated<'normal' | 'product' | 'off'>
    show_idx: number | null
    template_id: string | null
    show: NullableJson<ShowBody>
    given_show: NullableJson<ShowBody>
    rev: string | null
    rev_at: NullableTime
    code_name: Generated<string>
    category: Generated<string>
    section: Generated<string>
    shelf_id: Generated<string>
    position: Generated<string>
    time_zone: Generated<string>
    v1_config: GeneratedJson<Partial<MasterSettings>>
    admin_pin: string | null
    manager_pin: string | null
    awaited_since: NullableTime
    created_at: Time
    updated_at: Time
  }
  plus_device_products: { mac: string; slot: number; store_code: string; pr_code: string }
  plus_commands: {
    command_id: GeneratedBig
    mac: string
    type: CommandType
    args: GeneratedJson<Record<string, unknown>>
    issued_by: string
    issued_at: Time
    expires_at: Time
    done_at: NullableTime
    result: CommandResult | null
    detail: Generated<string>
  }
  plus_screenshots: {
    mac: string
    blob: string
    taken_at: Time
    said: NullableJson<ScreenSaid>
    compare_at: NullableTime
    verdict: ScreenVerdict | null
    looks_like: number | null
    scene: string | null
    cells: string | null
    expected: string | null
    fault: ScreenFault | null
    ask_at: NullableTime
  }
  plus_plays: {
    mac: string
    seq: Big
    item: number
    store_code: string
    content: string
    area: number | null
    from_at: Time
    to_at: Time
  }
  plus_usage: { mac: string; kind: 'memory' | 'disk'; store_code: string; percent: number; running: number; open_since: NullableTime }
  plus_settings: {
    store_code: string
    enrol_token: string | null
    memory_threshold: Generated<number>
    disk_threshold: Generated<number>
    offline_dot: Generated<boolean>
    proof_of_play: Generated<boolean>
    price_list: NullableJson<PriceListLook>
    updated_at: Time
  }
  plus_files: {
    file_id: GeneratedBig
    store_code: string
    kind: MediaFileKind
    name: string
    blob: string
    type: string
    bytes: Big
    chunks: Generated<string[]>
    width: number | null
    height: number | null
    duration: number | null
    codec: FilmCodec | null
    thumb: string | null
    os: string | null
    model: string | null
    ver: string | null
    uploaded_by: string
    updated_at: Time
  }
  plus_film_work: {
    film: string
    work: 'picture' | 'version'
    state: Generated<FilmVersion['state']>
    percent: Generated<number>
    reason: Exclude<FilmVersion['reason'], 'no-ffmpeg'>
    attempts: Generated<number>
    changed_at: Time
    blob: string | null
    bytes: Big | null
    chunks: Generated<string[]>
    width: number | null
    height: number | null
  }
  plus_templates: { store_code: string; template_id: string; size: TemplateSize; show: Json<ShowBody['show']>; updated_at: Time }
  plus_schedules: {
    schedule_id: GeneratedBig
    store_code: string
    name: string
    period: NullableJson<{ start: string; end: string }>
    days: Generated<number[]>
    time: GeneratedJson<{ start: string; end: string }[]>
    updated_at: Time
  }
}
