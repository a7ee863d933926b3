/** Signing in and out, session expiry and idle time, and what a session may do (specification 1 §2 to §8). */
import { maxSessionDays } from '../../platform/http/cookies.ts'
import { randomBytes } from 'node:crypto'
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import type { UserInfo } from '@endcap/contract/session'
import { sql } from 'kysely'
import { raiseAlarm } from '../alarms/alarms.service.ts'
import { systemLocation } from '@endcap/contract/alarms'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, forbidden, tooMany, unauthorized } from '../../platform/base/errors.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { createChallenge } from './challenges.ts'
import { noteDevice } from './devices.ts'
import { thirdPartyAccounts } from './third-party-accounts.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { deleteSessions, findAccount, type AccountRow } from '../accounts/account-rows.ts'
import { findSession, insertLogin, insertSession, openSessions, prolongSession } from './session.queries.ts'
import type { Session } from '../../platform/http/session.ts'
import { authenticateByThirdParty } from './third-party.ts'
import { attemptOf, countFailure, forgetFailures, heldOff, secondStepOf, type Attempt, type Visitor as Origin } from './throttle.ts'
import { hashToken } from './tokens.ts'

export { hashToken } from './tokens.ts'

/** A session ends this long after its last call. */
const idleMs = 12 * 3600_000
const maxSessionMs = maxSessionDays * 86_400_000
/** Its end is moved at most this often, so that reading does not write. */
const prolongEveryMs = 60_000
const dayMs = 86_400_000

const lockedMessage = 'The account is locked. Please wait and try again.'
const failureMessage = 'Authentication Failure.'

/** Who signs in. `keep`: of the console, which is given its session as a cookie and not in the answer. */
export interface Visitor extends Origin {
  keep?: ((secrets: { accessToken: string; device: string }) => void) | undefined
}

/** Something to compare with when there is no such account, so that both take the same time. */
let decoy: Promise<string> | undefined

export async function login(
  context: Context,
  given: { email: string; password: string },
  visitor: Visitor,
): Promise<UserInfo & { accessToken: string; redirect?: string }> {
  const { db, clock } = context
  const email = given.email.trim().toLowerCase()
  if (email === '') throw new ApiError(400, { code: 'login-email', message: 'Enter Email, Please!', field: 'email' })
  if (given.password.trim() === '')
    throw new ApiError(400, { code: 'login-password', message: 'Enter Password, Please!', field: 'password' })
  const at = clock.now()
  const attempt = await attemptOf(db, email, visitor)
  const held = await refuseHeldOff(context, attempt, visitor)
  if (held !== undefined) throw held
  const local = await findAccount(db, email)
  const thirdPartyAnswer = await authenticateByThirdParty(context, local, { ...given, email, ip: visitor.ip })
  const account = thirdPartyAnswer !== undefined && 'account' in thirdPartyAnswer ? thirdPartyAnswer.account : local
  const right =
    thirdPartyAnswer === undefined
      ? await checkPassword(account?.passwordHash || (await (decoy ??= hashPassword('nobody has this password'))), given.password)
      : 'account' in thirdPartyAnswer
  if (account === undefined || !right)
    throw await refuse(
      context,
      attempt,
      visitor,
      thirdPartyAnswer !== undefined && 'refused' in thirdPartyAnswer ? thirdPartyAnswer.refused : undefined,
    )
  // From here on only what the right person may know.
  const locked = await refuseLocked(context, account, visitor)
  if (locked !== undefined) throw locked
  if (account.passwordExpiresAt !== null && account.passwordExpiresAt <= at && thirdPartyAnswer === undefined)
    throw unauthorized('This temporary password has expired. Ask for a new one.', 'password-expired')
  if (account.roleId === null) throw notApproved()
  if (account.secondFactor) {
    const heldCode = await refuseHeldOff(context, secondStepOf(attempt), visitor)
    if (heldCode !== undefined) throw heldCode
    // What failed before is forgotten when both factors were right, not before.
    const challenge = await inTransaction(db, (tx) => createChallenge(tx, account.email, at))
    throw new ApiError(401, { code: 'second-factor', message: 'Enter the code of your authenticator app.', challenge })
  }
  const session = await startSession(context, account, visitor)
  const redirect = thirdPartyAnswer !== undefined && 'account' in thirdPartyAnswer ? thirdPartyAnswer.redirect : undefined
  return redirect === undefined ? session : { ...session, redirect }
}

const notApproved = () => forbidden('An administrator must approve this account first.', 'not-approved')

