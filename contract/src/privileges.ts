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

/** Keys that stand below another one in the tree of a role (specification 2 §3, §5). */
const parents: Partial<Record<PrivilegeKey, PrivilegeKey>> = { server_config: 'setting', store_config: 'setting', alias: 'setting' }

/** The tree of a role, line by line: parents before their children. */
export const privilegeTree: readonly { key: PrivilegeKey; depth: number; parent: PrivilegeKey | undefined }[] = privilegeKeys
  .filter((key) => parents[key] === undefined)
  .flatMap((key) => [
    { key, depth: 0, parent: undefined },
    ...privilegeKeys.filter((child) => parents[child] === key).map((child) => ({ key: child, depth: 1, parent: key })),
  ])

export interface Right {
  key: PrivilegeKey
  read: boolean
  write: boolean
}

/**
 * The rights of a role as they hold: every key once; nothing is written that is not read, and a parent is read when any of its children is
 * (specification 2 §5).
 */
export function settleRights(given: readonly Right[]): Right[] {
  const readable = (key: PrivilegeKey): boolean => given.some((one) => one.key === key && one.read)
  return privilegeTree.map(({ key }) => {
    const children = privilegeTree.filter((one) => one.parent === key)
    const read = children.length === 0 ? readable(key) : children.some((child) => readable(child.key))
    return { key, read, write: read && given.some((one) => one.key === key && one.write) }
  })
}

/** The rights after one tick: writing takes reading along, a parent its children; taking reading away takes writing away. */
export function changeRight(rights: readonly Right[], key: PrivilegeKey, right: 'read' | 'write', on: boolean): Right[] {
  const isMeant = (one: Right): boolean => one.key === key || privilegeTree.some((line) => line.key === one.key && line.parent === key)
  return settleRights(
    rights.map((one) => {
      if (!isMeant(one)) return one
      if (right === 'read') return { ...one, read: on, write: on && one.write }
      return { ...one, read: on || one.read, write: on }
    }),
  )
}
