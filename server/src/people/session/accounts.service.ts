/** Accounts as their owners see to them: sign-up, passwords; and the first administrator. */
import { systemLocation } from '@endcap/contract/alarms'
import { unreadDomain } from '@endcap/contract/members'
import { administratorRoleId } from '@endcap/contract/privileges'
import * as z from 'zod'
import type { Context } from '../../platform/context.ts'
import { inStartUpTurn } from '../../platform/db/start-up-turn.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { done } from '../../platform/http/done.ts'
import { ApiError, invalid, unavailable } from '../../platform/base/errors.ts'
import { dropChallenges } from './challenges.ts'
import { queueAccountRequest } from './account-requests.ts'
import { isThirdPartyAccount, passwordIsThirdParty } from './third-party-accounts.ts'
import { checkPassword, hashPassword, isWeak, passwordColumns, randomPassword, weak } from './passwords.ts'
import { deleteSessions, findAccount, hasAdministrator, insertAccount } from '../accounts/account-rows.ts'
import type { Session } from '../../platform/http/session.ts'

/**
 * Registers an account without role and stores. Where there is one already the answer is the same, and its owner is told by mail. The checks and their order: specification 1 §5.
 */
export async function signup(
  { db, clock, signals }: Context,
  given: { name: string; email: string; mobile: string; password: string },
): Promise<{ code: number; message: string }> {
  const needed = [
    ['email', 'Enter Email, please!'],
    ['name', 'Enter Name, please!'],
    ['mobile', 'Enter Phone, please!'],
    ['password', 'Enter Password, please!'],
  ] as const
  for (const [field, message] of needed)
    if (given[field].trim() === '') throw new ApiError(400, { code: `signup-${field}`, message, field })
  const email = z.email().safeParse(given.email.trim().toLowerCase())
  if (!email.success) throw invalid('This is not an e-mail address.', 'email')
  if (await isWeak(given.password, [email.data, given.name])) throw weak()
  const passwordHash = await hashPassword(given.password)
  const at = clock.now()
  const { name, mobile } = given
  await inTransaction(db, async (tx) => {
    const added = await insertAccount(tx, { email: email.data, name, mobile, passwordHash, roleId: null, at })
    await queueAccountRequest(tx, { kind: 'signed-up', email: email.data, existed: !added, at })
  })
  signals.notify('account-requests', {})
  signals.notify('changed', { storeCode: systemLocation, changes: ['members'] })
  return { code: 1, ...done }
}

/** Asks for a link to choose a new password. Nothing changes, and whether the account exists is not told. */
export async function forgotPassword({ db, mailer, clock, signals }: Context, given: string): Promise<{ code: number; message: string }> {
  const email = given.trim().toLowerCase()
  if (email === '') throw new ApiError(400, { code: 'login-email', message: 'Enter Email, Please!', field: 'email' })
  if (!mailer.enabled) throw unavailable('This server has no mail settings. Ask your administrator for a new password.')
  await queueAccountRequest(db, { kind: 'forgot-password', email, at: clock.now() })
  signals.notify('account-requests', {})
  return { code: 0, message: 'If the account exists, a mail that leads to a new password is on its way.' }
}

/** Changes the own password; all other sessions of the account end. */
export async function changePassword(context: Context, session: Session, given: { oldPassword: string; password: string }): Promise<void> {
  const { db, clock, signals } = context
  if (await isThirdPartyAccount(context, session)) throw passwordIsThirdParty()
  const account = await findAccount(db, session.email)
  if (account === undefined || !(await checkPassword(account.passwordHash, given.oldPassword)))
    throw invalid('The current password is not right.', 'oldPassword')
  if (given.password.trim() === '') throw invalid('Enter Password, Please!', 'password')
  if (given.password === given.oldPassword) throw invalid('The new password must differ from the current one.', 'password')
  if (await isWeak(given.password, [account.email, account.name])) throw weak()
  const passwordHash = await hashPassword(given.password)
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('accounts')
      .set({
        ...passwordColumns(passwordHash, at),
        password_expires_at: null,
        force_change: false,
      })
      .where('email', '=', session.email)
      .execute()
    await deleteSessions(tx, { email: session.email, but: session.tokenHash })
    await dropChallenges(tx, session.email)
  })
  signals.notify('sessions-ended', { email: session.email, but: session.tokenHash, reason: 'password' })
  // What it was kept from until now it may hear.
  signals.notify('rights-changed', { email: session.email })
}

/**
 * Makes the administrator at the first start, and warns of an address that gets no mail. `password` is answered when it was made up and
 * must be told once.
 */
export async function ensureAdministrator({
  db,
  config,
  clock,
  mailer,
  log,
}: Context): Promise<{ email: string; password: string | undefined } | undefined> {
  if (await hasAdministrator(db)) return undefined
  const made = config.adminPassword === undefined ? randomPassword() : undefined
  const passwordHash = await hashPassword(config.adminPassword ?? made ?? '')
  const account = {
    email: config.adminEmail,
    name: 'Administrator',
    mobile: '',
    passwordHash,
    roleId: administratorRoleId,
    at: clock.now(),
  }
  // Of servers that start at once, one makes it, and only that one tells the password.
  const isMine = await inStartUpTurn(db, async (tx) => !(await hasAdministrator(tx)) && (await insertAccount(tx, account)))
  if (!isMine) return undefined
  if (mailer.enabled && config.adminEmail.endsWith(unreadDomain))
    log.warn(
      { email: config.adminEmail },
      'The administrator has an address that gets no mail: set ENDCAP_ADMIN_EMAIL, or add an administrator with one that is read.',
    )
  return { email: config.adminEmail, password: made }
}
