/** The whole HTTP side under attack at once: half-open connections, slow bodies and floods of web sockets at every port leave `/ready` its answer. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../../app.ts'
import { serveLayouts } from '../../platform/http/layout-port.ts'
import { createListeners } from '../../platform/http/listener.ts'
import { serveSockets } from '../../platform/http/sockets.ts'
import { playerPushPath, startPlayerPush } from '../../signage/display-api/player-push.ts'
import { seedAccount } from '../../testing/seed.ts'
import { createTestContext } from '../../testing/test-context.ts'
import { startPush } from './push.ts'

const context = await createTestContext()
const listeners = createListeners(undefined)
const app = await buildApp(context.context, listeners)
const push = startPush(context.context)
const players = startPlayerPush(context.context)
serveSockets(app.server, { '/push': push.sockets, [playerPushPath]: players.sockets })
await app.listen({ port: 0, host: '127.0.0.1' })
const layouts = await serveLayouts(app, { port: 0, host: '127.0.0.1', listeners })
const { port } = app.server.address() as AddressInfo
const pushPort = await push.listen(0, '127.0.0.1', listeners)
const { email, headers } = await seedAccount(context.context, { email: 'greedy@test.example', privileges: 'administrator' })
const other = await seedAccount(context.context, { email: 'other@test.example', privileges: [] })
const opened: (Socket | WebSocket)[] = []
afterAll(async () => {
  for (const one of opened) {
    if ('terminate' in one) one.terminate()
    else one.destroy()
  }
  await Promise.all([push.stop(), players.stop()])
  await layouts.stop()
  app.server.closeAllConnections()
  await app.close()
  await context.close()
})

async function half(to: number, first: string): Promise<Socket> {
  const socket = connect(to, '127.0.0.1').resume()
  socket.on('error', () => undefined)
  opened.push(socket)
  await once(socket, 'connect')
  if (first !== '') socket.write(first)
  return socket
}
const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\nSec-WebSocket-Version: 13\r\n\r\n`
async function listen(account: { email: string; headers: { 'access-token': string } }) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/push`)
  opened.push(socket)
  let answer: 'welcome' | number | undefined
  socket.on('message', () => (answer ??= 'welcome'))
  socket.on('close', (code) => (answer = code))
  await once(socket, 'open')
  socket.send(JSON.stringify({ accessToken: account.headers['access-token'], accessEmail: account.email }))
  return () => answer
}
async function ready(): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/ready`, { headers: { connection: 'close' } })
  expect(answer.status).toBe(200)
  return performance.now() - began
}

test('1,500 half-open connections, slow bodies and floods of web sockets leave /ready under a second', async () => {
  for (let count = 0; count < 1500; count++) await half(port, count % 2 === 0 ? '' : 'GET / HTTP/1.1\r\nX-Slow: ')
  for (let count = 0; count < 100; count++)
    await half(port, 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{')
  const endpoints = [
    { to: port, path: '/push' },
    { to: pushPort, path: '/' },
    { to: layouts.port, path: '/push' },
    { to: port, path: playerPushPath },
  ]
  const floods: Socket[][] = []
  for (const { to, path } of endpoints) {
    const sockets: Socket[] = []
    for (let count = 0; count < 300; count++) sockets.push(await half(to, upgrade(path)))
    floods.push(sockets)
  }
  const greedy: Awaited<ReturnType<typeof listen>>[] = []
  for (let count = 0; count < 150; count++) greedy.push(await listen({ email, headers }))
  await expect.poll(() => greedy.every((answer) => answer() !== undefined)).toBe(true)
  expect([greedy.filter((answer) => answer() === 'welcome').length, greedy.filter((answer) => answer() === 1013).length]).toEqual([100, 50])
  const stranger = await listen(other)
  await expect.poll(() => stranger()).toBe('welcome')

  const took: number[] = []
  for (let count = 0; count < 20; count++) took.push(await ready())
  // The quickest: what else this machine does is not of the flood.
  expect(Math.min(...took)).toBeLessThan(1000)
  // The push channel's three ports share its places for newcomers; the displays' line has its own.
  const standing = (sockets: readonly Socket[]) => sockets.filter((socket) => !socket.closed).length
  expect(standing(floods.slice(0, 3).flat())).toBeLessThanOrEqual(256)
  expect(standing(floods[3] ?? [])).toBeLessThanOrEqual(256)
})
