/** The embedded broker under attack: floods, slow connections and packets that are larger than they may be, over real sockets. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { downTopic, gatewaySubscription, upTopic } from '@endcap/gateway-link/topics'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closedSocket } from '../../testing/closed-socket.ts'
import { connectBroker } from './connection.ts'
import { startEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.ts'
import { maxControlBytes, maxMessageBytes } from './packet-reader.ts'

const gateway = { storeCode: 'S1', gwMac: '02EC00000001' }
const secret = 'a good secret'
type More = Partial<Parameters<typeof startEmbeddedBroker>[0]>

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A broker with its log; `asked` are those whom it looked up. */
async function start(more: More = {}) {
  const [lines, asked] = [[] as Record<string, unknown>[], [] as string[]]
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
  const began = once(process, 'worker') as Promise<[Worker]>
  const broker = await startEmbeddedBroker({
    port: 0,
    host: '127.0.0.1',
    log,
    authenticate: async (gwMac, given) => {
      asked.push(gwMac)
      return gwMac === gateway.gwMac && given === secret ? gateway : undefined
    },
    ...more,
  })
  ends.push(() => broker.stop())
  return { broker, lines, asked, worker: (await began)[0] }
}
/** A socket that is never surprised when it is ended. */
async function open({ port }: EmbeddedBroker): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  ends.push(async () => socket.destroy())
  await once(socket, 'connect')
  return socket
}
async function signIn({ url }: EmbeddedBroker, more: object = {}) {
  const client = await mqtt.connectAsync(url, {
    clientId: gateway.gwMac,
    username: gateway.gwMac,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
    ...more,
  })
  client.on('error', () => undefined)
  ends.push(() => client.endAsync(true))
  return client
}
async function serverOf({ ownUrl, username, password }: EmbeddedBroker) {
  const connection = await connectBroker({ url: ownUrl, username, password, clientId: 'server', log: pino({ level: 'silent' }) })
  ends.push(() => connection.close())
  const heard: string[] = []
  connection.onMessage((topic, payload) => heard.push(`${topic} ${payload.length > 100 ? payload.length : payload.toString()}`))
  await connection.subscribe(['ec/v1/+/+/+/up/+'])
  return { connection, heard }
}
/** The broker does its work: this gateway is heard by the server. */
async function serves(broker: EmbeddedBroker) {
  const { heard } = await serverOf(broker)
  const client = await signIn(broker)
  await client.publishAsync(upTopic(gateway, 'status'), '{"still":"here"}', { qos: 1 })
  await expect.poll(() => heard).toContain(`${upTopic(gateway, 'status')} {"still":"here"}`)
}

const field = (content: Buffer | string) => {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}
function packet(head: number, body: Buffer): Buffer {
  const length: number[] = []
  for (let rest = body.length; length.length === 0 || rest > 0; rest >>>= 7) length.push((rest & 127) | (rest > 127 ? 128 : 0))
  return Buffer.concat([Buffer.from([head, ...length]), body])
}
interface Names {
  clientId: string
  username: string
  password: string
  will?: Buffer
}
function connectPacketOf({ clientId, username, password, will }: Names): Buffer {
  const last = will === undefined ? [] : [field(upTopic(gateway, 'presence')), field(will)]
  const head = [field('MQTT'), Buffer.from([4, will === undefined ? 0xc2 : 0xc6, 0, 60])]
  return packet(0x10, Buffer.concat([...head, field(clientId), ...last, field(username), field(password)]))
}
const connectPacket = (mac: string) => connectPacketOf({ clientId: mac, username: mac, password: secret })
const publishPacket = (topic: string, payload: Buffer) => packet(0x30, Buffer.concat([field(topic), payload]))
/** CONNECT that announces 268,435,455 bytes. */
const endless = Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f])
const reasons = (lines: readonly Record<string, unknown>[]) => lines.map((line) => line['reason']).filter(Boolean)

