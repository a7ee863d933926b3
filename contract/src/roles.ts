/** Roles: named sets of privileges, in use by accounts (specification 2 §2 to §8). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { privilegeKeys } from './privileges.ts'
import { done, epochSeconds } from './schemas.ts'

const role = z.object({
  role_id: z.int(),
  name: z.string(),
  /** The tree in its order: `depth` 1 stands below the entry of depth 0 before it. */
  privilege: z.array(z.object({ key: z.enum(privilegeKeys), depth: z.int(), read: z.boolean(), write: z.boolean() })),
  /** Accounts that have it. */
  accountCount: z.int(),
  updatedAt: epochSeconds,
  /** Sent back with a change, so that it does not undo what another account changed meanwhile. */
  version: z.int(),
  /** Whether the reader may change it: not the administrator's role, nor one that may do more than the reader's own. */
  mayChange: z.boolean(),
})
export type Role = z.infer<typeof role>

export const roles = {
  list: endpoint('GET', '/auth/role', {
    access: 'role.read',
    store: 'none',
    summary: 'The roles with their privileges.',
    response: z.object({ roleList: z.array(role) }),
  }),
  get: endpoint('GET', '/auth/role/:roleId', {
    access: 'role.read',
    store: 'none',
    summary: 'One role.',
    response: role,
  }),
  save: endpoint('POST', '/auth/role', {
    access: 'role.write',
    store: 'none',
    summary: 'Adds a role, or changes the one named by role_id: open sessions have the new rights with their next call.',
    body: z.strictObject({
      role_id: z
        .union([z.int(), z.string().regex(/^\d{1,9}$/, 'must be the number of a role')])
        .transform(Number)
        .pipe(z.int().nonnegative())
        .optional(),
      name: z.string().trim().max(100),
      /** Keys left out are neither read nor written. */
      privilege: z
        .array(z.object({ key: z.enum(privilegeKeys), depth: z.int().optional(), read: z.boolean(), write: z.boolean() }))
        .max(privilegeKeys.length),
      version: z.int().optional(),
    }),
    response: done.extend({ role_id: z.int() }),
  }),
  remove: endpoint('DELETE', '/auth/role/:roleId', {
    access: 'role.write',
    store: 'none',
    summary: 'Deletes a role that no account has.',
    response: done,
  }),
}
