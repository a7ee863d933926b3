/** Checks of drafts against the products that have the layout, and what they found. */
import type { LayoutCheck, LayoutCheckRow } from '@endcap/contract/layout-checks'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Selectable } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import type { CheckPlace, LayoutTables } from '../../platform/db/layout-tables.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { numberColumn, tablePage, textColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { naming, type OnlyProducts } from './products-of-store.ts'

export type CheckRow = Selectable<LayoutTables['layout_checks']>

export const newestCheck = (db: Db, drawingId: string): Promise<CheckRow | undefined> =>
  db.selectFrom('layout_checks').selectAll().where('drawing_id', '=', drawingId).orderBy('check_id', 'desc').limit(1).executeTakeFirst()

export const toCheck = (row: CheckRow): LayoutCheck => ({
  checkId: row.check_id,
  drawingId: row.drawing_id,
  rev: row.rev,
  state: row.state,
  total: row.total,
  checked: row.checked,
  others: row.place.part === 'others',
  errors: row.errors,
  warnings: row.warnings,
  by: row.by,
  startedAt: toEpoch(row.started_at),
  endedAt: toEpochOrNull(row.ended_at),
})

/** A check that no process works on, for one step: others leave it alone until then. */
export async function takeCheck(db: Db, { at, until }: { at: Date; until: Date }): Promise<CheckRow | undefined> {
  const next = db
    .selectFrom('layout_checks')
    .select('check_id')
    .where('state', '=', 'RUNNING')
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<', at)]))
    .orderBy('check_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db.updateTable('layout_checks').set({ claimed_until: until }).where('check_id', '=', next).returningAll().executeTakeFirst()
}

export interface StepDone {
  /** Products or labels that were looked at. */
  looked: number
  errors: number
  warnings: number
  /** Undefined: it was the last. */
  next: CheckPlace | undefined
  /** It begins anew with so many others. */
  others?: number
  at: Date
}
/** Notes a step, once: false when another process did it, or the check was ended. */
export async function noteStep(tx: Db, check: CheckRow, { looked, errors, warnings, next, others, at }: StepDone): Promise<boolean> {
  const noted = await tx
    .updateTable('layout_checks')
    .set({
      checked: check.checked + looked,
      errors: check.errors + errors,
      warnings: check.warnings + warnings,
      claimed_until: null,
      ...(next === undefined ? { state: 'DONE', ended_at: at, total: check.checked + looked } : { place: JSON.stringify(next) }),
      ...(others !== undefined && { checked: 0, total: others }),
    })
    .where('check_id', '=', check.check_id)
    .where('state', '=', 'RUNNING')
    .where(sql<boolean>`place = ${JSON.stringify(check.place)}::jsonb`)
    .returning('check_id')
    .executeTakeFirst()
  return noted !== undefined
}

type CheckFilter = 'storeCode' | 'prCode' | 'kind' | 'level' | 'detail' | 'element'
/** What the newest check of a drawing found in the account's stores. */
export async function searchFindings(
  db: Db,
  { stores }: Pick<Session, 'stores'>,
  drawingId: string,
  request: TableRequest<CheckFilter>,
): Promise<TablePage<LayoutCheckRow>> {
  const query = db
    .selectFrom('layout_findings as f')
    .select([
      'f.store_code as storeCode',
      'f.pr_code as prCode',
      'f.name',
      'f.kind',
      'f.level',
      'f.page',
      'f.element',
      'f.detail',
      'f.translatable',
    ])
    .select(['f.model_class as modelClass', sql<string>`f.number::text`.as('findingId'), 'f.pr_codes as prCodes', 'f.panel'])
    .where(sql<boolean>`f.check_id = (select max(c.check_id) from layout_checks c where c.drawing_id = ${drawingId}::bigint)`)
    .where(ofStores(stores, 'f.store_code'))
  return tablePage(query, request, {
    columns: {
      storeCode: textColumn('f.store_code'),
      prCode: textColumn('f.pr_code'),
      name: textColumn('f.name'),
      kind: textColumn('f.kind'),
      level: textColumn('f.level'),
      detail: textColumn('f.detail'),
      element: textColumn('f.element'),
      page: numberColumn('f.page'),
    },
    defaultOrder: sql`f.level, f.number`,
    tieBreak: sql.ref('f.number'),
  })
}

export type NewFinding = Omit<LayoutCheckRow, 'findingId'>
export const sentenceKey = (storeCode: string, sentence: string): string => `${storeCode} ${sentence}`
/** What this check has said already of no element: store and sentence, as `saidOf` writes them. */
export async function reportedOfLayout(db: Db, checkId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('layout_findings')
    .select(['store_code', sql<string>`translatable->>'sentence'`.as('sentence')])
    .distinct()
    .where('check_id', '=', checkId)
    .where('element', '=', '')
    .where('translatable', 'is not', null)
    .execute()
  return new Set(rows.map(({ store_code, sentence }) => sentenceKey(store_code, sentence)))
}

/** Findings that are kept: who has more mends the layout first. They are counted all the same. */
const maxFindings = 5000
export async function insertFindings(tx: Db, checkId: string, all: readonly NewFinding[]): Promise<void> {
  const stored = await tx
    .selectFrom('layout_findings')
    .select((is) => is.fn.countAll<string>().as('n'))
    .where('check_id', '=', checkId)
    .executeTakeFirst()
  const findings = all.slice(0, Math.max(0, maxFindings - Number(stored?.n ?? 0)))
  if (findings.length === 0) return
  await tx
    .insertInto('layout_findings')
    .values(
      findings.map(({ storeCode, prCode, prCodes, modelClass, translatable, ...rest }) => ({
        check_id: checkId,
        store_code: storeCode,
        pr_code: prCode,
        pr_codes: prCodes,
        model_class: modelClass,
        ...rest,
        translatable: translatable && JSON.stringify(translatable),
      })),
    )
    .execute()
}

/** Those of these types of which the stores have tags, and those that are no types of the specification. */
export async function tagTypesIn(db: Db, stores: readonly string[], tagTypes: readonly string[]): Promise<string[]> {
  const result = await sql<{ tagType: string }>`select distinct tag_type as "tagType" from tags
    where store_code = any(${[...stores]}::text[]) and (tag_type = any(${[...tagTypes]}::text[]) or length(tag_type) > 2)`.execute(db)
  return result.rows.map((row) => row.tagType)
}
export async function countProducts(db: Db, stores: readonly string[], only: OnlyProducts | undefined): Promise<number> {
  const result = await sql<{ n: number }>`select count(*)::int as n from products
    where store_code = any(${[...stores]}::text[]) and ${naming(only)}`.execute(db)
  return result.rows[0]?.n ?? 0
}
/** Labels with several products. */
export async function countLabels(db: Db, stores: readonly string[]): Promise<number> {
  const result = await sql<{
    n: number
  }>`select count(*)::int as n from (select 1 from tag_products where store_code = any(${[...stores]}::text[])
    group by store_code, tag_mac having count(*) > 1) x`.execute(db)
  return result.rows[0]?.n ?? 0
}
