/** API tokens: made by an account for programs that act for it, with what it may do itself or less. */
import { randomBytes } from 'node:crypto'
import { tokenPrefix, type TokenSettings } from '@endcap/contract/tokens'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { fromEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { forbidden, invalid, notFound } from '../../platform/base/errors.ts'
import { findAccount } from '../accounts/account-rows.ts'
import { hashToken, sessionOf } from '../session/session.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { findToken, noteUse, tokensOf } from './tokens.queries.ts'

/** The last use is kept this exactly, so that reading does not write. */
const noteEveryMs = 60_000
/** A token has no role: what is for the administrator alone is not for tokens. */
const noRole = -1

/** By the name that people know it by. */
const subject = (name: string) => ({ kind: 'token', id: name })

export async function createToken(
  context: Context,
  session: Session,
  settings: TokenSettings,
): Promise<{ tokenId: string; token: string }> {
  const { name, privileges, storeCodes, expiresAt } = settings
  const beyond = privileges.filter((one) => !session.can(one))
  if (beyond.length > 0) throw forbidden(`You cannot give what you may not do yourself: ${beyond.join(', ')}.`)
  for (const code of storeCodes ?? []) if (!session.allows(code)) throw forbidden(`The store ${code} is not one of yours.`, 'other-store')
  const at = context.clock.now()
  if (expiresAt !== null && fromEpoch(expiresAt) <= at) throw invalid('expiresAt: must be in the future', 'expiresAt')
  const token = tokenPrefix + randomBytes(32).toString('base64url')
  return inTransaction(context.db, async (tx) => {
    const row = {
      name,
      privileges: [...new Set(privileges)],
      store_codes: storeCodes,
      expires_at: expiresAt === null ? null : fromEpoch(expiresAt),
      token_hash: hashToken(token),
      email: session.email,
      created_at: at,
    }
    const { token_id: tokenId } = await tx.insertInto('api_tokens').values(row).returning('token_id').executeTakeFirstOrThrow()
    await recordChange(tx, { subject: subject(name), before: null, after: settings })
    return { tokenId, token }
  })
}

/** Own tokens; of others, those who have the whole chain. */
export async function removeToken({ db }: Context, session: Session, tokenId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await tokensOf(tx, ownerSeen(session)).where('token_id', '=', tokenId).selectAll().executeTakeFirst()
    if (row === undefined) throw notFound('There is no such token.')
    const { name, email, privileges, store_codes: storeCodes } = row
    await tx.deleteFrom('api_tokens').where('token_id', '=', tokenId).execute()
    await recordChange(tx, { subject: subject(name), before: { name, email, privileges, storeCodes }, after: null })
  })
}

/** Whose tokens are seen: undefined for those of every account. */
export const ownerSeen = ({ stores, email }: Session): string | undefined => (stores === 'all' ? undefined : email)

/** The account of a token with the token's limits; undefined where the token, or the account behind it, is not good any more. */
export async function openToken({ db, clock }: Context, token: string, ip: string): Promise<Session | undefined> {
  const at = clock.now()
  const tokenHash = hashToken(token)
  const row = await findToken(db, tokenHash, at)
  if (row === undefined) return undefined
  const account = await findAccount(db, row.email)
  // Where failed sign-ins have locked it for a while, its programs go on.
  if (account === undefined || account.roleId === null || account.locked) return undefined
  if (row.last_used_at === null || at.getTime() - row.last_used_at.getTime() > noteEveryMs) await noteUse(db, row.token_id, { at, ip })
  const whole = sessionOf(account, account.roleId, { tokenHash, changeDue: false })
  const codes = row.store_codes
  return {
    ...whole,
    tokenId: row.token_id,
    // Programs go on while their owner is at the door: the second factor is for who signs in.
    roleId: noRole,
    factorDue: false,
    stores: codes === null ? whole.stores : codes.filter((code) => whole.allows(code)),
    can: (privilege) => row.privileges.includes(privilege) && whole.can(privilege),
    allows: (code) => (codes === null || codes.includes(code)) && whole.allows(code),
  }
}
