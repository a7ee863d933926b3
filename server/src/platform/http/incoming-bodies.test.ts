/** Files that stall on their way in, over real connections: the uploads of one account are bounded, and other accounts still send theirs. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { multipart, seedAccount, seedStore, type SeededAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { maxConcurrentBodies } from './incoming-bodies.ts'

const { context, app } = await startTestApp()
const entered = vi.spyOn(app.bodies, 'enter')
await seedStore(context.context, 'S1')
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
let number = 0
const newAccount = () => seedAccount(context.context, { email: `sender${++number}@test.example`, privileges: 'administrator' })
const sockets: Socket[] = []
const leave = () => {
  for (const socket of sockets.splice(0)) socket.destroy()
}
afterEach(leave)
afterAll(leave)

const picture = '/api/plus/store/S1/image/file'
const { payload, headers: type } = multipart({ name: 'a' }, { name: 'a.png', content: Buffer.alloc(100_000, 'x') })
/** Sends a body up to some byte; `answer` resolves with status and headers, `finish` sends the rest. */
async function send(
  { headers }: SeededAccount,
  path = picture,
  given: { body: Buffer; type: string } = { body: payload, type: type['content-type'] },
) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  const lines = Object.entries({ host: 'localhost', 'content-type': given.type, 'content-length': given.body.length, ...headers })
  socket.write([`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n'))
  socket.write(given.body.subarray(0, 1000))
  const answered = async () => {
    await expect.poll(() => heard).toContain('\r\n\r\n')
    return { status: Number(heard.split(' ')[1]), heard }
  }
  return { socket, answered, silent: () => heard === '', finish: () => socket.write(given.body.subarray(1000)) }
}
/** So many stalled bodies of one account, all of which the server has let in. */
async function stall(account: SeededAccount) {
  entered.mockClear()
  const stalled = await Promise.all(Array.from({ length: maxConcurrentBodies }, () => send(account)))
  await expect.poll(() => entered).toHaveBeenCalledTimes(maxConcurrentBodies)
  return stalled
}

test('one more than an account may send at once is told to come later before its body; other accounts send theirs', async () => {
  const account = await newAccount()
  const stalled = await stall(account)
  const { status, heard } = await (await send(account)).answered()
  expect(status).toBe(429)
  expect(heard.toLowerCase()).toContain('retry-after: 30')
  expect(heard).toContain('"code":"too-many-uploads"')
  expect(stalled.every(({ silent }) => silent())).toBe(true)
  const free = await send(await newAccount())
  free.finish()
  // Of no picture, said when it was there whole.
  expect((await free.answered()).status).toBe(400)
})
test('a body that has come in, or whose sender leaves, frees its place', async () => {
  const account = await newAccount()
  const [first, second] = await stall(account)
  first?.finish()
  expect((await first?.answered())?.status).toBe(400)
  entered.mockClear()
  const third = await send(account)
  await expect.poll(() => entered).toHaveBeenCalledTimes(1)
  expect((await (await send(account)).answered()).status).toBe(429)
  second?.socket.destroy()
  const status = async () => {
    const one = await send(account)
    one.finish()
    return (await one.answered()).status
  }
  await expect.poll(status).toBe(400)
  expect(third.silent()).toBe(true)
})
test('large lists are counted with the files, small calls are not', async () => {
  const account = await newAccount()
  await stall(account)
  const productList = [{ prCode: 'p', prInfo: ['x'.repeat(70_000)] }]
  const list = { body: Buffer.from(JSON.stringify({ storeCode: 'S1', productList })), type: 'application/json' }
  expect((await (await send(account, '/api/product', list)).answered()).status).toBe(429)
  const small = await app.inject({ method: 'POST', url: '/api/status/store/S1/plus/device/search', headers: account.headers, payload: {} })
  expect(small.statusCode).toBe(200)
})
