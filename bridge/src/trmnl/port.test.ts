/** The port itself, with callers of all kinds at it. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTrmnlPort, type Place, type TrmnlPort } from './port.ts'

let port: TrmnlPort
let errors: unknown[]
let sockets: Socket[]
beforeEach(async () => {
  errors = []
  sockets = []
  port = await openTrmnlPort({ port: 0, host: '127.0.0.1', failed: (error) => void errors.push(error) })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await port.close()
})
const place = (name: string, more: Partial<Place> = {}): Place => ({
  setup: () => ({ status: 200, body: '{"setup":1}' }),
  display: (_, base) => ({ status: 200, body: JSON.stringify({ name, base }) }),
  log: (_, body) => ({ status: 204, body: body === '' ? '' : '' }),
  picture: () => undefined,
  knows: () => false,
  ...more,
})
interface Got {
  status: number
  body: string
}
const get = (path: string, headers: Record<string, string> = {}, { method = 'GET', body = '' } = {}) =>
  new Promise<Got>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: port.port, path, method, headers, agent: false }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces).toString() }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
/** A line, and what it has said until now. */
async function line(text = '') {
  const socket = connect({ port: port.port, host: '127.0.0.1', allowHalfOpen: true })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return socket
}
const until = async (check: () => boolean) => {
  while (!check()) await turn()
}

describe('addresses', () => {
  test('with and without a slash at the end, also of the base; other calls and methods get nothing', async () => {
    port.add('shop', place('shop'))
    for (const path of [
      '/shop/api/display',
      '/shop/api/display/',
      '/shop//api/display',
      '/api/display',
      '//api/display?x=1',
      '/shop/api/setup/',
    ])
      expect((await get(path)).status).toBe(200)
    for (const path of [
      '/',
      '/other/api/display',
      '/shop/api/screens',
      '/shop/api',
      '/shop/../api/display',
      `/${'a'.repeat(60)}/api/display`,
    ])
      expect((await get(path)).status).toBe(404)
    expect((await get('/shop/api/display', {}, { method: 'POST' })).status).toBe(405)
    expect((await get('/shop/api/log')).status).toBe(405)
  })
  test('without a place: the only one, else the one that knows who calls', async () => {
    port.add('north', place('north', { knows: (headers) => headers.id === 'n' }))
    port.add('south', place('south', { knows: (headers) => headers.id === 's' }))
    expect(JSON.parse((await get('/api/display', { id: 's' })).body)).toMatchObject({ name: 'south' })
    expect(JSON.parse((await get('/api/display', { id: 'n' })).body)).toMatchObject({ name: 'north' })
    expect((await get('/api/display', { id: 'x' })).status).toBe(404)
  })
  test('a place that was opened anew is not closed by the end of the one before', async () => {
    const [old, now] = [place('old'), place('now')]
    port.add('shop', old)
    port.add('shop', now)
    port.remove('shop', old)
    expect((await get('/shop/api/display')).status).toBe(200)
    port.remove('shop', now)
    expect((await get('/shop/api/display')).status).toBe(404)
  })
  test.each([
    ['bridge.example:2300', 'http://bridge.example:2300/shop'],
    ['my_server', 'http://my_server/shop'],
    ['[fd00::1]:2300', 'http://[fd00::1]:2300/shop'],
    ['a"b', ''],
    ['evil/path', ''],
    ['user@host', ''],
    ['a:b:c', ''],
    ['x'.repeat(200), ''],
  ])('the host %s comes back only where it is one', async (host, base) => {
    port.add('shop', place('shop'))
    const got: { base: string } = JSON.parse((await get('/shop/api/display', { host })).body)
    expect(got.base).toBe(base === '' ? `http://127.0.0.1:${port.port}/shop` : base)
  })
})

