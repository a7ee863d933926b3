/** The tables of bridges and of what they speak with. */
import type { AccessPointKind, AccessPointOptions } from '@endcap/contract/access-points'
import type { Generated } from 'kysely'
import type { Big, GeneratedBig, GeneratedJson, Json, NullableJson, NullableTime, Time } from './columns.ts'

export interface BridgeParams {
  kind?: AccessPointKind
  address?: string
  keys?: Record<string, string>
}

export interface BridgeTables {
  bridges: {
    bridge_id: GeneratedBig
    name: string
    token_hash: string
    store_codes: string[] | null
    own: Generated<boolean>
    created_by: string
    created_at: Time
    seen_at: NullableTime
    seen_ip: string | null
    version: Generated<string>
    report: GeneratedJson<{ problems?: string[]; signPort?: number | null }>
  }
  access_points: {
    store_code: string
    gw_mac: string
    bridge_id: Big
    kind: AccessPointKind
    name: string
    address: string
    options: GeneratedJson<AccessPointOptions>
    keys: GeneratedJson<Record<string, string>>
    created_by: string
    created_at: Time
    updated_at: Time
  }
  bridge_requests: {
    request_id: GeneratedBig
    bridge_id: Big
    kind: 'probe' | 'find'
    /** `keys`: sealed, of encrypted panels that are tried. */
    params: Json<BridgeParams>
    answer: NullableJson<object>
    created_at: Time
    expires_at: Time
  }
}
