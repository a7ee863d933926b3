/**
 * Accounts in SQL: what every domain of people reads and writes of them. It is the lowest of them, so that signing in, members, tokens and
 * third parties share it without knowing each other.
 */
import { sql } from 'kysely'
import { prepared } from '../../platform/db/prepared.ts'
import type { PrivilegeRow } from '../../platform/db/system-tables.ts'
import type { Db } from '../../platform/db/schema.ts'
import { passwordMaxAgeDays } from '../../settings/settings.service.ts'

export interface AccountRow {
  email: string
  name: string
  mobile: string
  passwordHash: string
  roleId: number | null
  roleName: string | null
  privileges: PrivilegeRow[]
  wholeStore: boolean
  stores: string[]
  language: 'en_US' | 'ja_JP' | 'ko_KR' | null
  locked: boolean
  lockedUntil: Date | null
  weakPwd: boolean
  forceChange: boolean
  lastPwdChanged: Date | null
  /** The end of a temporary password. */
  passwordExpiresAt: Date | null
  /** Days a password is good for; 0 for ever. */
  maxAgeDays: number
  lastLoginAt: Date | null
  /** Another system authenticates it (third-party authentication). */
  thirdParty: boolean
  /** Counts the changes that people made to it. */
  version: number
  /** Signs in with a second factor. */
  secondFactor: boolean
  /** An administrator without one, where administrators need one. */
  factorDue: boolean
}

const hasFactor = sql`exists (select 1 from second_factors f where f.email = a.email and f.confirmed_at is not null)`

/** The columns of an `AccountRow`, of `accounts a left join roles r`. */
export const accountColumns = sql`a.email, a.name, a.mobile, a.password_hash as "passwordHash", a.role_id as "roleId", r.name as "roleName",
  coalesce(r.privileges, '[]') as privileges, a.enable_whole_store as "wholeStore",
  array(select s.store_code from account_stores s where s.email = a.email order by 1) as stores, a.language,
  a.locked, a.locked_until as "lockedUntil", a.weak_pwd as "weakPwd", a.force_change as "forceChange",
  a.last_pwd_changed as "lastPwdChanged", a.password_expires_at as "passwordExpiresAt",
  coalesce((select (t.value->>'maxAgeDays')::int from settings t where t.key = 'passwords'), ${sql.lit(passwordMaxAgeDays)}) as "maxAgeDays", a.last_login_at as "lastLoginAt", a.third_party as "thirdParty", a.version,
  ${hasFactor} as "secondFactor",
  a.role_id is not distinct from 0 and not ${hasFactor}
    and exists (select 1 from settings t where t.key = 'passwords' and t.value->>'requireSecondFactor' = 'true') as "factorDue"`

export async function findAccount(db: Db, email: string): Promise<AccountRow | undefined> {
  const result =
    await sql<AccountRow>`${prepared} select ${accountColumns} from accounts a left join roles r using (role_id) where a.email = ${email}`.execute(
      db,
    )
  return result.rows[0]
}

/** Adds an account; `false` where the address has one already. */
export async function insertAccount(
  db: Db,
  account: { email: string; name: string; mobile: string; passwordHash: string; roleId: number | null; at: Date },
): Promise<boolean> {
  const { email, name, mobile, passwordHash, roleId, at } = account
  const result = await db
    .insertInto('accounts')
    .values({ email, name, mobile, password_hash: passwordHash, role_id: roleId, last_pwd_changed: at, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('email').where('role_id', '=', 0).limit(1).executeTakeFirst()) !== undefined
}

/** Those of these store codes that no store has. */
export async function unknownStores(db: Db, stores: readonly string[]): Promise<string[]> {
  const result = await sql<{
    code: string
  }>`select code from unnest(${stores}::text[]) as code where not exists (select 1 from stores where store_code = code)`.execute(db)
  return result.rows.map((row) => row.code)
}

/** The locale of most of these stores, else of most stores of the chain; empty without stores. */
export async function defaultLocale(db: Db, stores: readonly string[]): Promise<string> {
  const result = await sql<{ locale: string }>`select locale from stores group by locale
    order by count(*) filter (where store_code = any(${stores}::text[])) desc, count(*) desc, locale limit 1`.execute(db)
  return result.rows[0]?.locale ?? ''
}

/** Ends one session, or all of an account but one. */
export async function deleteSessions(db: Db, which: { tokenHash: string } | { email: string; but?: string }): Promise<void> {
  let query = db.deleteFrom('sessions')
  if ('tokenHash' in which) query = query.where('token_hash', '=', which.tokenHash)
  else {
    query = query.where('email', '=', which.email)
    if (which.but !== undefined) query = query.where('token_hash', '<>', which.but)
  }
  await query.execute()
}
