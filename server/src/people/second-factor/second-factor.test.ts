/** The second factor: enrolled, asked for, never good twice, counted as a failure, sealed. */
import { once } from 'node:events'
import type { Privilege } from '@endcap/contract/privileges'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startPush } from '../../overviews/push/push.ts'
import { setSetting } from '../../settings/settings.service.ts'
import { caller, seedAccount, seedStore, type SeededAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { codeAt, fromBase32, stepSeconds } from './totp.ts'

const password = 'plover-cabin-tundra-7'
const { context, app, root, api } = await startTestApp()
const { db } = context.context
beforeAll(() => seedStore(context.context, 'S1'))

let number = 0
async function newPerson() {
  const account = await seedAccount(context.context, {
    email: `f${++number}@test.example`,
    privileges: ['tag.read'],
    stores: ['S1'],
    password,
  })
  return { ...account, call: caller(app, account) }
}
type Person = Awaited<ReturnType<typeof newPerson>>
let calls = 0
async function send(url: string, payload: object) {
  const remoteAddress = `10.4.${Math.floor(++calls / 250)}.${calls % 250}`
  const answer = await app.inject({ method: 'POST', url: `/api${url}`, remoteAddress, payload })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const firstStep = (email: string) => send('/auth/login', { email, password })
const secondStep = (challenge: unknown, code: string) => send('/auth/login/second-factor', { challenge, code })
const codeNow = (secret: string) => codeAt(fromBase32(secret), Math.floor(context.clock.now().getTime() / 1000 / stepSeconds))

async function enrolled(): Promise<{ person: Person; secret: string; recoveryCodes: string[] }> {
  const person = await newPerson()
  const { body } = await person.call('POST', '/auth/second-factor/enrol', { password })
  const secret = String(body.secret)
  const confirmed = await person.call('POST', '/auth/second-factor/confirm', { code: codeNow(secret) })
  expect(confirmed.status).toBe(200)
  context.clock.advance(stepSeconds)
  return { person, secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

describe('enrolling', () => {
  test('takes the password; the app’s first code switches it on; the QR code carries the same secret', async () => {
    const person = await newPerson()
    expect((await person.call('POST', '/auth/second-factor/enrol', { password: 'wrong' })).body.field).toBe('password')
    const { body } = await person.call('POST', '/auth/second-factor/enrol', { password })
    expect(body.uri).toContain(`secret=${String(body.secret)}&issuer=Endcap`)
    const rows = body.qr as string[]
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.every((row) => row.length === rows.length && /^[01]+$/.test(row))).toBe(true)
    expect((await person.call('GET', '/auth/second-factor')).body).toEqual({ enabled: false, recoveryCodesLeft: 0, required: false })
    expect((await firstStep(person.email)).status).toBe(200)
    expect((await person.call('POST', '/auth/second-factor/confirm', { code: '000000' })).body.field).toBe('code')
    const { body: confirmed } = await person.call('POST', '/auth/second-factor/confirm', { code: codeNow(String(body.secret)) })
    expect(new Set(confirmed.recoveryCodes as string[]).size).toBe(10)
    expect((await person.call('GET', '/auth/second-factor')).body).toEqual({ enabled: true, recoveryCodesLeft: 10, required: false })
  })
  test('neither the secret nor the recovery codes stand in the database as they are', async () => {
    const { person, secret, recoveryCodes } = await enrolled()
    const rows = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().where('email', '=', person.email).execute(),
      await db.selectFrom('recovery_codes').selectAll().where('email', '=', person.email).execute(),
      await db.selectFrom('audit_log').selectAll().where('email', '=', person.email).execute(),
    ])
    expect(rows).not.toContain(secret)
    for (const code of recoveryCodes) expect(rows).not.toContain(code)
    expect(rows).toContain('secondFactor.confirm')
  })
})

describe('signing in', () => {
  test('the password alone opens nothing; with the code it does, and the challenge is good once', async () => {
    const { person, secret } = await enrolled()
    const first = await firstStep(person.email)
    expect(first).toMatchObject({ status: 401, body: { code: 'second-factor' } })
    expect(first.body.accessToken).toBeUndefined()
    const second = await secondStep(first.body.challenge, codeNow(secret))
    expect(second).toMatchObject({ status: 200, body: { email: person.email } })
    context.clock.advance(stepSeconds)
    expect((await secondStep(first.body.challenge, codeNow(secret))).body.code).toBe('challenge-over')
  })
  test('a code is not good a second time, not even for two at once', async () => {
    const { person, secret } = await enrolled()
    const code = codeNow(secret)
    const challenge = (await firstStep(person.email)).body.challenge
    const answers = await Promise.all([secondStep(challenge, code), secondStep(challenge, code)])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const again = (await firstStep(person.email)).body.challenge
    expect((await secondStep(again, code)).body.code).toBe('code-wrong')
    context.clock.advance(stepSeconds)
    expect((await secondStep(again, codeNow(secret))).status).toBe(200)
  })
  test('a challenge ends after five minutes', async () => {
    const { person, secret } = await enrolled()
    const { challenge } = (await firstStep(person.email)).body
    context.clock.advance(301)
    expect((await secondStep(challenge, codeNow(secret))).body.code).toBe('challenge-over')
    expect((await secondStep('made up', codeNow(secret))).body.code).toBe('challenge-over')
  })
  test('wrong codes count as failed sign-ins and lock the account, however often the password is right in between', async () => {
    const { person, secret } = await enrolled()
    const codes = []
    for (let n = 0; n < 5; n++) codes.push((await secondStep((await firstStep(person.email)).body.challenge, '000000')).body.code)
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'code-wrong'), 'account-locked'])
    expect((await firstStep(person.email)).body.code).toBe('account-locked')
    context.clock.advance(15 * 60 + 1)
    expect((await secondStep((await firstStep(person.email)).body.challenge, codeNow(secret))).status).toBe(200)
    expect(await db.selectFrom('sign_in_failures').selectAll().where('email', '=', person.email).execute()).toEqual([])
  })
  test('a recovery code does as well, once, however it is typed', async () => {
    const { person, recoveryCodes } = await enrolled()
    const [code = ''] = recoveryCodes
    expect((await secondStep((await firstStep(person.email)).body.challenge, ` ${code.toUpperCase().replace('-', ' ')}`)).status).toBe(200)
    expect((await secondStep((await firstStep(person.email)).body.challenge, code)).body.code).toBe('code-wrong')
    expect((await person.call('GET', '/auth/second-factor')).body).toEqual({ enabled: true, recoveryCodesLeft: 9, required: false })
  })
  test('too many codes from one address are refused', async () => {
    const tries = []
    for (let n = 0; n < 32; n++)
      tries.push(
        await app.inject({
          method: 'POST',
          url: '/api/auth/login/second-factor',
          remoteAddress: '10.8.8.8',
          payload: { challenge: 'x', code: '1' },
        }),
      )
    expect(tries.filter((one) => one.statusCode === 429)).toHaveLength(2)
  })
})

