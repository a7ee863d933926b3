/**
 * Account requests by e-mail address: a forgotten password, a new account. Asking writes one row and answers, whatever the
 * address; whether there is such an account is looked up afterwards and told in a mail alone, so that neither answer nor time tell it.
 */
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { queueMails, queueSecretMail } from '../mail/outbox.ts'
import { thirdPartyAccounts } from './third-party-accounts.ts'
import { accountExistsMail, passwordLinkMail } from './password-mails.ts'
import { createLink, linksSince } from './password-links.ts'
import { findAccount, type AccountRow } from '../accounts/account-rows.ts'

/** Mails to one account in an hour; further requests are dropped without a word. */
const mailsPerHour = 3
const hourMs = 3_600_000

export interface AccountRequest {
  kind: 'forgot-password' | 'signed-up'
  email: string
  existed?: boolean
  at: Date
}

export async function queueAccountRequest(tx: Db, { kind, email, existed = false, at }: AccountRequest): Promise<void> {
  await tx.insertInto('account_requests').values({ kind, email, existed, requested_at: at }).execute()
}

export const hasRequests = (db: Db): Promise<boolean> => isTrue(db, sql`exists (select from account_requests)`)

/** Works on the request that has waited longest; answers whether there was one. */
export async function answerNextRequest(context: Context): Promise<boolean> {
  const { db, clock } = context
  const isThirdParty = await thirdPartyAccounts(context)
  return inTransaction(db, async (tx) => {
    const request = await tx
      .selectFrom('account_requests')
      .selectAll()
      .orderBy('request_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (request === undefined) return false
    await tx.deleteFrom('account_requests').where('request_id', '=', request.request_id).execute()
    const { kind, email } = request
    const at = clock.now()
    const account = await findAccount(tx, email)
    if (account === undefined || !context.mailer.enabled) return true
    if (kind === 'forgot-password' && !isThirdParty(account)) await mailLink(context, tx, account, at)
    if (kind === 'signed-up' && request.existed) await mailExisting(context, tx, account, at)
    return true
  })
}

async function mailLink(context: Context, tx: Db, account: AccountRow, at: Date): Promise<void> {
  const { email, locked } = account
  if (locked || (await linksSince(tx, email, new Date(at.getTime() - hourMs))) >= mailsPerHour) return
  const link = await createLink(tx, email, at)
  await queueSecretMail(context, tx, await passwordLinkMail(tx, { account, link, publicUrl: context.config.publicUrl }))
}

async function mailExisting({ config }: Context, tx: Db, account: AccountRow, at: Date): Promise<void> {
  const mail = await accountExistsMail(tx, { account, publicUrl: config.publicUrl })
  const since = new Date(at.getTime() - hourMs)
  const sent = await tx
    .selectFrom('mails')
    .select('mail_id')
    .where('recipient', '=', account.email)
    .where('subject', '=', mail.subject)
    .where('created_at', '>', since)
    .execute()
  if (sent.length < mailsPerHour) await queueMails(tx, [mail], at)
}
