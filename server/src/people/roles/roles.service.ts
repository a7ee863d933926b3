/** Roles: added, changed, deleted (specification 2 §5, §6). What is changed holds for open sessions with their next call. */
import type { RequestOf } from '@endcap/contract/endpoint'
import { administratorRoleId, privilegeKeys, privilegeTree, settleRights } from '@endcap/contract/privileges'
import { readyRole, type ReadyRole } from '@endcap/contract/ready-roles'
import type { Role, roles as endpoints } from '@endcap/contract/roles'
import { systemLocation } from '@endcap/contract/alarms'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { sqlState } from '../../platform/db/sql-state.ts'
import { conflict, forbidden, invalid, notFound, type ApiError } from '../../platform/base/errors.ts'
import { refusalToGive } from '../accounts/authorise-managing.ts'
import type { Session } from '../../platform/http/session.ts'
import { holdRole, insertRole, keepRole, readRole, readRoles, type RoleRow } from './roles.queries.ts'

export const allRoles = (db: Db): Promise<RoleRow[]> => readRoles(db)
export const findRole = (db: Db, roleId: number): Promise<RoleRow | undefined> => readRole(db, roleId)

/** The role, kept until the end of the transaction, so that it can be given; undefined when it was deleted meanwhile. */
export async function roleToGive(tx: Db, roleId: number): Promise<RoleRow | undefined> {
  return (await keepRole(tx, roleId)) ? readRole(tx, roleId) : undefined
}

const subject = (roleId: number) => ({ kind: 'role', id: String(roleId) })
const shown = ({ name, privileges }: Pick<RoleRow, 'name' | 'privileges'>) => ({
  name,
  privilege: privileges.flatMap(({ key, read, write }) => [...(read ? [`${key}.read`] : []), ...(write ? [`${key}.write`] : [])]),
})

/** A role as the session sees it. */
export function describeRole(session: Session, role: RoleRow): Role {
  const { roleId, name, privileges, accountCount, updatedAt, version } = role
  const all = roleId === administratorRoleId
  const rights = settleRights(all ? privilegeKeys.map((key) => ({ key, read: true, write: true })) : privileges)
  return {
    role_id: roleId,
    name,
    accountCount,
    updatedAt: toEpoch(updatedAt),
    version,
    privilege: rights.map((right, place) => ({ ...right, depth: privilegeTree[place]?.depth ?? 0 })),
    mayChange: session.can('role.write') && refusalToChange(session, role) === undefined,
  }
}

/** Why this session may not change or delete this role. */
function refusalToChange(session: Session, role: Pick<RoleRow, 'roleId' | 'privileges'>): ApiError | undefined {
  if (role.roleId === administratorRoleId) return forbidden('The administrator’s role stays as it is.', 'role-fixed')
  return refusalForStores(session) ?? refusalToGive(session, role)
}

/** A role holds wherever it is given. */
function refusalForStores(session: Session): ApiError | undefined {
  if (session.stores === 'all') return undefined
  return forbidden('Roles hold in all stores: only an account of the whole chain changes them.', 'role-chain')
}

function notifyMembers({ signals }: Context, roleId: number) {
  signals.notify('rights-changed', { roleId })
  signals.notify('changed', { storeCode: systemLocation, changes: ['roles'] })
}

/** Adds a role, or changes the one that is named; answers its number. */
export async function saveRole(context: Context, session: Session, given: RequestOf<(typeof endpoints)['save']>['body']): Promise<number> {
  const { db, clock } = context
  if (given.name === '') throw invalid('Enter Name, please!', 'name')
  const privileges = settleRights(given.privilege)
  const at = clock.now()
  const refusal = refusalForStores(session) ?? refusalToGive(session, { roleId: -1, privileges })
  if (refusal !== undefined) throw refusal
  const roleId = await refusingSameName(() =>
    inTransaction(db, async (tx) => {
      const { role_id: requestedId, name } = given
      if (requestedId === undefined) {
        const added = await insertRole(tx, { name, privileges, at })
        await recordChange(tx, { subject: subject(added), before: null, after: shown({ name, privileges }) })
        return added
      }
      const before = await changeable(tx, session, requestedId)
      if (given.version !== undefined && given.version !== before.version)
        throw conflict('This role was changed by another account in the meantime. Open it again.', 'role-changed-since')
      await tx
        .updateTable('roles')
        .set({ name, privileges: JSON.stringify(privileges), updated_at: at, version: before.version + 1 })
        .where('role_id', '=', requestedId)
        .execute()
      await recordChange(tx, { subject: subject(requestedId), before: shown(before), after: shown({ name, privileges }) })
      return requestedId
    }),
  )
  notifyMembers(context, roleId)
  return roleId
}

/** The number of a ready role: of the one that has its name, else of a new one. For the transaction that gives it. */
export async function readyRoleToGive(tx: Db, session: Session, { ready, at }: { ready: ReadyRole; at: Date }): Promise<number> {
  const { name, privileges } = readyRole(ready)
  const found = (await readRoles(tx)).find((role) => role.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found.roleId
  if (!session.can('role.write') || session.stores !== 'all')
    throw forbidden(`There is no role ${name} yet. An account of the whole chain that may change roles makes it.`, 'role-missing')
  const refusal = refusalToGive(session, { roleId: -1, privileges })
  if (refusal !== undefined) throw refusal
  const added = await insertRole(tx, { name, privileges, at })
  await recordChange(tx, { subject: subject(added), before: null, after: shown({ name, privileges }) })
  return added
}

export async function removeRole(context: Context, session: Session, roleId: number): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const before = await changeable(tx, session, roleId)
    if (before.accountCount > 0) throw conflict('The role in use can not be deleted.', 'role-in-use')
    await tx.deleteFrom('roles').where('role_id', '=', roleId).execute()
    await recordChange(tx, { subject: subject(roleId), before: shown(before), after: null })
  })
  notifyMembers(context, roleId)
}

/** The role, held, when this session may change it. */
async function changeable(tx: Db, session: Session, roleId: number): Promise<RoleRow> {
  await holdRole(tx, roleId)
  const role = await readRole(tx, roleId)
  if (role === undefined) throw notFound('This role does not exist.')
  const refusal = refusalToChange(session, role)
  if (refusal !== undefined) throw refusal
  return role
}

/** Says that there is a role of this name where two were made at once. */
export async function refusingSameName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) === '23505') throw conflict('There is a role with this name already.', 'role-exists')
    throw error
  }
}
