/** Members: added, approved, changed, unlocked, given a new password, deleted. The rules of who may do it to whom are in reach.ts. */
import type { members as endpoints } from '@endcap/contract/members'
import { administratorRoleId } from '@endcap/contract/privileges'
import type { RequestOf } from '@endcap/contract/endpoint'
import { systemLocation } from '@endcap/contract/alarms'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, conflict, forbidden, invalid, unknownStore } from '../../platform/base/errors.ts'
import { findRole, roleToGive } from '../roles/roles.service.ts'
import { dropChallenges } from '../session/challenges.ts'
import { passwordIsThirdParty, thirdPartyAccounts } from '../session/third-party-accounts.ts'
import { temporaryPasswordMail } from '../session/password-mails.ts'
import { endAccess } from '../session/password-links.ts'
import { checkPassword, hashPassword, isWeak, passwordColumns, randomPassword, weak } from '../session/passwords.ts'
import { deleteSessions, insertAccount, unknownStores, type AccountRow } from '../accounts/account-rows.ts'
import type { Session } from '../../platform/http/session.ts'
import { dropFailures } from '../session/throttle.ts'
import { otherAdministrators, replaceStores } from './members.queries.ts'
import { mailDecision } from './decision-mails.ts'
import { accountOf, holdAccount, othersAccount, own, refusalFor } from '../accounts/others-account.ts'
import { refusalToGive } from '../accounts/authorise-managing.ts'

type Endpoints = typeof endpoints
export { membersLike } from './members.queries.ts'
export type MemberUpdate = RequestOf<Endpoints['update']>['body']
/** How long a temporary password is good: one that was issued to be used at once, and one that a new member is told. */
const temporaryMs = 24 * 3_600_000
const firstPasswordMs = 7 * 86_400_000
type MemberCreate = RequestOf<Endpoints['create']>['body']

/** What the record says of an account. */
export const shown = ({ name, mobile, roleName, wholeStore, stores, locked }: AccountRow) => ({
  name,
  mobile,
  role: roleName,
  enableWholeStore: wholeStore,
  store: stores,
  locked,
})
const subject = (id: string) => ({ kind: 'account', id })
const blank = () => invalid('Enter Password, Please!', 'password')

const notifyMembers = ({ signals }: Context) => signals.notify('changed', { storeCode: systemLocation, changes: ['members'] })

export async function createMember(context: Context, session: Session, given: MemberCreate): Promise<void> {
  const { db, clock } = context
  const { email, name, mobile = '', password, role_id: roleId = null, store = [], enableWholeStore = false, locked = false } = given
  if (password.trim() === '') throw blank()
  const gift = { roleId, store, wholeStore: enableWholeStore }
  await refuseGift(db, session, gift)
  if (await isWeak(password, [email, name])) throw weak()
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    // Again, and held: hashing takes its time.
    await refuseGift(tx, session, gift)
    const added = await insertAccount(tx, { email, name, mobile, passwordHash, roleId, at: clock.now() })
    if (!added) throw conflict('There is an account with this e-mail address already.', 'account-exists')
    // The person who made the account knows its password: only its owner shall.
    const expires = new Date(clock.now().getTime() + firstPasswordMs)
    const set = { enable_whole_store: enableWholeStore, locked, force_change: true, password_expires_at: expires }
    await tx.updateTable('accounts').set(set).where('email', '=', email).execute()
    await replaceStores(tx, email, store)
    await recordChange(tx, { subject: subject(email), before: null, after: shown(await accountOf(tx, email)) })
  })
  notifyMembers(context)
}

/** What of an update rules over the account, and is different from what is. */
function rulingOf(update: MemberUpdate, account: AccountRow) {
  const { role_id: roleId, store, enableWholeStore, locked } = update
  // An administrator has the whole chain whatever the columns say.
  const staysAdministrator = account.roleId === administratorRoleId && (roleId === undefined || roleId === administratorRoleId)
  const sameStores = (codes: readonly string[]) => [...new Set(codes)].toSorted().join() === account.stores.toSorted().join()
  return {
    ...(roleId !== undefined && roleId !== account.roleId && { roleId }),
    ...(store !== undefined && !staysAdministrator && !sameStores(store) && { store }),
    ...(enableWholeStore !== undefined &&
      !staysAdministrator &&
      enableWholeStore !== account.wholeStore && { wholeStore: enableWholeStore }),
    ...(locked !== undefined && locked !== account.locked && { locked }),
  }
}

