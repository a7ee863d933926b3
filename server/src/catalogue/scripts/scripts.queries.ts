/** Scripts in SQL: what is stored, what was, and which one a store uses. The default of all stores stands under an empty store code. */
import { administratorRoleId } from '@endcap/contract/privileges'
import type { ScriptKind, UseType } from '@endcap/contract/scripts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface ScriptRow {
  storeCode: string
  kind: ScriptKind
  code: string
  useType: UseType
  version: number
  updatedBy: string
  updatedAt: Date
  breakdowns: number
  suspendedAt: Date | null
  suspendedReason: string | null
}

const columns = [
  'store_code as storeCode',
  'kind',
  'code',
  'use_type as useType',
  'version',
  'updated_by as updatedBy',
  'updated_at as updatedAt',
  'breakdowns',
  'suspended_at as suspendedAt',
  'suspended_reason as suspendedReason',
] as const

export function findScript(db: Db, storeCode: string, kind: ScriptKind): Promise<ScriptRow | undefined> {
  return db.selectFrom('scripts').select(columns).where('store_code', '=', storeCode).where('kind', '=', kind).executeTakeFirst()
}

/** Those of these stores and the default, whether they are used or not. */
export function findScripts(db: Db, kind: ScriptKind, storeCodes: readonly string[]): Promise<ScriptRow[]> {
  return db
    .selectFrom('scripts')
    .select(columns)
    .where('kind', '=', kind)
    .where('store_code', 'in', ['', ...storeCodes])
    .execute()
}

export interface NewVersion {
  storeCode: string
  kind: ScriptKind
  version: number
  code: string
  useType: UseType
  restoredFrom: number | null
  updatedBy: string
  at: Date
}

/** Writes a version and makes it the one that stands; answers whether `version - 1` still stood. */
export async function insertVersion(db: Db, one: NewVersion): Promise<boolean> {
  const { storeCode, kind, version, code, useType, restoredFrom, updatedBy, at } = one
  const standing = { code, use_type: useType, version, updated_by: updatedBy, updated_at: at }
  const written = await db
    .insertInto('scripts')
    .values({ store_code: storeCode, kind, ...standing })
    .onConflict((conflict) =>
      conflict
        .columns(['store_code', 'kind'])
        .doUpdateSet({ ...standing, breakdowns: 0, suspended_at: null, suspended_reason: null })
        .where('scripts.version', '=', version - 1),
    )
    .executeTakeFirst()
  if (Number(written.numInsertedOrUpdatedRows ?? 0) === 0) return false
  await db
    .insertInto('script_versions')
    .values({
      store_code: storeCode,
      kind,
      version,
      code,
      use_type: useType,
      restored_from: restoredFrom,
      updated_by: updatedBy,
      updated_at: at,
    })
    .execute()
  return true
}

const versionColumns = [
  'version',
  'use_type as useType',
  'restored_from as restoredFrom',
  'updated_by as updatedBy',
  'updated_at as updatedAt',
] as const

export function listVersions(db: Db, storeCode: string, kind: ScriptKind, limit: number) {
  return db
    .selectFrom('script_versions')
    .select(versionColumns)
    .where('store_code', '=', storeCode)
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}
export function findVersion(db: Db, storeCode: string, kind: ScriptKind, version: number) {
  return db
    .selectFrom('script_versions')
    .select([...versionColumns, 'code'])
    .where('store_code', '=', storeCode)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Counts a breakdown of this version, and suspends it with the last one that is borne; answers whether it is suspended now. */
export async function noteBreakdown(
  db: Db,
  { scope, kind, version }: { scope: string; kind: ScriptKind; version: number },
  { why, limit, at }: { why: string; limit: number; at: Date },
): Promise<boolean> {
  const result = await sql<{ suspended: boolean }>`update scripts set breakdowns = breakdowns + 1,
      suspended_at = case when breakdowns + 1 >= ${limit} then coalesce(suspended_at, ${at}::timestamptz) else suspended_at end,
      suspended_reason = case when breakdowns + 1 >= ${limit} then coalesce(suspended_reason, ${why}) else suspended_reason end
    where store_code = ${scope} and kind = ${kind} and version = ${version} returning suspended_at is not null as suspended`.execute(db)
  return result.rows[0]?.suspended ?? false
}
export async function forgetBreakdowns(
  db: Db,
  { scope, kind, version }: { scope: string; kind: ScriptKind; version: number },
): Promise<void> {
  await sql`update scripts set breakdowns = 0 where store_code = ${scope} and kind = ${kind} and version = ${version}
    and breakdowns > 0 and suspended_at is null`.execute(db)
}

/** Whether an account has all stores; an account that is not there has none. */
export async function isOfWholeChain(db: Db, email: string): Promise<boolean> {
  const account = await db.selectFrom('accounts').select(['role_id', 'enable_whole_store']).where('email', '=', email).executeTakeFirst()
  return account !== undefined && (account.role_id === administratorRoleId || account.enable_whole_store)
}

export interface ScriptStore {
  storeCode: string
  storeName: string
  timeZone: string
}
export function storesOf(db: Db, storeCodes: readonly string[]): Promise<ScriptStore[]> {
  if (storeCodes.length === 0) return Promise.resolve([])
  return db
    .selectFrom('stores')
    .select(['store_code as storeCode', 'store_name as storeName', 'time_zone as timeZone'])
    .where('store_code', 'in', [...storeCodes])
    .execute()
}

/** Ends the alarms of a kind of script in the stores that use this one. */
export async function clearScriptAlarms(db: Db, { scope, kind, at }: { scope: string; kind: ScriptKind; at: Date }): Promise<string[]> {
  const result = await sql<{ storeCode: string }>`update alarms a set cleared_at = ${at}::timestamptz
    where a.cleared_at is null and a.type in ('PARSER EXCEPTION', 'DECORATOR EXCEPTION') and a.subject = ${kind}
      and case when ${scope} = '' then not exists (
        select 1 from scripts s where s.store_code = a.store_code and s.kind = ${kind} and s.use_type = 'OWN'
      ) else a.store_code = ${scope} end
    returning a.store_code as "storeCode"`.execute(db)
  return result.rows.map((row) => row.storeCode)
}
