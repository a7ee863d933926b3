/** Web sockets under attack, over real connections: what each may hold is bounded, and `/ready` answers while the flood stands. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { processRegistry } from '../base/process-metrics.ts'
import { closedSocket } from '../../testing/closed-socket.ts'
import { createListeners } from './listener.ts'
import { createSocketGuard, type SocketGuard, type SocketLimits } from './socket-guard.ts'
import { serveSockets } from './sockets.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A server with a guard at `/push`: a socket that says `I am …` is known by that name, `wait` is looked up without end. */
async function start(limits: Partial<SocketLimits> = {}) {
  const [known, asked] = [[] as WebSocket[], [] as string[]]
  const guard: SocketGuard = createSocketGuard({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    limits,
    hello: async (socket, text) => {
      asked.push(text)
      if (text === 'wait') return new Promise(() => undefined)
      const name = /^I am (.+)$/.exec(text)?.[1]
      if (name === undefined) socket.close(4401)
      else if (guard.admit(socket, name)) {
        known.push(socket)
        guard.send(socket, { welcome: name })
      }
      return undefined
    },
  })
  const server = createListeners(undefined)((_, response) => response.end('ready'))
  serveSockets(server, { '/push': guard })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  ends.push(() => {
    guard.stop()
    server.closeAllConnections()
    server.close()
  })
  const open = async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/push`)
    const heard: string[] = []
    let code: number | undefined
    socket.on('message', (data: Buffer) => heard.push(data.toString()))
    socket.on('close', (given) => (code = given))
    socket.on('error', () => undefined)
    ends.push(() => socket.terminate())
    await once(socket, 'open')
    return { socket, heard, code: () => code }
  }
  return {
    guard,
    port,
    known,
    asked,
    open,
    signIn: async (name: string) => {
      const one = await open()
      one.socket.send(`I am ${name}`)
      await expect.poll(() => one.heard.length > 0 || one.code() !== undefined, { interval: 5 }).toBe(true)
      return one
    },
    ready: async () => (await fetch(`http://127.0.0.1:${port}/ready`, { headers: { connection: 'close' } })).text(),
  }
}
const opening = (path = '/push') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\nSec-WebSocket-Version: 13\r\n\r\n`
/** A connection that says what it is told to, and reads nothing unless it is resumed. */
async function raw(port: number, first: string | Buffer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  ends.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(first)
  return socket
}
/** A frame as clients send it, its mask all zeros. */
function frame(opcode: number, content: Buffer | string, fin = true): Buffer {
  const bytes = Buffer.from(content)
  const length = bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 255]
  return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | opcode, ...length, 0, 0, 0, 0]), bytes])
}
const many = (count: number, one: Buffer) => Buffer.concat(Array.from({ length: count }, () => one))
async function endedFor(reason: string): Promise<number> {
  const { values } = (await processRegistry.getSingleMetric('endcap_sockets_ended_total')?.get()) ?? { values: [] }
  return values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0
}
const standing = (sockets: readonly Socket[]) => sockets.filter((socket) => !socket.closed).length

describe('before it has said who it is', () => {
  test('hundreds of sockets of an address: so many as may stay, the oldest leave, and a known one stays and hears', async () => {
    const { port, ready, signIn, guard, known } = await start({ newcomers: { all: 100, perAddress: 40, ms: 600_000 } })
    const friend = await signIn('friend')
    const before = await endedFor('too-many')
    const sockets: Socket[] = []
    for (let count = 0; count < 600; count++) sockets.push((await raw(port, opening())).resume())
    expect(await ready()).toBe('ready')
    await expect.poll(() => standing(sockets)).toBe(40)
    expect(sockets.slice(560).every((socket) => !socket.closed)).toBe(true)
    expect((await endedFor('too-many')) - before).toBe(560)
    expect((await signIn('other')).heard).toEqual(['{"welcome":"other"}'])
    for (const socket of known) guard.send(socket, { still: 'here' })
    await expect.poll(() => friend.heard.at(-1)).toBe('{"still":"here"}')
  })
  test('sockets of many addresses are bounded together', async () => {
    const { port } = await start({ newcomers: { all: 30, perAddress: 20, ms: 600_000 } })
    const sockets: Socket[] = []
    for (let count = 0; count < 90; count++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (count % 5)}` }).resume()
      socket.on('error', () => undefined)
      ends.push(() => socket.destroy())
      await once(socket, 'connect')
      socket.write(opening())
      sockets.push(socket)
    }
    await expect.poll(() => standing(sockets)).toBe(30)
  })
  test('one that never says who it is is ended with 4408, also when it does not take part in the close', async () => {
    const { open, port, ready } = await start({ newcomers: { all: 100, perAddress: 100, ms: 300 } })
    const silent = await open()
    const deaf = await raw(port, opening())
    await expect.poll(silent.code).toBe(4408)
    await closedSocket(deaf.resume())
    expect(await ready()).toBe('ready')
  })
  test('one whose look-up does not end is ended, and look-ups are some at a time', async () => {
    const { open, asked } = await start({ newcomers: { all: 100, perAddress: 100, ms: 500 }, lookUps: 3 })
    const sockets = await Promise.all(Array.from({ length: 20 }, open))
    for (const { socket } of sockets) socket.send('wait')
    for (const { code } of sockets) await expect.poll(code).toBe(4408)
    expect(asked).toEqual(['wait', 'wait', 'wait'])
  })
  test.each([
    ['a message of megabytes', frame(1, Buffer.alloc(60_000, 'x'))],
    ['messages without end', many(20_000, frame(1, 'x'))],
    ['pings without end', many(20_000, frame(9, ''))],
    ['frames without content and without end', Buffer.concat([frame(1, 'x', false), many(40_000, frame(0, '', false))])],
  ])('%s: only its own connection is ended', async (_, bytes) => {
    const { port, signIn, ready } = await start({ newcomers: { all: 100, perAddress: 100, ms: 600_000 } })
    const friend = await signIn('friend')
    const socket = await raw(port, opening())
    await once(socket, 'data')
    socket.resume()
    socket.write(bytes)
    await closedSocket(socket)
    expect(await ready()).toBe('ready')
    expect(friend.code()).toBeUndefined()
  })
  test('upgrades that are no web sockets, and those to other addresses, are over at once', async () => {
    const { port, ready } = await start({ newcomers: { all: 100, perAddress: 100, ms: 600_000 } })
    const sockets = await Promise.all([
      raw(port, opening().replace('websocket', 'h2c')),
      raw(port, opening().replace('GET', 'POST')),
      raw(port, opening().replace('Version: 13', 'Version: 1')),
      raw(port, opening('/other')),
    ])
    for (const socket of sockets) await closedSocket(socket.resume())
    expect(await ready()).toBe('ready')
  })
})

