/** Accounts, sessions and login history in SQL. */
import { sql } from 'kysely'
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
  /** Somebody else vouches for it (third-party authentication). */
  thirdParty: boolean
  /** Counts the changes that people made to it. */
  version: number
  /** Signs in with a second factor. */
  secondFactor: boolean
  /** An administrator without one, where administrators need one. */
  factorDue: boolean
}

const hasFactor = sql`exists (select 1 from second_factors f where f.email = a.email and f.confirmed_at is not null)`

const accountColumns = sql`a.email, a.name, a.mobile, a.password_hash as "passwordHash", a.role_id as "roleId", r.name as "roleName",
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
    await sql<AccountRow>`select ${accountColumns} from accounts a left join roles r using (role_id) where a.email = ${email}`.execute(db)
  return result.rows[0]
}

export interface SessionRow extends AccountRow {
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

/** The account of a session that has not expired. */
export async function findSession(db: Db, tokenHash: string, at: Date): Promise<SessionRow | undefined> {
  const result =
    await sql<SessionRow>`select ${accountColumns}, x.created_at as "createdAt", x.last_used_at as "lastUsedAt", x.expires_at as "expiresAt"
    from sessions x join accounts a using (email) left join roles r using (role_id)
    where x.token_hash = ${tokenHash} and x.expires_at > ${at}::timestamptz`.execute(db)
  return result.rows[0]
}

/** Those of these sessions that are open to their accounts. */
export async function openSessions(db: Db, tokenHashes: readonly string[], at: Date): Promise<Set<string>> {
  const result = await sql<{ hash: string }>`select x.token_hash as hash from sessions x join accounts a using (email)
    where x.token_hash = any(${tokenHashes}::text[]) and x.expires_at > ${at}::timestamptz and not a.locked and a.role_id is not null`.execute(
    db,
  )
  return new Set(result.rows.map((row) => row.hash))
}

export async function insertSession(
  db: Db,
  session: { tokenHash: string; email: string; at: Date; expiresAt: Date; ip: string; userAgent: string },
): Promise<void> {
  const { tokenHash, email, at, expiresAt, ip, userAgent } = session
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      email,
      created_at: at,
      last_used_at: at,
      expires_at: expiresAt,
      ip,
      user_agent: userAgent.slice(0, 300),
    })
    .execute()
}

export async function prolongSession(db: Db, tokenHash: string, { at, expiresAt }: { at: Date; expiresAt: Date }): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: at, expires_at: expiresAt }).where('token_hash', '=', tokenHash).execute()
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

export async function insertLogin(
  db: Db,
  login: { email: string; ip: string; type: 0 | 1; success: boolean; locked: boolean; at: Date },
): Promise<void> {
  const { email, ip, type, success, locked, at } = login
  await db.insertInto('login_history').values({ email, ip, type, success, locked, updated_at: at }).execute()
}

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

export async function unknownStores(db: Db, stores: readonly string[]): Promise<string[]> {
  const result = await sql<{
    code: string
  }>`select code from unnest(${stores}::text[]) as code where not exists (select 1 from stores where store_code = code)`.execute(db)
  return result.rows.map((row) => row.code)
}
