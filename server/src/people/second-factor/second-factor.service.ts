/**
 * Second factors: enrolled, asked for at sign-in, switched off. The secret is sealed at rest, recovery codes are kept as hashes, no code is
 * good twice, and a wrong one counts as a failed sign-in.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { systemLocation } from '@endcap/contract/alarms'
import { administratorRoleId } from '@endcap/contract/privileges'
import type { UserInfo } from '@endcap/contract/session'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, conflict, invalid, notFound, unauthorized } from '../../platform/base/errors.ts'
import { qrRows } from '../../platform/base/qr-code.ts'
import { othersAccount } from '../accounts/others-account.ts'
import { openSecret, sealSecret } from '../../platform/secrets/secrets.ts'
import { challengedAccount, spendChallenge } from '../session/challenges.ts'
import { isThirdPartyAccount, passwordIsThirdParty } from '../session/third-party-accounts.ts'
import { checkPassword } from '../session/passwords.ts'
import { deleteSessions, findAccount, type AccountRow } from '../accounts/account-rows.ts'
import { refuse, refuseHeldOff, refuseLocked, startSession, type Visitor } from '../session/session.service.ts'
import { attemptOf, heldOff, secondStepOf } from '../session/throttle.ts'
import type { Session } from '../../platform/http/session.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { hashToken } from '../session/tokens.ts'
import * as factors from './second-factor.queries.ts'
import { fromBase32, stepOf, toBase32 } from './totp.ts'

/** RFC 4226 recommends 160 bits. */
const secretBytes = 20
const recoveryCodeCount = 10
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Ten characters of 31: nearly fifty bits, so that a plain hash keeps them. */
const recoveryLength = 10

const makeRecoveryCode = (): string => {
  const text = Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}
