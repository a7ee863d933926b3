/** Accounts that may do less than everything, made in the database: a server on PostgreSQL is needed. */
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import pg from 'pg'
import { administrator } from './system.ts'

/** An account with these privileges for these stores, and the administrator's password. */
export async function addAccount(
  databaseUrl: string,
  { email, privileges, stores }: { email: string; privileges: readonly Privilege[]; stores: readonly string[] },
): Promise<{ email: string; password: string }> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const rows = privilegeKeys.map((key) => ({
    key,
    read: privileges.includes(`${key}.read`),
    write: privileges.includes(`${key}.write`),
  }))
  const { rows: roles } = await database.query<{ id: number }>(
    `insert into roles (role_id, name, privileges) select max(role_id) + 1, $1, $2 from roles returning role_id as id`,
    [email, JSON.stringify(rows)],
  )
  await database.query(
    `insert into accounts (email, name, password_hash, role_id, last_pwd_changed) select $1, $1, password_hash, $2, now() from accounts where email = $3`,
    [email, roles[0]?.id, administrator.email],
  )
  for (const storeCode of stores) await database.query(`insert into account_stores values ($1, $2)`, [email, storeCode])
  await database.end()
  return { email, password: administrator.password }
}
