/** HTTP under half-open connections and slow requests (Slowloris): others are answered while they stand, and they end. */
import { once } from 'node:events'
import { Agent, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { closedSocket } from '../../testing/closed-socket.ts'
import { createListeners, type HttpLimits } from './listener.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
async function start(limits: Partial<HttpLimits>): Promise<{ server: Server; port: number }> {
  const server = createListeners(
    undefined,
    limits,
  )((request, response) => {
    request.resume().once('end', () => response.end('answer'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}
async function open(port: number, first: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').resume()
  socket.on('error', () => undefined)
  ends.push(() => socket.destroy())
  await once(socket, 'connect')
  if (first !== '') socket.write(first)
  return socket
}
const get = async (port: number) => (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text()

test('1,500 half-open connections leave others their answer, and the oldest of an address leave for the newest', async () => {
  const { port } = await start({ idle: { all: 4096, perAddress: 1024, ms: 600_000 } })
  const sockets: Socket[] = []
  for (let count = 0; count < 1500; count++) sockets.push(await open(port, count % 2 === 0 ? '' : 'GET / HTTP/1.1\r\nX-Slow: '))
  expect(await get(port)).toBe('answer')
  await Promise.all(sockets.slice(0, 400).map(closedSocket))
  expect(await get(port)).toBe('answer')
})
test('connections without a request, slow headers and slow bodies are ended', async () => {
  const { port } = await start({ idle: { all: 100, perAddress: 100, ms: 500 }, headersMs: 500, slowMs: 500, slowBytes: 100 })
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n'
  const slow = [await open(port, ''), await open(port, 'GET / HTTP/1.1\r\nX-Slow: '), await open(port, head)]
  const dripping = setInterval(() => slow[2]?.write('x'), 10)
  ends.push(() => clearInterval(dripping))
  await Promise.all(slow.map(closedSocket))
  expect(await get(port)).toBe('answer')
})
test('a connection that is kept costs the same after its hundredth request as after its first', async () => {
  const { server, port } = await start({})
  const listeners: number[] = []
  server.on('request', ({ socket }) => listeners.push(socket.listenerCount('close')))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  ends.push(() => agent.destroy())
  for (let count = 0; count < 100; count++) {
    const [answer] = (await once(request({ port, host: '127.0.0.1', agent }).end(), 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
  }
  expect(listeners).toHaveLength(100)
  // The first request meets a socket that has rested once, as all later ones do.
  expect(new Set(listeners).size).toBe(1)
})
