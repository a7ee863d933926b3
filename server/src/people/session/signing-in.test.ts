/** What signing in, failing to and signing out leave behind, without the calls around them (those: session.test.ts). */
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { ThirdPartyAnswer } from '../ports.ts'
import { findAccount } from '../accounts/account-rows.ts'
import { seedAccount } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import * as sessions from './session.service.ts'
import { attemptOf } from './throttle.ts'
import { hashToken } from './tokens.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const password = 'plover-cabin-tundra-7'
const locked = 'The account is locked. Please wait and try again.'
let count = 0
const visitor = (more: Partial<sessions.Visitor> = {}): sessions.Visitor => ({ ip: `10.6.0.${++count}`, userAgent: 'test', ...more })
async function person() {
  const email = `in${++count}@test.example`
  await seedAccount(context, { email, privileges: ['tag.read'], password })
  return email
}
const change = (email: string, columns: object) => db.updateTable('accounts').set(columns).where('email', '=', email).execute()
const login = (email: string, given = password, from = visitor()) => sessions.login(context, { email, password: given }, from)
const accountOf = async (email: string) => (await findAccount(db, email))!
const history = (email: string) =>
  db.selectFrom('login_history').select(['type', 'success', 'locked', 'updated_at']).where('email', '=', email).execute()
const past = (ms: number) => new Date(clock.now().getTime() - ms)
/** The same with a third party that answers so. */
const withThirdParty = (answer: ThirdPartyAnswer) => ({
  ...context,
  ports: { ...context.ports, authenticationInUse: async () => ({ ask: async () => answer }) },
})

