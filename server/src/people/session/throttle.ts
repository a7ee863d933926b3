/**
 * Throttle of sign-ins (brute force, lock-out). Failures are counted by account and origin together: a stranger who fails locks the account for
 * their own address, and for no other address, nor for a browser that the account has signed in from before. Two wider counts, of an account
 * over all addresses and of an address over all accounts, only slow down. Accounts that do not exist are treated alike.
 */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { countedBy } from '../../platform/base/client-address.ts'
import { isKnownDevice } from './devices.ts'
import { hashToken } from './tokens.ts'

/** Failures in a row that lock an account for an origin, and for how long; each further failure doubles it up to a day. */
const failuresToLock = 5
const lockMs = 15 * 60_000
const longestLockMs = 86_400_000
/** Failures of an account over all addresses from which on strangers wait, twice as long after each further one. */
const failuresToSlowAccount = 50
const longestAccountWaitMs = 60_000
/** Failures of an address over all accounts: a shop has one address for many people. */
const failuresToSlowAddress = 100
const longestAddressWaitMs = 15 * 60_000
/** A count begins anew after so long without a failure. */
const lockForgottenMs = 2 * 86_400_000
const waitForgottenMs = 3_600_000
const all = '*'

export interface Visitor {
  ip: string
  userAgent: string
  /** The secret that the browser has been given at an earlier sign-in. */
  device?: string | undefined
}
/** Where an attempt for an account comes from. */
export interface Attempt {
  email: string
  origin: string
  /** From a browser that the account has signed in from before: only its own failures count. */
  known: boolean
  address: string
}

export async function attemptOf(db: Db, email: string, visitor: Visitor): Promise<Attempt> {
  const { ip, device } = visitor
  const address = `address ${countedBy({ ip })}`
  const known = device !== undefined && (await isKnownDevice(db, email, device))
  return { email, known, address, origin: known ? `device ${hashToken(device).slice(0, 32)}` : address }
}

/** Wrong codes after a right password: no stranger's, so that changing the address does not help. */
export const secondStepOf = (attempt: Attempt): Attempt => (attempt.known ? attempt : { ...attempt, origin: 'second factor' })

/** What keeps this attempt from being made: a lock, or a wait of some seconds. */
export async function heldOff(
  db: Db,
  { email, origin, known, address }: Attempt,
  at: Date,
): Promise<'locked' | { wait: number } | undefined> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .select(['email', 'origin', 'locked_until'])
    .where((is) =>
      is.or([
        is.and([is('email', '=', email), is('origin', '=', origin)]),
        ...(known
          ? []
          : [is.and([is('email', '=', email), is('origin', '=', all)]), is.and([is('email', '=', all), is('origin', '=', address)])]),
      ]),
    )
    .where('locked_until', '>', at)
    .execute()
  if (rows.some((row) => row.email === email && row.origin === origin)) return 'locked'
  const until = Math.max(...rows.map((row) => row.locked_until?.getTime() ?? 0))
  return rows.length === 0 ? undefined : { wait: Math.ceil((until - at.getTime()) / 1000) }
}

/** Doubled with each failure beyond `from`. */
const grown = (failures: number, { from, first, longest }: { from: number; first: number; longest: number }): number =>
  failures < from ? 0 : Math.min(longest, first * 2 ** Math.min(failures - from, 30))

/** Counts a failure; answers until when the account is locked for this origin, where that is so now. */
export async function countFailure(tx: Db, { email, origin, known, address }: Attempt, at: Date): Promise<Date | undefined> {
  const count = async (
    row: { email: string; origin: string },
    forgottenMs: number,
    rule: { from: number; first: number; longest: number },
  ) => {
    const forgotten = new Date(at.getTime() - forgottenMs)
    const result = await sql<{ failures: number }>`
      insert into sign_in_failures as f (email, origin, failures, failed_at) values (${row.email}, ${row.origin}, 1, ${at})
      on conflict (email, origin) do update
        set failures = case when f.failed_at < ${forgotten}::timestamptz then 1 else f.failures + 1 end, failed_at = excluded.failed_at
      returning f.failures`.execute(tx)
    const waitMs = grown(result.rows[0]?.failures ?? 0, rule)
    if (waitMs === 0) return undefined
    const until = new Date(at.getTime() + waitMs)
    await tx
      .updateTable('sign_in_failures')
      .set({ locked_until: until })
      .where('email', '=', row.email)
      .where('origin', '=', row.origin)
      .execute()
    return until
  }
  if (!known) {
    // Always in this order, so that two who fail at once do not wait for each other.
    await count({ email: all, origin: address }, waitForgottenMs, {
      from: failuresToSlowAddress,
      first: 1000,
      longest: longestAddressWaitMs,
    })
    await count({ email, origin: all }, waitForgottenMs, { from: failuresToSlowAccount, first: 1000, longest: longestAccountWaitMs })
  }
  return count({ email, origin }, lockForgottenMs, { from: failuresToLock, first: lockMs, longest: longestLockMs })
}

/** After a sign-in: what failed from here before, and the count of the account, begin anew. */
export async function forgetFailures(tx: Db, { email, origin }: Attempt): Promise<void> {
  const origins = [origin, all, 'second factor']
  await tx.deleteFrom('sign_in_failures').where('email', '=', email).where('origin', 'in', origins).execute()
}

/** Opens an account for every origin: unlocked by a person, or with a new password. */
export const dropFailures = (tx: Db, email: string) => tx.deleteFrom('sign_in_failures').where('email', '=', email).execute()

/** For the hourly housekeeping. */
export async function dropOldFailures(db: Db, at: Date): Promise<void> {
  const before = new Date(at.getTime() - lockForgottenMs)
  await db.deleteFrom('sign_in_failures').where('failed_at', '<', before).execute()
}