/** Changes an account. Role, stores and lock take member.write, and are never the own ones. */
export async function updateMember(context: Context, session: Session, update: MemberUpdate): Promise<void> {
  const { db, clock, signals } = context
  const { email } = update
  const isOwn = email === session.email
  if (!isOwn && !session.can('member.write')) throw forbidden()
  const passwordHash = await newPassword(context, session, update)
  const ends = await inTransaction(db, async (tx) => {
    await holdAccount(tx, email)
    const before = await accountOf(tx, email)
    const ruling = rulingOf(update, before)
    const rules = Object.keys(ruling).length > 0
    if (rules && !session.can('member.write')) throw forbidden()
    const refusal = isOwn ? undefined : await refusalFor(tx, session, before)
    if (refusal !== undefined) throw refusal
    if (update.version !== undefined && update.version !== before.version)
      throw conflict('This account was changed by another account in the meantime. Open it again.', 'account-changed-since')
    const leaves = ruling.locked === true || ruling.roleId !== undefined
    if (before.roleId === administratorRoleId && leaves) await refuseLastAdministrator(tx, email)
    if (isOwn && rules) throw own()
    // What is given is what was not there before.
    const gifts = (ruling.store ?? []).filter((code) => !before.stores.includes(code))
    await refuseGift(tx, session, { roleId: ruling.roleId ?? null, store: gifts, wholeStore: ruling.wholeStore === true })
    await tx
      .updateTable('accounts')
      .set({
        updated_at: clock.now(),
        version: before.version + 1,
        ...(update.name !== undefined && { name: update.name }),
        ...(update.mobile !== undefined && { mobile: update.mobile }),
        ...(update.language !== undefined && { language: update.language }),
        ...(ruling.roleId !== undefined && { role_id: ruling.roleId }),
        ...(ruling.wholeStore !== undefined && { enable_whole_store: ruling.wholeStore }),
        ...(ruling.locked !== undefined && { locked: ruling.locked }),
        ...(passwordHash !== undefined && {
          ...passwordColumns(passwordHash, clock.now()),
          force_change: !isOwn,
          password_expires_at: isOwn ? null : new Date(clock.now().getTime() + firstPasswordMs),
        }),
      })
      .where('email', '=', email)
      .execute()
    if (ruling.store !== undefined) await replaceStores(tx, email, ruling.store)
    if (before.roleId === null && ruling.roleId != null) await mailDecision(context, tx, await accountOf(tx, email), 'approved')
    const ended = rules || passwordHash !== undefined
    if (ended) {
      if (passwordHash !== undefined && !isOwn) await endAccess(tx, email)
      await deleteSessions(tx, { email, ...(isOwn && { but: session.tokenHash }) })
      await dropChallenges(tx, email)
    }
    await recordChange(tx, { subject: subject(email), before: shown(before), after: shown(await accountOf(tx, email)) })
    return ended
  })
  if (ends) signals.notify('sessions-ended', { email, ...(isOwn && { but: session.tokenHash }), reason: 'account' })
  signals.notify('rights-changed', { email })
  notifyMembers(context)
}

/** The hash of a password that goes with an update. Changing the own one takes the present one. */
async function newPassword(context: Context, session: Session, update: MemberUpdate): Promise<string | undefined> {
  const { email, name, password, oldPassword } = update
  if (password === undefined) return undefined
  if (password.trim() === '') throw blank()
  const account = await accountOf(context.db, email)
  if ((await thirdPartyAccounts(context))(account)) throw passwordIsThirdParty()
  if (email === session.email && !(await checkPassword(account.passwordHash, oldPassword ?? '')))
    throw invalid('The current password is not right.', 'oldPassword')
  if (await isWeak(password, [email, name ?? account.name])) throw weak()
  return hashPassword(password)
}

