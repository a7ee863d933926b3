/** Gateway authentication: who was refused waits, is approved or rejected, gets a secret that works while the old one does not. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { caller, multipart, seedAccount, type SeededAccount, seedStore, sendFile } from '../../testing/seed.ts'
import { createTestContext, type TestContext } from '../../testing/test-context.ts'
import { createGatewayAuthenticator, type AuthenticateGateway } from './gateways.service.ts'
import { maxPerAddress, maxWaiting } from './waiting.queries.ts'

let context: TestContext
let app: FastifyInstance
let authenticate: AuthenticateGateway
let root: SeededAccount
let few: SeededAccount
let api: ReturnType<typeof caller>
let numbers = 0
let addresses = 0

beforeAll(async () => {
  context = await createTestContext()
  app = await buildApp(context.context)
  for (const code of ['OWN', 'OTHER']) await seedStore(context.context, code)
})
afterAll(async () => {
  await app.close()
  await context.close()
})
beforeEach(async () => {
  authenticate = createGatewayAuthenticator(context.context)
  await pass(120)
})
let sessions = 0
/** Sessions do not outlast a day: every account signs in anew. */
async function pass(seconds: number) {
  context.clock.advance(seconds)
  const number = ++sessions
  root = await seedAccount(context.context, { email: `root${number}@test.example`, privileges: 'administrator' })
  const privileges = ['store.read', 'store.write'] as const
  few = await seedAccount(context.context, { email: `few${number}@test.example`, stores: ['OWN'], privileges })
  api = caller(app, root)
}

const newMac = () => `02EC30${(++numbers).toString(16).toUpperCase().padStart(6, '0')}`
const newAddress = () => `10.9.${Math.floor(++addresses / 250)}.${addresses % 250}`
const waitingOf = async (account = root, body: object = { length: -1 }) =>
  (await caller(app, account)('POST', '/gw/waiting/search', body)).body.data
const find = async (gwMac: string, account = root) => (await waitingOf(account)).find((row) => row.gwMac === gwMac)
const now = () => context.clock.now().getTime() / 1000
async function register(storeCode: string): Promise<{ gwMac: string; secret: string }> {
  const gwMac = newMac()
  const answer = await sendFile<{ gateways: [{ gwMac: string; secret: string }] }>(app, root, '/gw/predefined', {
    name: 'g.csv',
    content: `storeCode,gwMac\n${storeCode},${gwMac}\n`,
  })
  return answer.body.gateways[0]
}

describe('a gateway that is refused', () => {
  test('waits with its MAC, the first and the last time it tried, and from where', async () => {
    const gwMac = newMac()
    expect(await authenticate(gwMac, 'anything', '10.0.0.7')).toBeUndefined()
    const first = now()
    context.clock.advance(30)
    await authenticate(gwMac, 'anything', '10.0.0.8')
    expect(await find(gwMac)).toEqual({
      gwMac,
      storeCode: null,
      storeName: null,
      address: '10.0.0.8',
      firstAt: first,
      lastAt: first + 30,
      tries: 2,
    })
  })
  test('with a wrong secret names the store where it is registered', async () => {
    const { gwMac, secret } = await register('OWN')
    await authenticate(gwMac, `${secret}x`, newAddress())
    expect(await find(gwMac)).toMatchObject({ gwMac, storeCode: 'OWN', storeName: 'Store OWN' })
    expect(await authenticate(gwMac, secret, newAddress())).toEqual({ storeCode: 'OWN', gwMac })
  })
  test('over HTTP waits as well', async () => {
    const gwMac = newMac()
    const authorization = `Basic ${Buffer.from(`${gwMac}:wrong`).toString('base64')}`
    const answer = await app.inject({ url: `/api/gw/image/${'0'.repeat(64)}`, headers: { authorization }, remoteAddress: '10.0.0.9' })
    expect(answer.statusCode).toBe(401)
    expect(await find(gwMac)).toMatchObject({ address: '10.0.0.9' })
  })
  test('is told to consoles once, not with every attempt', async () => {
    const reported: string[] = []
    const end = context.context.signals.on('changed', ({ storeCode, changes }) => reported.push(`${storeCode} ${changes.join()}`))
    const gwMac = newMac()
    for (let n = 0; n < 3; n++) {
      await authenticate(gwMac, 'x', '10.0.0.7')
      context.clock.advance(10)
    }
    end()
    expect(reported).toEqual(['SYSTEM gateways'])
  })
  test('that names itself by no MAC is not noted', async () => {
    const before = (await waitingOf()).length
    for (const name of ['', 'root', "' or 1=1 --", '02EC', 'endcap-server']) await authenticate(name, 'x', '10.0.0.7')
    expect(await waitingOf()).toHaveLength(before)
  })
  test('is forgotten when it has not tried for a day', async () => {
    const [gone, there] = [newMac(), newMac()]
    await authenticate(gone, 'x', newAddress())
    await pass(86_500)
    await authenticate(there, 'x', newAddress())
    expect([await find(gone), await find(there)]).toEqual([undefined, expect.objectContaining({ gwMac: there })])
  })
})

