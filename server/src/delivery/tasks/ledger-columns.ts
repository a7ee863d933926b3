/** Columns of the ledger, in the order in which operations are moved into it. */
import { sql } from 'kysely'

export const ledgerColumns = sql`store_code, op_id, task_id, tag_mac, kind, outcome, reason, detail, pr_code, pr_info, layout_id, nfc,
  hash, images, gw_mac, tries, queued_at, rendered_at, sent_at, finished_at, promotion`