describe('a picture', () => {
  const secret = 'ab'.repeat(16)
  const path = `/shop/picture/${secret}/endcap-a-1`
  /** Larger than what the network takes at once. */
  const body = Buffer.alloc(8_000_000, 7)
  function offered(bytes = body) {
    const ends: boolean[] = []
    port.add(
      'shop',
      place('shop', { picture: (of) => (of === secret ? { body: bytes, done: (complete) => void ends.push(complete) } : undefined) }),
    )
    return ends
  }
  test('is had once the sign closes its line after the last byte', async () => {
    const ends = offered(Buffer.from('picture'))
    const socket = await line(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    let got = ''
    socket.on('data', (piece: Buffer) => void (got += piece.toString()))
    await until(() => got.endsWith('picture'))
    for (let n = 0; n < 20; n++) await turn()
    // All of it was handed over, and yet whether the sign has it is not known.
    expect([got.includes('content-type: image/png'), got.includes('content-length: 7'), ends]).toEqual([true, true, []])
    socket.end()
    await until(() => ends.length > 0)
    expect(ends).toEqual([true])
  })
  test.each(['goes away in the middle', 'has read nothing', 'loses its power'])('is not had by a sign that %s', async (how) => {
    const ends = offered(how === 'goes away in the middle' ? body : Buffer.alloc(40_000))
    const socket = await line()
    if (how !== 'goes away in the middle') socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    if (how === 'goes away in the middle') await once(socket, 'data')
    else for (let n = 0; n < 50; n++) await turn()
    if (how === 'loses its power') await port.close()
    else socket.resetAndDestroy()
    await until(() => ends.length > 0)
    expect(ends).toEqual([false])
  })
  test('comes from the place that has it, where the address names none', async () => {
    port.add('north', place('north'))
    const ends = offered(Buffer.from('x'))
    expect((await get(`/picture/${secret}/endcap-a-1`)).body).toBe('x')
    await port.idle()
    expect(ends).toEqual([true])
    expect((await get(`/picture/${'cd'.repeat(16)}/endcap-a-1`)).status).toBe(404)
  })
})

describe('callers that mean no good, or are broken', () => {
  test('an error in here costs that call and nothing else; no body says 500', async () => {
    const bad = () => {
      throw new Error('the disk is full')
    }
    port.add('shop', place('shop', { display: bad, log: bad, picture: bad }))
    for (const answer of [
      await get('/shop/api/display'),
      await get('/shop/api/log', {}, { method: 'POST', body: '{}' }),
      await get(`/shop/picture/${'ab'.repeat(16)}/x`),
    ])
      expect(answer).toEqual({ status: 503, body: '' })
    expect(errors.length).toBe(3)
    expect((await get('/shop/api/setup')).status).toBe(200)
  })
  test('a report of 10 MB is cut off, and answered', async () => {
    const bodies: number[] = []
    port.add(
      'shop',
      place('shop', {
        log: (_, body) => {
          bodies.push(body.length)
          return { status: 204, body: '' }
        },
      }),
    )
    const socket = await line(`POST /shop/api/log HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n`)
    let got = ''
    socket.on('data', (piece: Buffer) => void (got += piece.toString()))
    const piece = Buffer.alloc(100_000, 'x')
    for (let n = 0; n < 100 && !socket.destroyed; n++) {
      socket.write(piece)
      await turn()
    }
    await until(() => bodies.length > 0)
    expect(bodies).toEqual([0])
    expect((await get('/shop/api/log', {}, { method: 'POST', body: 'x'.repeat(60_000) })).status).toBe(204)
    expect(bodies).toEqual([0, 60_000])
  })
  test('huge headers, and what is no HTTP, end their line', async () => {
    port.add('shop', place('shop'))
    for (const text of [
      `GET /shop/api/display HTTP/1.1\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`,
      '\x16\x03\x01\x02garbage\r\n\r\n',
      '\0'.repeat(1000),
    ]) {
      const socket = await line(text)
      socket.resume()
      socket.on('end', () => socket.end())
      await until(() => socket.closed)
    }
    expect((await get('/shop/api/display')).status).toBe(200)
  })
  test('lines that say nothing, or half of it, do not keep others from being served', async () => {
    port.add('shop', place('shop'))
    for (let n = 0; n < 300; n++) await line(n % 2 === 0 ? '' : 'GET /shop/api/display HTTP/1.1\r\nHost:')
    for (let n = 0; n < 20; n++) expect((await get('/shop/api/display')).status).toBe(200)
  })
  test('so many that no more are taken make room, those that said nothing for the longest time first', async () => {
    port.add('shop', place('shop'))
    const mute: Socket[] = []
    // No more at once than the system lets wait to be taken: for the others it would try again after seconds.
    while (mute.length < 2000) mute.push(...(await Promise.all(Array.from({ length: 100 }, () => line()))))
    let ended = 0
    for (const socket of mute) socket.on('end', () => void ended++).resume()
    expect((await get('/shop/api/display')).status).toBe(200)
    await until(() => ended > 0)
  })
})