describe('no caller can fill the list or keep the database busy', () => {
  test(`one address gets ${maxPerAddress} places; others still find theirs`, async () => {
    const address = newAddress()
    for (let n = 0; n < maxPerAddress + 5; n++) await authenticate(newMac(), 'x', address)
    expect((await waitingOf(root, { filter_address: address, condition_address: '==', length: -1 })).length).toBe(maxPerAddress)
    const gwMac = newMac()
    await authenticate(gwMac, 'x', newAddress())
    expect(await find(gwMac)).toBeDefined()
  })
  test('the same gateway is written down every five seconds at most', async () => {
    const gwMac = newMac()
    for (let n = 0; n < 50; n++) await authenticate(gwMac, 'x', '10.0.0.7')
    expect(await find(gwMac)).toMatchObject({ tries: 1 })
    context.clock.advance(5)
    await authenticate(gwMac, 'x', '10.0.0.7')
    expect(await find(gwMac)).toMatchObject({ tries: 2 })
  })
  test('one address is noted 60 times a minute at most', async () => {
    const address = newAddress()
    const gwMacs = Array.from({ length: maxPerAddress }, newMac)
    context.clock.advance(60 - (now() % 60))
    for (let round = 0; round < 6; round++) {
      for (const gwMac of gwMacs) await authenticate(gwMac, 'x', address)
      context.clock.advance(6)
    }
    const tries = (await waitingOf(root, { filter_address: address, condition_address: '==', length: -1 })).map((row) => Number(row.tries))
    const noted = tries.reduce((sum, n) => sum + n, 0)
    expect(noted).toBe(60)
  })
  test(`${maxWaiting} wait at most, whoever tries`, async () => {
    await context.context.db.deleteFrom('waiting_gateways').execute()
    for (let n = 0; n < maxWaiting + 20; n++) {
      if (n % 200 === 0) context.clock.advance(60)
      await authenticate(newMac(), 'x', newAddress())
    }
    expect(await waitingOf()).toHaveLength(maxWaiting)
    await context.context.db.deleteFrom('waiting_gateways').execute()
  })
})

