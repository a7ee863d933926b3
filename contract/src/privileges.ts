/** The privilege catalogue (specification 1 §3, 2 §3): one key per area, each with read and write. */
export const privilegeKeys = [
  'dashboard',
  'server',
  'store',
  'tag',
  'sensor',
  'product',
  'paper',
  'task',
  'alias',
  'alarm',
  'member',
  'role',
  'ld',
  'plus',
  'ip',
  'setting',
  'server_config',
  'store_config',
] as const

export type PrivilegeKey = (typeof privilegeKeys)[number]
/** What an endpoint asks for and a role grants: `tag.read`, `product.write`, … */
export type Privilege = `${PrivilegeKey}.${'read' | 'write'}`

/** The role that holds every privilege in every store. */
export const administratorRoleId = 0
