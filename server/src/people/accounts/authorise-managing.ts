/**
 * Authorises managing accounts. The rule in one sentence: no account manages another, or gives a role, that may do more than it may itself;
 * otherwise a new password for another account would be a way to more rights.
 */
import { administratorRoleId, type Privilege } from '@endcap/contract/privileges'
import type { PrivilegeRow } from '../../platform/db/system-tables.ts'
import { forbidden, type ApiError } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'

/** What an account may do. */
export interface Rights {
  roleId: number | null
  privileges: readonly PrivilegeRow[]
  wholeStore: boolean
  stores: readonly string[]
}

/** The rights of a role that this session does not have itself, such as `product.write`. */
export function rightsBeyond(session: Session, privileges: readonly PrivilegeRow[]): Privilege[] {
  if (session.roleId === administratorRoleId) return []
  return privileges
    .flatMap(({ key, read, write }): Privilege[] => [
      ...(read ? [`${key}.read` as const] : []),
      ...(write ? [`${key}.write` as const] : []),
    ])
    .filter((right) => !session.can(right))
}

/** Why this session may not manage an account with these rights; undefined when it may. */
export function refusalToManage(session: Session, { roleId, privileges, wholeStore, stores }: Rights): ApiError | undefined {
  if (session.roleId === administratorRoleId) return undefined
  if (roleId === administratorRoleId) return forbidden('Only an administrator may do this.', 'administrator-only')
  const beyond = rightsBeyond(session, privileges)
  if (beyond.length > 0) return forbidden(`This account has rights that you do not have: ${beyond.join(', ')}.`, 'account-above')
  if (session.stores !== 'all' && (wholeStore || stores.some((code) => !session.allows(code))))
    return forbidden('This account works in stores that are not yours.', 'account-of-other-stores')
  return undefined
}

/** Why this session may not give this role; undefined when it may. */
export function refusalToGive(session: Session, role: { roleId: number; privileges: readonly PrivilegeRow[] }): ApiError | undefined {
  if (session.roleId === administratorRoleId) return undefined
  if (role.roleId === administratorRoleId) return forbidden('Only an administrator may do this.', 'administrator-only')
  const beyond = rightsBeyond(session, role.privileges)
  if (beyond.length === 0) return undefined
  return forbidden(`You cannot give rights that you do not have yourself: ${beyond.join(', ')}.`, 'role-above')
}
