/** Programs act for an account by a token: never more than the account may, and never in its own affairs. */
import { contract } from '@endcap/contract'
import type { Endpoint } from '@endcap/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { createMonitor } from '../../chain/servers/monitor.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context: test_, app, root, api } = await startTestApp()
const { context, clock } = test_
const { db } = context
for (const code of ['TK1', 'TK2']) await seedStore(context, code)

const settings = { name: 'Till', privileges: ['product.read', 'product.write'], storeCodes: null, expiresAt: null }
async function make(more: object = {}, by = root) {
  const { status, body } = await caller(app, by)('POST', '/auth/token', { ...settings, ...more })
  expect(status, String(body.message)).toBe(200)
  return { id: String(body.tokenId), token: String(body.token) }
}
const call = async (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const response = await app.inject({
    method,
    url: url.startsWith('/metrics') ? url : `/api${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload !== undefined && { payload }),
  })
  return { status: response.statusCode, text: response.body }
}
const products = (storeCode: string) => `/status/store/${storeCode}/product/search`
const save = (storeCode: string) => ({ storeCode, productList: [{ prCode: 'p', prInfo: [] }] })

describe('a token', () => {
  test('may what it names and nothing else, in the stores it names', async () => {
    const { token } = await make({ storeCodes: ['TK1'] })
    expect(token).toMatch(/^ect_[\w-]{43}$/)
    expect((await call(token, 'POST', '/product', save('TK1'))).status).toBe(200)
    expect((await call(token, 'POST', products('TK1'), {})).status).toBe(200)
    expect((await call(token, 'POST', products('TK2'), {})).status).toBe(403)
    expect((await call(token, 'POST', '/product', save('TK2'))).status).toBe(403)
    expect((await call(token, 'POST', '/history/task/search', {})).status).toBe(403)
    // In the header of the specification as well.
    const headers = { 'access-token': token }
    expect((await app.inject({ method: 'POST', url: `/api${products('TK1')}`, headers, payload: {} })).statusCode).toBe(200)
    // What it did is on record under its account.
    expect((await api('POST', '/audit/search', { length: 1 })).body.data).toMatchObject([{ action: 'products.save', email: root.email }])
  })

  test('follows its account: rights that go, stores that go, an account that is locked', async () => {
    const ann = await seedAccount(context, {
      email: 'ann@tk.example',
      privileges: ['server_config.write', 'product.read', 'product.write'],
      stores: ['TK1', 'TK2'],
    })
    const { token } = await make({}, ann)
    expect((await call(token, 'POST', products('TK2'), {})).status).toBe(200)
    await db.deleteFrom('account_stores').where('email', '=', ann.email).where('store_code', '=', 'TK2').execute()
    expect((await call(token, 'POST', products('TK2'), {})).status).toBe(403)
    await db.updateTable('roles').set({ privileges: '[]' }).where('name', '=', `Role of ${ann.email}`).execute()
    expect((await call(token, 'POST', products('TK1'), {})).status).toBe(403)
    await db.updateTable('accounts').set({ locked: true }).where('email', '=', ann.email).execute()
    expect((await call(token, 'POST', products('TK1'), {})).status).toBe(401)
  })

  test('cannot be given what its maker may not do, in stores that are not theirs, or a time that is over', async () => {
    const bob = await seedAccount(context, {
      email: 'bob@tk.example',
      privileges: ['server_config.write', 'product.read'],
      stores: ['TK1'],
    })
    const asBob = caller(app, bob)
    expect(await asBob('POST', '/auth/token', settings)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('product.write') as string },
    })
    const own = { ...settings, privileges: ['product.read'] }
    expect((await asBob('POST', '/auth/token', { ...own, storeCodes: ['TK2'] })).status).toBe(403)
    const past = Math.floor(clock.now().getTime() / 1000) - 1
    expect((await asBob('POST', '/auth/token', { ...own, expiresAt: past })).status).toBe(400)
    for (const privileges of [[], ['product.delete'], ['constructor']])
      expect((await asBob('POST', '/auth/token', { ...own, privileges })).status).toBe(400)
  })

  test('ends when it was said to, and when it is removed', async () => {
    const soon = Math.floor(clock.now().getTime() / 1000) + 60
    const { token } = await make({ expiresAt: soon })
    expect((await call(token, 'POST', products('TK1'), {})).status).toBe(200)
    clock.advance(61)
    expect((await call(token, 'POST', products('TK1'), {})).status).toBe(401)
    const other = await make()
    expect((await api('DELETE', `/auth/token/${other.id}`)).status).toBe(200)
    expect((await call(other.token, 'POST', products('TK1'), {})).status).toBe(401)
    expect((await call('ect_wrong', 'POST', products('TK1'), {})).status).toBe(401)
  })

  test('is no administrator, makes no tokens, and leaves the account itself alone', async () => {
    const all = ['server_config.read', 'server_config.write', 'member.write', 'member.read', 'product.write']
    const { token, id } = await make({ privileges: all })
    expect((await call(token, 'POST', '/auth/token', settings)).status).toBe(403)
    expect((await call(token, 'DELETE', `/auth/token/${id}`)).status).toBe(403)
    expect((await call(token, 'POST', '/auth/account/password', { oldPassword: 'x', password: 'y' })).status).toBe(403)
  })

  test('is told once; the list says when and from where it was used', async () => {
    const { token, id } = await make({ name: 'Listed' })
    await call(token, 'POST', products('TK1'), {})
    const { body } = await api('POST', '/auth/token/search', { filter_name: 'Listed', condition_name: '==' })
    expect(body.data).toMatchObject([{ tokenId: id, email: root.email, lastIp: '127.0.0.1', privileges: settings.privileges }])
    expect(JSON.stringify(body)).not.toContain(token)
    const rows = await db.selectFrom('api_tokens').selectAll().execute()
    const records = await db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify([rows, records])).not.toContain(token)
    // Others see their own.
    const eve = await seedAccount(context, {
      email: 'eve@tk.example',
      privileges: ['server_config.read', 'server_config.write'],
      stores: ['TK1'],
    })
    expect((await caller(app, eve)('POST', '/auth/token/search', {})).body.data).toEqual([])
    expect((await caller(app, eve)('DELETE', `/auth/token/${id}`)).status).toBe(404)
  })
})

test('what a person does in their own affairs is not for programs', () => {
  const ofPeople = Object.entries(contract).flatMap(([domain, all]) =>
    Object.entries(all as Record<string, Endpoint>).flatMap(([name, endpoint]) => {
      const { access, people, method } = endpoint
      const isList = 'filters' in endpoint
      return access === 'session' && people !== true && method !== 'GET' && !isList ? [`${domain}.${name}`] : []
    }),
  )
  // To find a store by its name is to read.
  expect(ofPeople.filter((name) => !name.startsWith('downloads.') && name !== 'stores.find')).toEqual([])
})

describe('/metrics', () => {
  test('tells the chain and the process, to a token that may', async () => {
    const { token } = await make({ privileges: ['server.read'] })
    await call(token, 'POST', products('TK1'), {})
    const { status, text } = await call(token, 'GET', '/metrics')
    expect(status).toBe(200)
    for (const line of [
      /^endcap_info\{version="[\d.]+"\} 1$/m,
      /^endcap_operations_oldest_seconds 0$/m,
      /^endcap_http_request_seconds_count\{method="POST",route="\/api\/status\/store\/:storeCode\/product\/search",status="403"\} \d+$/m,
      /^process_resident_memory_bytes \d+$/m,
      /^# TYPE endcap_tags gauge$/m,
    ])
      expect(text).toMatch(line)
  })

  test('tells how the background jobs of each process have run', async () => {
    const loop = context.jobs.start({ name: 'rollouts', everyMs: 60_000, work: async () => undefined })
    await loop.settle()
    await createMonitor({ context, name: 'north', holder: 'north-start', logFolder: undefined }).beat()
    await loop.stop()
    const { text } = await call((await make({ privileges: ['server.read'] })).token, 'GET', '/metrics')
    const at = Math.floor(clock.now().getTime() / 1000)
    for (const [name, value] of Object.entries({
      runs: 1,
      failures: 0,
      last_run_timestamp_seconds: at,
      next_run_timestamp_seconds: at + 60,
    }))
      expect(text).toContain(`endcap_job_${name}{server="north",job="rollouts"} ${value}\n`)
    expect(text).toMatch(/^endcap_job_last_duration_seconds\{server="north",job="rollouts"\} [\d.]+$/m)
    expect(text).not.toContain('endcap_job_last_failure_timestamp_seconds{')
  })

  test('not without a token, nor to one without the right or of some stores', async () => {
    expect((await app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(401)
    expect((await app.inject({ method: 'GET', url: '/metrics', headers: root.headers })).statusCode).toBe(401)
    expect((await call((await make()).token, 'GET', '/metrics')).status).toBe(403)
    expect((await call((await make({ privileges: ['server.read'], storeCodes: ['TK1'] })).token, 'GET', '/metrics')).status).toBe(403)
  })
})
