/** Lock-out by strangers: what failed sign-ins of one place do to others, and what answers tell about accounts. */
import { describe, expect, test } from 'vitest'
import { seedAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

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
const failedBefore = (email: string, origin: string, times: number) =>
  context.db
    .insertInto('sign_in_failures')
    .values({ email, origin, failures: times, failed_at: clock.now(), locked_until: null })
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
    const [shop, office] = [address(), address()]
    const device = (await login(email, good, shop, 'none given yet')).cookies.find((one) => one.name === 'endcap-device')?.value ?? ''
    await failures(email, shop)
    expect((await login(email, good, shop)).body.code).toBe('account-locked')
    expect((await login(email, good, shop, device)).status).toBe(200)
    for (let n = 0; n < 5; n++) await login(email, 'wrong', office, device)
    // Its address does not matter; that of a stranger does.
    expect((await login(email, good, shop, device)).body.code).toBe('account-locked')
    expect((await login(email, good, office)).status).toBe(200)
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
