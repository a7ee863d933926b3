import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { seedAccount, seedStore, type SeededAccount } from '../../testing/seed.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { ensureAdministrator } from './accounts.service.ts'

let context: TestContext
let app: FastifyInstance
let administrator: SeededAccount
const good = 'plover-cabin-tundra-7'
/** Signed in anew each time: tests move the clock far. */
const asAdministrator = async () => sessionOf(await login(administrator.email, good))

beforeAll(async () => {
  context = await createTestContext()
  app = await buildApp(context.context)
  await seedStore(context.context, 'S1')
  administrator = await seedAccount(context.context, { email: 'root@test.example', privileges: 'administrator', password: good })
})
afterAll(async () => {
  await app.close()
  await context.close()
})

// Each call comes from another address, so that the limits per address do not meet here.
let calls = 0
async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers: object = {}, address?: string) {
  const remoteAddress = address ?? `10.1.${Math.floor(++calls / 250)}.${calls % 250}`
  const answer = await app.inject({
    method,
    url: `/api${url}`,
    remoteAddress,
    headers: { ...headers },
    ...(payload !== undefined && { payload }),
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const login = (email: string, password: string, address?: string) => send('POST', '/auth/login', { email, password }, {}, address)
const sessionOf = ({ body }: { body: Record<string, unknown> }) => ({
  'access-token': String(body.accessToken),
  'access-email': String(body.email),
})
async function newAccount(name: string) {
  const email = `${name}@test.example`
  await seedAccount(context.context, { email, privileges: ['tag.read'], stores: ['S1'], password: good })
  return email
}

describe('POST /auth/login', () => {
  test('answers the account, its privileges and a token that works until logout', async () => {
    const email = await newAccount('ann')
    const answer = await login(email.toUpperCase(), good)
    expect(answer.body).toMatchObject({ email, store: ['S1'], enableWholeStore: false, weakPwd: false, forceChange: false })
    expect((answer.body.privilege as { key: string; read: boolean }[]).filter((one) => one.read).map((one) => one.key)).toEqual(['tag'])
    const headers = sessionOf(answer)
    expect((await send('GET', '/auth/login', undefined, headers)).status).toBe(200)
    await send('POST', '/auth/logout', {}, headers)
    expect((await send('GET', '/auth/login', undefined, headers)).status).toBe(401)
  })
  test.each([
    ['', 'x', 400, 'Enter Email, Please!'],
    ['ann@test.example', '  ', 400, 'Enter Password, Please!'],
    ['ann@test.example', 'wrong', 401, 'Authentication Failure.'],
    ['nobody@test.example', 'wrong', 401, 'Authentication Failure.'],
  ])('%s / %s', async (email, password, status, message) => {
    expect(await login(email, password)).toMatchObject({ status, body: { message } })
  })
  test('five failures lock the account for their address and raise the alarm; open sessions stay', async () => {
    const email = await newAccount('lock')
    const here = '10.2.0.1'
    const open = sessionOf(await login(email, good))
    for (let n = 1; n <= 4; n++) expect((await login(email, 'wrong', here)).body.message).toBe('Authentication Failure.')
    const locked = 'The account is locked. Please wait and try again.'
    expect((await login(email, 'wrong', here)).body.message).toBe(locked)
    expect((await login(email, good, here)).body.message).toBe(locked)
    expect((await send('GET', '/auth/login', undefined, open)).status).toBe(200)
    const alarm = await context.context.db.selectFrom('alarms').selectAll().where('subject', '=', email).executeTakeFirst()
    expect(alarm).toMatchObject({ type: 'ACCOUNT LOCKED', store_code: 'SYSTEM' })
    const { body } = await send('GET', `/auth/account/${email}`, undefined, await asAdministrator())
    expect(body.locked).toBe(true)
    context.clock.advance(15 * 60 + 1)
    expect((await login(email, good, here)).status).toBe(200)
    const history = await send('POST', `/auth/account/history/${email}/search`, {}, await asAdministrator())
    expect((history.body.data as { success: boolean; locked: boolean }[]).filter((row) => row.locked)).toHaveLength(2)
  })
  test('an administrator unlocks', async () => {
    const email = await newAccount('unlock')
    const here = '10.2.0.2'
    for (let n = 0; n < 5; n++) await login(email, 'wrong', here)
    expect((await login(email, good, here)).body.code).toBe('account-locked')
    await send('POST', '/auth/account/unlock', { email }, await asAdministrator())
    expect((await login(email, good, here)).status).toBe(200)
  })
  test('too many attempts from one address are refused with the time to wait', async () => {
    const attempts = []
    for (let n = 0; n < 40; n++)
      attempts.push(
        await app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress: '10.9.9.9', payload: { email: 'x@y.z', password: 'x' } }),
      )
    const refused = attempts.filter((one) => one.statusCode === 429)
    expect(refused.length).toBe(10)
    expect(refused[0]?.json()).toMatchObject({ code: 'too-many' })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('sessions', () => {
  test('end after twelve hours without a call, and slide with calls', async () => {
    const email = await newAccount('idle')
    const headers = sessionOf(await login(email, good))
    for (let n = 0; n < 3; n++) {
      context.clock.advance(11 * 3600)
      expect((await send('GET', '/auth/login', undefined, headers)).status).toBe(200)
    }
    context.clock.advance(12 * 3600 + 1)
    expect((await send('GET', '/auth/login', undefined, headers)).status).toBe(401)
  })
  test('keep only the hash of their token', async () => {
    const email = await newAccount('hash')
    const { body } = await login(email, good)
    const rows = await context.context.db.selectFrom('sessions').selectAll().where('email', '=', email).execute()
    expect(JSON.stringify(rows)).not.toContain(String(body.accessToken))
  })
  test('of an account end when its role or stores change', async () => {
    const email = await newAccount('role')
    const headers = sessionOf(await login(email, good))
    await send('PUT', '/auth/account', { email, store: [] }, await asAdministrator())
    expect((await send('GET', '/auth/login', undefined, headers)).status).toBe(401)
  })
})

describe('POST /auth/signup', () => {
  const form = { name: 'Mika Kondo', email: 'mika@test.example', mobile: '+81 3 1234', password: good }
  test.each([
    [{ email: ' ' }, 'Enter Email, please!'],
    [{ email: '', name: '' }, 'Enter Email, please!'],
    [{ name: '  ' }, 'Enter Name, please!'],
    [{ mobile: '' }, 'Enter Phone, please!'],
    [{ password: '   ' }, 'Enter Password, please!'],
    [{ password: 'password1' }, 'Your password is too weak.'],
    [{ password: 'mikakondo' }, 'Your password is too weak.'],
    [{ email: 'nonsense' }, 'This is not an e-mail address.'],
  ])('%o → %s', async (wrong, message) => {
    expect(await send('POST', '/auth/signup', { ...form, ...wrong })).toMatchObject({ status: 400, body: { message } })
  })
  test('the account waits for approval; then it has what it was given', async () => {
    expect((await send('POST', '/auth/signup', form)).status).toBe(200)
    expect(await login(form.email, good)).toMatchObject({ status: 403, body: { code: 'not-approved' } })
    const role = await context.context.db.selectFrom('roles').select('role_id').where('role_id', '<>', 0).executeTakeFirstOrThrow()
    expect(
      (await send('PUT', '/auth/account', { email: form.email, role_id: role.role_id, store: ['S1'] }, await asAdministrator())).status,
    ).toBe(200)
    expect((await login(form.email, good)).body).toMatchObject({ store: ['S1'], role_id: role.role_id })
  })
})

describe('passwords', () => {
  test('changing one ends the other sessions, and a weak one is refused', async () => {
    const email = await newAccount('change')
    const [here, otherBrowser] = [sessionOf(await login(email, good)), sessionOf(await login(email, good))]
    expect((await send('POST', '/auth/account/password', { oldPassword: good, password: '12345678' }, here)).body.message).toBe(
      'Your password is too weak.',
    )
    expect((await send('POST', '/auth/account/password', { oldPassword: 'wrong', password: 'osprey-lantern-42-moss' }, here)).status).toBe(
      400,
    )
    expect((await send('POST', '/auth/account/password', { oldPassword: good, password: 'osprey-lantern-42-moss' }, here)).status).toBe(200)
    expect((await send('GET', '/auth/login', undefined, here)).status).toBe(200)
    expect((await send('GET', '/auth/login', undefined, otherBrowser)).status).toBe(401)
    expect((await login(email, 'osprey-lantern-42-moss')).status).toBe(200)
  })
  test('expire: first a warning, then a forced change', async () => {
    const email = await newAccount('expire')
    const later = async (days: number) => {
      await context.context.db
        .updateTable('accounts')
        .set({ last_pwd_changed: new Date(context.clock.now().getTime() - days * 86_400_000) })
        .where('email', '=', email)
        .execute()
      return (await login(email, good)).body
    }
    expect(await later(80)).toMatchObject({ expireSoon: false, forceChange: false })
    expect(await later(85)).toMatchObject({ expireSoon: true, forceChange: false })
    expect(await later(91)).toMatchObject({ forceChange: true })
  })
  test.each(['Endcap2026!', 'Shelf-Label-2026', 'mika.kondo1999', 'Administrator123', 'Password2026!A'])(
    '%s is too weak',
    async (password) => {
      const body = { name: 'Mika Kondo', email: 'mika.kondo@test.example', mobile: '1', password }
      expect((await send('POST', '/auth/signup', body)).body.code).toBe('weak-password')
    },
  )
  test('one that must be changed keeps every call out but those for that, until it is', async () => {
    const email = await newAccount('pending')
    await context.context.db.updateTable('accounts').set({ force_change: true }).where('email', '=', email).execute()
    const headers = sessionOf(await login(email, good))
    for (const [method, url, body] of [
      ['POST', '/status/store/S1/product/search', {}],
      ['POST', '/auth/token', { name: 'Lasting', privileges: ['tag.read'], storeCodes: null, expiresAt: null }],
      ['PUT', '/auth/account', { email, name: 'Other' }],
      ['GET', '/auth/account/me', undefined],
    ] as const)
      expect((await send(method, url, body, headers)).body.code, url).toBe('password-change-required')
    expect((await send('GET', '/auth/login', undefined, headers)).body).toMatchObject({ forceChange: true })
    const chosen = { oldPassword: good, password: 'osprey-lantern-42-moss' }
    expect((await send('POST', '/auth/account/password', chosen, headers)).status).toBe(200)
    expect((await send('GET', '/auth/account/me', undefined, headers)).status).toBe(200)
  })
  test('one that is too old keeps calls out like one that must be changed', async () => {
    const email = await newAccount('aged')
    const headers = sessionOf(await login(email, good))
    const old = new Date(context.clock.now().getTime() - 91 * 86_400_000)
    await context.context.db.updateTable('accounts').set({ last_pwd_changed: old }).where('email', '=', email).execute()
    expect((await send('GET', '/auth/account/me', undefined, headers)).body.code).toBe('password-change-required')
  })
})

describe('accounts', () => {
  test('no account without member.write changes others or its own role', async () => {
    const email = await newAccount('meek')
    const headers = sessionOf(await login(email, good))
    expect((await send('PUT', '/auth/account', { email, name: 'New name' }, headers)).status).toBe(200)
    expect((await send('PUT', '/auth/account', { email, role_id: 0 }, headers)).status).toBe(403)
    expect((await send('PUT', '/auth/account', { email: administrator.email, name: 'x' }, headers)).status).toBe(403)
    expect((await send('GET', `/auth/account/${administrator.email}`, undefined, headers)).status).toBe(403)
  })
  test('a manager gives neither role 0 nor stores that are not theirs', async () => {
    await seedStore(context.context, 'S2')
    const manager = await seedAccount(context.context, {
      email: 'manager@test.example',
      stores: ['S1'],
      privileges: ['member.write', 'member.read', 'tag.read'],
    })
    const email = await newAccount('managed')
    expect((await send('PUT', '/auth/account', { email, role_id: 0 }, manager.headers)).status).toBe(403)
    expect((await send('PUT', '/auth/account', { email, store: ['S2'] }, manager.headers)).status).toBe(403)
    expect((await send('PUT', '/auth/account', { email, enableWholeStore: true }, manager.headers)).status).toBe(403)
    expect((await send('PUT', '/auth/account', { email: administrator.email, locked: true }, manager.headers)).status).toBe(403)
    expect((await send('PUT', '/auth/account', { email, store: ['S1'] }, manager.headers)).status).toBe(200)
  })
  test('the last administrator stays one', async () => {
    expect((await send('PUT', '/auth/account', { email: administrator.email, locked: true }, await asAdministrator())).body.code).toBe(
      'last-administrator',
    )
  })
  test('the first start makes an administrator once', async () => {
    expect(await ensureAdministrator(context.context)).toBeUndefined()
  })
  test.each([
    ['admin@shop.local', [expect.stringContaining('ENDCAP_ADMIN_EMAIL')]],
    ['chief@shop.example', []],
  ])('an administrator made as %s: the log says whether mail reaches them', async (adminEmail, said) => {
    const fresh = await createTestContext()
    onTestFinished(() => fresh.close())
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
    const config = { ...fresh.context.config, adminEmail, adminPassword: undefined }
    const made = await ensureAdministrator({ ...fresh.context, config, log })
    expect(made).toEqual({ email: adminEmail, password: expect.stringMatching(/.{8,}/) as string })
    expect(lines).toEqual(said)
  })
})
