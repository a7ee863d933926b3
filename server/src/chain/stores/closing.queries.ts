/** What belongs to a store, counted from the summary rows and taken away piece by piece. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Kept when a store goes: what people did, and files that accounts have made, which end by themselves. */
const retainedTables = ['audit_log', 'downloads']

export interface Belongings {
  tags: number
  assigned: number
  gateways: number
  online: number
  products: number
  families: number
  tasks: number
}

export async function belongingsOf(db: Db, storeCode: string): Promise<Belongings> {
  const result = await sql<Belongings>`select
    coalesce((select sum(tags) from tag_counts where store_code = ${storeCode}), 0)::int as tags,
    coalesce((select sum(tags) from tag_counts where store_code = ${storeCode}), 0)::int
      - coalesce((select no_product from tag_flag_counts where store_code = ${storeCode}), 0)::int as assigned,
    (select count(*) from gateways where store_code = ${storeCode})::int as gateways,
    (select count(*) from gateways where store_code = ${storeCode} and status <> 'OFFLINE')::int as online,
    coalesce((select products from product_counts where store_code = ${storeCode}), 0)::int as products,
    (select count(*) from families where store_code = ${storeCode})::int as families,
    coalesce((select tasks from task_counts where store_code = ${storeCode}), 0)::int as tasks`.execute(db)
  return result.rows[0]!
}

/** Marks it as being deleted; its gateways and the accounts' right to it end at once. Answers the gateways' MACs. */
export async function markClosing(tx: Db, storeCode: string, { by, at }: { by: string; at: Date }): Promise<string[]> {
  await tx.updateTable('stores').set({ closing_at: at, closing_by: by }).where('store_code', '=', storeCode).execute()
  await tx.deleteFrom('account_stores').where('store_code', '=', storeCode).execute()
  const gone = await tx.deleteFrom('gateways').where('store_code', '=', storeCode).returning('gw_mac').execute()
  return gone.map((row) => row.gw_mac)
}

export async function nextClosing(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('stores')
    .select('store_code')
    .where('closing_at', 'is not', null)
    .orderBy('closing_at')
    .limit(1)
    .executeTakeFirst()
  return row?.store_code
}

/** Every table with rows of stores; of a table in partitions, each of them. New tables need not be named. */
export async function storeTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attname = 'store_code' and not a.attisdropped
      and c.relname <> 'stores' and c.relname <> all(${retainedTables}::text[])
      and not exists (select from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = c.oid and p.relname = any(${retainedTables}::text[]))
    order by 1`.execute(db)
  return rows.map((row) => row.name)
}

/** Removes at most `limit` rows of a store from a table; answers how many. */
export async function removeRows(tx: Db, table: string, storeCode: string, limit: number): Promise<number> {
  const result = await sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where store_code = ${storeCode} limit ${limit}))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

export async function removeStoreRow(tx: Db, storeCode: string): Promise<void> {
  await tx.deleteFrom('stores').where('store_code', '=', storeCode).where('closing_at', 'is not', null).execute()
}
