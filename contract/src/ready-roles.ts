/** Roles that are ready to be given: what people of a chain do, as privileges. Each is made as an ordinary role with its first use. */
import { privilegeKeys, settleRights, type PrivilegeKey, type Right } from './privileges.ts'

export const readyRoleNames = ['clerk', 'manager', 'prices', 'it'] as const
export type ReadyRole = (typeof readyRoleNames)[number]

interface Rights {
  /** What the role is called where it is made; it can be renamed like any other. */
  name: string
  reads: readonly PrivilegeKey[]
  /** Reading goes along. */
  writes: readonly PrivilegeKey[]
}
const given: Record<ReadyRole, Rights> = {
  clerk: { name: 'Clerk', reads: ['dashboard', 'store', 'sensor', 'product', 'task', 'alarm'], writes: ['tag', 'paper', 'ip'] },
  manager: {
    name: 'Store manager',
    reads: ['dashboard', 'store', 'task', 'ld', 'member'],
    writes: ['tag', 'sensor', 'product', 'paper', 'ip', 'alarm', 'plus'],
  },
  prices: { name: 'Prices', reads: ['dashboard', 'store', 'tag', 'task', 'alarm', 'alias'], writes: ['product', 'ld', 'paper', 'ip'] },
  it: {
    name: 'IT',
    reads: ['dashboard', 'tag', 'product', 'task', 'role'],
    writes: ['server', 'store', 'sensor', 'alarm', 'member', 'alias', 'setting', 'server_config', 'store_config'],
  },
}

export function readyRole(ready: ReadyRole): { name: string; privileges: Right[] } {
  const { name, reads, writes } = given[ready]
  const rights = privilegeKeys.map((key) => ({ key, read: reads.includes(key) || writes.includes(key), write: writes.includes(key) }))
  return { name, privileges: settleRights(rights) }
}