describe('when it is known', () => {
  test('an account that opens hundreds has so many as it may; the others are told to come later, and other accounts get in', async () => {
    const { signIn, ready } = await start({ each: 30 })
    const sockets = []
    for (let count = 0; count < 300; count++) sockets.push(await signIn('greedy'))
    expect(await ready()).toBe('ready')
    expect(sockets.filter(({ code }) => code() === undefined)).toHaveLength(30)
    expect(sockets.filter(({ code }) => code() === 1013)).toHaveLength(270)
    expect((await signIn('other')).heard).toEqual(['{"welcome":"other"}'])
    sockets[0]?.socket.close()
    await expect.poll(async () => (await signIn('greedy')).heard).toEqual(['{"welcome":"greedy"}'])
  })
  test('when all places are taken the next one is told to come later, without a look-up', async () => {
    const { signIn, asked } = await start({ all: 3 })
    const inside = [await signIn('a'), await signIn('b'), await signIn('c')]
    expect((await signIn('d')).code()).toBe(1013)
    expect(asked).toEqual(['I am a', 'I am b', 'I am c'])
    expect(inside.map(({ code }) => code())).toEqual([undefined, undefined, undefined])
  })
  test.each([
    ['messages', (socket: WebSocket) => socket.send('x')],
    ['pings', (socket: WebSocket) => socket.ping()],
  ])('of %s it sends so many as may be within their time', async (_, sendOne) => {
    const { signIn } = await start({ incoming: { ms: 600_000, messages: 50, bytes: 60_000 } })
    const [still, flood] = [await signIn('still'), await signIn('flood')]
    const before = await endedFor('flood')
    // The first message was who it is.
    for (let count = 1; count < 50; count++) for (const { socket } of [still, flood]) sendOne(socket)
    sendOne(flood.socket)
    await expect.poll(flood.code).toBeDefined()
    expect([still.code(), (await endedFor('flood')) - before]).toEqual([undefined, 1])
  })
  test('a larger message than may be ends it', async () => {
    const { signIn } = await start()
    const one = await signIn('a')
    one.socket.send('x'.repeat(4097))
    await expect.poll(one.code).toBe(1009)
  })
  test('one that reads nothing is ended when more waits for it than may, and others hear all', async () => {
    const { port, guard, known, signIn, ready } = await start({ waitingBytes: 100_000 })
    const deaf = await raw(port, Buffer.concat([Buffer.from(opening()), frame(1, 'I am deaf')]))
    await expect.poll(() => known.length).toBe(1)
    const friend = await signIn('friend')
    const before = await endedFor('slow-reader')
    const [toDeaf, toFriend] = known as [WebSocket, WebSocket]
    const message = { text: 'x'.repeat(50_000) }
    let peak = 0
    // The machine's own buffers take some megabytes before anything waits here.
    for (let count = 0; toDeaf.readyState === WebSocket.OPEN && count < 5000; count++) {
      peak = Math.max(peak, toDeaf.bufferedAmount)
      guard.send(toDeaf, message)
      if (count % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(toDeaf.readyState).not.toBe(WebSocket.OPEN)
    expect(peak).toBeLessThan(200_000)
    guard.send(toFriend, { last: true })
    await expect.poll(() => friend.heard.at(-1)).toBe('{"last":true}')
    expect((await endedFor('slow-reader')) - before).toBe(1)
    expect(await ready()).toBe('ready')
    deaf.destroy()
  })
})
