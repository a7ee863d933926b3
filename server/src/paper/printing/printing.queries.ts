/** Products to print, and the print templates of stores. */
import type { PrintProduct, PrintRow, PrintTemplate } from '@endcap/contract/printing'
import { sql } from 'kysely'
import { literal } from '../../platform/db/like.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'

interface Search {
  storeCode: string
  term: string
  /** The term as a product code of this site. */
  prCode: string
  /** Slots of prInfo that hold barcodes, and the one that holds the name. */
  barcodes: readonly number[]
  name: number | undefined
  limit: number
}
/** Products by a part of their code or name; those whose code or barcode is just that come first. */
export async function findProducts(db: Db, { storeCode, term, prCode, barcodes, name, limit }: Search) {
  const inside = `%${literal(term)}%`
  const begins = inside.slice(1)
  const isExact = sql`(pr_code = ${prCode} or exists (select 1 from unnest(${barcodes.map((slot) => slot + 1)}::int[]) as b (slot) where pr_info[b.slot] = ${term}))`
  const named = name === undefined ? sql`false` : sql`pr_info[${name + 1}::int] ilike ${inside}`
  const { rows } = await sql<PrintProduct & { exact: boolean }>`
    select pr_code as "prCode", pr_info as "prInfo", ${isExact} as exact from products
    where store_code = ${storeCode} and (${isExact} or pr_code ilike ${begins} or ${named})
    order by 3 desc, pr_code limit ${limit}`.execute(db)
  return rows
}

const templateColumns = ['name', 'layout_id', 'row_count', 'label_count', 'updated_by', 'updated_at'] as const
interface TemplateRow {
  name: string
  layout_id: string | null
  row_count: number
  label_count: number
  updated_by: string
  updated_at: Date
}
const toTemplate = (row: TemplateRow): PrintTemplate => ({
  name: row.name,
  layoutId: row.layout_id,
  rows: row.row_count,
  labels: row.label_count,
  updatedBy: row.updated_by,
  updatedAt: toEpoch(row.updated_at),
})

export async function listTemplates(db: Db, storeCode: string): Promise<PrintTemplate[]> {
  const rows = await db.selectFrom('print_templates').select(templateColumns).where('store_code', '=', storeCode).orderBy('name').execute()
  return rows.map(toTemplate)
}

export async function findTemplate(db: Db, storeCode: string, name: string): Promise<(PrintTemplate & { prList: PrintRow[] }) | undefined> {
  const row = await db
    .selectFrom('print_templates')
    .select([...templateColumns, 'rows'])
    .where('store_code', '=', storeCode)
    .where('name', '=', name)
    .executeTakeFirst()
  return row && { ...toTemplate(row), prList: row.rows }
}

interface TemplateToKeep {
  storeCode: string
  name: string
  layoutId: string | null
  prList: readonly PrintRow[]
  by: string
  at: Date
  /** In the place of one of this name. */
  overwrite: boolean
}
/** Undefined when the name is taken and must not be overwritten. */
export async function putTemplate(tx: Db, given: TemplateToKeep): Promise<PrintTemplate | undefined> {
  const { storeCode, name, layoutId, prList, by, at, overwrite } = given
  const content = {
    layout_id: layoutId,
    rows: JSON.stringify(prList),
    row_count: prList.length,
    label_count: prList.reduce((sum, row) => sum + row.qty, 0),
    updated_by: by,
    updated_at: at,
  }
  const row = await tx
    .insertInto('print_templates')
    .values({ store_code: storeCode, name, ...content })
    .onConflict((taken) => (overwrite ? taken.columns(['store_code', 'name']).doUpdateSet(content) : taken.doNothing()))
    .returning(templateColumns)
    .executeTakeFirst()
  return row && toTemplate(row)
}

export async function dropTemplate(tx: Db, storeCode: string, name: string): Promise<boolean> {
  const gone = await tx.deleteFrom('print_templates').where('store_code', '=', storeCode).where('name', '=', name).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
