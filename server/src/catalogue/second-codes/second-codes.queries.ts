/** Second codes in SQL. */
import type { SecondCode } from '@endcap/contract/second-codes'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

export type SecondCodeRow = Omit<SecondCode, 'updatedAt'> & { updatedAt: Date }
/** A row of a file, as it is stored. */
export type SecondCodeParts = Omit<SecondCode, 'updatedAt'>

export function searchSecondCodes(db: Db, request: TableRequest): Promise<TablePage<SecondCodeRow>> {
  const query = db
    .selectFrom('second_codes as c')
    .select(['c.pr_code as prCode', 'c.second_code as secondCode', 'c.article_code as articleCode', 'c.sale_code as saleCode'])
    .select(['c.sale_type_code as saleTypeCode', 'c.insertion_date as insertionDate', 'c.cessation_date as cessationDate'])
    .select(['c.deletion_date as deletionDate', 'c.acquisition_date as acquisitionDate', 'c.modification_date as modificationDate'])
    .select(['c.program_name as programName', 'c.operator_name as operatorName', 'c.db_trigger as dbTrigger', 'c.updated_at as updatedAt'])
  return tablePage(query, request, {
    columns: {
      prCode: textColumn('c.pr_code'),
      secondCode: textColumn('c.second_code'),
      articleCode: textColumn('c.article_code'),
      saleCode: textColumn('c.sale_code'),
      saleTypeCode: textColumn('c.sale_type_code'),
      insertionDate: textColumn('c.insertion_date'),
      cessationDate: textColumn('c.cessation_date'),
      deletionDate: textColumn('c.deletion_date'),
      acquisitionDate: textColumn('c.acquisition_date'),
      modificationDate: textColumn('c.modification_date'),
      programName: textColumn('c.program_name'),
      operatorName: textColumn('c.operator_name'),
      updatedAt: timeColumn('c.updated_at'),
    },
    dateColumn: sql.ref('c.updated_at'),
    defaultOrder: sql.ref('c.pr_code'),
    tieBreak: sql.ref('c.second_code'),
  })
}

/** Writes rows; answers how many were new or became different. */
export async function writeSecondCodes(tx: Db, rows: readonly SecondCodeParts[], at: Date): Promise<number> {
  const columns = sql`second_code, pr_code, article_code, sale_code, sale_type_code, insertion_date, cessation_date, deletion_date,
    acquisition_date, modification_date, program_name, operator_name, db_trigger`
  const result = await sql`
    insert into second_codes as c (${columns}, updated_at)
    select r."secondCode", r."prCode", r."articleCode", r."saleCode", r."saleTypeCode", r."insertionDate", r."cessationDate", r."deletionDate",
      r."acquisitionDate", r."modificationDate", r."programName", r."operatorName", r."dbTrigger", ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("secondCode" text, "prCode" text, "articleCode" text, "saleCode" text,
      "saleTypeCode" text, "insertionDate" text, "cessationDate" text, "deletionDate" text, "acquisitionDate" text, "modificationDate" text,
      "programName" text, "operatorName" text, "dbTrigger" boolean)
    on conflict (second_code) do update set pr_code = excluded.pr_code, article_code = excluded.article_code, sale_code = excluded.sale_code,
      sale_type_code = excluded.sale_type_code, insertion_date = excluded.insertion_date, cessation_date = excluded.cessation_date,
      deletion_date = excluded.deletion_date, acquisition_date = excluded.acquisition_date, modification_date = excluded.modification_date,
      program_name = excluded.program_name, operator_name = excluded.operator_name, db_trigger = excluded.db_trigger,
      updated_at = excluded.updated_at
    where (c.pr_code, c.article_code, c.sale_code, c.sale_type_code, c.insertion_date, c.cessation_date, c.deletion_date, c.acquisition_date,
        c.modification_date, c.program_name, c.operator_name, c.db_trigger)
      is distinct from (excluded.pr_code, excluded.article_code, excluded.sale_code, excluded.sale_type_code, excluded.insertion_date,
        excluded.cessation_date, excluded.deletion_date, excluded.acquisition_date, excluded.modification_date, excluded.program_name,
        excluded.operator_name, excluded.db_trigger)`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** The products that these codes are second codes of, on the day that it is in the store; codes that were deleted by then mean nothing. */
export async function productsOfSecondCodes(db: Db, storeCode: string, codes: readonly string[], at: Date): Promise<Map<string, string>> {
  const result = await sql<{ code: string; prCode: string }>`select c.second_code as code, c.pr_code as "prCode"
    from second_codes c, stores s where s.store_code = ${storeCode} and c.second_code = any(${codes}::text[])
      and (c.deletion_date = '' or c.deletion_date > to_char(${at}::timestamptz at time zone s.time_zone, 'YYYY-MM-DD'))`.execute(db)
  return new Map(result.rows.map((row) => [row.code, row.prCode]))
}
