/** Addresses of callers behind proxies: what a client writes into X-Forwarded-For itself buys it nothing. */
import { isIP } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { readTrustedProxies, type TrustedProxies } from '../base/client-address.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context } = await startTestApp()
const limit = 30
const attempts = 60

/** The same server behind proxies of its own. */
async function behind(text: string) {
  const trustProxy = readTrustedProxies(text) as TrustedProxies | false
  expect(trustProxy).not.toBeTypeOf('string')
  const app = await buildApp({ ...context.context, config: { ...context.context.config, trustProxy } })
  afterAll(() => app.close())
  return app
}
type App = Awaited<ReturnType<typeof behind>>
const signIn = (app: App, remoteAddress: string, forwarded?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    payload: { email: 'nobody@test.example', password: 'x' },
    ...(forwarded !== undefined && { headers: { 'x-forwarded-for': forwarded } }),
  })
async function refusedOf(app: App, from: (n: number) => [remote: string, forwarded?: string]) {
  const codes = []
  for (let n = 0; n < attempts; n++) codes.push((await signIn(app, ...from(n))).statusCode)
  expect(codes.filter((code) => code !== 429 && code !== 401)).toEqual([])
  return codes.filter((code) => code === 429).length
}
const made = (n: number) => `203.0.113.${n}`

test.each([
  ['one hop', '1', '10.0.0.5'],
  ['a listed address', '10.0.0.5', '10.0.0.5'],
  ['a listed network', 'uniquelocal', '10.0.0.5'],
  ['two hops', '2', '10.0.0.5'],
])('made-up leftmost addresses do not get past the limit of sign-ins behind %s', async (_, trusted, proxy) => {
  const app = await behind(trusted)
  const chain = trusted === '2' ? '198.51.100.7, 10.0.0.6' : '198.51.100.7'
  expect(await refusedOf(app, (n) => [proxy, `${made(n)}, ${chain}`])).toBe(attempts - limit)
  // Another client of the same proxy goes in.
  expect((await signIn(app, proxy, `${made(1)}, ${chain.replace('.7', '.8')}`)).statusCode).toBe(401)
})

test('without proxies, and from where none of them is, the header counts for nothing', async () => {
  expect(await refusedOf(await behind('false'), (n) => ['192.0.2.1', made(n)])).toBe(attempts - limit)
  expect(await refusedOf(await behind('10.0.0.5'), (n) => ['192.0.2.2', made(n)])).toBe(attempts - limit)
})

test('a client with a whole IPv6 network is one caller', async () => {
  const app = await behind('1')
  expect(await refusedOf(app, (n) => ['10.0.0.5', `2001:db8:1:2::${n.toString(16)}`])).toBe(attempts - limit)
  expect((await signIn(app, '10.0.0.5', '2001:db8:1:3::1')).statusCode).toBe(401)
})

test.each([
  ['garbage', 'garbage'],
  ['nothing', ''],
  ['commas', ',,,'],
  ['a port', '198.51.100.20:4711'],
  ['an IPv6 address with a port', '[2001:db8::9]:4711'],
  ['a zone', 'fe80::1%eth0'],
  ['half an address', '1.2.3'],
  ['an address too large', '999.1.1.1'],
  ['markup', '<script>'],
  ['a very long line', 'x,'.repeat(3000)],
  ['unknown', 'unknown'],
])('%s in X-Forwarded-For is no fault', async (_, header) => {
  const app = await behind('1')
  const answer = await signIn(app, '10.0.0.5', header)
  expect([401, 429]).toContain(answer.statusCode)
  const written = await context.context.db.selectFrom('login_history').select('ip').distinct().execute()
  expect(written.filter(({ ip }) => isIP(ip) === 0)).toEqual([])
})

test('what cannot be read does not hide what a proxy wrote behind it', async () => {
  const app = await behind('1')
  expect(await refusedOf(app, (n) => ['10.0.0.5', `x${n}, 198.51.100.30:1${n}`])).toBe(attempts - limit)
})
