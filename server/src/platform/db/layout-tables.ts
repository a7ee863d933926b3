/** The tables of layouts: drawings with their drafts and versions, rules, checks, how much each is used. */
import type { ColourClass, PanelPalette } from '@endcap/contract/colour-classes'
import type { checkStates } from '@endcap/contract/layout-checks'
import type { LayoutContent } from '@endcap/contract/layout-drawings'
import type { LayoutFinding } from '@endcap/contract/layout-findings'
import type { LayoutRule } from '@endcap/contract/layout-rules'
import type { Generated } from 'kysely'
import type { Big, DefaultBig, GeneratedBig, GeneratedTime, Json, NullableJson, NullableLocalTime, NullableTime, Time } from './columns.ts'

export interface LayoutTables {
  layout_drawings: {
    drawing_id: GeneratedBig
    store_code: Generated<string>
    layout_id: string
    size: string
    model_class: ColourClass
    archived_at: NullableTime
    draft: Json<LayoutContent>
    draft_rev: Generated<number>
    draft_by: string | null
    draft_at: GeneratedTime
    created_at: GeneratedTime
  }
  layout_versions: {
    drawing_id: Big
    version: number
    definition: Json<LayoutContent>
    author: Generated<string>
    note: Generated<string>
    reason: string | null
    errors: number | null
    restores: number | null
    from_local: NullableLocalTime
    published_at: GeneratedTime
    cancelled_at: NullableTime
  }
  layout_turns: {
    drawing_id: Big
    version: number
    store_code: string
    done_at: NullableTime
    task_id: Big | null
    tags: Generated<number>
    by: string
  }
  layout_rules: { store_code: string; rules: Json<LayoutRule[]>; rev: number; updated_by: string; updated_at: Time }
  rule_turns: { turn_id: GeneratedBig; store_code: string; before: Json<RuleLists>; by: string }
  layout_mark: { one: Generated<boolean>; mark: DefaultBig }
  layout_checks: {
    check_id: GeneratedBig
    drawing_id: Big
    rev: number
    definition: Json<LayoutContent>
    state: Generated<(typeof checkStates)[number]>
    total: number
    checked: Generated<number>
    errors: Generated<number>
    warnings: Generated<number>
    place: Json<CheckPlace>
    claimed_until: NullableTime
    by: string
    started_at: Time
    ended_at: NullableTime
    detail: string | null
  }
  layout_findings: {
    check_id: Big
    number: GeneratedBig
    store_code: string
    pr_code: string
    name: string
    model_class: PanelPalette
    kind: string
    level: 'error' | 'warning'
    page: number
    element: string
    detail: string
    translatable: NullableJson<LayoutFinding['translatable']>
    pr_codes: string[] | null
    panel: string | null
  }
  layout_usage: { store_code: string; drawing_id: Big; products: number; tags: number }
  layout_counts: { store_code: string; seen: string; counted_at: Time }
}

/** The rules of a store and those of all stores. */
export interface RuleLists {
  own: LayoutRule[]
  shared: LayoutRule[]
}
/** Behind which a check goes on: products first, then labels with several of them; others where none of these has the layout. */
export interface CheckPlace {
  part: 'products' | 'labels' | 'others'
  storeCode: string
  code: string
  /** Some label had the layout. */
  found?: boolean
}
