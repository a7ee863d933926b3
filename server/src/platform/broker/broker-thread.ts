/** The thread of the embedded broker: aedes behind sockets that are filtered. Asks the main thread who a gateway is. */
import { createServer, type Server } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'
import { gatewayMayPublish, gatewayMaySubscribe, type GatewayAddress } from '@endcap/gateway-link/topics'
import { Aedes, type Client } from 'aedes'
import { writeToStream } from 'mqtt-packet'
import { createSemaphore } from '../base/semaphore.ts'
import { listeningPort } from '../base/listening-port.ts'
import { createNewcomers } from '../base/newcomers.ts'
import { tlsOptions, type Certificate } from '../tls/certificate.ts'
import { serverName, type BrokerThreadData, type ToMain, type ToThread } from './broker-names.ts'
import { PacketFilter } from './packet-filter.ts'
import { createRefusals } from './refusals.ts'

/** Messages of QoS 2 that a gateway may leave half done: the protocol uses QoS 1. */
const maxHalfDone = 16
/** What is kept for a gateway: its presence, some hundred bytes. */
const maxRetainedBytes = 4096
/** Gateways that are looked up at once: each is a query, and the database has others to serve. */
const maxConcurrentLookUps = 8
/** A line that went dead without a word is noticed after about this time, whatever its gateway said of pings. */
const deadLineMs = 60_000

// Node types what a thread is given as `any`; broker-worker.ts gives this.
const { port, securePort, ownPort, host, serverPassword, ...given } = workerData as BrokerThreadData
const main = parentPort
const gateways = new WeakMap<Client, GatewayAddress>()
const byMac = new Map<string, Client>()
interface Line {
  filter: PacketFilter
  address: string
  /** Is known from here on. */
  leave: () => void
}
const lines = new WeakMap<object, Line>()
const servers = new WeakSet<Client>()
const questions = new Map<number, (gateway: GatewayAddress | null) => void>()
let lastQuestion = 0
const lookUps = createSemaphore(maxConcurrentLookUps)
const newcomers = createNewcomers(given.newcomers)
const waiting = new Set<PacketFilter>()
const refusals = createRefusals()
const send = (message: ToMain) => main?.postMessage(message)

function ask(gwMac: string, secret: string, address: string): Promise<GatewayAddress | null> {
  return new Promise((resolve) => {
    const id = ++lastQuestion
    questions.set(id, resolve)
    send({ kind: 'who', id, gwMac, secret, address })
  })
}
/** What the protocol keeps to: retained is a gateway's presence alone, and small. */
function mayRetain({ topic, payload }: { topic: string; payload: Buffer | string }): boolean {
  return topic.endsWith('/presence') && payload.length <= maxRetainedBytes
}
function refuseTopic(client: Client, topic: string): void {
  const address = lines.get(client.conn)?.address ?? ''
  refusals.note({ reason: 'foreign-topic', address, gwMac: gateways.get(client)?.gwMac ?? '', topic })
}

