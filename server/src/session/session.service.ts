/** Signing in and out, and what a session may do (specification 1 §2 to §8). */
import { createHash, randomBytes } from 'node:crypto'
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import type { UserInfo } from '@endcap/contract/session'
import { raiseAlarm } from '../alarms/alarms.service.ts'
import { systemLocation } from '@endcap/contract/alarms'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { ApiError, forbidden, unauthorized } from '../http/errors.ts'
import { getSetting } from '../settings/settings.service.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import {
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

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

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
  const account = await findAccount(db, email)
  const right = await checkPassword(account?.passwordHash ?? (await (decoy ??= hashPassword('nobody has this password'))), given.password)
  const row = { email, ip: visitor.ip, type: 0 as const, at }
  if (account === undefined) {
    await insertLogin(db, { ...row, success: false, locked: false })
    throw unauthorized(failureMessage, 'login-failed')
  }
  if (isLocked(account, at)) {
    await insertLogin(db, { ...row, success: false, locked: true })
    throw unauthorized(lockedMessage, 'account-locked')
  }
  if (!right) throw await refuse(context, account, row)
  if (account.roleId === null) throw forbidden('An administrator must approve this account first.', 'not-approved')

  const accessToken = randomBytes(32).toString('base64url')
  await inTransaction(db, async (tx) => {
    await tx.updateTable('accounts').set({ failed_logins: 0, locked_until: null }).where('email', '=', email).execute()
    await insertSession(tx, { tokenHash: hashToken(accessToken), email, at, expiresAt: new Date(at.getTime() + idleMs), ...visitor })
    await insertLogin(tx, { ...row, success: true, locked: false })
  })
  return { ...(await describe(context, account)), accessToken }
}

function isLocked({ locked, lockedUntil }: AccountRow, at: Date): boolean {
  return locked || (lockedUntil !== null && lockedUntil > at)
}

/** Counts a failure; enough of them lock the account for a while. */
async function refuse(
  { db, signals }: Context,
  account: AccountRow,
  row: { email: string; ip: string; type: 0; at: Date },
): Promise<ApiError> {
  const failures = account.failedLogins + 1
  const locks = failures >= failuresToLock
  const until = new Date(row.at.getTime() + Math.min(longestLockMs, lockMs * 2 ** (failures - failuresToLock)))
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ failed_logins: failures, ...(locks && { locked_until: until }) })
      .where('email', '=', account.email)
      .execute()
    await insertLogin(tx, { ...row, success: false, locked: locks })
    // Sessions that are open stay: they were entered with the right password, and a stranger's attempts must not end them.
    if (!locks) return
    await raiseAlarm(tx, {
      storeCode: systemLocation,
      type: 'ACCOUNT LOCKED',
      class: 2,
      subject: account.email,
      data: { email: account.email, ip: row.ip },
      at: row.at,
    })
  })
  if (locks) signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })
  return locks ? unauthorized(lockedMessage, 'account-locked') : unauthorized(failureMessage, 'login-failed')
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

/** Those of these sessions, by their token's hash, that have not ended; asking does not prolong them. */
export const stillOpen = ({ db, clock }: Context, tokenHashes: readonly string[]): Promise<Set<string>> =>
  openSessions(db, tokenHashes, clock.now())

function sessionOf(account: AccountRow, roleId: number, tokenHash: string): Session {
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

export async function describe({ db, clock }: Context, account: AccountRow): Promise<UserInfo> {
  const [config, passwords] = await Promise.all([getSetting(db, 'system'), getSetting(db, 'passwords')])
  const age = account.lastPwdChanged === null ? 0 : (clock.now().getTime() - account.lastPwdChanged.getTime()) / dayMs
  const expires = passwords.maxAgeDays > 0
  return {
    email: account.email,
    name: account.name,
    mobile: account.mobile,
    role_id: account.roleId,
    roleName: account.roleName ?? '',
    enableWholeStore: account.wholeStore || account.roleId === 0,
    store: account.stores,
    language: account.language,
    weakPwd: account.weakPwd,
    expireSoon: expires && age > passwords.maxAgeDays - passwords.warnDays,
    forceChange: account.forceChange || (expires && age > passwords.maxAgeDays),
    adfs: false,
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
