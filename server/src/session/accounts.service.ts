/** Accounts: sign-up and approval, passwords, and the first administrator. */
import { administratorRoleId } from '@endcap/contract/privileges'
import type { CallOf } from '@endcap/contract/endpoint'
import type { session as endpoints } from '@endcap/contract/session'
import * as z from 'zod'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { ApiError, conflict, forbidden, invalid, notFound, unavailable } from '../http/errors.ts'
import { checkPassword, hashPassword, isWeak, randomPassword } from './passwords.ts'
import {
  deleteSessions,
  findAccount,
  hasAdministrator,
  insertAccount,
  otherAdministrators,
  replaceStores,
  unknownStores,
  type AccountRow,
} from './session.queries.ts'
import type { Session } from './session.ts'

const weakMessage = 'Your password is too weak.'
const weak = () => new ApiError(400, { code: 'weak-password', message: weakMessage, field: 'password' })

/** Registers an account without role and stores. The checks and their order: specification 1 §5. */
export async function signup(
  { db, clock }: Context,
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
  if (isWeak(given.password, [email.data, given.name])) throw weak()
  const passwordHash = await hashPassword(given.password)
  const added = await insertAccount(db, {
    email: email.data,
    name: given.name,
    mobile: given.mobile,
    passwordHash,
    roleId: null,
    at: clock.now(),
  })
  if (!added) throw conflict('There is an account with this e-mail address already.', 'account-exists')
  return { code: 1, message: 'Complete!' }
}

/** Mails a temporary password. Whether the account exists is not told. */
export async function forgotPassword({ db, mailer, clock, signals }: Context, given: string): Promise<{ code: number; message: string }> {
  const email = given.trim().toLowerCase()
  if (email === '') throw new ApiError(400, { code: 'login-email', message: 'Enter Email, Please!', field: 'email' })
  if (!mailer.enabled) throw unavailable('This server has no mail settings. Ask your administrator for a new password.')
  const account = await findAccount(db, email)
  if (account !== undefined && !account.locked) {
    const password = randomPassword()
    const passwordHash = await hashPassword(password)
    await inTransaction(db, async (tx) => {
      await tx
        .updateTable('accounts')
        .set({ password_hash: passwordHash, force_change: true, updated_at: clock.now() })
        .where('email', '=', email)
        .execute()
      await deleteSessions(tx, { email })
    })
    signals.notify('sessions-ended', { email, reason: 'password' })
    await mailer.send({
      to: email,
      subject: 'Your temporary Endcap password',
      text: `A new password was asked for.\n\nYour temporary password: ${password}\n\nYou will be asked to choose a new one when you sign in.`,
    })
  }
  return { code: 0, message: 'If the account exists, a temporary password is on its way.' }
}

/** Changes the own password; all other sessions of the account end. */
export async function changePassword(
  { db, clock, signals }: Context,
  session: Session,
  given: { oldPassword: string; password: string },
): Promise<void> {
  const account = await findAccount(db, session.email)
  if (account === undefined || !(await checkPassword(account.passwordHash, given.oldPassword)))
    throw invalid('The current password is not right.', 'oldPassword')
  if (given.password.trim() === '') throw invalid('Enter Password, Please!', 'password')
  if (given.password === given.oldPassword) throw invalid('The new password must differ from the current one.', 'password')
  if (isWeak(given.password, [account.email, account.name])) throw weak()
  const passwordHash = await hashPassword(given.password)
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash, weak_pwd: false, force_change: false, last_pwd_changed: at, updated_at: at })
      .where('email', '=', session.email)
      .execute()
    await deleteSessions(tx, { email: session.email, but: session.tokenHash })
  })
  signals.notify('sessions-ended', { email: session.email, but: session.tokenHash, reason: 'password' })
}

type Update = CallOf<(typeof endpoints)['updateAccount']>['body']

/** Changes an account. Role, stores and lock take member.write; role 0 is given and changed by role 0 only. */
export async function updateAccount({ db, clock, signals }: Context, session: Session, update: Update): Promise<void> {
  const email = update.email.trim().toLowerCase()
  const ruling =
    update.role_id !== undefined || update.store !== undefined || update.enableWholeStore !== undefined || update.locked !== undefined
  if ((email !== session.email || ruling) && !session.can('member.write')) throw forbidden()
  const account = await findAccount(db, email)
  if (account === undefined) throw notFound('This account does not exist.')
  const touchesAdministrator = account.roleId === administratorRoleId || update.role_id === administratorRoleId
  if (touchesAdministrator && (ruling || email !== session.email) && session.roleId !== administratorRoleId)
    throw forbidden('Only an administrator may do this.')
  await refuseLastAdministrator(db, account, update)
  await refuseForeignStores(db, session, update)
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('accounts')
      .set({
        updated_at: clock.now(),
        ...(update.name !== undefined && { name: update.name.trim() }),
        ...(update.mobile !== undefined && { mobile: update.mobile.trim() }),
        ...(update.language !== undefined && { language: update.language }),
        ...(update.role_id !== undefined && { role_id: update.role_id }),
        ...(update.enableWholeStore !== undefined && { enable_whole_store: update.enableWholeStore }),
        ...(update.locked !== undefined && { locked: update.locked }),
      })
      .where('email', '=', email)
      .execute()
    if (update.store !== undefined) await replaceStores(tx, email, update.store)
    if (ruling) await deleteSessions(tx, { email })
  })
  if (ruling) signals.notify('sessions-ended', { email, reason: 'account' })
}

export { unknownStores }

async function refuseLastAdministrator(db: Context['db'], account: AccountRow, update: Update) {
  const leaves =
    account.roleId === administratorRoleId &&
    (update.locked === true || (update.role_id !== undefined && update.role_id !== administratorRoleId))
  if (leaves && (await otherAdministrators(db, account.email)) === 0)
    throw conflict('This is the last administrator.', 'last-administrator')
}

/** Nobody gives what they do not have themselves. */
async function refuseForeignStores(db: Context['db'], session: Session, { store = [], enableWholeStore, role_id }: Update) {
  if (session.stores !== 'all' && (enableWholeStore === true || store.some((code) => !session.allows(code))))
    throw forbidden('These stores are not all yours to give.', 'other-store')
  const unknown = await unknownStores(db, store)
  if (unknown.length > 0) throw invalid(`There is no store ${unknown.join(', ')}`, 'store')
  if (role_id === undefined || role_id === null) return
  const role = await db.selectFrom('roles').select('role_id').where('role_id', '=', role_id).executeTakeFirst()
  if (role === undefined) throw invalid(`There is no role ${role_id}`, 'role_id')
}

export async function unlockAccount({ db }: Context, email: string): Promise<void> {
  const result = await db
    .updateTable('accounts')
    .set({ locked: false, locked_until: null, failed_logins: 0 })
    .where('email', '=', email)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw notFound('This account does not exist.')
}

/** Makes the administrator at the first start. `password` is answered when it was made up and must be told once. */
export async function ensureAdministrator({
  db,
  config,
  clock,
}: Context): Promise<{ email: string; password: string | undefined } | undefined> {
  if (await hasAdministrator(db)) return undefined
  const made = config.adminPassword === undefined ? randomPassword() : undefined
  const passwordHash = await hashPassword(config.adminPassword ?? made ?? '')
  await insertAccount(db, {
    email: config.adminEmail,
    name: 'Administrator',
    mobile: '',
    passwordHash,
    roleId: administratorRoleId,
    at: clock.now(),
  })
  return { email: config.adminEmail, password: made }
}