// It would keep all 65,536 numbers of messages as bytes, which takes 8 MB; making two bytes is quick.
writeToStream.cacheNumbers = false
const broker = await Aedes.createBroker({
  drainTimeout: 5000,
  maxInflightInbound: maxHalfDone,
  preConnect(_, packet, done) {
    // Nothing is kept for a gateway that is away: the server tells it anew.
    packet.clean = true
    done(null, true)
  },
  authenticate(client, username, password, done) {
    const line = lines.get(client.conn)
    const [name, secret] = [username ?? '', password?.toString() ?? '']
    // MQTT's code 4: bad user name or password
    const refuse = () => {
      refusals.note({ reason: 'not-authorized', address: line?.address ?? '' })
      done(Object.assign(new Error('Not authorized'), { returnCode: 4 }), false)
    }
    const welcome = (as: 'gateway' | 'server') => {
      line?.leave()
      line?.filter.signedIn(as)
      done(null, true)
    }
    if (name === serverName) {
      if (secret !== serverPassword) return refuse()
      servers.add(client)
      return welcome('server')
    }
    // A gateway's client id is its MAC: a second connection with it takes the first one over.
    if (client.id !== name || name.length > 32 || secret.length > 256) return refuse()
    lookUps
      .run(async () => (client.closed ? null : ask(name, secret, line?.address ?? '')))
      .then((gateway) => {
        if (gateway === null) return refuse()
        gateways.set(client, gateway)
        byMac.set(gateway.gwMac, client)
        return welcome('gateway')
      }, refuse)
  },
  authorizePublish(client, packet, done) {
    const gateway = client === null ? undefined : gateways.get(client)
    if (client === null || servers.has(client)) return done(null)
    if (gateway !== undefined && gatewayMayPublish(gateway, packet.topic) && (!packet.retain || mayRetain(packet))) return done(null)
    refuseTopic(client, packet.topic)
    return done(new Error('A gateway may use its own topics only'))
  },
  authorizeSubscribe(client, subscription, done) {
    const gateway = client === null ? undefined : gateways.get(client)
    if (client === null || servers.has(client)) return done(null, subscription)
    if (gateway !== undefined && gatewayMaySubscribe(gateway, subscription.topic)) return done(null, subscription)
    refuseTopic(client, subscription.topic)
    // MQTT's way to refuse: the subscription is answered with failure, the connection stays.
    return done(null, null)
  },
})

broker.on('clientDisconnect', (client) => {
  const gwMac = gateways.get(client)?.gwMac ?? ''
  if (byMac.get(gwMac) === client) byMac.delete(gwMac)
})

let secureContext = given.certificate && secure(given.certificate)
function secure(certificate: Certificate) {
  return createSecureContext(tlsOptions(certificate))
}

/** Resolves when it listens. */
function listen(at: { port: number; host: string; secure: boolean }): Promise<Server> {
  const server = createServer((socket) => {
    socket.setKeepAlive(true, deadLineMs)
    socket.on('error', () => undefined)
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    // Its handshake is part of the time that it has.
    const stream = at.secure && secureContext !== undefined ? new TLSSocket(socket, { isServer: true, secureContext }) : socket
    const filter = new PacketFilter(stream, (reason) => refusals.note({ reason, address, gwMac: macOf(filter) }))
    const leave = newcomers.enter(address, (why) => filter.refuse(why))
    waiting.add(filter)
    const left = () => {
      waiting.delete(filter)
      leave()
    }
    filter.once('close', left)
    lines.set(filter, { filter, address, leave: left })
    broker.handle(filter)
  })
  return new Promise((resolve) => {
    // The main thread says so, and ends this one.
    server.once('error', ({ message }) => send({ kind: 'failed', port: at.port, secure: at.secure, message }))
    server.listen(at.port, at.host, () => resolve(server))
  })
}
function macOf(filter: PacketFilter): string {
  for (const [gwMac, client] of byMac) if (client.conn === filter) return gwMac
  return ''
}
function report(): void {
  let newcomerBytes = 0
  for (const filter of waiting) newcomerBytes += filter.earlyBytes()
  send({
    kind: 'report',
    figures: { connected: broker.connectedClients, newcomers: waiting.size, newcomerBytes },
    refused: refusals.take(),
  })
}
const portOf = (server: Server | undefined) => server && listeningPort(server)

const open: Server[] = []
const plain = port === undefined ? undefined : await listen({ port, host, secure: false })
const sealed = securePort === undefined ? undefined : await listen({ port: securePort, host, secure: true })
const own = await listen({ port: ownPort, host: '127.0.0.1', secure: false })
open.push(...[plain, sealed, own].filter((one) => one !== undefined))
send({ kind: 'listening', port: portOf(plain), securePort: portOf(sealed), ownPort: listeningPort(own) })

main?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'known':
      questions.get(message.id)?.(message.gateway)
      questions.delete(message.id)
      break
    case 'drop':
      // Without a goodbye of its own, so that its last will tells that it is gone.
      byMac.get(message.gwMac)?.close()
      break
    case 'certificate':
      secureContext = secure(message.certificate)
      break
    case 'report':
      report()
      break
    case 'stop':
      report()
      for (const server of open) server.close()
      broker.close(() => process.exit(0))
  }
})
