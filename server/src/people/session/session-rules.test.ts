/** How long a session lasts, what it may do, and what is said of its account. */
import { afterAll, describe, expect, test } from 'vitest'
import { setSetting } from '../../settings/settings.service.ts'
import { seedAccount } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { findAccount, type AccountRow } from '../accounts/account-rows.ts'
import { describe as describeAccount, describeOwn, isLocked, mustChange, openSession, sessionByHash, sessionOf } from './session.service.ts'
import { hashToken } from './tokens.ts'

const { context, clock, close } = await createTestContext()
afterAll(close)
const { db } = context
const dayMs = 86_400_000
const past = (ms: number) => new Date(clock.now().getTime() - ms)
let count = 0

/** An account that has a session. */
async function signedIn() {
  const { email, headers } = await seedAccount(context, { email: `rule${++count}@test.example`, privileges: ['tag.read', 'product.write'] })
  const accessToken = headers['access-token']
  const tokenHash = hashToken(accessToken)
  const open = (accessEmail = email) => openSession(context, { accessToken, accessEmail })
  const byHash = () => sessionByHash(context, tokenHash)
  const change = (columns: object) => db.updateTable('accounts').set(columns).where('email', '=', email).execute()
  const keep = (columns: object) => db.updateTable('sessions').set(columns).where('token_hash', '=', tokenHash).execute()
  const row = () => db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirstOrThrow()
  const account = async () => (await findAccount(db, email))!
  return { email, tokenHash, open, byHash, change, keep, row, account }
}
const anyone = await (await signedIn()).account()
/** The same with a third party that says who may sign in. */
const byThirdParty = {
  ...context,
  ports: { ...context.ports, authenticationInUse: async () => ({ ask: async () => ({ unknown: true as const }) }) },
}

describe('a session', () => {
  test('is opened by its token with its e-mail address, however that is written, and no other', async () => {
    const { email, tokenHash, open, byHash } = await signedIn()
    expect(await open(` ${email.toUpperCase()} `)).toMatchObject({ email, tokenHash, changeDue: false, factorDue: false })
    expect(await byHash()).toMatchObject({ email, tokenHash, changeDue: false })
    expect(await open('other@test.example')).toBeUndefined()
    expect(await openSession(context, { accessToken: 'none', accessEmail: email })).toBeUndefined()
    expect(await sessionByHash(context, 'none')).toBeUndefined()
  })
  test.each([
    ['is locked', { locked: true }],
    ['has no role any more', { role_id: null }],
  ])('is none while its account %s', async (_, columns) => {
    const { open, byHash, change } = await signedIn()
    await change(columns)
    expect([await open(), await byHash()]).toEqual([undefined, undefined])
  })
  test('tells that the password must be changed', async () => {
    const { open, byHash, change } = await signedIn()
    await change({ force_change: true })
    expect([(await open())?.changeDue, (await byHash())?.changeDue]).toEqual([true, true])
  })
  test('ends twelve hours after its last call, which is noted once a minute; asking by hash notes nothing', async () => {
    const { open, byHash, keep, row } = await signedIn()
    const end = past(-3_600_000)
    await keep({ last_used_at: past(60_000), expires_at: end })
    await open()
    expect(await row()).toMatchObject({ last_used_at: past(60_000), expires_at: end })
    await keep({ last_used_at: past(60_001) })
    await byHash()
    expect((await row()).expires_at).toEqual(end)
    await open()
    expect(await row()).toMatchObject({ last_used_at: clock.now(), expires_at: past(-12 * 3_600_000) })
  })
  test('ends after thirty days, however much it is used', async () => {
    const { open, keep, row } = await signedIn()
    await keep({ created_at: past(30 * dayMs - 5000), last_used_at: past(61_000) })
    await open()
    expect((await row()).expires_at).toEqual(past(-5000))
  })
})

test.each([
  [{ locked: false, lockedUntil: null }, false],
  [{ locked: true, lockedUntil: null }, true],
  [{ locked: false, lockedUntil: past(0) }, false],
  [{ locked: false, lockedUntil: past(-1) }, true],
  [{ locked: true, lockedUntil: past(1) }, true],
])('an account with %o is locked: %s', (account, expected) => {
  expect(isLocked(account, clock.now())).toBe(expected)
})

