/** Lock-out by strangers: what failed sign-ins of one place do to others, and what answers tell about accounts. */
import { describe, expect, test } from 'vitest'
import { seedAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { attemptOf, countFailure, dropFailures, dropOldFailures, forgetFailures, heldOff, secondStepOf, type Attempt } from './throttle.ts'

const { context: test_, app, api } = await startTestApp()
const { context, clock } = test_
const good = 'plover-cabin-tundra-7'
let count = 0
async function person(more: { locked?: boolean } = {}) {
  const email = `throttle${++count}@test.example`
  await seedAccount(context, { email, privileges: ['tag.read'], password: good })
  if (more.locked === true) await context.db.updateTable('accounts').set({ locked: true }).where('email', '=', email).execute()
  return email
}
const address = () => `10.7.${Math.floor(++count / 200)}.${count % 200}`
async function login(email: string, password: string, remoteAddress: string, device?: string) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    payload: { email, password },
    ...(device !== undefined && { headers: { 'x-endcap-console': '1', cookie: `endcap-device=${device}` } }),
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), cookies: answer.cookies }
}
const failures = async (email: string, at: string, times = 5) => {
  const codes = []
  for (let n = 0; n < times; n++) codes.push((await login(email, 'wrong', at)).body.code)
  return codes
}

/** Failures that were counted before. */
const failedBefore = (email: string, origin: string, times: number, at = clock.now()) =>
  context.db
    .insertInto('sign_in_failures')
    .values({ email, origin, failures: times, failed_at: at, locked_until: null })
    .onConflict((conflict) => conflict.columns(['email', 'origin']).doUpdateSet({ failures: times }))
    .execute()

describe('a stranger who fails', () => {
  test('locks the account at their own address, and at no other', async () => {
    const email = await person()
    const theirs = address()
    expect(await failures(email, theirs)).toEqual([...Array.from({ length: 4 }, () => 'login-failed'), 'account-locked'])
    expect((await login(email, good, theirs)).body.code).toBe('account-locked')
    expect((await login(email, good, address())).status).toBe(200)
    // A sign-in at another address does not open the stranger's.
    expect((await login(email, good, theirs)).body.code).toBe('account-locked')
  })
  test('is locked longer after each further failure', async () => {
    const email = await person()
    const theirs = address()
    await failures(email, theirs)
    clock.advance(15 * 60 + 1)
    expect(await failures(email, theirs, 1)).toEqual(['account-locked'])
    clock.advance(15 * 60 + 1)
    expect((await login(email, good, theirs)).body.code).toBe('account-locked')
    clock.advance(15 * 60)
    expect((await login(email, good, theirs)).status).toBe(200)
  })
  test('is locked twice as long after each further failure, for a day at most', async () => {
    const minute = 60
    // Failures before the one that is looked at, and how long it locks.
    const lockedFor: [number, number][] = [
      [4, 15 * minute],
      [5, 30 * minute],
      [6, 60 * minute],
      [7, 120 * minute],
      [10, 960 * minute],
      [11, 1440 * minute],
      [60, 1440 * minute],
    ]
    for (const [before, seconds] of lockedFor) {
      const email = await person()
      const theirs = address()
      await failedBefore(email, `address ${theirs}`, before)
      expect(await failures(email, theirs, 1)).toEqual(['account-locked'])
      clock.advance(seconds - 1)
      expect((await login(email, good, theirs)).body.code).toBe('account-locked')
      clock.advance(2)
      expect((await login(email, good, theirs)).status).toBe(200)
    }
  })
  test('leaves the account locked until its longest lock ends, also where a shorter one begins later', async () => {
    const email = await person()
    const [first, second] = [address(), address()]
    await failedBefore(email, `address ${first}`, 6)
    await failures(email, first, 1)
    await failures(email, second)
    const locked = async () => (await api('GET', `/auth/account/${email}`)).body.locked
    clock.advance(15 * 60 + 1)
    expect((await login(email, good, second)).status).toBe(200)
    expect(await locked()).toBe(true)
    clock.advance(45 * 60)
    expect(await locked()).toBe(false)
  })
  test('from many addresses slows all strangers down, and no browser that is known', async () => {
    const email = await person()
    const first = await login(email, good, address(), 'none given yet')
    const device = first.cookies.find((one) => one.name === 'endcap-device')?.value ?? ''
    expect(device).toMatch(/^[\w-]{43}$/)
    await failedBefore(email, '*', 50)
    await failures(email, address(), 1)
    expect(await login(email, good, address())).toMatchObject({ status: 429, body: { code: 'too-many' } })
    expect((await login(email, good, address(), device)).status).toBe(200)
    // Another account's browser is a stranger here.
    const other = await person()
    await failedBefore(other, '*', 50)
    await failures(other, address(), 1)
    expect((await login(other, good, address(), device)).status).toBe(429)
    clock.advance(61)
    expect((await login(other, good, address())).status).toBe(200)
  })
  test('with ever other accounts waits as well', async () => {
    const theirs = '10.8.0.1'
    const codes = new Set<unknown>()
    // The limit of calls per minute would be in their way here.
    await failedBefore('*', `address ${theirs}`, 100)
    codes.add((await login('unknown@test.example', 'x', theirs)).body.code)
    codes.add((await login(await person(), good, theirs)).body.code)
    expect([...codes]).toEqual(['login-failed', 'too-many'])
  })
})

