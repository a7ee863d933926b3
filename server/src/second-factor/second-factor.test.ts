/** The second factor: enrolled, asked for, never good twice, counted as a failure, sealed. */
import { beforeAll, describe, expect, test } from 'vitest'
import { caller, seedAccount, seedStore, type SeededAccount } from '../testing/seed.ts'
import { startTestApp } from '../testing/test-app.ts'
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
    expect((await person.call('GET', '/auth/second-factor')).body).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    expect((await firstStep(person.email)).status).toBe(200)
    expect((await person.call('POST', '/auth/second-factor/confirm', { code: '000000' })).body.field).toBe('code')
    const { body: confirmed } = await person.call('POST', '/auth/second-factor/confirm', { code: codeNow(String(body.secret)) })
    expect(new Set(confirmed.recoveryCodes as string[]).size).toBe(10)
    expect((await person.call('GET', '/auth/second-factor')).body).toEqual({ enabled: true, recoveryCodesLeft: 10 })
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
    const { failed_logins } = await db
      .selectFrom('accounts')
      .select('failed_logins')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    expect(failed_logins).toBe(0)
  })
  test('a recovery code does as well, once, however it is typed', async () => {
    const { person, recoveryCodes } = await enrolled()
    const [code = ''] = recoveryCodes
    expect((await secondStep((await firstStep(person.email)).body.challenge, ` ${code.toUpperCase().replace('-', ' ')}`)).status).toBe(200)
    expect((await secondStep((await firstStep(person.email)).body.challenge, code)).body.code).toBe('code-wrong')
    expect((await person.call('GET', '/auth/second-factor')).body).toEqual({ enabled: true, recoveryCodesLeft: 9 })
  })
  test('too many codes from one address are refused', async () => {
    const tries = []
    for (let n = 0; n < 32; n++)
      tries.push(
        await app.inject({
          ...{ method: 'POST', url: '/api/auth/login/second-factor', remoteAddress: '10.8.8.8', payload: { challenge: 'x', code: '1' } },
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
  test('for somebody else is for who may manage them; their sessions end', async () => {
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
