/** What there is to copy: the tables of the database with what a copy must know of them. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface TableShape {
  name: string
  /** Columns that are stored; those the database works out itself are left out. */
  columns: string[]
  partitions: { name: string; bounds: string }[]
}

/** Of the moment alone: who holds which lease, who is signed in, links that were good for one fetch, files half sent. `migrations` are run, not copied. */
const leftOut = ['migrations', 'leases', 'sessions', 'download_links', 'sign_in_challenges', 'provider_attempts', 'uploads', 'upload_parts']

/** Every table of the present schema with those that it refers to before it. */
export async function readShapes(db: Db): Promise<TableShape[]> {
  const { rows } = await sql<TableShape & { parents: string[] }>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.relname, 'bounds', pg_get_expr(p.relpartbound, p.oid)) order by p.relname)
        from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]') as partitions,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${leftOut}::text[])
    order by c.relname`.execute(db)
  return parentsFirst(rows).map(({ parents: _, ...shape }) => shape)
}

function parentsFirst<T extends { name: string; parents: string[] }>(tables: T[]): T[] {
  const sorted: T[] = []
  const visit = (table: T, path: string[]) => {
    if (sorted.includes(table)) return
    if (path.includes(table.name)) throw new Error(`Tables refer to each other in a circle: ${[...path, table.name].join(', ')}`)
    for (const parent of table.parents) {
      const found = tables.find((one) => one.name === parent)
      if (found !== undefined) visit(found, [...path, table.name])
    }
    sorted.push(table)
  }
  for (const table of tables) visit(table, [])
  return sorted
}

/** What gives numbers, and the last one it gave; null: none yet. */
export async function readSequences(db: Db): Promise<Record<string, string | null>> {
  const { rows } = await sql<{ name: string; last: string | null }>`
    select sequencename::text as name, last_value::text as last from pg_sequences where schemaname = current_schema() order by 1`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
export const setSequence = (tx: Db, name: string, last: string | null) =>
  sql`select setval(quote_ident(${name})::regclass, ${last ?? '1'}::bigint, ${last !== null})`.execute(tx)

/** Names of all columns of a table, also of those that the database works out itself: its rows in a backup have each of them. */
export async function readColumns(tx: Db, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

/** Rows of a table as JSON, one a line, some thousands at a time. Only inside of a transaction: it is one view of the table. */
export async function* readRows(tx: Db, table: string, batchSize: number): AsyncGenerator<{ lines: string; rows: number }> {
  await sql`declare rows no scroll cursor for select row_to_json(t)::text as line from ${sql.table(table)} t`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(batchSize)} from rows`.execute(tx)
    if (rows.length === 0) break
    yield { lines: rows.map(({ line }) => `${line}\n`).join(''), rows: rows.length }
  }
  await sql`close rows`.execute(tx)
}

/** Puts rows back as they were, in the columns that the table has. */
export async function writeRows(tx: Db, { name, columns }: Pick<TableShape, 'name' | 'columns'>, lines: string): Promise<number> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const array = `[${lines.trimEnd().replaceAll('\n', ',')}]`
  const { numAffectedRows } = await sql`
    insert into ${sql.table(name)} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${sql.table(name)}, ${array}::json)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Triggers of ours keep counters and histories: what is put back has its own. */
export const setTriggers = (tx: Db, table: string, on: boolean) =>
  sql`alter table ${sql.table(table)} ${sql.raw(on ? 'enable' : 'disable')} trigger user`.execute(tx)

/** Also when there is no such table yet. */
export const isEmpty = async (db: Db, table: string): Promise<boolean> => {
  const there = await sql<{ yes: boolean }>`select to_regclass(${table}) is not null as yes`.execute(db)
  if (there.rows[0]?.yes !== true) return true
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  return rows.length === 0
}

/** Products belong to stores by triggers, which are off while rows are put back: answers a store that they name and that there is not. */
export async function missingStore(tx: Db): Promise<string | undefined> {
  const { rows } = await sql<{ storeCode: string }>`select store_code as "storeCode" from (select distinct store_code from products) p
    where not exists (select from stores s where s.store_code = p.store_code) limit 1`.execute(tx)
  return rows[0]?.storeCode
}
