/** Headers of every kind of answer: caches, frames, other sites, and TLS. */
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { readTrustedProxies, type TrustedProxies } from '../base/client-address.ts'

const { context, app, root } = await startTestApp()
const ask = (url: string, headers: Record<string, string> = root.headers) => app.inject({ url, headers })

test.each([
  ['a list', '/api/auth/login', root.headers, 200],
  ['a refusal', '/api/auth/login', {}, 401],
  ['nothing', '/api/nothing', {}, 404],
  ['a gateway without its secret', '/api/gw/blob/x', {}, 404],
  ['figures without a token', '/metrics', {}, 401],
])('%s of the API stays in no cache', async (_, url, headers, status) => {
  const answer = await ask(url, headers)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, 'no-store'])
})
test.each(['/api/auth/login', '/', '/health', '/openapi.json', '/api-docs', '/nothing'])(
  '%s stands in no frame and is sent to no other site',
  async (url) => {
    const { headers } = await ask(url)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()') as string,
    })
  },
)
test('who came over TLS comes back over TLS; a header of a client says nothing', async () => {
  const trustProxy = readTrustedProxies('10.0.0.5') as TrustedProxies | false
  const behind = await buildApp({ ...context.context, config: { ...context.context.config, trustProxy } })
  afterAll(() => behind.close())
  const from = async (remoteAddress: string, proto: string) =>
    (await behind.inject({ url: '/health', remoteAddress, headers: { 'x-forwarded-proto': proto } })).headers['strict-transport-security']
  expect(await from('10.0.0.5', 'https')).toBe('max-age=15552000')
  expect([await from('10.0.0.5', 'http'), await from('10.0.0.6', 'https')]).toEqual([undefined, undefined])
})