describe('before the sign-in', () => {
  test('a CONNECT that announces 256 MB is refused by its header, and nothing of it is kept', async () => {
    const { broker, lines } = await start()
    const sockets = await Promise.all(Array.from({ length: 3 }, () => open(broker)))
    for (const socket of sockets) socket.write(Buffer.concat([endless, Buffer.alloc(100_000)]))
    await Promise.all(sockets.map(closedSocket))
    expect(await broker.figures()).toEqual({ connected: 0, newcomers: 0, newcomerBytes: 0 })
    await expect.poll(() => lines).toContainEqual(expect.objectContaining({ reason: 'too-large', count: 3, address: '127.0.0.1' }))
  })
  test.each([
    ['a length that never ends', Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80]), 'bad-length'],
    ['a CONNECT of one byte more than it may have', packet(0x10, Buffer.alloc(maxControlBytes + 1)), 'too-large'],
    ['a PUBLISH first', publishPacket('a', Buffer.alloc(10)), 'not-connect'],
    ['the words of a browser', Buffer.from('GET / HTTP/1.1\r\nHost: shop\r\n\r\n'), 'not-connect'],
    ['packets after its CONNECT that are too much together', flooding(), 'too-much-before-sign-in'],
  ])('%s ends the connection', async (_, bytes, reason) => {
    const { broker, lines } = await start({ authenticate: () => new Promise(() => undefined) })
    const socket = await open(broker)
    socket.write(bytes)
    await closedSocket(socket)
    await broker.figures()
    expect(reasons(lines)).toEqual([reason])
  })
  function flooding() {
    return Buffer.concat([connectPacket(gateway.gwMac), ...Array.from({ length: 17 }, () => publishPacket('a', Buffer.alloc(1000)))])
  }
  test('a last will, a client id or a secret of any size is bounded, and a name that is no MAC is refused without being looked up', async () => {
    const { broker, asked, lines } = await start()
    const long = 'x'.repeat(7000)
    const names = { clientId: gateway.gwMac, username: gateway.gwMac, password: secret }
    const hostile = [
      { ...names, will: Buffer.alloc(maxControlBytes) },
      { ...names, clientId: long, username: long },
      { ...names, password: long },
      { ...names, clientId: long },
    ]
    for (const one of hostile) {
      const socket = await open(broker)
      socket.write(connectPacketOf(one))
      await closedSocket(socket)
    }
    expect(asked).toEqual([])
    await broker.figures()
    expect(lines.map(({ reason, count }) => [reason, count]).toSorted()).toEqual([
      ['not-authorized', 3],
      ['too-large', 1],
    ])
  })
  test('half-open connections are ended when their time is over', async () => {
    const { broker, lines } = await start({ newcomers: { all: 100, perAddress: 100, ms: 300 } })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(broker)))
    for (const [place, socket] of sockets.entries()) socket.write(connectPacket('02EC00000001').subarray(0, place))
    await Promise.all(sockets.map(closedSocket))
    expect(await broker.figures()).toMatchObject({ newcomers: 0 })
    await expect.poll(() => reasons(lines)).toEqual(['too-slow'])
  })
  test('what all hold together is bounded, the oldest leave for the newest, and a gateway from the same address gets in', async () => {
    const { broker } = await start({ newcomers: { all: 60, perAddress: 40, ms: 600_000 } })
    const large = packet(0x10, Buffer.alloc(maxControlBytes - 10)).subarray(0, maxControlBytes - 100)
    const sockets = await Promise.all(Array.from({ length: 1000 }, () => open(broker)))
    const standing = () => sockets.filter((socket) => !socket.closed)
    await expect.poll(() => standing().length).toBe(40)
    for (const socket of standing()) socket.write(large)
    await expect.poll(() => broker.figures()).toMatchObject({ newcomers: 40, newcomerBytes: 40 * large.length })
    await serves(broker)
    expect(standing().length).toBeGreaterThan(30)
  })
  test('one that waits for its answer holds no lines of others: gateways are looked up some at a time', async () => {
    let [now, peak] = [0, 0]
    const answers: (() => void)[] = []
    const { broker } = await start({
      authenticate: () => {
        peak = Math.max(peak, ++now)
        return new Promise((resolve) => {
          answers.push(() => {
            now--
            resolve(undefined)
          })
        })
      },
    })
    const sockets = await Promise.all(Array.from({ length: 50 }, () => open(broker)))
    for (const [place, socket] of sockets.entries())
      socket.write(connectPacket(`02EC000000${place.toString(16).padStart(2, '0').toUpperCase()}`))
    let reportedCount = 0
    while (reportedCount < 50) {
      await expect.poll(() => answers.length).toBeGreaterThan(reportedCount)
      answers[reportedCount++]?.()
    }
    await Promise.all(sockets.map(closedSocket))
    expect(peak).toBe(8)
  })
})