describe('switching off', () => {
  test('takes the password and a code', async () => {
    const { person, secret } = await enrolled()
    const off = (given: object) => person.call('POST', '/auth/second-factor/disable', given)
    expect((await off({ password: 'wrong', code: codeNow(secret) })).body.field).toBe('password')
    expect((await off({ password, code: '000000' })).body.field).toBe('code')
    expect((await person.call('POST', '/auth/second-factor/enrol', { password })).body.code).toBe('second-factor-on')
    expect((await off({ password, code: codeNow(secret) })).status).toBe(200)
    expect((await firstStep(person.email)).status).toBe(200)
    expect(await db.selectFrom('recovery_codes').selectAll().where('email', '=', person.email).execute()).toEqual([])
  })
  test('for another account is for who may manage it; its sessions end', async () => {
    const { person } = await enrolled()
    const meek: SeededAccount = await seedAccount(context.context, {
      email: 'meek@test.example',
      privileges: ['member.read', 'member.write'],
      stores: ['S1'],
    })
    const reset = { email: person.email }
    expect((await caller(app, meek)('POST', '/auth/account/second-factor/reset', reset)).body.code).toBe('account-above')
    expect((await api('POST', '/auth/account/second-factor/reset', { email: root.email })).body.code).toBe('own-account')
    expect((await api('POST', '/auth/account/second-factor/reset', reset)).status).toBe(200)
    expect((await person.call('GET', '/auth/login')).status).toBe(401)
    expect((await firstStep(person.email)).status).toBe(200)
  })
})

