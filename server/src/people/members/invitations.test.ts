/** Invitations: a link that is good once and for a while, ready roles, and what is refused. */
import { privilegeKeys } from '@endcap/contract/privileges'
import { readyRole, readyRoleNames } from '@endcap/contract/ready-roles'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendNext } from '../mail/outbox.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context: test_, app, api } = await startTestApp()
const { context, clock, mails } = test_
const { db, config } = context
const password = 'osprey-lantern-42-moss'
beforeAll(() => seedStore(context, 'S1'))
afterEach(() => {
  config.publicUrl = undefined
  mails.length = 0
})

let number = 0
const newEmail = () => `invited${++number}@test.example`
const invite = (email: string, more: object = { ready: 'clerk' }, call = api) =>
  call('POST', '/auth/account/invitation', { email, name: 'Ann Lee', store: ['S1'], show: true, ...more })
const tokenIn = (text: unknown) => /password\?link=([\w-]+)/.exec(String(text))?.[1] ?? ''
async function send(url: string, payload: object) {
  const remoteAddress = `10.6.${Math.floor(++number / 200)}.${number % 200}`
  const answer = await app.inject({ method: 'POST', url: `/api${url}`, remoteAddress, payload })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const roles = async () =>
  (await db.selectFrom('roles').select(['name', 'privileges']).execute()).toSorted((a, b) => a.name.localeCompare(b.name))

describe('an invitation', () => {
  test('answers a link with which its owner alone chooses the password, once; only its hash is stored', async () => {
    const email = newEmail()
    const { status, body } = await invite(email)
    expect(status).toBe(200)
    const token = tokenIn(body.link)
    expect(body.link).toBe(`/#/password?link=${token}`)
    const stored = await db.selectFrom('password_links').selectAll().where('email', '=', email).execute()
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await send('/auth/password/link', { token })).toEqual({ status: 200, body: { email, first: true } })
    expect((await send('/auth/password/reset', { token, password })).status).toBe(200)
    expect((await send('/auth/login', { email, password })).body).toMatchObject({ roleName: 'Clerk', store: ['S1'], forceChange: false })
    expect((await send('/auth/password/reset', { token, password })).body.code).toBe('link-used')
  })
  test('is good for seven days', async () => {
    const token = tokenIn((await invite(newEmail())).body.link)
    clock.advance(7 * 86_400 - 60)
    expect((await send('/auth/password/link', { token })).status).toBe(200)
    clock.advance(120)
    expect((await send('/auth/password/link', { token })).body.code).toBe('link-expired')
  })
  test('goes by mail where mail and the public address are set, and is not answered then', async () => {
    config.publicUrl = 'https://console.shop.example'
    const email = newEmail()
    expect((await invite(email, { ready: 'clerk', show: false })).body).toMatchObject({ link: null })
    while (await sendNext(context));
    const text = mails.find((mail) => mail.to === email)?.text
    expect(text).toContain('https://console.shop.example/#/password?link=')
    // In the language of the person's stores.
    expect(text).toContain('7日以内')
    expect((await send('/auth/password/reset', { token: tokenIn(text), password })).status).toBe(200)
  })
  test('is answered where mails could have no link', async () => {
    expect(tokenIn((await invite(newEmail(), { ready: 'clerk', show: false })).body.link)).not.toBe('')
  })
})

describe('ready roles', () => {
  test('are made as ordinary roles with their first use, with the privileges of the list', async () => {
    for (const ready of readyRoleNames) {
      expect((await invite(newEmail(), { ready })).status).toBe(200)
      expect((await invite(newEmail(), { ready })).status).toBe(200)
      const { name, privileges } = readyRole(ready)
      expect((await roles()).filter((role) => role.name === name)).toEqual([{ name, privileges }])
    }
  })
  test('a clerk mends labels and changes no price; prices are changed without the right to add people', () => {
    const writes = (ready: (typeof readyRoleNames)[number]) => readyRole(ready).privileges.flatMap(({ key, write }) => (write ? [key] : []))
    expect(writes('clerk')).toEqual(['tag', 'paper', 'ip'])
    expect(writes('prices')).toEqual(expect.arrayContaining(['product']))
    expect(writes('prices')).not.toContain('member')
    expect(writes('it')).not.toContain('product')
    for (const ready of readyRoleNames) expect(readyRole(ready).privileges).toHaveLength(privilegeKeys.length)
  })
})

describe('refused', () => {
  test('without a role, or with two ways to say it', async () => {
    expect(await invite(newEmail(), {})).toMatchObject({ status: 400, body: { field: 'role_id' } })
    expect(await invite(newEmail(), { ready: 'clerk', role_id: 0 })).toMatchObject({ status: 400, body: { field: 'role_id' } })
  })
  test('who has an account; a role that was missing is not left behind', async () => {
    const email = newEmail()
    await invite(email)
    await db
      .deleteFrom('accounts')
      .where('role_id', 'in', (q) => q.selectFrom('roles').select('role_id').where('name', '=', 'IT'))
      .execute()
    await db.deleteFrom('roles').where('name', '=', 'IT').execute()
    expect(await invite(email, { ready: 'it' })).toMatchObject({ status: 409, body: { code: 'account-exists' } })
    expect((await roles()).map((role) => role.name)).not.toContain('IT')
  })
  test('what the inviting account may not give: rights, stores, and a role that it may not make', async () => {
    const manager = await seedAccount(context, {
      email: 'inviter@test.example',
      stores: ['S1'],
      privileges: ['member.read', 'member.write'],
    })
    const call = caller(app, manager)
    await db
      .deleteFrom('accounts')
      .where('role_id', 'in', (q) => q.selectFrom('roles').select('role_id').where('name', '=', 'Prices'))
      .execute()
    await db.deleteFrom('roles').where('name', '=', 'Prices').execute()
    expect(await invite(newEmail(), { ready: 'prices' }, call)).toMatchObject({ status: 403, body: { code: 'role-missing' } })
    await invite(newEmail(), { ready: 'clerk' })
    expect(await invite(newEmail(), { ready: 'clerk' }, call)).toMatchObject({ status: 403, body: { code: 'role-above' } })
    expect(await invite(newEmail(), { role_id: 0 }, call)).toMatchObject({ status: 403 })
    expect(await invite(newEmail(), { ready: 'clerk', enableWholeStore: true }, call)).toMatchObject({
      status: 403,
      body: { code: 'other-store' },
    })
  })
})