describe('approving', () => {
  test('takes it into a store with a secret that works; it waits no longer', async () => {
    const gwMac = newMac()
    await authenticate(gwMac, 'x', newAddress())
    const { status, body } = await api('POST', `/gw/waiting/${gwMac}/approve`, { storeCode: 'OWN', gwIndex: 4 })
    expect({ status, body }).toEqual({ status: 200, body: { storeCode: 'OWN', gwMac, secret: expect.stringMatching(/^[\w-]{43}$/) } })
    expect(await authenticate(gwMac, String(body.secret), newAddress())).toEqual({ storeCode: 'OWN', gwMac })
    expect(await find(gwMac)).toBeUndefined()
    const row = (await api('POST', '/status/store/OWN/gw/search', { filter_gwMac: gwMac, condition_gwMac: '==' })).body.data[0]
    expect(row).toMatchObject({ gwIndex: 4, dataChannel: 11, eventChannel: 26, status: 'OFFLINE' })
    // Told once: nothing that can be asked for has it.
    expect(JSON.stringify((await api('GET', `/status/store/OWN/gw/${gwMac}`)).body)).not.toContain(String(body.secret))
  })
  test('needs one that waits, a store that is there, and one that is not registered', async () => {
    expect((await api('POST', `/gw/waiting/${newMac()}/approve`, { storeCode: 'OWN' })).status).toBe(404)
    const gwMac = newMac()
    await authenticate(gwMac, 'x', newAddress())
    expect((await api('POST', `/gw/waiting/${gwMac}/approve`, { storeCode: 'NOWHERE' })).status).toBe(404)
    const known = await register('OWN')
    await authenticate(known.gwMac, 'x', newAddress())
    expect(await api('POST', `/gw/waiting/${known.gwMac}/approve`, { storeCode: 'OWN' })).toMatchObject({
      status: 409,
      body: { code: 'gateway-registered' },
    })
  })
  test('the predefined file takes it off the list as well', async () => {
    const gwMac = newMac()
    await authenticate(gwMac, 'x', newAddress())
    const form = multipart({}, { name: 'g.csv', content: `storeCode,gwMac\nOWN,${gwMac}\n` })
    await app.inject({ method: 'POST', url: '/api/gw/predefined', payload: form.payload, headers: { ...form.headers, ...root.headers } })
    expect(await find(gwMac)).toBeUndefined()
  })
})

describe('rejecting', () => {
  test('forgets it for a day, though it goes on trying', async () => {
    const gwMac = newMac()
    await authenticate(gwMac, 'x', newAddress())
    expect((await api('DELETE', `/gw/waiting/${gwMac}`)).body).toEqual({ gwMac })
    await pass(3600)
    await authenticate(gwMac, 'x', newAddress())
    expect(await find(gwMac)).toBeUndefined()
    await pass(82_900)
    await authenticate(gwMac, 'x', newAddress())
    expect(await find(gwMac)).toMatchObject({ gwMac })
    expect((await api('DELETE', `/gw/waiting/${newMac()}`)).status).toBe(404)
  })
})

describe('an account with some stores', () => {
  test('sees and decides only on those of its stores', async () => {
    const [stranger, own, other] = [newMac(), await register('OWN'), await register('OTHER')]
    for (const gwMac of [stranger, own.gwMac, other.gwMac]) await authenticate(gwMac, 'x', newAddress())
    expect((await waitingOf(few)).map((row) => row.gwMac)).toEqual([own.gwMac])
    const asFew = caller(app, few)
    expect((await asFew('POST', `/gw/waiting/${stranger}/approve`, { storeCode: 'OWN' })).status).toBe(404)
    expect((await asFew('DELETE', `/gw/waiting/${other.gwMac}`)).status).toBe(404)
    expect((await asFew('DELETE', `/gw/waiting/${own.gwMac}`)).status).toBe(200)
  })
})

describe('a new secret', () => {
  test('ends the old one and its connection', async () => {
    const { gwMac, secret } = await register('OWN')
    const lockedOut: string[] = []
    const end = context.context.signals.on('gateway-locked-out', (one) => lockedOut.push(one.gwMac))
    await authenticate(gwMac, 'wrong', newAddress())
    const { body } = await api('POST', `/gw/secret/${gwMac}`)
    end()
    expect(body).toEqual({ storeCode: 'OWN', gwMac, secret: expect.stringMatching(/^[\w-]{43}$/) })
    expect(lockedOut).toEqual([gwMac])
    expect(await find(gwMac)).toBeUndefined()
    expect([await authenticate(gwMac, secret, newAddress()), await authenticate(gwMac, String(body.secret), newAddress())]).toEqual([
      undefined,
      { storeCode: 'OWN', gwMac },
    ])
  })
})