describe('where administrators need one', () => {
  const newAdministrator = async () => {
    const account = await seedAccount(context.context, { email: `a${++number}@test.example`, privileges: 'administrator', password })
    return { ...account, call: caller(app, account) }
  }
  const require_ = async (call: typeof api, requireSecondFactor: boolean) => {
    const { updatedAt: _, version: __, system: ___, ...before } = (await call('GET', '/config/server')).body
    return call('PUT', '/config/server', { ...before, panId: '2A01', passwords: { maxAgeDays: 0, requireSecondFactor } })
  }
  /** One with a second factor, who has required it. */
  const requirer = async () => {
    const first = await newAdministrator()
    const { secret } = (await first.call('POST', '/auth/second-factor/enrol', { password })).body
    await first.call('POST', '/auth/second-factor/confirm', { code: codeNow(String(secret)) })
    context.clock.advance(stepSeconds)
    expect((await require_(first.call, true)).status).toBe(200)
    return { ...first, secret: String(secret) }
  }
  afterEach(() => setSetting(db, 'passwords', { maxAgeDays: 90, warnDays: 7, requireSecondFactor: false }))

  test('only an administrator who has one requires it; the change is recorded', async () => {
    expect(await require_(api, true)).toMatchObject({
      status: 409,
      body: { code: 'second-factor-own', message: expect.stringContaining('Set up yours first') },
    })
    const privileges: Privilege[] = ['server_config.read', 'server_config.write']
    const clerk = await seedAccount(context.context, { email: 'settings@test.example', privileges })
    await db.updateTable('accounts').set({ enable_whole_store: true }).where('email', '=', clerk.email).execute()
    expect((await require_(caller(app, clerk), true)).body.code).toBe('administrator-only')
    const { call, email } = await requirer()
    expect((await require_(caller(app, clerk), false)).body.code).toBe('administrator-only')
    const { body } = await call('POST', '/audit/search', { filter_kind: 'setting', condition_kind: '==', length: 1 })
    expect((body.data as object[])[0]).toMatchObject({ email, subject: 'server', changed: expect.arrayContaining(['signIn']) })
  })
  test('an open session and a new one are told so, and nothing but setting one up, the session and signing out works', async () => {
    const late = await newAdministrator()
    await requirer()
    const refused = { status: 403, body: { code: 'second-factor-required', message: expect.stringContaining('Set up yours first') } }
    expect(await late.call('POST', '/auth/account/search', {})).toMatchObject(refused)
    const { body } = await firstStep(late.email)
    expect(body).toMatchObject({ factorDue: true, role_id: 0 })
    const call = caller(app, { headers: { 'access-token': String(body.accessToken), 'access-email': late.email } })
    expect(await call('POST', '/auth/account/password', { oldPassword: password, password: `${password}!` })).toMatchObject(refused)
    expect((await call('GET', '/auth/login')).body).toMatchObject({ factorDue: true })
    expect((await call('GET', '/auth/second-factor')).body).toEqual({ enabled: false, recoveryCodesLeft: 0, required: true })
    const { secret } = (await call('POST', '/auth/second-factor/enrol', { password })).body
    expect(await call('GET', '/auth/role')).toMatchObject(refused)
    expect((await call('POST', '/auth/second-factor/confirm', { code: codeNow(String(secret)) })).status).toBe(200)
    expect((await call('GET', '/auth/login')).body).toMatchObject({ factorDue: false })
    expect((await call('GET', '/auth/role')).status).toBe(200)
    context.clock.advance(stepSeconds)
    const off = { password, code: codeNow(String(secret)) }
    expect((await call('POST', '/auth/second-factor/disable', off)).body.code).toBe('second-factor-needed')
    expect((await firstStep(late.email)).body.code).toBe('second-factor')
  })
  test('signing out works; others need none; a program of an administrator goes on', async () => {
    const late = await newAdministrator()
    const settings = { name: 'till', privileges: ['role.read'], storeCodes: null, expiresAt: null }
    const { token } = (await late.call('POST', '/auth/token', settings)).body
    const other = await newPerson()
    await requirer()
    expect((await other.call('GET', '/auth/login')).body).toMatchObject({ factorDue: false })
    expect((await other.call('POST', '/status/store/S1/tag/search', {})).status).not.toBe(403)
    const authorization = `Bearer ${String(token)}`
    expect((await app.inject({ url: '/api/auth/role', headers: { authorization } })).statusCode).toBe(200)
    expect((await late.call('POST', '/auth/logout')).status).toBe(200)
    expect((await late.call('GET', '/auth/login')).status).toBe(401)
  })
  test('one whose phone is lost starts anew', async () => {
    const [first, second] = [await requirer(), await requirer()]
    expect((await first.call('POST', '/auth/account/second-factor/reset', { email: second.email })).status).toBe(200)
    expect((await firstStep(second.email)).body).toMatchObject({ factorDue: true })
  })
  test('the push channel tells open consoles, and then nothing more', async () => {
    const push = startPush(context.context)
    afterAll(() => push.stop())
    const port = await push.listen(0, '127.0.0.1')
    const heard: Record<string, { type: number }[]> = {}
    for (const account of [await newAdministrator(), await newPerson()]) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`)
      afterAll(() => socket.terminate())
      const messages: { type: number }[] = []
      socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as { type: number }))
      await once(socket, 'open')
      socket.send(JSON.stringify({ accessToken: account.headers['access-token'], accessEmail: account.email }))
      await expect.poll(() => messages).toHaveLength(1)
      heard[account.email.startsWith('a') ? 'administrator' : 'person'] = messages
    }
    await requirer()
    await expect.poll(() => heard.administrator?.map(({ type }) => type)).toContain(4)
    for (const messages of Object.values(heard)) messages.length = 0
    context.context.signals.notify('changed', { storeCode: 'S1', changes: ['tags'] })
    await expect.poll(() => heard.person?.map(({ type }) => type)).toContain(2)
    expect(heard.administrator?.map(({ type }) => type)).not.toContain(2)
  })
})