describe('a gateway that is signed in', () => {
  test('sends messages up to the limit, and not a byte more', async () => {
    const { broker, lines } = await start()
    const { heard } = await serverOf(broker)
    const topic = upTopic(gateway, 'seen')
    const room = maxMessageBytes - field(topic).length
    const socket = await open(broker)
    socket.write(Buffer.concat([connectPacket(gateway.gwMac), publishPacket(topic, Buffer.alloc(10))]))
    await expect.poll(() => heard.length).toBe(1)
    socket.write(publishPacket(topic, Buffer.alloc(room)))
    await expect.poll(() => heard.at(-1)).toBe(`${topic} ${room}`)
    socket.write(publishPacket(topic, Buffer.alloc(room + 1)))
    await closedSocket(socket)
    expect(heard).toHaveLength(2)
    await broker.figures()
    expect(lines).toContainEqual(expect.objectContaining({ reason: 'too-large', gwMac: gateway.gwMac }))
  })
  test.each([
    [
      'a SUBSCRIBE of thousands of filters',
      () => packet(0x82, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(maxControlBytes)])),
      'too-large',
    ],
    ['a flood of pings', () => Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.from([0xc0, 0]))), 'flood'],
  ])('%s ends its connection', async (_, bytes, reason) => {
    const { broker, lines } = await start()
    const socket = await open(broker)
    socket.write(connectPacket(gateway.gwMac))
    await expect.poll(() => broker.figures()).toMatchObject({ connected: 1 })
    socket.write(bytes())
    await closedSocket(socket)
    await broker.figures()
    expect(reasons(lines)).toEqual([reason])
    await serves(broker)
  })
  test('leaves at most sixteen messages of QoS 2 half done', async () => {
    const { broker } = await start()
    const socket = await open(broker)
    socket.write(connectPacket(gateway.gwMac))
    await expect.poll(() => broker.figures()).toMatchObject({ connected: 1 })
    for (let id = 1; id <= 17; id++)
      socket.write(packet(0x34, Buffer.concat([field(upTopic(gateway, 'seen')), Buffer.from([0, id]), Buffer.alloc(100)])))
    await closedSocket(socket)
    await serves(broker)
  })
  test.each([
    ['a retained presence of 5 kB', 'presence', 5000],
    ['a retained status', 'status', 10],
  ] as const)('cannot have %s kept', async (_, name, bytes) => {
    const { broker } = await start()
    const client = await signIn(broker)
    const gone = new Promise((resolve) => client.once('close', () => resolve(undefined)))
    client.publish(upTopic(gateway, name), Buffer.alloc(bytes), { qos: 0, retain: true })
    await gone
    const { heard } = await serverOf(broker)
    await serves(broker)
    expect(heard.filter((line) => line.includes(`/${name} `) && !line.includes('still'))).toEqual([])
  })
  test('has nothing kept for it while it is away', async () => {
    const { broker } = await start()
    const { connection } = await serverOf(broker)
    const first = await signIn(broker, { clean: false })
    await first.subscribeAsync(gatewaySubscription(gateway), { qos: 1 })
    await first.endAsync(true)
    await expect.poll(() => broker.figures()).toMatchObject({ connected: 1 })
    await connection.publish(downTopic(gateway, 'request'), 'while away')
    const heard: string[] = []
    const again = mqtt.connect(broker.url, {
      clientId: gateway.gwMac,
      username: gateway.gwMac,
      password: secret,
      protocolVersion: 4,
      clean: false,
      reconnectPeriod: 0,
    })
    again.on('message', (_, payload) => heard.push(payload.toString()))
    ends.push(() => again.endAsync(true))
    const sessionPresent = await new Promise((resolve) => again.once('connect', (answer) => resolve(answer.sessionPresent)))
    expect(sessionPresent).toBe(false)
    await again.subscribeAsync(gatewaySubscription(gateway), { qos: 1 })
    await connection.publish(downTopic(gateway, 'request'), 'when back')
    await expect.poll(() => heard).toEqual(['when back'])
  })
  test('that is refused thousands of times is some lines of the log, with their count', async () => {
    const { broker, lines } = await start()
    const client = await signIn(broker)
    const foreign = Array.from({ length: 100 }, (_, place) => `ec/v1/1/S2/other/up/${place}`)
    for (let round = 0; round < 30; round++) await client.subscribeAsync(foreign, { qos: 1 }).catch(() => undefined)
    await broker.figures()
    const refusals = lines.filter((line) => line['reason'] === 'foreign-topic')
    expect(refusals.length).toBeLessThan(5)
    expect(refusals.reduce((sum, line) => sum + Number(line['count']), 0)).toBe(3000)
    expect(refusals[0]).toMatchObject({ gwMac: gateway.gwMac, address: '127.0.0.1' })
  })
  test('and one that is not send packets without sense, and the broker goes on', async () => {
    const { broker } = await start()
    for (let round = 0; round < 300; round++) {
      const socket = await open(broker)
      const sense = round % 2 === 0 ? [connectPacket(gateway.gwMac)] : []
      socket.end(Buffer.concat([...sense, packet(0x10 + ((round * 7) % 0xe0), randomBytes(round % 90)), randomBytes(200)]))
    }
    await serves(broker)
  })
})