const recoveryHash = (given: string): string => hashToken(given.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
const wrongCode = () => invalid('This code is not right, or was used before.', 'code')

/** Whether administrators need one, and this is one. */
const isRequired = async ({ db }: Context, { roleId }: Session): Promise<boolean> =>
  roleId === administratorRoleId && (await getSetting(db, 'passwords')).requireSecondFactor

export const statusOf = async (context: Context, session: Session) => ({
  ...(await factors.factorStatus(context.db, session.email)),
  required: await isRequired(context, session),
})

/** Uses a code of the app or a recovery code up; answers whether it was good. */
async function spendCode(context: Context, tx: Db, email: string, code: string): Promise<boolean> {
  const at = context.clock.now()
  const factor = await factors.holdFactor(tx, email)
  if (factor === undefined || !factor.confirmed) return false
  const step = stepOf(fromBase32(openSecret(context, factor.secret)), code, { at, lastStep: factor.lastStep })
  if (step === undefined) return factors.spendRecoveryCode(tx, email, { hash: recoveryHash(code), at })
  await factors.useStep(tx, email, step)
  return true
}

/** The second step of a sign-in. */
export async function verify(
  context: Context,
  { challenge, code }: { challenge: string; code: string },
  visitor: Visitor,
): Promise<UserInfo & { accessToken: string }> {
  const { db, clock } = context
  const over = () => unauthorized('This took too long. Sign in again.', 'challenge-over')
  const email = await challengedAccount(db, challenge, clock.now())
  const account = email === undefined ? undefined : await findAccount(db, email)
  if (account === undefined) throw over()
  const attempt = secondStepOf(await attemptOf(db, account.email, visitor))
  const locked = (await refuseHeldOff(context, attempt, visitor)) ?? (await refuseLocked(context, account, visitor))
  if (locked !== undefined) throw locked
  try {
    return await startSession(context, account, visitor, async (tx) => {
      // Under the hold of the factor, so that of two with the same code one alone comes in.
      const now = await findAccount(tx, account.email)
      if (now === undefined || now.locked) throw over()
      if (!(await spendCode(context, tx, account.email, code))) throw wrongCode()
      if (!(await spendChallenge(tx, challenge))) throw over()
    })
  } catch (error) {
    if (!isWrongCode(error)) throw error
    const refusal = await refuse(context, attempt, visitor)
    throw refusal.answer.code === 'account-locked' ? refusal : unauthorized('This code is not right, or was used before.', 'code-wrong')
  }
}

const isWrongCode = (error: unknown): boolean => error instanceof ApiError && error.answer.field === 'code'

async function ownAccount(context: Context, session: Session, password: string, visitor: Visitor): Promise<AccountRow> {
  const account = await findAccount(context.db, session.email)
  if (account === undefined) throw notFound('This account does not exist.')
  const attempt = await attemptOf(context.db, account.email, visitor)
  const held = await heldOff(context.db, attempt, context.clock.now())
  if (held !== undefined) throw conflict('The account is locked. Please wait and try again.', 'account-locked')
  if (await checkPassword(account.passwordHash, password)) return account
  await refuse(context, attempt, visitor)
  throw invalid('The current password is not right.', 'password')
}

/** Begins a second factor: nothing changes until it is confirmed. */
export async function enrol(context: Context, session: Session, password: string, visitor: Visitor) {
  const { db, clock } = context
  if (await isThirdPartyAccount(context, session)) throw passwordIsThirdParty()
  const account = await ownAccount(context, session, password, visitor)
  if (account.secondFactor) throw conflict('There is a second factor already. Switch it off first.', 'second-factor-on')
  const secret = toBase32(randomBytes(secretBytes))
  await inTransaction(db, (tx) => factors.beginFactor(tx, account.email, { secret: sealSecret(context, secret), at: clock.now() }))
  const label = encodeURIComponent(`Endcap:${account.email}`)
  const uri = `otpauth://totp/${label}?secret=${secret}&issuer=Endcap&algorithm=SHA1&digits=6&period=30`
  return { secret, uri, qr: await qrRows(uri) }
}

const subject = (id: string) => ({ kind: 'account', id })
const factorChange = {
  on: { before: { secondFactor: false }, after: { secondFactor: true } },
  off: { before: { secondFactor: true }, after: { secondFactor: false } },
}

/** Switches it on; answers the recovery codes, which are kept as hashes alone. */
export async function confirm(context: Context, { email }: Session, code: string): Promise<string[]> {
  const { db, clock } = context
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode)
  await inTransaction(db, async (tx) => {
    const factor = await factors.holdFactor(tx, email)
    if (factor === undefined || factor.confirmed) throw conflict('There is no second factor to confirm. Begin again.', 'second-factor-none')
    const step = stepOf(fromBase32(openSecret(context, factor.secret)), code, { at: clock.now(), lastStep: factor.lastStep })
    if (step === undefined) throw wrongCode()
    await factors.confirmFactor(tx, email, { at: clock.now(), step })
    await factors.insertRecoveryCodes(tx, email, codes.map(recoveryHash))
    await recordChange(tx, { subject: subject(email), ...factorChange.on })
  })
  notifyMembers(context)
  return codes
}

export async function disable(
  context: Context,
  session: Session,
  given: { password: string; code: string },
  visitor: Visitor,
): Promise<void> {
  if (await isRequired(context, session))
    throw conflict('Administrators need a second factor here: it cannot be switched off.', 'second-factor-needed')
  const account = await ownAccount(context, session, given.password, visitor)
  const off = await inTransaction(context.db, async (tx) => {
    if (!(await spendCode(context, tx, account.email, given.code))) return false
    await factors.removeFactor(tx, account.email)
    await recordChange(tx, { subject: subject(account.email), ...factorChange.off })
    return true
  })
  if (!off) {
    await refuse(context, await attemptOf(context.db, account.email, visitor), visitor)
    throw wrongCode()
  }
  notifyMembers(context)
}

/** An administrator switches it off for another person, who may have lost the phone. */
export async function resetFactor(context: Context, session: Session, email: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await othersAccount(tx, session, email)
    await factors.removeFactor(tx, email)
    await deleteSessions(tx, { email })
    await recordChange(tx, { subject: subject(email), ...factorChange.off })
  })
  context.signals.notify('sessions-ended', { email, reason: 'account' })
  notifyMembers(context)
}

const notifyMembers = ({ signals }: Context) => signals.notify('changed', { storeCode: systemLocation, changes: ['members'] })
