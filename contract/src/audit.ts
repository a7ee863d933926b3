/** What people changed: every write with who, when and from where, what it was before and what after. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** A field that is different now, where both are short enough to be read at a glance. Null: there was or is none. */
const difference = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
/** Differences that a row carries; the record has all. */
export const rowDifferences = 4
const ofProducts = z.object({
  /** Products that the update changed, and the first of them. */
  count: z.int(),
  prCode: z.string(),
  /** As it is called now, before where it is gone; empty where it has no name. */
  name: z.string(),
  is: z.enum(['new', 'changed', 'removed']),
  /** Its price where that changed. */
  price: difference.nullable(),
  /** Its other fields that changed, by the names of their aliases. */
  differences: z.array(difference),
})

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
  /** What it is called: by a name that the record has, else as `subject`. */
  name: z.string(),
  /** It is there no more. */
  gone: z.boolean(),
  storeName: z.string().nullable(),
  /** Names of the fields that are different now. */
  changed: z.array(z.string()),
  differences: z.array(difference),
  /** What the update of products that was made is about, from their history; null where it was none, or its history is gone. */
  products: ofProducts.nullable(),
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
