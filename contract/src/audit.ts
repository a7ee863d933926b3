/** What people changed: every write with who, when and from where, what it was before and what after. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds } from './schemas.ts'
import { tableEndpoint } from './table.ts'

const auditRow = z.object({
  auditId: z.string(),
  updatedAt: epochSeconds,
  /** Empty where no account was signed in, as at a sign-up. */
  email: z.string(),
  ip: z.string(),
  /** The call by its name in this contract, such as `stores.create`. */
  action: z.string(),
  /** Null: nothing of one store. */
  storeCode: z.string().nullable(),
  /** What was changed (role, store, setting …), and which one of them. */
  kind: z.string(),
  subject: z.string(),
  /** Names of the fields that are different now. */
  changed: z.array(z.string()),
})
export type AuditRow = z.infer<typeof auditRow>

const value = z.unknown()

export const audit = {
  search: tableEndpoint('/audit/search', {
    access: 'member.read',
    store: 'account',
    summary: 'What was changed in the account’s stores, newest first; what is of no store is for accounts of the whole chain.',
    row: auditRow,
    filters: ['email', 'ip', 'action', 'storeCode', 'kind', 'subject'],
  }),
  detail: endpoint('GET', '/audit/:auditId', {
    access: 'member.read',
    store: 'account',
    summary: 'One change with what was before and what after; null where there was or is nothing.',
    response: auditRow.extend({ before: value, after: value }),
  }),
}
