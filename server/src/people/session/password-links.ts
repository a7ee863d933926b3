/**
 * Password reset by link: single use, good for a short time, kept as a hash. Nothing of the account changes before a new password has been chosen
 * with it; then all its sessions, API tokens and known devices end.
 */
import { randomBytes } from 'node:crypto'
import { systemLocation } from '@endcap/contract/alarms'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, invalid } from '../../platform/base/errors.ts'
import { queueMails } from '../mail/outbox.ts'
import { dropChallenges } from './challenges.ts'
import { dropDevices } from './devices.ts'
import { thirdPartyAccounts } from './third-party-accounts.ts'
import { passwordChangedMail } from './password-mails.ts'
import { hashPassword, isWeak, passwordColumns, weak } from './passwords.ts'
import { deleteSessions, findAccount } from '../accounts/account-rows.ts'
import { dropFailures } from './throttle.ts'
import { hashToken } from './tokens.ts'

export const linkMinutes = 30
/** Kept after its end, so that it can be told from one that never was. */
const retentionMs = 7 * 86_400_000

/** Makes a link for an account. */
export async function createLink(tx: Db, email: string, at: Date, minutes = linkMinutes): Promise<string> {
  const link = randomBytes(32).toString('base64url')
  await tx
    .deleteFrom('password_links')
    .where('expires_at', '<', new Date(at.getTime() - retentionMs))
    .execute()
  await tx
    .insertInto('password_links')
    .values({ link_hash: hashToken(link), email, created_at: at, expires_at: new Date(at.getTime() + minutes * 60_000) })
    .execute()
  return link
}

/** How many links an account was given since. */
export async function linksSince(db: Db, email: string, since: Date): Promise<number> {
  const rows = await db
    .selectFrom('password_links')
    .select('link_hash')
    .where('email', '=', email)
    .where('created_at', '>', since)
    .execute()
  return rows.length
}

const wrong = () => new ApiError(400, { code: 'link-wrong', message: 'This link is not right. Ask for a new one.', field: 'token' })
const used = () => new ApiError(400, { code: 'link-used', message: 'This link was used already. Ask for a new one.', field: 'token' })
const expired = () => new ApiError(400, { code: 'link-expired', message: 'This link has expired. Ask for a new one.', field: 'token' })

/** The account of a link that is still good; throws what is the matter with it. Within a transaction it is held until its end. */
async function accountOfLink(context: Context, tx: Db, link: string) {
  const row = await tx
    .selectFrom('password_links')
    .select(['email', 'expires_at', 'used_at'])
    .where('link_hash', '=', hashToken(link))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw wrong()
  if (row.used_at !== null) throw used()
  if (row.expires_at <= context.clock.now()) throw expired()
  const account = await findAccount(tx, row.email)
  if (account === undefined || account.locked) throw wrong()
  return account
}

/** Whose password a link changes, and whether it is the first that this person chooses. */
export async function readLink(context: Context, link: string): Promise<{ email: string; first: boolean }> {
  const { email, lastLoginAt } = await accountOfLink(context, context.db, link)
  return { email, first: lastLoginAt === null }
}

/** Ends all that an account was opened with: its password is a new one now. */
export async function endAccess(tx: Db, email: string): Promise<void> {
  await deleteSessions(tx, { email })
  await tx.deleteFrom('api_tokens').where('email', '=', email).execute()
  await tx.deleteFrom('password_links').where('email', '=', email).where('used_at', 'is', null).execute()
  await dropDevices(tx, email)
  await dropChallenges(tx, email)
  await dropFailures(tx, email)
}

/** Gives the account of a link a new password, and uses the link up. */
export async function setPassword(context: Context, { token: link, password }: { token: string; password: string }): Promise<void> {
  const { db, clock, signals, mailer } = context
  if (password.trim() === '') throw invalid('Enter Password, Please!', 'password')
  const about = await accountOfLink(context, db, link)
  if (await isWeak(password, [about.email, about.name])) throw weak()
  const passwordHash = await hashPassword(password)
  const isThirdParty = await thirdPartyAccounts(context)
  const email = await inTransaction(db, async (tx) => {
    // Again, and held: hashing takes its time.
    const account = await accountOfLink(context, tx, link)
    if (isThirdParty(account)) throw wrong()
    const at = clock.now()
    await tx.updateTable('password_links').set({ used_at: at }).where('link_hash', '=', hashToken(link)).execute()
    await tx
      .updateTable('accounts')
      .set({
        ...passwordColumns(passwordHash, at),
        password_expires_at: null,
        force_change: false,
        locked_until: null,
      })
      .where('email', '=', account.email)
      .execute()
    await endAccess(tx, account.email)
    await recordChange(tx, { subject: { kind: 'account', id: account.email }, before: null, after: { newPassword: true } })
    if (mailer.enabled) await queueMails(tx, [await passwordChangedMail(tx, account)], at)
    return account.email
  })
  signals.notify('sessions-ended', { email, reason: 'password' })
  signals.notify('changed', { storeCode: systemLocation, changes: ['members'] })
}