/** Signs an account in whose owner has proved to be it. `also` runs in the same transaction. */
export async function startSession(
  context: Context,
  account: AccountRow,
  visitor: Visitor,
  also?: (tx: Db) => Promise<void>,
): Promise<UserInfo & { accessToken: string }> {
  const { db, clock } = context
  const { email } = account
  const at = clock.now()
  if (account.roleId === null) throw notApproved()
  const accessToken = randomBytes(32).toString('base64url')
  const device = await inTransaction(db, async (tx) => {
    await also?.(tx)
    await forgetFailures(tx, await attemptOf(tx, email, visitor))
    await tx.updateTable('accounts').set({ last_login_at: at }).where('email', '=', email).execute()
    const { ip, userAgent } = visitor
    await insertSession(tx, { tokenHash: hashToken(accessToken), email, at, expiresAt: new Date(at.getTime() + idleMs), ip, userAgent })
    await insertLogin(tx, { email, ip, type: 0, at, success: true, locked: false })
    return visitor.keep === undefined ? undefined : noteDevice(tx, { email, device: visitor.device, at })
  })
  const user = await describe(context, account)
  if (visitor.keep === undefined || device === undefined) return { ...user, accessToken }
  visitor.keep({ accessToken, device })
  return { ...user, accessToken: '' }
}

/** Why a right password is not enough: an administrator has locked the account. It is in its login history as well. */
export async function refuseLocked({ db, clock }: Context, account: AccountRow, { ip }: Visitor): Promise<ApiError | undefined> {
  if (!account.locked) return undefined
  await insertLogin(db, { email: account.email, ip, type: 0, at: clock.now(), success: false, locked: true })
  return accountLocked()
}

/** Why an attempt is not looked at, known account or not: too many before it failed. */
export async function refuseHeldOff({ db, clock }: Context, attempt: Attempt, { ip }: Visitor): Promise<ApiError | undefined> {
  const at = clock.now()
  const held = await heldOff(db, attempt, at)
  if (held === undefined) return undefined
  const locked = held === 'locked'
  await insertLogin(db, { email: attempt.email, ip, type: 0, at, success: false, locked })
  return locked ? accountLocked() : tooMany(held.wait)
}

/** By an administrator, or for a while after failed sign-ins from somewhere. */
export function isLocked({ locked, lockedUntil }: Pick<AccountRow, 'locked' | 'lockedUntil'>, at: Date): boolean {
  return locked || (lockedUntil !== null && lockedUntil > at)
}

const accountLocked = () => unauthorized(lockedMessage, 'account-locked')
/** `said`: what third-party authentication says to the person. */
const refusal = (message?: string) => unauthorized(message ?? failureMessage, message === undefined ? 'login-failed' : 'login-refused')

/** Counts a failure, of a password or of a second factor; enough of them lock the account for where they come from, for a while. */
export async function refuse({ db, signals, clock }: Context, attempt: Attempt, { ip }: Visitor, message?: string): Promise<ApiError> {
  const at = clock.now()
  const { email } = attempt
  const { until, exists } = await inTransaction(db, async (tx) => {
    const lockedUntil = await countFailure(tx, attempt, at)
    await insertLogin(tx, { email, ip, type: 0, at, success: false, locked: lockedUntil !== undefined })
    if (lockedUntil === undefined) return { until: lockedUntil, exists: false }
    // Sessions that are open stay: they were entered with the right password, and a stranger's attempts must not end them.
    const result = await tx
      .updateTable('accounts')
      .set({ locked_until: sql<Date>`greatest(locked_until, ${lockedUntil}::timestamptz)` })
      .where('email', '=', email)
      .executeTakeFirst()
    const isAccount = Number(result.numUpdatedRows) === 1
    if (isAccount)
      await raiseAlarm(tx, { storeCode: systemLocation, type: 'ACCOUNT LOCKED', class: 2, subject: email, data: { email, ip }, at })
    return { until: lockedUntil, exists: isAccount }
  })
  if (exists) signals.notify('changed', { storeCode: systemLocation, changes: ['alarms', 'members'] })
  return until === undefined ? refusal(message) : accountLocked()
}

/** Whether the password must be changed before anything else: a temporary one, or one that is too old. */
export async function mustChange(context: Context, account: AccountRow): Promise<boolean> {
  const { forceChange, thirdParty, lastPwdChanged, maxAgeDays } = account
  // Of who signs in elsewhere the password is no business of ours.
  if (thirdParty) return forceChange && !(await thirdPartyAccounts(context))(account)
  const ageMs = lastPwdChanged === null ? 0 : context.clock.now().getTime() - lastPwdChanged.getTime()
  return forceChange || (maxAgeDays > 0 && ageMs > maxAgeDays * dayMs)
}

