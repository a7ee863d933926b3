/** The tables of promotions, and of stores that are brought in from a file. */
import type { PriceRule } from '@endcap/contract/promotions'
import type { StoreMove } from '@endcap/contract/store-moves'
import type { Big, DefaultBig, GeneratedBig, GeneratedJson, Json, LocalTime, NullableJson, NullableTime, Time } from './columns.ts'
import type { Generated } from 'kysely'

export interface PromotionTables {
  promotions: {
    promotion_id: Big
    version: number
    current: boolean
    store_type: string
    name: string
    rule_slot: number | null
    rule_values: Generated<string[]>
    starts: LocalTime
    ends: LocalTime
    priority: Generated<number>
    changes: GeneratedJson<{ index: number; value: string }[]>
    layout_id: string | null
    updated_by: string
    updated_at: Time
    price: NullableJson<PriceRule>
    old_price: Generated<boolean>
    rule_contains: Generated<boolean>
    every_store: Generated<boolean>
  }
  promotion_stores: { promotion_id: Big; version: number; store_code: string }
  promotion_products: { promotion_id: Big; version: number; pr_code: string }
  store_moves: {
    store_code: string
    move_id: GeneratedBig
    file_name: string
    size: Big
    received: DefaultBig
    state: Generated<StoreMove['state']>
    lines: Generated<number>
    done: Generated<number>
    errors: Generated<string[]>
    error_count: Generated<number>
    task_id: Big | null
    created_by: string
    created_at: Time
    finished_at: NullableTime
  }
  store_move_parts: { store_code: string; move_id: Big; start: Big; bytes: number; hash: string }
  store_move_lines: { store_code: string; move_id: Big; line: number; kind: string; data: Json<object> }
  promotions_running: {
    store_code: string
    promotion_id: Big
    version: number
    since: Time
    labels: number | null
    counted_at: NullableTime
  }
}
