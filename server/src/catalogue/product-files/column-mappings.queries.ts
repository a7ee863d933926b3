/** What the columns of files meant, remembered for the next file with the same first line. */
import { createHash } from 'node:crypto'
import { columnMapping, type ColumnMapping } from '@endcap/contract/file-columns'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** First lines remembered of a store: those used last. */
const remembered = 100

/** Files without names of columns are alike when they have as many. */
const keyOf = ({ hasHeader, first }: { hasHeader: boolean; first: readonly string[] }) =>
  createHash('sha256')
    .update(JSON.stringify(hasHeader ? first.map((name) => name.trim().toUpperCase()) : first.length))
    .digest('hex')

interface Header {
  storeCode: string
  hasHeader: boolean
  first: readonly string[]
}

/** As it was last said in the store, or else in another one of its type; of a first line that looks like no names also by its columns. */
export async function findMapping(db: Db, { storeCode, hasHeader, first }: Header): Promise<ColumnMapping | undefined> {
  const named = keyOf({ hasHeader: true, first })
  const keys = hasHeader ? [named] : [named, keyOf({ hasHeader, first })]
  const { rows } = await sql<{ mapping: ColumnMapping }>`
    select m.mapping from column_mappings m join stores s on s.store_code = m.store_code
    where m.header = any(${keys}::text[]) and s.store_type = (select store_type from stores where store_code = ${storeCode})
    order by (m.header = ${named}) desc, (m.store_code = ${storeCode}) desc, m.used_at desc limit 1`.execute(db)
  return columnMapping.safeParse(rows[0]?.mapping).data
}

export async function rememberMapping(tx: Db, header: Header, mapping: ColumnMapping, at: Date): Promise<void> {
  const { storeCode } = header
  await sql`insert into column_mappings (store_code, header, mapping, used_at)
    values (${storeCode}, ${keyOf(header)}, ${JSON.stringify(mapping)}::jsonb, ${at}::timestamptz)
    on conflict (store_code, header) do update set mapping = excluded.mapping, used_at = excluded.used_at`.execute(tx)
  await sql`delete from column_mappings where store_code = ${storeCode} and header in (
    select header from column_mappings where store_code = ${storeCode} order by used_at desc, header offset ${remembered})`.execute(tx)
}