/** The session behind an access token; undefined when there is none or its e-mail is not the one presented. */
export async function openSession(context: Context, presented: { accessToken: string; accessEmail: string }): Promise<Session | undefined> {
  const { db, clock } = context
  const at = clock.now()
  const tokenHash = hashToken(presented.accessToken)
  const row = await findSession(db, tokenHash, at)
  if (row === undefined || row.email !== presented.accessEmail.trim().toLowerCase() || row.locked || row.roleId === null) return undefined
  if (at.getTime() - row.lastUsedAt.getTime() > prolongEveryMs) {
    const expiresAt = new Date(Math.min(at.getTime() + idleMs, row.createdAt.getTime() + maxSessionMs))
    await prolongSession(db, tokenHash, { at, expiresAt })
  }
  return sessionOf(row, row.roleId, { tokenHash, changeDue: await mustChange(context, row) })
}

/** An open session as its account stands now; asking does not prolong it. */
export async function sessionByHash(context: Context, tokenHash: string): Promise<Session | undefined> {
  const row = await findSession(context.db, tokenHash, context.clock.now())
  if (row === undefined || row.locked || row.roleId === null) return undefined
  return sessionOf(row, row.roleId, { tokenHash, changeDue: await mustChange(context, row) })
}

/** Those of these sessions, by their token's hash, that have not ended; asking does not prolong them. */
export const stillOpen = ({ db, clock }: Context, tokenHashes: readonly string[]): Promise<Set<string>> =>
  openSessions(db, tokenHashes, clock.now())

/** What an account may do with this token. */
export function sessionOf(
  account: AccountRow,
  roleId: number,
  { tokenHash, changeDue }: Pick<Session, 'tokenHash' | 'changeDue'>,
): Session {
  const granted = new Set<string>(
    privilegesOf(account).flatMap(({ key, read, write }) => [...(read ? [`${key}.read`] : []), ...(write ? [`${key}.write`] : [])]),
  )
  const stores = roleId === 0 || account.wholeStore ? 'all' : account.stores
  const codes = new Set(account.stores)
  return {
    email: account.email,
    name: account.name,
    roleId,
    stores,
    tokenHash,
    changeDue,
    factorDue: account.factorDue,
    can: (privilege: Privilege) => granted.has(privilege),
    allows: (storeCode) => stores === 'all' || codes.has(storeCode),
  }
}

/** Role 0 holds everything; others what their role lists. */
function privilegesOf({ roleId, privileges }: AccountRow) {
  return privilegeKeys.map((key) => {
    const given = privileges.find((one) => one.key === key)
    return roleId === 0 ? { key, read: true, write: true } : { key, read: given?.read ?? false, write: given?.write ?? false }
  })
}

/** The account of this session. */
export async function describeOwn(context: Context, { email }: Session): Promise<UserInfo> {
  const account = await findAccount(context.db, email)
  if (account === undefined) throw unauthorized()
  return describe(context, account)
}

export async function describe(context: Context, account: AccountRow): Promise<UserInfo> {
  const { db, clock } = context
  const [config, passwords] = await Promise.all([getSetting(db, 'system'), getSetting(db, 'passwords')])
  const age = account.lastPwdChanged === null ? 0 : (clock.now().getTime() - account.lastPwdChanged.getTime()) / dayMs
  // Of who signs in elsewhere the password is no business of ours.
  const expires = passwords.maxAgeDays > 0 && !account.thirdParty
  const adfs = account.thirdParty && (await thirdPartyAccounts(context))(account)
  return {
    email: account.email,
    name: account.name,
    mobile: account.mobile,
    role_id: account.roleId,
    roleName: account.roleName ?? '',
    enableWholeStore: account.wholeStore || account.roleId === 0,
    store: account.stores,
    language: account.language,
    weakPwd: account.weakPwd && !adfs,
    expireSoon: expires && age > passwords.maxAgeDays - passwords.warnDays,
    forceChange: await mustChange(context, account),
    adfs,
    factorDue: account.factorDue,
    privilege: privilegesOf(account),
    systemConfig: config,
  }
}

export async function logout({ db, clock, signals }: Context, session: Session, visitor: Visitor): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteSessions(tx, { tokenHash: session.tokenHash })
    await insertLogin(tx, { email: session.email, ip: visitor.ip, type: 1, success: true, locked: false, at: clock.now() })
  })
  signals.notify('sessions-ended', { email: session.email, tokenHash: session.tokenHash, reason: 'logout' })
}
