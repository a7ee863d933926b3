/**
 * API tokens: programs act for an account with a token of its own instead of a password, as `Authorization: Bearer ect_…` or as Access-Token.
 * A token may never do more than its account may at that moment, is no administrator, and cannot touch the account itself.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { privilegeKeys, type Privilege } from './privileges.ts'
import { done, epochSeconds, storeCode } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** What every token begins with: told apart from a session's, and found by scanners of leaked secrets. */
export const tokenPrefix = 'ect_'

const privileges: readonly string[] = privilegeKeys.flatMap((key) => [`${key}.read`, `${key}.write`])
// Checked by the list above.
const privilege = z.custom<Privilege>(
  (value) => typeof value === 'string' && privileges.includes(value),
  'must be a privilege such as tag.read',
)

const settings = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(100),
  privileges: z.array(privilege).min(1, 'must name one privilege or more').max(privileges.length),
  /** Null: those of the account. */
  storeCodes: z.array(storeCode).min(1).max(10_000).nullable(),
  /** Null: until it is removed. */
  expiresAt: epochSeconds.nullable(),
})
export interface TokenSettings extends z.infer<typeof settings> {}

const row = settings.extend({
  tokenId: z.string(),
  /** For whom it acts. */
  email: z.string(),
  createdAt: epochSeconds,
  lastUsedAt: epochSeconds.nullable(),
  lastIp: z.string(),
})
export interface TokenRow extends z.infer<typeof row> {}

export const tokens = {
  search: tableEndpoint('/auth/token/search', {
    access: 'server_config.read',
    store: 'account',
    summary: 'The account’s API tokens; for accounts of the whole chain, those of all accounts.',
    row,
    filters: ['name', 'email'],
  }),
  create: endpoint('POST', '/auth/token', {
    access: 'server_config.write',
    people: true,
    store: 'account',
    summary: 'Makes an API token for the account itself; the answer tells it once.',
    perMinute: 30,
    body: settings,
    response: z.object({ tokenId: z.string(), token: z.string() }),
  }),
  remove: endpoint('DELETE', '/auth/token/:tokenId', {
    access: 'server_config.write',
    people: true,
    store: 'account',
    summary: 'Removes an API token; a program that uses it is refused at once.',
    response: done,
  }),
}