async function refuseLastAdministrator(tx: Db, email: string): Promise<void> {
  if ((await otherAdministrators(tx, email)) === 0) throw conflict('This is the last administrator.', 'last-administrator')
}

/** An account gives only what it has itself. */
export async function refuseGift(db: Db, session: Session, gift: { roleId: number | null; store: readonly string[]; wholeStore: boolean }) {
  const { roleId, store, wholeStore } = gift
  if (session.stores !== 'all' && (wholeStore || store.some((code) => !session.allows(code))))
    throw forbidden('These stores are not all yours to give.', 'other-store')
  const unknown = await unknownStores(db, store)
  if (unknown.length > 0) throw unknownStore(unknown.join(', '), 'store')
  if (roleId === null) return
  if ((await findRole(db, roleId)) === undefined)
    throw invalid(`There is no role ${roleId}: it may have been deleted. Choose another one.`, 'role_id')
  const role = await roleToGive(db, roleId)
  if (role === undefined) throw conflict('This role was deleted in the meantime. Choose another one.', 'role-gone')
  const refusal = refusalToGive(session, role)
  if (refusal !== undefined) throw refusal
}

export async function removeMember(context: Context, session: Session, email: string): Promise<void> {
  const { db, signals } = context
  await inTransaction(db, async (tx) => {
    const account = await othersAccount(tx, session, email)
    if (account.roleId === administratorRoleId) await refuseLastAdministrator(tx, email)
    // Who has signed up and never came in is refused with that.
    if (account.roleId === null && account.lastLoginAt === null) await mailDecision(context, tx, account, 'refused')
    await tx.deleteFrom('accounts').where('email', '=', email).execute()
    await recordChange(tx, { subject: subject(email), before: shown(account), after: null })
  })
  signals.notify('sessions-ended', { email, reason: 'account' })
  notifyMembers(context)
}

const unlocked = { locked: false, locked_until: null }

export async function unlockMember(context: Context, session: Session, email: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const before = await othersAccount(tx, session, email)
    await tx
      .updateTable('accounts')
      .set({ ...unlocked, version: before.version + 1 })
      .where('email', '=', email)
      .execute()
    await dropFailures(tx, email)
    await recordChange(tx, { subject: subject(email), before: { locked: true }, after: { locked: false } })
  })
  notifyMembers(context)
}

/**
 * Issues a temporary password; answers it where it is not mailed. The mail goes first: when the mail server does not take it, nothing has
 * changed, and the password that was not delivered opens nothing.
 */
export async function resetMember(
  context: Context,
  session: Session,
  { email, show = false }: { email: string; show?: boolean | undefined },
): Promise<string | undefined> {
  const { db, clock, mailer, signals } = context
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  const isThirdParty = await thirdPartyAccounts(context)
  const hold = async (tx: Db) => {
    const account = await othersAccount(tx, session, email)
    if (isThirdParty(account)) throw passwordIsThirdParty()
    return account
  }
  const mailed = !show && mailer.enabled
  if (mailed) await mailTemporary(context, await hold(db), password)
  await inTransaction(db, async (tx) => {
    const account = await hold(tx)
    const at = clock.now()
    await tx
      .updateTable('accounts')
      .set({
        ...passwordColumns(passwordHash, at),
        force_change: true,
        password_expires_at: new Date(at.getTime() + temporaryMs),
        locked_until: null,
        version: account.version + 1,
      })
      .where('email', '=', email)
      .execute()
    await endAccess(tx, email)
  })
  signals.notify('sessions-ended', { email, reason: 'password' })
  notifyMembers(context)
  return mailed ? undefined : password
}

async function mailTemporary({ db, mailer, log }: Context, account: AccountRow, password: string): Promise<void> {
  try {
    await mailer.send(await temporaryPasswordMail(db, account, password))
  } catch (error) {
    log.warn({ err: error, email: account.email }, 'a temporary password could not be mailed')
    const message = 'The mail could not be sent, and nothing was changed. Reset the password again and have it shown.'
    throw new ApiError(503, { code: 'mail-failed', message })
  }
}