describe('the thread of the broker', () => {
  test.each([
    ['is ended', (worker: Worker) => void worker.terminate()],
    ['has an error that nothing catches', (worker: Worker) => worker.postMessage(null)],
  ])('that %s is started again where it was: server and gateways come back by themselves', async (_, kill) => {
    const { broker, lines, worker } = await start()
    const { connection, heard } = await serverOf(broker)
    const client = await signIn(broker, { reconnectPeriod: 200 })
    const before = broker.startedAt()
    const gone = new Promise((resolve) => client.once('close', () => resolve(undefined)))
    kill(worker)
    await gone
    await expect.poll(() => lines.map((line) => line['msg'])).toContain('the message broker runs again')
    await expect.poll(() => connection.connected() && client.connected).toBe(true)
    expect(broker.startedAt().getTime()).toBeGreaterThan(before.getTime())
    await client.publishAsync(upTopic(gateway, 'status'), 'back', { qos: 1 })
    await expect.poll(() => heard).toContain(`${upTopic(gateway, 'status')} back`)
    expect(await broker.figures()).toMatchObject({ connected: 2 })
  })
  test('that does not answer any more is ended, and started again', async () => {
    const { broker, lines, worker } = await start({ askEveryMs: 300 })
    // It hears nothing any more.
    vi.spyOn(worker, 'postMessage').mockImplementation(() => undefined)
    await expect.poll(() => lines.map((line) => line['msg'])).toContain('the message broker does not answer and is ended')
    await expect.poll(() => lines.map((line) => line['msg'])).toContain('the message broker runs again')
    await serves(broker)
  })
  test('that is told to stop stays ended', async () => {
    const { broker, lines } = await start()
    await broker.stop()
    expect(lines.map((line) => line['msg'])).not.toContain('the message broker ended by itself; it is started again')
  })
})
