/** The tables of paper labels. */
import type { PrinterState } from '@endcap/contract/papers'
import type { PrintRow } from '@endcap/contract/printing'
import type { Generated } from 'kysely'
import type { Big, GeneratedBig, Json, NullableTime, Time, WorkedOut } from './columns.ts'

export type PaperJobState = 'WAITING' | 'SENDING' | 'SENT' | 'DONE'

/** What is printed on paper, and the printers it goes to. */
export interface PaperTables {
  paper_tasks: {
    store_code: string
    task_id: GeneratedBig
    file_id: Big | null
    task_des: string
    created_by: string
    total: number
    printed: Generated<number>
    failed: Generated<number>
    complete: WorkedOut<boolean>
    created_at: Time
    day: string
    updated_at: Time
  }
  paper_rows: {
    store_code: string
    task_id: Big
    line: number
    pr_code: string
    pr_info: string[]
    layout: string
    copies: number
    printer_ip: string
    printer_name: string
    job_id: Big
    result_code: number | null
    result_msg: Generated<string>
    printed_at: NullableTime
    updated_at: Time
  }
  paper_jobs: {
    store_code: string
    job_id: GeneratedBig
    task_id: Big
    printer_ip: string
    printer_name: string
    layout: string
    state: Generated<PaperJobState>
    message: Generated<string>
    claimed_by: string | null
    claimed_until: NullableTime
    due_at: Time
    tries: Generated<number>
    printer_uri: string | null
    printer_job: number | null
    token: Generated<string>
    stuck_since: NullableTime
    sheets: number | null
    attention: Generated<boolean>
  }
  paper_printers: {
    store_code: string
    printer_ip: string
    printer_name: string
    state: PrinterState
    message: string
    uri: string | null
    asked_at: Time
  }
  print_templates: {
    store_code: string
    name: string
    layout_id: string | null
    rows: Json<PrintRow[]>
    row_count: number
    label_count: number
    updated_by: string
    updated_at: Time
  }
  paper_counts: { store_code: string; tasks: number; complete: number; updated_at: Time }
  paper_day_counts: { store_code: string; day: string; tasks: number; complete: number; failed: number }
}
