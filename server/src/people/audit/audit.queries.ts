/** The audit log as lists show it. */
import type { AuditRow } from '@endcap/contract/audit'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import type { ProductWords } from '../ports.ts'
import { changedFields, differencesOf, nameIn, summaryOfProducts, type StoredProducts } from './summary.ts'

/** The first product of the update that was made, as its history has it: the log does not say it a second time. */
const ofUpdate = sql<StoredProducts | null>`(select json_build_object('count', u.product_count, 'prCode', h.pr_code, 'before', h.pr_info,
    'after', h.new_pr_info, 'layoutBefore', h.layout_id, 'layoutAfter', h.new_layout_id)
  from updates u, lateral (select * from product_history x where x.store_code = u.store_code and x.update_id = u.update_id
    and x.changed_at = u.updated_at order by x.pr_code limit 1) h
  where u.store_code = audit_log.store_code and u.update_id = audit_log.update_id)`
const storeName = sql<string | null>`(select s.store_name from stores s where s.store_code = audit_log.store_code)`

/** What is of no store is for those who have the whole chain. */
const within = (db: Db, stores: Session['stores']) =>
  db
    .selectFrom('audit_log')
    .select(['audit_id', 'at', 'email', 'ip', 'action', 'store_code', 'kind', 'subject', 'before', 'after'])
    .select([storeName.as('storeName'), ofUpdate.as('products')])
    .where(ofStores(stores, 'audit_log.store_code'))

/** Whose stores it is about, and how products are read. */
interface Reader {
  stores: Session['stores']
  words: ProductWords
}

export async function searchAudit(db: Db, { stores, words }: Reader, request: TableRequest): Promise<TablePage<AuditRow>> {
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
  return { ...page, data: page.data.map((row) => toRow(row, words)) }
}

export async function findAudit(db: Db, auditId: string, { stores, words }: Reader) {
  const row = await within(db, stores).where('audit_id', '=', auditId).executeTakeFirst()
  return row && { ...toRow(row, words), before: row.before, after: row.after }
}

type Row = Awaited<ReturnType<ReturnType<typeof within>['execute']>>[number]
const toRow = (row: Row, words: ProductWords): AuditRow => ({
  auditId: row.audit_id,
  updatedAt: toEpoch(row.at),
  email: row.email,
  ip: row.ip,
  action: row.action,
  storeCode: row.store_code,
  storeName: row.storeName,
  kind: row.kind,
  subject: row.subject,
  name: nameIn(row.before, row.after, row.subject),
  gone: row.after === null,
  changed: changedFields(row.before, row.after),
  differences: differencesOf(row.before, row.after),
  products: summaryOfProducts(row.products, words),
})
