/** The IPP codec and client against printers that answer well, badly, or not at all. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ippAnswer, startTestPrinter } from '../../../testing/test-printer.ts'
import { readAddress } from '../../../platform/outgoing/printer-address.ts'
import { createPrinterClient, PrinterProblem, type Limits } from './client.ts'
import { decodeAnswer, encodeRequest, NotIpp, operations } from './codec.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const limits: Limits = { connectMs: 1000, totalMs: 2000, answerBytes: 10_000 }
const request = { operation: operations.getPrinterAttributes, attributes: [['uri', 'printer-uri', 'ipp://x/ipp/print']] } as const

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
const overHttp = (handle: RequestListener) => listen(createHttp(handle))
const overTcp = (handle: (socket: Socket) => void) => listen(createServer(handle))

function call(address: string, document?: Uint8Array) {
  const read = readAddress(address)!
  const client = createPrinterClient(read, { listed: [{ host: read.host, port: read.port }], limits })
  return client.call('/ipp/print', request, document)
}
const problemOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof PrinterProblem ? { kind: error.kind, arrived: error.mayHaveArrived } : error),
  )

test('a request is written as RFC 8010 lays it out, and read again', () => {
  const bytes = encodeRequest({
    operation: operations.printJob,
    attributes: [
      ['uri', 'printer-uri', 'ipp://printer/ipp/print'],
      ['keyword', 'requested-attributes', 'a', 'b'],
    ],
    job: [['integer', 'copies', 3]],
  })
  expect(Buffer.from(bytes.subarray(0, 9)).toString('hex')).toBe('020000020000000101')
  expect(bytes.at(-1)).toBe(3)
  const { status, groups } = decodeAnswer(bytes)
  expect(status).toBe(operations.printJob)
  expect(groups.map(({ tag }) => tag)).toEqual([1, 2])
  expect(groups[0]?.attributes.get('requested-attributes')).toEqual(['a', 'b'])
  expect(groups[1]?.attributes.get('copies')).toEqual([3])
})

test('collections of an answer are passed over, what follows them is read', () => {
  const text = (tag: number, name: string, value: string) =>
    Buffer.concat([Buffer.of(tag, 0, name.length), Buffer.from(name), Buffer.of(0, value.length), Buffer.from(value)])
  const media = Buffer.concat([
    text(0x34, 'media-col', ''),
    text(0x4a, '', 'media-size'),
    text(0x34, '', ''),
    text(0x4a, '', 'x'),
    text(0x44, '', 'inner'),
    text(0x37, '', ''),
    text(0x37, '', ''),
  ])
  const answer = Buffer.concat([
    ippAnswer(0).subarray(0, 8),
    Buffer.of(4),
    media,
    text(0x44, 'media-supported', 'iso_a4_210x297mm'),
    Buffer.of(3),
  ])
  const [group] = decodeAnswer(answer).groups
  expect(Object.fromEntries(group!.attributes)).toEqual({ 'media-supported': ['iso_a4_210x297mm'] })
})

test('20,000 random and mangled answers are read or refused, and nothing else happens', () => {
  const good = ippAnswer(0, [
    [1, { 'status-message': ['ok'] }],
    [4, { 'printer-state': [3], 'document-format-supported': ['application/pdf', 'image/jpeg'], 'printer-is-accepting-jobs': [true] }],
  ])
  let refused = 0
  for (let round = 0; round < 20_000; round++) {
    const bytes = round % 2 === 0 ? randomBytes(round % 300) : Buffer.from(good)
    for (let n = 0; n < 5 && round % 2 === 1; n++) bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256)
    try {
      decodeAnswer(round % 3 === 0 ? bytes.subarray(0, Math.floor(Math.random() * bytes.length)) : bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(NotIpp)
      refused++
    }
  }
  expect(refused).toBeGreaterThan(5000)
})

test('a printer’s answer comes back, whatever is sent along', async () => {
  const printer = await startTestPrinter()
  closing.push(() => void printer.close())
  const answer = await call(printer.address, randomBytes(300_000))
  expect(answer.status).toBe(0)
  expect(answer.groups[0]?.attributes.get('document-format-supported')).toEqual(['application/pdf'])
})

test.each<[string, () => Promise<string>, object]>([
  ['nobody listens', async () => '127.0.0.1:1', { kind: 'unreachable', arrived: false }],
  ['the name is unknown', async () => 'no-such-host.invalid', { kind: 'unreachable', arrived: false }],
  ['it takes the request and never answers', () => overTcp((socket) => void socket.resume()), { kind: 'timeout', arrived: true }],
  [
    'it hangs up on the request',
    () => overTcp((socket) => void socket.once('data', () => socket.destroy())),
    { kind: 'unreachable', arrived: true },
  ],
  [
    'it speaks another protocol',
    () => overTcp((socket) => void socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))),
    { kind: 'not-ipp', arrived: true },
  ],
  [
    'it answers with a page',
    () => overHttp((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')),
    { kind: 'not-ipp', arrived: true },
  ],
  [
    'its answer is cut off',
    () =>
      overHttp((_, response) =>
        response.writeHead(200, { 'content-type': 'application/ipp' }).end(ippAnswer(0, [[4, { a: ['b'] }]]).subarray(0, 12)),
      ),
    { kind: 'not-ipp', arrived: true },
  ],
  [
    'its answer has no end',
    () =>
      overHttp((_, response) => {
        response.writeHead(200, { 'content-type': 'application/ipp' })
        const flood = setInterval(() => response.write(Buffer.alloc(5000)), 1)
        response.on('close', () => clearInterval(flood))
      }),
    { kind: 'not-ipp', arrived: true },
  ],
  [
    'its answer trickles',
    () =>
      overHttp((_, response) => {
        response.writeHead(200, { 'content-type': 'application/ipp' })
        const drip = setInterval(() => response.write(Buffer.alloc(1)), 50)
        response.on('close', () => clearInterval(drip))
      }),
    { kind: 'timeout', arrived: true },
  ],
  [
    'it hangs up within its answer',
    () =>
      overHttp((_, response) => {
        response.writeHead(200, { 'content-type': 'application/ipp', 'content-length': 100 })
        response.write(Buffer.alloc(5))
        setTimeout(() => response.destroy(), 20)
      }),
    { kind: 'unreachable', arrived: true },
  ],
  ['it wants a sign-in', () => overHttp((_, response) => response.writeHead(401).end()), { kind: 'refused', arrived: false }],
  ['it knows no such path', () => overHttp((_, response) => response.writeHead(404).end()), { kind: 'no-such-path', arrived: false }],
  [
    'it sends elsewhere',
    () => overHttp((_, response) => response.writeHead(302, { location: 'http://192.0.2.1/' }).end()),
    { kind: 'not-ipp', arrived: false },
  ],
])('when %s, the client says so', async (_, start, expected) => {
  expect(await problemOf(call(await start()))).toEqual(expected)
})

test('500 random answers over HTTP are answers or problems', async () => {
  const address = await overHttp((_, response) =>
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(randomBytes(Math.floor(Math.random() * 500))),
  )
  // A few at a time: all at once would wait for the machine, not for the printer.
  for (let round = 0; round < 50; round++)
    for (const outcome of await Promise.all(Array.from({ length: 10 }, () => problemOf(call(address)))))
      expect(['answered', { kind: 'not-ipp', arrived: true }]).toContainEqual(outcome)
})
