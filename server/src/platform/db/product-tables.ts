/** The tables of products: what they are, how they change, and the files that bring changes in. */
import type { AliasType } from '@endcap/contract/products'
import type { FileReason } from '@endcap/contract/file-reasons'
import type { UpdateKind } from '@endcap/contract/updates'
import type { ColumnMapping } from '@endcap/contract/file-columns'
import type { Language } from '@endcap/contract/vocabulary'
import type { Big, GeneratedBig, GeneratedJson, GeneratedTime, Json, NullableJson, NullableTime, Time, WorkedOut } from './columns.ts'
import type { Generated } from 'kysely'

export interface ProductTables {
  aliases: {
    index: number
    name: string
    key: Generated<boolean>
    chart: Generated<boolean>
    type: Generated<AliasType>
    origin: Generated<string | null>
    display_names: GeneratedJson<Partial<Record<Language, string>>>
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
    update_id: GeneratedBig
  }
  product_texts: {
    text_id: GeneratedBig
    pr_code: string
    words: string
  }
  product_places: {
    store_code: string
    pr_code: string
    text_id: Big
  }
  product_codes: {
    code: string
    text_id: Big
  }
  product_changes: {
    store_code: string
    change_id: GeneratedBig
    since: Time
    after: Generated<string>
    removed: Generated<boolean>
  }
  updates: {
    store_code: string
    update_id: Big
    kind: UpdateKind
    task_id: Big | null
    product_count: number
    tag_count: number
    changed_by: string
    file_id: Big | null
    updated_at: Time
  }
  families: {
    store_code: Generated<string>
    fm_pr_code: string
    pr_codes: string[]
    layout_id: string
    nfc: string | null
    updated_at: GeneratedTime
    store_ref: WorkedOut<string | null>
  }
  second_codes: {
    second_code: string
    pr_code: string
    article_code: Generated<string>
    sale_code: Generated<string>
    sale_type_code: Generated<string>
    insertion_date: Generated<string>
    cessation_date: Generated<string>
    deletion_date: Generated<string>
    acquisition_date: Generated<string>
    modification_date: Generated<string>
    program_name: Generated<string>
    operator_name: Generated<string>
    db_trigger: Generated<boolean>
    updated_at: Time
  }
  product_history: {
    store_code: string
    pr_code: string
    changed_at: Time
    pr_info: string[] | null
    layout_id: string | null
    changed_by: string
    file_id: Big | null
    update_id: GeneratedBig
    nfc: string | null
    new_pr_info: string[] | null
    new_layout_id: string | null
    new_nfc: string | null
  }
  files: {
    store_code: string
    file_id: GeneratedBig
    file_name: string
    file_type: 'product' | 'family' | 'secondCode' | 'paper'
    source: string
    blob: string | null
    encoding: string | null
    reasons: GeneratedJson<FileReason[]>
    data_count: Generated<number>
    changed_count: Generated<number>
    errors: Generated<string[]>
    error_count: Generated<number>
    left_out_count: Generated<number>
    mapping: NullableJson<ColumnMapping>
    task_id: Big | null
    tag_count: Generated<number>
    received_at: GeneratedTime
    finished_at: NullableTime
    store_ref: WorkedOut<string | null>
  }
  column_mappings: {
    store_code: string
    header: string
    mapping: Json<ColumnMapping>
    used_at: Time
  }
  staged_products: {
    store_code: string
    file_id: Big
    line: number
    pr_code: string
    pr_info: string[]
    layout_id: string | null
    nfc: string | null
    removed: Generated<boolean>
    expected: Big | null
    seen: Big | null
  }
}
