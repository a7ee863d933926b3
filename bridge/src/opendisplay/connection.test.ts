import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { connect, connectMs } from './connection.ts'
import { until } from './testing.ts'

let server: Server | undefined
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server?.close()
})
async function listen(work: (socket: Socket) => void) {
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.resume()
    work(socket)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}
const frame = Buffer.from('02000071', 'hex')

test('a panel that talks without being asked is left after 64 answers', async () => {
  const place = await listen((socket) => void socket.write(Buffer.concat(Array.from({ length: 65 }, () => frame))))
  const connection = await connect(place, createManualClock())
  await until(() => connection.closed)
  await expect(connection.answer(() => true, 1000, 'it')).rejects.toThrow('without being asked')
})
test('64 of them are kept for who asks then', async () => {
  const place = await listen((socket) => void socket.write(Buffer.concat(Array.from({ length: 64 }, () => frame))))
  const connection = await connect(place, createManualClock())
  for (let times = 0; times < 64; times++) expect(await connection.answer(() => true, 1000, 'it')).toMatchObject({ code: 0x71 })
  connection.close()
})
test('a panel that shakes no hands is given up', async () => {
  const clock = createManualClock()
  const place = await listen(() => undefined)
  // Encrypted: the connection itself is taken, and then nothing comes.
  const failed = connect({ ...place, masterKey: new Uint8Array(16) }, clock).catch((error: unknown) => error)
  await until(() => sockets.length === 1)
  await clock.advance(connectMs)
  expect(await failed).toMatchObject({ reason: 'tag-silent', reached: false })
})
test('who ends the driver ends what is on its way to a panel', async () => {
  const ending = new AbortController()
  const place = await listen(() => undefined)
  const failed = connect({ ...place, masterKey: new Uint8Array(16) }, createManualClock(), ending.signal).catch((error: unknown) => error)
  await until(() => sockets.length === 1)
  ending.abort()
  expect(String(await failed)).toContain('not wanted')
  await until(() => sockets[0]!.destroyed)
})
test('a panel that closes before it says a word was not reached', async () => {
  const place = await listen((socket) => void socket.destroy())
  const connection = await connect(place, createManualClock())
  await expect(connection.answer(() => true, 1000, 'it')).rejects.toMatchObject({ reached: false, reason: 'tag-silent' })
})
