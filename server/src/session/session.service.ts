/** Signing in and out, and what a session may do (specification 1 §2 to §8). */
import { randomBytes } from 'node:crypto'
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import type { UserInfo } from '@endcap/contract/session'
import { raiseAlarm } from '../alarms/alarms.service.ts'
import { systemLocation } from '@endcap/contract/alarms'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { ApiError, forbidden, unauthorized } from '../http/errors.ts'
import { getSetting } from '../settings/settings.service.ts'
import { createChallenge } from './challenges.ts'
import { elsewhere } from './elsewhere.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import {
  countFailure,
  deleteSessions,
  findAccount,
  findSession,
  insertLogin,
  insertSession,
  openSessions,
  prolongSession,
  type AccountRow,
} from './session.queries.ts'
import type { Session } from './session.ts'
import { vouchFor } from './third-party.ts'
import { hashToken } from './tokens.ts'

export { hashToken } from './tokens.ts'

/** A session ends this long after its last call, and this long after its beginning. */
const idleMs = 12 * 3600_000
const longestMs = 30 * 86_400_000
/** Its end is moved at most this often, so that reading does not write. */
const prolongEveryMs = 60_000
/** Failures in a row that lock an account, and for how long; each further failure doubles it up to a day. */
const failuresToLock = 5
const lockMs = 15 * 60_000
const longestLockMs = 86_400_000
const dayMs = 86_400_000

const lockedMessage = 'The account is locked. Please wait and try again.'
const failureMessage = 'Authentication Failure.'

export interface Visitor {
  ip: string
  userAgent: string
}

/** Something to compare with when there is no such account, so that both take the same time. */
let decoy: Promise<string> | undefined

export async function login(
  context: Context,
  given: { email: string; password: string },
  visitor: Visitor,
): Promise<UserInfo & { accessToken: string }> {
  const { db, clock } = context
  const email = given.email.trim().toLowerCase()
  if (email === '') throw new ApiError(400, { code: 'login-email', message: 'Enter Email, Please!', field: 'email' })
  if (given.password.trim() === '')
    throw new ApiError(400, { code: 'login-password', message: 'Enter Password, Please!', field: 'password' })
  const at = clock.now()
  const local = await findAccount(db, email)
  // Nobody else is told the password of an account that is locked here.
  const vouched =
    local !== undefined && isLocked(local, at) ? undefined : await vouchFor(context, local, { ...given, email, ip: visitor.ip })
  const account = vouched !== undefined && 'account' in vouched ? vouched.account : local
  const right =
    vouched === undefined
      ? await checkPassword(account?.passwordHash || (await (decoy ??= hashPassword('nobody has this password'))), given.password)
      : 'account' in vouched
  const said = vouched !== undefined && 'refused' in vouched ? vouched.refused : undefined
  if (account === undefined) {
    await insertLogin(db, { email, ip: visitor.ip, type: 0, at, success: false, locked: false })
    throw refusal(said)
  }
  const locked = await refuseLocked(context, account, visitor)
  if (locked !== undefined) throw locked
  if (!right) throw await refuse(context, account, visitor, said)
  if (account.roleId === null) throw notApproved()
  if (account.secondFactor) {
    // What failed before is forgotten when both factors were right, not before.
    const challenge = await inTransaction(db, (tx) => createChallenge(tx, account.email, at))
    throw new ApiError(401, { code: 'second-factor', message: 'Enter the code of your authenticator app.', challenge })
  }
  return startSession(context, account, visitor)
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
  await inTransaction(db, async (tx) => {
    await also?.(tx)
    await tx.updateTable('accounts').set({ failed_logins: 0, locked_until: null, last_login_at: at }).where('email', '=', email).execute()
    await insertSession(tx, { tokenHash: hashToken(accessToken), email, at, expiresAt: new Date(at.getTime() + idleMs), ...visitor })
    await insertLogin(tx, { email, ip: visitor.ip, type: 0, at, success: true, locked: false })
  })
  return { ...(await describe(context, account)), accessToken }
}

