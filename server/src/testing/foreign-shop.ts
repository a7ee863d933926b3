/** A shop of which every table of the database has a row, and whose texts say so: what of it turns up elsewhere is found by its words. */
import { sql } from 'kysely'
import type { Db } from '../platform/db/schema.ts'
import type { Context } from '../platform/context.ts'
import { foreign, libraryPicture, picture, secret, valueOf, type Column } from './foreign-rows.ts'

/** Tables without a store that hold things of one all the same. */
const belonging = [
  'accounts',
  'account_identities',
  'second_factors',
  'recovery_codes',
  'sessions',
  'known_devices',
  'password_links',
  'login_history',
  'api_tokens',
  'webhooks',
  'webhook_deliveries',
  'downloads',
  'download_links',
  'mails',
  'audit_log',
  'uploads',
  'upload_parts',
  'plus_commands',
  'plus_screenshots',
  'plus_contents',
  'plus_shows',
  'plus_show_contents',
  'plus_sets',
  'plus_set_shows',
  'plus_timelines',
  'plus_timeline_sets',
  'plus_timeline_devices',
  'plus_playlists',
  'plus_playlist_devices',
  'plus_playlist_shows',
  'plus_playlist_sets',
  'plus_playlist_timelines',
  'promotions',
  'promotion_products',
  'product_texts',
  'product_codes',
  'promotion_stores',
  'layout_versions',
  'layout_checks',
  'bridges',
  'bridge_requests',
  'rollouts',
  'software_files',
  'sign_in_failures',
  'sign_in_challenges',
  'account_requests',
]
/** Tables of the whole installation, which every account reads that may read them at all. */
export const shared = [
  'alarm_settings',
  'aliases',
  'amac',
  'app_files',
  'blobs',
  'brand_fonts',
  'gateway_channels',
  'layout_mark',
  'leases',
  'loose_blobs',
  // By the content of films, which may be in files of several stores.
  'plus_film_work',
  'migrations',
  'notification_contents',
  'notification_settings',
  'plus_groups',
  'provider_attempts',
  'roles',
  'second_codes',
  'server_samples',
  'servers',
  'settings',
]

interface TableColumn extends Column {
  generated: boolean
}
async function columnsOf(db: Db): Promise<Map<string, TableColumn[]>> {
  const { rows } = await sql<TableColumn>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as filled, a.attgenerated <> '' as generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db)
  return Map.groupBy(rows, ({ table }) => table)
}
const isOfShops = (table: string, list: readonly TableColumn[]) =>
  belonging.includes(table) || list.some(({ column }) => column === 'store_code')
export const tablesOf = async (db: Db): Promise<string[]> => [...(await columnsOf(db)).keys()]

/** Every table whose rows can be a shop's: those with a store, and those named above. */
async function shopTables(db: Db): Promise<string[]> {
  const columns = await columnsOf(db)
  return [...columns].flatMap(([table, list]) => (isOfShops(table, list) ? [table] : []))
}

/** Fills every column; rows of others that a row needs are made in the turns before it. */
async function addRow(db: Db, table: string, columns: readonly TableColumn[], at: Date): Promise<void> {
  const row = columns
    .filter(({ generated }) => !generated)
    .map((one): [string, unknown] => [one.column, valueOf(one, at)])
    .filter(([, value]) => value !== undefined)
  await sql`insert into ${sql.table(table)} (${sql.join(row.map(([column]) => sql.ref(column)))}) overriding system value
    values (${sql.join(row.map(([, value]) => value))}) on conflict do nothing`.execute(db)
}

/** Its things that no call made: rows of every table, and its files. */
export async function seedForeignShop({ db, blobs }: Pick<Context, 'db' | 'blobs'>, at: Date): Promise<void> {
  for (const content of [picture, libraryPicture]) await blobs.put(content)
  const columns = await columnsOf(db)
  let open = await shopTables(db)
  while (open.length > 0) {
    const failed: string[] = []
    let reason: unknown
    for (const table of open)
      try {
        await addRow(db, table, columns.get(table) ?? [], at)
      } catch (error) {
        failed.push(table)
        reason = new Error(`No row for ${table}: ${String(error)}`, { cause: error })
      }
    // A table waits for those that it refers to; when none was filled in a turn, none will be.
    if (failed.length === open.length) throw reason
    open = failed
  }
}

/** Things without a store are the shop's when they speak of it. */
const words = [secret, 'fremd', foreign.number, foreign.gwMac, foreign.plusMac].join('|')

/** All rows of the shop as text, by table. */
export async function rowsOfShop(db: Db): Promise<string[]> {
  const parts = [...(await columnsOf(db))]
    .filter(([table, list]) => isOfShops(table, list))
    .map(([table, list]) => {
      const mine = list.some(({ column }) => column === 'store_code')
        ? sql`t.store_code = ${foreign.storeCode}`
        : sql`to_jsonb(t)::text ~* ${words}`
      return sql`select ${table} || ' ' || to_jsonb(t)::text as row from ${sql.table(table)} t where ${mine}`
    })
  const { rows } = await sql<{ row: string }>`${sql.join(parts, sql` union all `)} order by 1`.execute(db)
  return rows.map(({ row }) => row)
}
