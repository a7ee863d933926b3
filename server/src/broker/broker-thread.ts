/** The thread of the embedded broker: aedes behind a TCP socket. Asks the main thread who a gateway is. */
import { createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { gatewayMayPublish, gatewayMaySubscribe, type GatewayAddress } from '@endcap/gateway-link/topics'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import { serverName, type BrokerThreadData, type ToMain, type ToThread } from './broker-names.ts'

/** Larger messages end their connection: the protocol keeps them far smaller. */
const maxPacketBytes = 262_144

const { port, host, serverPassword } = workerData as BrokerThreadData
const main = parentPort
const gateways = new WeakMap<Client, GatewayAddress>()
const byMac = new Map<string, Client>()
const addresses = new WeakMap<object, string>()
const servers = new WeakSet<Client>()
const questions = new Map<number, (gateway: GatewayAddress | null) => void>()
let lastQuestion = 0
const say = (message: ToMain) => main?.postMessage(message)

function ask(gwMac: string, secret: string, address: string): Promise<GatewayAddress | null> {
  return new Promise((resolve) => {
    const id = ++lastQuestion
    questions.set(id, resolve)
    say({ kind: 'who', id, gwMac, secret, address })
  })
}

const broker = await Aedes.createBroker({
  drainTimeout: 5000,
  authenticate(client, username, password, done) {
    const [name, secret] = [username ?? '', password?.toString() ?? '']
    // MQTT's code 4: bad user name or password
    const refuse = () => done(Object.assign(new Error('Not authorized'), { returnCode: 4 }) as AuthenticateError, false)
    if (name === serverName) {
      if (secret !== serverPassword) return refuse()
      servers.add(client)
      return done(null, true)
    }
    // A gateway's client id is its MAC: a second connection with it takes the first one over.
    if (client.id !== name) return refuse()
    ask(name, secret, addresses.get(client.conn) ?? '').then((gateway) => {
      if (gateway === null) return refuse()
      gateways.set(client, gateway)
      byMac.set(gateway.gwMac, client)
      return done(null, true)
    }, refuse)
  },
  authorizePublish(client, packet, done) {
    const gateway = client === null ? undefined : gateways.get(client)
    if (client === null || servers.has(client)) return done(null)
    const allowed =
      gateway !== undefined && gatewayMayPublish(gateway, packet.topic) && (!packet.retain || packet.topic.endsWith('/presence'))
    if (allowed) return done(null)
    say({ kind: 'refused', gwMac: gateway?.gwMac ?? '', topic: packet.topic })
    return done(new Error('A gateway may use its own topics only'))
  },
  authorizeSubscribe(client, subscription, done) {
    const gateway = client === null ? undefined : gateways.get(client)
    if (client === null || servers.has(client)) return done(null, subscription)
    if (gateway !== undefined && gatewayMaySubscribe(gateway, subscription.topic)) return done(null, subscription)
    say({ kind: 'refused', gwMac: gateway?.gwMac ?? '', topic: subscription.topic })
    // MQTT's way to refuse: the subscription is answered with failure, the connection stays.
    return done(null, null)
  },
})

broker.on('clientDisconnect', (client) => {
  const gwMac = gateways.get(client)?.gwMac ?? ''
  if (byMac.get(gwMac) === client) byMac.delete(gwMac)
})

const server = createServer((socket) => {
  let sinceIdle = 0
  addresses.set(socket, (socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
  socket.on('data', (chunk) => {
    // Packets are read as they come; more than this without a pause in one is a flood.
    sinceIdle += chunk.byteLength
    if (sinceIdle > maxPacketBytes * 64) socket.destroy()
  })
  const timer = setInterval(() => (sinceIdle = 0), 1000)
  socket.on('close', () => clearInterval(timer))
  socket.on('error', () => undefined)
  broker.handle(socket)
})
server.on('error', (error) => say({ kind: 'failed', message: error.message }))
server.listen(port, host, () => {
  const address = server.address()
  say({ kind: 'listening', port: typeof address === 'object' && address !== null ? address.port : port })
})

main?.on('message', (message: ToThread) => {
  if (message.kind === 'known') {
    questions.get(message.id)?.(message.gateway)
    questions.delete(message.id)
  } else if (message.kind === 'drop') {
    // Without a goodbye of its own, so that its last will tells that it is gone.
    byMac.get(message.gwMac)?.close()
  } else if (message.kind === 'count') {
    say({ kind: 'clients', connected: broker.connectedClients })
  } else {
    broker.close(() => server.close(() => process.exit(0)))
  }
})
