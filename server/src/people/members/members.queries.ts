/** Members in SQL. */
import type { MemberStatus } from '@endcap/contract/members'
import { namedStores } from '@endcap/contract/members'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { PrivilegeRow } from '../../platform/db/system-tables.ts'
import { visible, type Reader } from '../accounts/others-account.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'

export interface MemberRow {
  email: string
  name: string
  mobile: string
  roleId: number | null
  roleName: string
  privileges: PrivilegeRow[]
  thirdParty: boolean
  passwordHash: string
  wholeStore: boolean
  /** The first of the stores that are also the reader's. */
  stores: string[]
  storeCount: number
  /** Works in a store that is not the reader's. */
  hasOtherStores: boolean
  status: MemberStatus
  secondFactor: boolean
  lastLoginAt: Date | null
  updatedAt: Date
}

const statusAt = (at: Date) =>
  sql<MemberStatus>`case when a.role_id is null then 'WAITING' when a.locked or a.locked_until > ${at}::timestamptz then 'LOCKED' else 'ACTIVE' end`

export function searchMembers(db: Db, request: TableRequest, { reader, at }: { reader: Reader; at: Date }): Promise<TablePage<MemberRow>> {
  const stores = sql<
    string[]
  >`array(select s.store_code from account_stores s where s.email = a.email and ${ofStores(reader.stores, 's.store_code')} order by 1)`
  const roleName = sql<string>`coalesce(r.name, '')`
  const status = statusAt(at)
  const query = db
    .selectFrom('accounts as a')
    .leftJoin('roles as r', 'r.role_id', 'a.role_id')
    .where(visible(reader))
    .select(['a.email', 'a.name', 'a.mobile', 'a.role_id as roleId', 'a.enable_whole_store as wholeStore'])
    .select(['a.third_party as thirdParty', 'a.password_hash as passwordHash'])
    .select(['a.last_login_at as lastLoginAt', 'a.updated_at as updatedAt'])
    .select([
      roleName.as('roleName'),
      sql<PrivilegeRow[]>`coalesce(r.privileges, '[]')`.as('privileges'),
      sql<string[]>`(${stores})[1:${sql.lit(namedStores)}]`.as('stores'),
      sql<number>`(select count(*)::int from account_stores s where s.email = a.email)`.as('storeCount'),
      sql<boolean>`exists (select 1 from account_stores s where s.email = a.email and not ${ofStores(reader.stores, 's.store_code')})`.as(
        'hasOtherStores',
      ),
      status.as('status'),
      sql<boolean>`exists (select 1 from second_factors f where f.email = a.email and f.confirmed_at is not null)`.as('secondFactor'),
    ])
  return tablePage(query, request, {
    columns: {
      email: textColumn('a.email'),
      name: textColumn('a.name'),
      mobile: textColumn('a.mobile'),
      roleName: { sql: roleName, kind: 'text' },
      store: { sql: stores, kind: 'list' },
      status: { sql: status, kind: 'text' },
      lastLoginAt: timeColumn('a.last_login_at'),
      updatedAt: timeColumn('a.updated_at'),
    },
    dateColumn: sql.ref('a.updated_at'),
    defaultOrder: sql.ref('a.name'),
    tieBreak: sql.ref('a.email'),
  })
}

/** Accounts that the reader sees with all of these patterns, in lower case, in their name or address. */
export const membersLike = (
  db: Db,
  reader: Reader,
  patterns: readonly string[],
  limit: number,
): Promise<{ email: string; name: string }[]> =>
  db
    .selectFrom('accounts as a')
    .select(['a.email', 'a.name'])
    .where(visible(reader))
    .where(sql<boolean>`lower(a.name || ' ' || a.email) like all (${[...patterns]}::text[])`)
    .orderBy('a.name')
    .orderBy('a.email')
    .limit(limit)
    .execute()

/** How many of the accounts that the reader sees are in each state. */
export async function countMembers(db: Db, reader: Reader, at: Date): Promise<{ status: MemberStatus; count: number }[]> {
  const result = await sql<{
    status: MemberStatus
    count: number
  }>`select ${statusAt(at)} as status, count(*)::int as count from accounts a where ${visible(reader)} group by 1`.execute(db)
  return result.rows
}

export function loginsOf(db: Db, email: string, request: TableRequest) {
  const query = db.selectFrom('login_history').select(['ip', 'type', 'email', 'success', 'locked', 'updated_at']).where('email', '=', email)
  return tablePage(query, request, {
    columns: {
      ip: textColumn('ip'),
      type: { sql: sql.ref('type'), kind: 'number' },
      email: textColumn('email'),
      updatedAt: timeColumn('updated_at'),
    },
    dateColumn: sql.ref('updated_at'),
    defaultOrder: sql`updated_at desc`,
    tieBreak: sql`updated_at desc, ip`,
  })
}

/** Administrators other than this account who could still sign in; all of them are held, so that two cannot remove each other. */
export async function otherAdministrators(tx: Db, email: string): Promise<number> {
  const rows = await tx.selectFrom('accounts').select(['email', 'locked']).where('role_id', '=', 0).orderBy('email').forUpdate().execute()
  return rows.filter((row) => !row.locked && row.email !== email).length
}

export async function replaceStores(tx: Db, email: string, stores: readonly string[]): Promise<void> {
  await tx.deleteFrom('account_stores').where('email', '=', email).execute()
  if (stores.length > 0)
    await tx
      .insertInto('account_stores')
      .values([...new Set(stores)].map((store_code) => ({ email, store_code })))
      .execute()
}
