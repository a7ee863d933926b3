/** The audit log as lists show it. */
import type { AuditRow } from '@endcap/contract/audit'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Selectable } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Database, Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

/** What is of no store is for those who have the whole chain. */
const within = (db: Db, stores: Session['stores']) =>
  db
    .selectFrom('audit_log')
    .select(['audit_id', 'at', 'email', 'ip', 'action', 'store_code', 'kind', 'subject', 'before', 'after'])
    .where(ofStores(stores, 'store_code'))

export async function searchAudit(db: Db, stores: Session['stores'], request: TableRequest): Promise<TablePage<AuditRow>> {
  const page = await tablePage(within(db, stores), request, {
    columns: {
      updatedAt: timeColumn('at'),
      email: textColumn('email'),
      ip: textColumn('ip'),
      action: textColumn('action'),
      storeCode: textColumn('store_code'),
      kind: textColumn('kind'),
      subject: textColumn('subject'),
    },
    dateColumn: sql.ref('at'),
    defaultOrder: sql`at desc`,
    tieBreak: sql`audit_id desc`,
  })
  return { ...page, data: page.data.map(toRow) }
}

export async function findAudit(db: Db, auditId: string, stores: Session['stores']) {
  const row = await within(db, stores).where('audit_id', '=', auditId).executeTakeFirst()
  return row && { ...toRow(row), before: row.before, after: row.after }
}

const toRow = ({ audit_id, at, store_code, before, after, ...row }: Selectable<Database['audit_log']>): AuditRow => ({
  auditId: audit_id,
  updatedAt: toEpoch(at),
  storeCode: store_code,
  changed: changedFields(before, after),
  email: row.email,
  ip: row.ip,
  action: row.action,
  kind: row.kind,
  subject: row.subject,
})

/** Names of what is different; of something new or removed, of all it has. */
export function changedFields(before: unknown, after: unknown): string[] {
  const [was, is] = [before, after].map((value) => (isFields(value) ? value : {}))
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]
  return names.filter((name) => JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]))
}
const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
