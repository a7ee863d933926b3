/** Roles in SQL. */
import { sql } from 'kysely'
import type { PrivilegeRow } from '../../platform/db/system-tables.ts'
import type { Db } from '../../platform/db/schema.ts'

export interface RoleRow {
  roleId: number
  name: string
  privileges: PrivilegeRow[]
  accountCount: number
  updatedAt: Date
  version: number
}

const columns = sql`r.role_id as "roleId", r.name, r.privileges, r.updated_at as "updatedAt", r.version,
  (select count(*)::int from accounts a where a.role_id = r.role_id) as "accountCount"`

export async function readRoles(db: Db): Promise<RoleRow[]> {
  const result = await sql<RoleRow>`select ${columns} from roles r order by r.role_id <> 0, lower(r.name), r.role_id`.execute(db)
  return result.rows
}

export async function readRole(db: Db, roleId: number): Promise<RoleRow | undefined> {
  const result = await sql<RoleRow>`select ${columns} from roles r where r.role_id = ${roleId}`.execute(db)
  return result.rows[0]
}

/** Holds the role until the end of the transaction: no other transaction gives it or changes it meanwhile. */
export async function holdRole(tx: Db, roleId: number): Promise<void> {
  await tx.selectFrom('roles').select('role_id').where('role_id', '=', roleId).forUpdate().execute()
}

/** Keeps the role from being deleted until the end of the transaction; answers whether it is still there. */
export async function keepRole(tx: Db, roleId: number): Promise<boolean> {
  const row = await tx.selectFrom('roles').select('role_id').where('role_id', '=', roleId).forKeyShare().executeTakeFirst()
  return row !== undefined
}

/** Adds a role under the next free number; numbers of roles that are no more do not come again. */
export async function insertRole(tx: Db, role: { name: string; privileges: PrivilegeRow[]; at: Date }): Promise<number> {
  const { name, privileges, at } = role
  for (;;) {
    const result = await sql<{ id: number }>`insert into roles (role_id, name, privileges, updated_at)
      values (nextval('role_ids'), ${name}, ${JSON.stringify(privileges)}::jsonb, ${at}::timestamptz)
      on conflict (role_id) do nothing returning role_id as id`.execute(tx)
    const [row] = result.rows
    if (row !== undefined) return row.id
  }
}
