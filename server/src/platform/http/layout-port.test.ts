/** The layouts' own port: the same API and sockets, another first page. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startPush } from '../../overviews/push/push.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { serveLayouts } from './layout-port.ts'
import { serveSockets } from './sockets.ts'

const { context, app, root } = await startTestApp()
const push = startPush(context.context)
serveSockets(app.server, { '/push': push.sockets })
await app.ready()
const layouts = await serveLayouts(app, { port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${layouts.port}`
afterAll(async () => {
  await push.stop()
  await layouts.stop()
})

test('its first page is that of the layouts; everything else is as on the main port', async () => {
  const first = await fetch(url, { redirect: 'manual' })
  expect([first.status, first.headers.get('location')]).toEqual([302, '/index.html#/layouts'])
  expect((await fetch(`${url}/api/layout/name`)).status).toBe(401)
  expect((await fetch(`${url}/api/layout/name`, { headers: root.headers })).status).toBe(200)
  const socket = new WebSocket(`ws://127.0.0.1:${layouts.port}/push`)
  await once(socket, 'open')
  socket.terminate()
})

test('a port that is taken is told', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(serveLayouts(app, { port, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE')
  other.close()
})
