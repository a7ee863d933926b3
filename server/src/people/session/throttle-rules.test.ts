/** The throttle's limits, to the millisecond, without the calls around it (those: throttle.test.ts). */
import { afterAll, describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-context.ts'
import { noteDevice } from './devices.ts'
import { attemptOf, countFailure, dropFailures, dropOldFailures, forgetFailures, heldOff, secondStepOf, type Attempt } from './throttle.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
let count = 0
const address = () => `10.7.${Math.floor(++count / 200)}.${count % 200}`
/** Failures that were counted before. */
const failedBefore = (email: string, origin: string, times: number, at = clock.now()) =>
  context.db.insertInto('sign_in_failures').values({ email, origin, failures: times, failed_at: at, locked_until: null }).execute()

const stranger = (email: string, ip = address()): Attempt => ({ email, known: false, origin: `address ${ip}`, address: `address ${ip}` })
let made = 0
const newEmail = () => `counted${++made}@test.example`
/** What holds this attempt off, so many milliseconds from now. */
const held = (attempt: Attempt, inMs = 0) => heldOff(context.db, attempt, new Date(clock.now().getTime() + inMs))
const countOne = (attempt: Attempt) => countFailure(context.db, attempt, clock.now())
const ago = (ms: number) => new Date(clock.now().getTime() - ms)
const hourMs = 3_600_000
const lockForgottenMs = 48 * hourMs

describe('a lock', () => {
  test.each([
    [3, undefined],
    [4, 15],
    [5, 30],
    [6, 60],
    [10, 960],
    [11, 1440],
    [60, 1440],
  ])('after %i failures before: %s minutes, for this account at this address alone', async (before, minutes) => {
    const attempt = stranger(newEmail())
    await failedBefore(attempt.email, attempt.origin, before)
    const until = await countOne(attempt)
    expect(until).toEqual(minutes === undefined ? undefined : ago(-minutes * 60_000))
    if (until === undefined) return
    expect(await held(attempt)).toBe('locked')
    expect(await held(attempt, until.getTime() - clock.now().getTime())).toBeUndefined()
    expect([await held(stranger(attempt.email)), await held({ ...attempt, email: newEmail() })]).toEqual([undefined, undefined])
  })
  test('holds beside a wait', async () => {
    const attempt = stranger(newEmail())
    await failedBefore(attempt.email, attempt.origin, 4)
    await failedBefore(attempt.email, '*', 60)
    await countOne(attempt)
    expect(await held(attempt)).toBe('locked')
  })
})

describe('how long strangers wait', () => {
  test.each([
    [48, undefined],
    [49, 1],
    [50, 2],
    [54, 32],
    [55, 60],
    [90, 60],
  ])('an account that failed %i times before, anywhere: %s s', async (before, wait) => {
    const email = newEmail()
    await failedBefore(email, '*', before)
    await countOne(stranger(email))
    expect(await held(stranger(email))).toEqual(wait === undefined ? undefined : { wait })
  })
  test.each([
    [98, undefined],
    [99, 1],
    [100, 2],
    [108, 512],
    [109, 900],
    [150, 900],
  ])('an address that failed %i times before, with any account: %s s', async (before, wait) => {
    const ip = address()
    await failedBefore('*', `address ${ip}`, before)
    await countOne(stranger(newEmail(), ip))
    expect(await held(stranger(newEmail(), ip))).toEqual(wait === undefined ? undefined : { wait })
  })
  test('is the longer of two waits, in whole seconds, and over when it ends', async () => {
    const [email, ip] = [newEmail(), address()]
    await failedBefore(email, '*', 50)
    await failedBefore('*', `address ${ip}`, 101)
    await countOne(stranger(newEmail(), ip))
    await countOne(stranger(email))
    expect(await held(stranger(email, ip))).toEqual({ wait: 4 })
    expect(await held(stranger(email, ip), 500)).toEqual({ wait: 4 })
    expect(await held(stranger(email, ip), 3999)).toEqual({ wait: 1 })
    expect(await held(stranger(email, ip), 4000)).toBeUndefined()
  })
})

describe('failures are forgotten', () => {
  test.each([
    ['two days', 0, true],
    ['two days', 1, false],
  ])('of an account at an address %s and %i ms after the last: still counted %s', async (_, moreMs, counted) => {
    const attempt = stranger(newEmail())
    await failedBefore(attempt.email, attempt.origin, 4, ago(lockForgottenMs + moreMs))
    expect((await countOne(attempt)) !== undefined).toBe(counted)
  })
  test.each([
    ['an hour', 0, { wait: 1 }],
    ['an hour', 1, undefined],
  ])('of an account anywhere %s and %i ms after the last: then strangers wait %o', async (_, moreMs, wait) => {
    const email = newEmail()
    await failedBefore(email, '*', 49, ago(hourMs + moreMs))
    await countOne(stranger(email))
    expect(await held(stranger(email))).toEqual(wait)
  })
  test('with a sign-in: those of here and of the account, no others', async () => {
    const [attempt, other] = [stranger(newEmail()), stranger(newEmail())]
    const rows = [
      [attempt.email, attempt.origin],
      [attempt.email, '*'],
      [attempt.email, 'second factor'],
      [attempt.email, other.origin],
      [other.email, attempt.origin],
      ['*', attempt.address],
    ] as const
    for (const [email, origin] of rows) await failedBefore(email, origin, 3)
    const left = async () => {
      const found = await context.db.selectFrom('sign_in_failures').select(['email', 'origin']).execute()
      const standing = new Set(found.map(({ email, origin }) => `${email} ${origin}`))
      return rows.filter(([email, origin]) => standing.has(`${email} ${origin}`))
    }
    await forgetFailures(context.db, attempt)
    expect(await left()).toEqual(rows.slice(3))
    // All of the account, by a person.
    await dropFailures(context.db, attempt.email)
    expect(await left()).toEqual(rows.slice(4))
  })
  test('by the housekeeping two days after the last', async () => {
    const email = newEmail()
    await failedBefore(email, 'kept', 1, ago(lockForgottenMs))
    await failedBefore(email, 'gone', 1, ago(lockForgottenMs + 1))
    await dropOldFailures(context.db, clock.now())
    const rows = await context.db.selectFrom('sign_in_failures').select('origin').where('email', '=', email).execute()
    expect(rows.map(({ origin }) => origin)).toEqual(['kept'])
  })
})

describe('a browser that is known', () => {
  const browser = async () => {
    const email = newEmail()
    await context.db.insertInto('accounts').values({ email, name: email, password_hash: '', role_id: null }).execute()
    const device = await noteDevice(context.db, { email, device: undefined, at: clock.now() })
    const ip = address()
    return { email, device, ip, known: await attemptOf(context.db, email, { ip, userAgent: '', device }) }
  }
  test('is a place of its own, wherever it is; for another account, and with another secret, it is none', async () => {
    const { email, device, known } = await browser()
    const other = address()
    expect(known).toMatchObject({ email, known: true, origin: expect.stringMatching(/^device [0-9a-f]{32}$/) as string })
    expect(await attemptOf(context.db, email, { ip: other, userAgent: '', device })).toEqual({
      ...known,
      address: `address ${other}`,
    })
    for (const [of, secret] of [
      [newEmail(), device],
      [email, 'another'],
      [email, undefined],
    ] as const)
      expect(await attemptOf(context.db, of, { ip: other, userAgent: '', device: secret })).toEqual(stranger(of, other))
  })
  test('neither waits with strangers nor makes them wait', async () => {
    const { email, known, ip } = await browser()
    await failedBefore(email, '*', 60)
    await failedBefore('*', `address ${ip}`, 120)
    await countOne(known)
    expect([await held(stranger(email)), await held(stranger(newEmail(), ip))]).toEqual([undefined, undefined])
    await countOne(stranger(email, ip))
    expect(await held(stranger(email, ip))).toMatchObject({ wait: 900 })
    expect(await held(known)).toBeUndefined()
  })
  test('is a place of its own for wrong codes too; those of strangers count as one place', async () => {
    const { email, known } = await browser()
    expect(secondStepOf(known)).toEqual(known)
    expect(secondStepOf(stranger(email))).toMatchObject({ email, known: false, origin: 'second factor' })
  })
})
