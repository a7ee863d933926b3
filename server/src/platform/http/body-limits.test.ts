/** Bodies of strangers: the answer comes before a byte of the body, and what everyone may send is small. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { contract } from '@endcap/contract'
import type { Endpoint } from '@endcap/contract/endpoint'
import { expect, test } from 'vitest'
import { seedAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { publicBodyLimit } from './bind.ts'

const { context, app, root } = await startTestApp()
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

/** The status that is answered to the headers alone: they name a body that never comes. */
async function answerBefore(body: number, path: string, { method = 'POST', headers = {} }: { method?: string; headers?: object } = {}) {
  const socket = connect(port, '127.0.0.1')
  try {
    const given = { host: 'localhost', 'content-type': 'application/json', 'content-length': body, ...headers }
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
    socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return Number(answer.toString().split(' ')[1])
  } finally {
    socket.destroy()
  }
}
const calls = Object.values(contract)
  .flatMap((domain) => Object.values(domain as Record<string, Endpoint>))
  .filter(({ method }) => method === 'POST' || method === 'PUT')
const url = ({ path }: Endpoint) => `/api${path.replaceAll(/:\w+/g, 'x')}`
const full = 7_900_000

test('a stranger is refused before the body, at every call', async () => {
  const closed = calls.filter(({ access }) => access !== 'public')
  expect(closed.length).toBeGreaterThan(100)
  for (const call of closed) expect(`${call.path} ${await answerBefore(full, url(call), call)}`).toBe(`${call.path} 401`)
})

test('so is an account without the right', async () => {
  const { headers } = await seedAccount(context.context, { email: 'nothing@test.example', privileges: [] })
  expect(await answerBefore(full, '/api/product', { headers })).toBe(403)
})

test('what everyone may call, and what is not there, takes small bodies', async () => {
  const open = calls.filter(({ access }) => access === 'public')
  expect(open.length).toBeGreaterThan(5)
  for (const path of [...open.map(url), '/api/nothing', '/nothing', '/health'])
    expect(`${path} ${await answerBefore(publicBodyLimit + 1, path)}`).toBe(`${path} 413`)
  const payload = { email: 'a@b.example', password: 'x'.repeat(publicBodyLimit) }
  expect((await app.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode).toBe(413)
})

test('who is signed in sends large lists, and what is wrong with them is said after the refusals', async () => {
  const productList = Array.from({ length: 2000 }, (_, place) => ({ prCode: `p${place}`, prInfo: ['', 'Milk'.repeat(20)] }))
  const payload = { storeCode: 'NONE', productList }
  expect(JSON.stringify(payload).length).toBeGreaterThan(publicBodyLimit)
  const send = async (headers: object) =>
    (await app.inject({ method: 'POST', url: '/api/product', payload, headers: { ...headers } })).statusCode
  expect(await send(root.headers)).not.toBe(413)
  const garbage = async (headers: object) =>
    (await app.inject({ method: 'POST', url: '/api/product', payload: '{', headers: { 'content-type': 'application/json', ...headers } }))
      .statusCode
  expect(await garbage({})).toBe(401)
  expect(await garbage(root.headers)).toBe(400)
})