describe('a right password', () => {
  test('opens a session for twelve hours, is noted for this account alone, and ends what failed before', async () => {
    const [email, other] = [await person(), await person()]
    const from = visitor()
    const failed = { code: 'login-failed', message: 'Authentication Failure.' }
    await expect(login(email, 'wrong', from)).rejects.toMatchObject({ status: 401, answer: failed })
    clock.advance(1)
    const answer = await login(email, password, from)
    expect(answer.accessToken).toMatch(/^[\w-]{43}$/)
    const at = clock.now()
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', hashToken(answer.accessToken))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email, created_at: at, expires_at: new Date(at.getTime() + 12 * 3_600_000), ip: from.ip })
    expect([(await accountOf(email)).lastLoginAt, (await accountOf(other)).lastLoginAt]).toEqual([at, null])
    expect(await history(email)).toEqual([
      { type: 0, success: false, locked: false, updated_at: past(1000) },
      { type: 0, success: true, locked: false, updated_at: at },
    ])
    expect(await db.selectFrom('sign_in_failures').selectAll().where('email', '=', email).execute()).toEqual([])
    // No browser: nothing is remembered of it.
    expect(await db.selectFrom('known_devices').selectAll().where('email', '=', email).execute()).toEqual([])
  })
  test('gives the console its session as a cookie, and not in the answer', async () => {
    const email = await person()
    const keep = vi.fn<NonNullable<sessions.Visitor['keep']>>()
    const answer = await login(email, password, visitor({ keep }))
    expect(answer).toMatchObject({ email, accessToken: '' })
    expect(keep).toHaveBeenCalledExactlyOnceWith({
      accessToken: expect.stringMatching(/^[\w-]{43}$/) as string,
      device: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
  })
  test('is not enough where an administrator has locked the account; the history tells it', async () => {
    const email = await person()
    await change(email, { locked: true })
    await expect(login(email)).rejects.toMatchObject({ status: 401, message: locked })
    expect(await history(email)).toMatchObject([{ type: 0, success: false, locked: true }])
    expect(await sessions.refuseLocked(context, { ...(await accountOf(email)), locked: false }, visitor())).toBeUndefined()
  })
  test('that is temporary is good until its end', async () => {
    const email = await person()
    await change(email, { password_expires_at: clock.now() })
    await expect(login(email)).rejects.toMatchObject({ status: 401, answer: { code: 'password-expired' } })
    await change(email, { password_expires_at: past(-1) })
    expect((await login(email)).email).toBe(email)
  })
  test('waits for a role, whichever way the person came in', async () => {
    const email = await person()
    await change(email, { role_id: null })
    await expect(login(email)).rejects.toMatchObject({ status: 403, answer: { code: 'not-approved' } })
    const account = await accountOf(email)
    await expect(sessions.startSession(context, account, visitor())).rejects.toMatchObject({ answer: { code: 'not-approved' } })
    // Told at once, not after a code.
    await db.insertInto('second_factors').values({ email, secret: 'x', confirmed_at: clock.now() }).execute()
    await expect(login(email)).rejects.toMatchObject({ answer: { code: 'not-approved' } })
  })
  test('asks for the second factor, unless too many codes were wrong', async () => {
    const email = await person()
    await db.insertInto('second_factors').values({ email, secret: 'x', confirmed_at: clock.now() }).execute()
    await expect(login(email)).rejects.toMatchObject({ status: 401, answer: { code: 'second-factor' } })
    const failed = { email, origin: 'second factor', failures: 5, failed_at: clock.now(), locked_until: past(-1) }
    await db.insertInto('sign_in_failures').values(failed).execute()
    await expect(login(email)).rejects.toMatchObject({ answer: { code: 'account-locked' } })
  })
  test('opens nothing where what goes with it fails', async () => {
    const email = await person()
    const also = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('spent'))
    await expect(sessions.startSession(context, await accountOf(email), visitor(), also)).rejects.toThrow('spent')
    expect(await history(email)).toEqual([])
  })
})

test.each([
  [' ', password, 'login-email'],
  ['x@test.example', ' ', 'login-password'],
])('without %j / %j nothing is looked up', async (email, given, code) => {
  await expect(login(email, given)).rejects.toMatchObject({ status: 400, answer: { code } })
})

describe('a third party', () => {
  const ask = (email: string, answer: ThirdPartyAnswer, given = 'theirs') =>
    sessions.login(withThirdParty(answer), { email, password: given }, visitor())
  test('that does not know a person leaves it to the password here', async () => {
    const email = await person()
    expect((await ask(email, { unknown: true }, password)).email).toBe(email)
    await expect(ask(email, { unknown: true }, 'wrong')).rejects.toMatchObject({ answer: { code: 'login-failed' } })
  })
  test('refuses in its own words, whatever the password here', async () => {
    const refused = ask(await person(), { refused: 'Not on Sundays.' }, password)
    await expect(refused).rejects.toMatchObject({ status: 401, message: 'Not on Sundays.', answer: { code: 'login-refused' } })
  })
  test('lets in whom it knows, also with a temporary password that is over here', async () => {
    const email = await person()
    await change(email, { password_expires_at: past(1) })
    const { roleId } = await accountOf(email)
    const answer = await ask(email, { account: { email, name: 'Ann', roleId: roleId!, stores: [], wholeStore: true } })
    expect(answer).toMatchObject({ email, name: 'Ann', enableWholeStore: true, adfs: true })
    expect(answer).not.toHaveProperty('redirect')
  })
  test('sends a person to a page', async () => {
    const email = await person()
    const { roleId } = await accountOf(email)
    const account = { email, name: 'Ann', roleId: roleId!, stores: [], wholeStore: true, redirect: '/exceptions' }
    expect(await ask(email, { account })).toMatchObject({ email, redirect: '/exceptions' })
  })
  test('lets in whom there was no account of', async () => {
    const { roleId } = await accountOf(await person())
    const email = `new${++count}@test.example`
    const answer = await ask(email, { account: { email, name: 'New', roleId: roleId!, stores: [], wholeStore: false } })
    expect(answer).toMatchObject({ email, name: 'New' })
  })
})

describe('an attempt that is not looked at', () => {
  test('is refused with a right password too', async () => {
    const email = await person()
    const failed = { email, origin: '*', failures: 60, failed_at: clock.now(), locked_until: past(-1) }
    await db.insertInto('sign_in_failures').values(failed).execute()
    await expect(login(email)).rejects.toMatchObject({ status: 429, answer: { code: 'too-many' } })
  })
  const held = async (origin: string) => {
    const email = await person()
    const from = visitor()
    const attempt = await attemptOf(db, email, from)
    const failed = {
      email,
      origin: origin === '' ? attempt.origin : origin,
      failures: 60,
      failed_at: clock.now(),
      locked_until: past(-2500),
    }
    await db.insertInto('sign_in_failures').values(failed).execute()
    return { email, error: await sessions.refuseHeldOff(context, attempt, from) }
  }
  test('tells a lock, and is in the history as one', async () => {
    const { email, error } = await held('')
    expect(error).toMatchObject({ status: 401, answer: { code: 'account-locked' } })
    expect(await history(email)).toMatchObject([{ type: 0, success: false, locked: true }])
  })
  test('tells a wait in seconds, which is no lock', async () => {
    const { email, error } = await held('*')
    expect(error).toMatchObject({ status: 429, retryAfter: 3 })
    expect(await history(email)).toMatchObject([{ type: 0, success: false, locked: false }])
  })
})

describe('a failure', () => {
  const fail = async (email: string, times: number, message?: string) => {
    const from = visitor()
    const noticed: unknown[] = []
    const forget = context.signals.on('changed', (change) => void noticed.push(change))
    const errors = []
    for (let n = 0; n < times; n++) errors.push(await sessions.refuse(context, await attemptOf(db, email, from), from, message))
    forget()
    return { codes: errors.map(({ answer }) => answer.code), noticed, ip: from.ip }
  }
  const alarmsOf = (email: string) => db.selectFrom('alarms').select(['type', 'class', 'data']).where('subject', '=', email).execute()
  test('is noted; the fifth locks this account alone, with an alarm, and tells the console', async () => {
    const [email, other] = [await person(), await person()]
    const { codes, noticed, ip } = await fail(email, 5)
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'login-failed'), 'account-locked'])
    const rows = await history(email)
    expect(rows.map((row) => [row.type, row.success, row.locked])).toEqual([
      ...Array.from({ length: 4 }, () => [0, false, false]),
      [0, false, true],
    ])
    expect((await accountOf(email)).lockedUntil).toEqual(past(-15 * 60_000))
    expect((await accountOf(other)).lockedUntil).toBeNull()
    expect(await alarmsOf(email)).toEqual([{ type: 'ACCOUNT LOCKED', class: 2, data: { email, ip } }])
    expect(noticed).toEqual([{ storeCode: 'SYSTEM', changes: ['alarms', 'members'] }])
  })
  test('does not shorten a longer lock of somewhere else', async () => {
    const email = await person()
    await change(email, { locked_until: past(-3_600_000) })
    await fail(email, 5)
    expect((await accountOf(email)).lockedUntil).toEqual(past(-3_600_000))
  })
  test('of an account that there is not answers alike, without an alarm', async () => {
    const email = `none${++count}@test.example`
    const { codes, noticed } = await fail(email, 5)
    expect(codes.at(-1)).toBe('account-locked')
    expect([await alarmsOf(email), noticed]).toEqual([[], []])
  })
})

test('signing out ends this session alone, is in the history, and tells the console', async () => {
  const email = await person()
  const [here, other] = [await login(email), await login(email)]
  const session = (await sessions.openSession(context, { accessToken: here.accessToken, accessEmail: email }))!
  const noticed: unknown[] = []
  const forget = context.signals.on('sessions-ended', (ended) => void noticed.push(ended))
  await sessions.logout(context, session, visitor())
  forget()
  expect(noticed).toEqual([{ email, tokenHash: hashToken(here.accessToken), reason: 'logout' }])
  const hashes = [here, other].map(({ accessToken }) => hashToken(accessToken))
  expect([...(await sessions.stillOpen(context, hashes))]).toEqual(hashes.slice(1))
  expect((await history(email)).at(-1)).toMatchObject({ type: 1, success: true, locked: false })
})