describe('a browser that is known', () => {
  test('comes in beside a stranger at the same address, and is locked by its own failures alone', async () => {
    const email = await person()
    const [shop, elsewhere] = [address(), address()]
    const device = (await login(email, good, shop, 'none given yet')).cookies.find((one) => one.name === 'endcap-device')?.value ?? ''
    await failures(email, shop)
    expect((await login(email, good, shop)).body.code).toBe('account-locked')
    expect((await login(email, good, shop, device)).status).toBe(200)
    for (let n = 0; n < 5; n++) await login(email, 'wrong', elsewhere, device)
    // Its address does not matter; that of a stranger does.
    expect((await login(email, good, shop, device)).body.code).toBe('account-locked')
    expect((await login(email, good, elsewhere)).status).toBe(200)
  })
  test('is a place of its own for wrong codes too; those of strangers count as one place', async () => {
    const email = await person()
    const device = (await login(email, good, address(), 'none given yet')).cookies.find((one) => one.name === 'endcap-device')?.value
    const known = await attemptOf(context.db, email, { ip: address(), userAgent: '', device })
    expect(known).toMatchObject({ known: true, origin: expect.stringMatching(/^device [0-9a-f]{32}$/) as string })
    expect(secondStepOf(known)).toEqual(known)
    expect(secondStepOf(stranger(email))).toMatchObject({ email, known: false, origin: 'second factor' })
  })
})

const stranger = (email: string, ip = address()): Attempt => ({ email, known: false, origin: `address ${ip}`, address: `address ${ip}` })
let made = 0
const newEmail = () => `counted${++made}@test.example`
/** What holds this attempt off, so many milliseconds from now. */
const held = (attempt: Attempt, inMs = 0) => heldOff(context.db, attempt, new Date(clock.now().getTime() + inMs))
const countOne = (attempt: Attempt) => countFailure(context.db, attempt, clock.now())
const ago = (ms: number) => new Date(clock.now().getTime() - ms)
const hourMs = 3_600_000
const lockForgottenMs = 48 * hourMs

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

describe('an answer', () => {
  test('is the same for accounts that there are and that there are not, also when they are locked', async () => {
    const [there, locked] = [await person(), await person({ locked: true })]
    const remainingOf = async (email: string) => {
      const at = address()
      const answers = []
      for (let n = 0; n < 7; n++) {
        const { status, body } = await login(email, 'wrong', at)
        answers.push({ status, body })
      }
      return answers
    }
    const [first, ...others] = [await remainingOf(there), await remainingOf('nobody@test.example'), await remainingOf(locked)]
    for (const other of others) expect(other).toEqual(first)
  })
  test('tells a person with the right password that an administrator has locked the account', async () => {
    const email = await person({ locked: true })
    expect((await login(email, good, address())).body).toMatchObject({
      code: 'account-locked',
      message: 'The account is locked. Please wait and try again.',
    })
  })
})

test('an administrator opens the account for every place', async () => {
  const email = await person()
  const theirs = address()
  await failures(email, theirs)
  expect((await api('POST', '/auth/account/unlock', { email })).status).toBe(200)
  expect((await login(email, good, theirs)).status).toBe(200)
})