/** Why nobody signs in with a locked account, for its login history as well. */
export async function refuseLocked({ db, clock }: Context, account: AccountRow, visitor: Visitor): Promise<ApiError | undefined> {
  const at = clock.now()
  if (!isLocked(account, at)) return undefined
  await insertLogin(db, { email: account.email, ip: visitor.ip, type: 0, at, success: false, locked: true })
  return unauthorized(lockedMessage, 'account-locked')
}

/** By an administrator, or for a while after failed sign-ins. */
export function isLocked({ locked, lockedUntil }: Pick<AccountRow, 'locked' | 'lockedUntil'>, at: Date): boolean {
  return locked || (lockedUntil !== null && lockedUntil > at)
}

/** `said`: what third-party authentication says to the person. */
const refusal = (said?: string) => unauthorized(said ?? failureMessage, said === undefined ? 'login-failed' : 'login-refused')

/** Counts a failure, of a password or of a second factor; enough of them lock the account for a while. */
export async function refuse({ db, signals, clock }: Context, { email }: AccountRow, { ip }: Visitor, said?: string): Promise<ApiError> {
  const at = clock.now()
  const locks = await inTransaction(db, async (tx) => {
    const failures = await countFailure(tx, email)
    const locksNow = failures >= failuresToLock
    await insertLogin(tx, { email, ip, type: 0, at, success: false, locked: locksNow })
    // Sessions that are open stay: they were entered with the right password, and a stranger's attempts must not end them.
    if (!locksNow) return false
    const until = new Date(at.getTime() + Math.min(longestLockMs, lockMs * 2 ** (failures - failuresToLock)))
    await tx.updateTable('accounts').set({ locked_until: until }).where('email', '=', email).execute()
    await raiseAlarm(tx, { storeCode: systemLocation, type: 'ACCOUNT LOCKED', class: 2, subject: email, data: { email, ip }, at })
    return true
  })
  if (locks) signals.notify('changed', { storeCode: systemLocation, changes: ['alarms', 'members'] })
  return locks ? unauthorized(lockedMessage, 'account-locked') : refusal(said)
}

/** The session behind an access token; undefined when there is none or its e-mail is not the one presented. */
export async function openSession(
  { db, clock }: Context,
  presented: { accessToken: string; accessEmail: string },
): Promise<Session | undefined> {
  const at = clock.now()
  const tokenHash = hashToken(presented.accessToken)
  const row = await findSession(db, tokenHash, at)
  if (row === undefined || row.email !== presented.accessEmail.trim().toLowerCase() || row.locked || row.roleId === null) return undefined
  if (at.getTime() - row.lastUsedAt.getTime() > prolongEveryMs) {
    const expiresAt = new Date(Math.min(at.getTime() + idleMs, row.createdAt.getTime() + longestMs))
    await prolongSession(db, tokenHash, { at, expiresAt })
  }
  return sessionOf(row, row.roleId, tokenHash)
}

/** An open session as its account stands now; asking does not prolong it. */
export async function sessionByHash({ db, clock }: Context, tokenHash: string): Promise<Session | undefined> {
  const row = await findSession(db, tokenHash, clock.now())
  return row === undefined || row.locked || row.roleId === null ? undefined : sessionOf(row, row.roleId, tokenHash)
}

/** Those of these sessions, by their token's hash, that have not ended; asking does not prolong them. */
export const stillOpen = ({ db, clock }: Context, tokenHashes: readonly string[]): Promise<Set<string>> =>
  openSessions(db, tokenHashes, clock.now())

/** What an account may do, as whoever presents this token. */
export function sessionOf(account: AccountRow, roleId: number, tokenHash: string): Session {
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
  const adfs = account.thirdParty && (await elsewhere(context))(account)
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
    forceChange: (account.forceChange && !adfs) || (expires && age > passwords.maxAgeDays),
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