test.each<[string, Partial<AccountRow>, boolean]>([
  ['a new one', { lastPwdChanged: past(0) }, false],
  ['of ninety days', { lastPwdChanged: past(90 * dayMs), maxAgeDays: 90 }, false],
  ['that is older', { lastPwdChanged: past(90 * dayMs + 1), maxAgeDays: 90 }, true],
  ['of a day, where they are good for one', { lastPwdChanged: past(dayMs + 1), maxAgeDays: 1 }, true],
  ['that is old, where they are good for ever', { lastPwdChanged: past(999 * dayMs), maxAgeDays: 0 }, false],
  ['of which no one knows the age', { lastPwdChanged: null, maxAgeDays: 1 }, false],
  ['a temporary one', { lastPwdChanged: past(0), forceChange: true }, true],
  ['an old one of a third party', { thirdParty: true, lastPwdChanged: past(91 * dayMs) }, false],
  ['a temporary one where a third party was once', { thirdParty: true, forceChange: true }, true],
])('a password must be changed, %s: %s', async (_, of, expected) => {
  expect(await mustChange(context, { ...anyone, ...of })).toBe(expected)
})
test('a password that a third party has need not be changed here', async () => {
  expect(await mustChange(byThirdParty, { ...anyone, thirdParty: true, forceChange: true })).toBe(false)
})

describe('what a session may do', () => {
  const may = (of: Partial<AccountRow>, roleId = 7) =>
    sessionOf({ ...anyone, roleId, stores: ['S1'], ...of }, roleId, { tokenHash: 'x', changeDue: false })
  test('is what its role says, reading and writing apart', () => {
    const { can } = may({})
    expect([can('tag.read'), can('tag.write'), can('product.read'), can('product.write'), can('member.read')]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect([may({ privileges: [] }, 0).can('member.write'), may({ privileges: [] }, 1).can('member.write')]).toEqual([true, false])
  })
  test('goes for its stores, or for all', () => {
    const own = may({})
    expect([own.stores, own.allows('S1'), own.allows('S2')]).toEqual([['S1'], true, false])
    for (const all of [may({ wholeStore: true }), may({}, 0)]) expect([all.stores, all.allows('S2')]).toEqual(['all', true])
    expect(may({}, 1).stores).toEqual(['S1'])
  })
})

describe('what is said of an account', () => {
  const said = (of: Partial<AccountRow> = {}, asked = context) => describeAccount(asked, { ...anyone, ...of })
  test('names each privilege, also those that its role does not know', async () => {
    const privilege = async (of: Partial<AccountRow>, key: string) => (await said(of)).privilege.find((one) => one.key === key)
    expect(await privilege({}, 'tag')).toEqual({ key: 'tag', read: true, write: false })
    expect(await privilege({ privileges: [] }, 'tag')).toEqual({ key: 'tag', read: false, write: false })
    expect(await privilege({ roleId: 0, privileges: [] }, 'tag')).toEqual({ key: 'tag', read: true, write: true })
  })
  test.each<[Partial<AccountRow>, boolean]>([
    [{ roleId: 7, wholeStore: false }, false],
    [{ roleId: 7, wholeStore: true }, true],
    [{ roleId: 0, wholeStore: false }, true],
    [{ roleId: 1, wholeStore: false }, false],
  ])('%o has all stores: %s', async (of, expected) => {
    expect((await said(of)).enableWholeStore).toBe(expected)
  })
  test('has a name for no role', async () => {
    expect((await said({ roleName: null })).roleName).toBe('')
  })
  test('of its password only where that is ours', async () => {
    const weak = { weakPwd: true, thirdParty: true }
    expect(await said({ weakPwd: true })).toMatchObject({ weakPwd: true, adfs: false })
    expect(await said(weak)).toMatchObject({ weakPwd: true, adfs: false })
    expect(await said(weak, byThirdParty)).toMatchObject({ weakPwd: false, adfs: true })
    expect(await said({ weakPwd: false })).toMatchObject({ weakPwd: false })
  })
  test.each<[number, Partial<AccountRow>, boolean]>([
    [90, { lastPwdChanged: past(83 * dayMs) }, false],
    [90, { lastPwdChanged: past(83 * dayMs + 1) }, true],
    [90, { lastPwdChanged: past(83 * dayMs + 1), thirdParty: true }, false],
    [1, { lastPwdChanged: past(0) }, true],
    [0, { lastPwdChanged: past(999 * dayMs) }, false],
    [7, { lastPwdChanged: null }, false],
  ])('where passwords are good for %i days, %o expires soon: %s', async (maxAgeDays, of, expected) => {
    await setSetting(db, 'passwords', { maxAgeDays, warnDays: 7, requireSecondFactor: false })
    expect((await said(of)).expireSoon).toBe(expected)
    await setSetting(db, 'passwords', { maxAgeDays: 90, warnDays: 7, requireSecondFactor: false })
  })
  test('is refused to a session whose account is gone', async () => {
    const { email, byHash } = await signedIn()
    const session = (await byHash())!
    expect((await describeOwn(context, session)).email).toBe(email)
    await expect(describeOwn(context, { ...session, email: 'gone@test.example' })).rejects.toMatchObject({ status: 401 })
  })
})
