/** Sign-in through a real provider: who comes in, as what, and what is refused. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../platform/base/config.ts'
import { createProvider } from './provider.ts'
import { setSetting } from '../../settings/settings.service.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { providerClient, startProvider, visitProvider } from '../../testing/test-provider.ts'

const publicUrl = 'http://console.example'
const person = (name: string, more: object = {}) => ({ name, email: `${name}@shop.example`, email_verified: true, ...more })
const provider = await startProvider({
  redirectUri: `${publicUrl}/`,
  people: {
    mika: person('mika'),
    lena: person('lena', { groups: ['staff'], stores: ['S1', 'NONE'] }),
    chief: person('chief', { groups: ['chiefs'] }),
    root: person('root'),
    known: person('known'),
    false: person('known', { email_verified: false }),
    nameless: { name: 'x' },
  },
})
const context = await createTestContext()
const mapping = {
  ENDCAP_OIDC_ROLE_CLAIM: 'groups',
  ENDCAP_OIDC_ROLES: 'staff=Clerk,chiefs=Administrator',
  ENDCAP_OIDC_STORES_CLAIM: 'stores',
}
const appWith = (more: Record<string, string> = {}) =>
  buildApp({
    ...context.context,
    config: {
      ...context.context.config,
      oidc: readConfig({
        ENDCAP_OIDC_ISSUER: provider.issuer,
        ENDCAP_OIDC_CLIENT_ID: providerClient.clientId,
        ENDCAP_OIDC_CLIENT_SECRET: providerClient.clientSecret,
        ENDCAP_PUBLIC_URL: publicUrl,
        ...more,
      }).oidc,
    },
  })
const app = await appWith()
const mapped = await appWith(mapping)
afterAll(async () => {
  await Promise.all([app.close(), mapped.close()])
  await provider.stop()
  await context.close()
})
const { db } = context.context
await seedStore(context.context, 'S1')
await db.insertInto('roles').values({ role_id: 50, name: 'Clerk', privileges: '[]' }).execute()

type App = typeof app
let calls = 0
const browser = 'the secret of one browser'
async function post(to: App, url: string, payload: object) {
  const answer = await to.inject({ method: 'POST', url: `/api${url}`, remoteAddress: `10.5.0.${++calls % 250}`, payload })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const start = async (to: App) => String((await post(to, '/auth/oidc/start', { browser })).body.url)
const finish = (to: App, query: string, from = browser) => post(to, '/auth/oidc/finish', { browser: from, query })
const signIn = async (to: App, login: string) => finish(to, await visitProvider(await start(to), login))
const account = (email: string) => db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst()

describe('a person of the provider', () => {
  test('who is new waits for approval; once approved they come in', async () => {
    expect(await signIn(app, 'mika')).toMatchObject({ status: 403, body: { code: 'not-approved' } })
    expect(await account('mika@shop.example')).toMatchObject({ name: 'mika', role_id: null, third_party: true })
    await db.updateTable('accounts').set({ role_id: 50 }).where('email', '=', 'mika@shop.example').execute()
    const { status, body } = await signIn(app, 'mika')
    expect(status).toBe(200)
    const headers = { 'access-token': String(body.accessToken), 'access-email': String(body.email) }
    expect((await app.inject({ url: '/api/auth/login', headers })).statusCode).toBe(200)
    // No password opens it, not an empty one either.
    for (const password of [' ', 'x'])
      expect((await post(app, '/auth/login', { email: 'mika@shop.example', password })).status).not.toBe(200)
  })
  test('gets the role and the stores of the mapping, and loses them there', async () => {
    expect((await signIn(mapped, 'lena')).body).toMatchObject({ role_id: 50, store: ['S1'] })
    provider.people.lena = person('lena', { groups: [], stores: [] })
    expect((await signIn(mapped, 'lena')).body.code).toBe('not-approved')
    expect(await account('lena@shop.example')).toMatchObject({ role_id: null })
    expect(await db.selectFrom('sessions').select('email').where('email', '=', 'lena@shop.example').execute()).toEqual([])
  })
  test('never becomes an administrator, nor is one', async () => {
    expect((await signIn(mapped, 'chief')).body.code).toBe('not-approved')
    await seedAccount(context.context, { email: 'root@shop.example', privileges: 'administrator' })
    expect((await signIn(app, 'root')).body.code).toBe('provider-administrator')
  })
  test('has the account of the same address only when the provider has verified the address', async () => {
    await seedAccount(context.context, { email: 'known@shop.example', privileges: ['tag.read'], stores: ['S1'] })
    expect((await signIn(app, 'false')).body.code).toBe('provider-unverified')
    expect((await signIn(app, 'known')).body).toMatchObject({ email: 'known@shop.example', store: ['S1'] })
    expect((await signIn(app, 'nameless')).body.code).toBe('provider-no-email')
  })
  test('has no password here to change, reset or forget, and no second factor; the list says so', async () => {
    await signIn(app, 'mika')
    const { body } = await signIn(app, 'mika')
    expect(body).toMatchObject({ adfs: true, forceChange: false })
    const own = caller(app, { headers: { 'access-token': String(body.accessToken), 'access-email': String(body.email) } })
    const conflict = {
      status: 409,
      body: { code: 'third-party-sign-in', message: expect.stringContaining('signs in through a third party') },
    }
    const password = 'plover-cabin-tundra-7'
    expect(await own('POST', '/auth/account/password', { oldPassword: '', password })).toMatchObject(conflict)
    expect(await own('PUT', '/auth/account', { email: 'mika@shop.example', oldPassword: '', password })).toMatchObject(conflict)
    expect(await own('POST', '/auth/second-factor/enrol', { password })).toMatchObject(conflict)
    const root = await seedAccount(context.context, { email: 'chief@test.example', privileges: 'administrator' })
    const api = caller(app, root)
    expect(await api('PUT', '/auth/account', { email: 'mika@shop.example', password })).toMatchObject(conflict)
    expect(await api('POST', '/auth/account/reset', { email: 'mika@shop.example', show: true })).toMatchObject(conflict)
    const list = await api('POST', '/auth/account/search', { filter_email: 'mika', length: -1 })
    expect(list.body.data).toMatchObject([{ email: 'mika@shop.example', adfs: true }])
    expect((await api('GET', '/auth/account/mika@shop.example')).body).toMatchObject({ adfs: true })
    expect((await post(app, '/auth/forget/password', { email: 'mika@shop.example' })).status).toBe(200)
    expect(context.mails).toEqual([])
    // What is theirs here they still change.
    expect((await own('PUT', '/auth/account', { email: 'mika@shop.example', mobile: '1' })).status).toBe(200)
  })
  test('who had a password before has both ways in; without a provider every account can be given one', async () => {
    const password = 'plover-cabin-tundra-7'
    await seedAccount(context.context, { email: 'both@shop.example', privileges: ['tag.read'], stores: ['S1'], password })
    provider.people.both = person('both')
    expect((await signIn(app, 'both')).body).toMatchObject({ adfs: false })
    expect((await post(app, '/auth/login', { email: 'both@shop.example', password })).status).toBe(200)
    const without = await buildApp(context.context)
    const root = await seedAccount(context.context, { email: 'chief2@test.example', privileges: 'administrator' })
    const reset = await caller(without, root)('POST', '/auth/account/reset', { email: 'mika@shop.example', show: true })
    const { body } = await post(without, '/auth/login', { email: 'mika@shop.example', password: String(reset.body.password) })
    expect(body).toMatchObject({ adfs: false, forceChange: true })
    await without.close()
  })
  test('comes in although administrators need a second factor', async () => {
    await setSetting(db, 'passwords', { maxAgeDays: 90, warnDays: 7, requireSecondFactor: true })
    expect(await signIn(app, 'known')).toMatchObject({ status: 200, body: { factorDue: false } })
    await setSetting(db, 'passwords', { maxAgeDays: 90, warnDays: 7, requireSecondFactor: false })
  })
  test('who is locked here stays out', async () => {
    await db.updateTable('accounts').set({ locked: true }).where('email', '=', 'known@shop.example').execute()
    expect((await signIn(app, 'known')).body.code).toBe('account-locked')
  })
})

describe('an answer of the provider', () => {
  test('is good once, and only in the browser that began', async () => {
    const query = await visitProvider(await start(app), 'mika')
    expect((await finish(app, query, 'another browser than that one')).body.code).toBe('provider-refused')
    expect((await finish(app, query)).status).toBe(200)
    expect((await finish(app, query)).body.code).toBe('provider-refused')
  })
  test('is not good for another attempt, without its state, or too late', async () => {
    const [one, other] = [await visitProvider(await start(app), 'mika'), new URL(await start(app)).searchParams.get('state') ?? '']
    const swapped = new URLSearchParams(one)
    swapped.set('state', other)
    expect((await finish(app, swapped.toString())).body.code).toBe('provider-refused')
    expect((await finish(app, 'code=x')).body.code).toBe('provider-refused')
    const late = await visitProvider(await start(app), 'mika')
    context.clock.advance(901)
    expect((await finish(app, late)).body.code).toBe('provider-refused')
  })
  test('that says no is told as that', async () => {
    const state = new URL(await start(app)).searchParams.get('state') ?? ''
    expect(await finish(app, `error=access_denied&state=${state}`)).toMatchObject({ status: 401, body: { code: 'provider-refused' } })
  })
})

test('the button is offered only where there is a provider; one out of reach is told', async () => {
  expect((await app.inject('/api/auth/oidc')).json()).toEqual({ label: 'Company account' })
  const without = await buildApp(context.context)
  expect((await without.inject('/api/auth/oidc')).json()).toEqual({ label: null })
  expect((await post(without, '/auth/oidc/start', { browser })).status).toBe(404)
  await without.close()
  const away = await appWith({ ENDCAP_OIDC_ISSUER: 'http://127.0.0.1:9' })
  expect(await post(away, '/auth/oidc/start', { browser })).toMatchObject({ status: 503, body: { code: 'provider-away' } })
  await away.close()
})

test('what the provider says leads to no network where clouds keep their metadata, and along no redirect', async () => {
  const asked: string[] = []
  let [origin, leads] = ['', '']
  const fake = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (leads === 'redirect') return void response.writeHead(302, { location: `${origin}/elsewhere` }).end()
    const place = 'http://169.254.169.254'
    const discovery = {
      issuer: origin,
      authorization_endpoint: `${origin}/auth`,
      token_endpoint: `${place}/token`,
      jwks_uri: `${place}/keys`,
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(discovery))
  })
  await new Promise<void>((done) => fake.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
  const settings = { clientId: 'x', clientSecret: undefined, label: '', publicUrl, roleClaim: undefined, roles: [], storesClaim: undefined }
  try {
    const led = createProvider({ issuer: origin, ...settings })
    const { state, nonce, verifier } = await led.begin()
    const failure = await led.finish(`code=x&state=${state}`, { state, nonce, verifier }).catch((error: unknown) => error)
    expect([failure, (failure as Error).cause].map(String).join()).toContain('may not be called')
    leads = 'redirect'
    await expect(createProvider({ issuer: origin, ...settings }).begin()).rejects.toThrow()
    expect(asked).not.toContain('/elsewhere')
  } finally {
    fake.close()
  }
})
