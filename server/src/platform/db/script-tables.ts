/** The tables of scripts. */
import type { RunOutcome, ScriptKind, UseType } from '@endcap/contract/scripts'
import type { Generated } from 'kysely'
import type { GeneratedBig, NullableTime, Time } from './columns.ts'

export interface ScriptTables {
  scripts: {
    /** Empty: the default of all stores. */
    store_code: Generated<string>
    kind: ScriptKind
    code: string
    use_type: UseType
    version: number
    updated_by: string
    updated_at: Time
    breakdowns: Generated<number>
    suspended_at: NullableTime
    suspended_reason: string | null
  }
  script_versions: {
    store_code: Generated<string>
    kind: ScriptKind
    version: number
    code: string
    use_type: UseType
    restored_from: number | null
    updated_by: string
    updated_at: Time
  }
  script_runs: {
    run_id: GeneratedBig
    store_code: string
    kind: ScriptKind
    scope: string
    version: number
    run_key: string
    subject: string
    more: Generated<number>
    started_at: Time
    ended_at: Time
    ms: number
    items: number
    failed: number
    outcome: RunOutcome
    detail: string
    line: number | null
    output: string
  }
  decorated_stores: { store_code: string; scope: string; version: number; day: string }
}
