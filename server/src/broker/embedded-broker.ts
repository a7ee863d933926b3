/** Starts the embedded message broker in a thread of its own. Gateways sign in with MAC and secret and may use only their own topics. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import type { Logger } from 'pino'
import { serverName, type BrokerThreadData, type ToMain, type ToThread } from './broker-names.ts'

export interface EmbeddedBroker {
  url: string
  port: number
  /** What server processes of this start sign in with. */
  username: string
  password: string
  /** Connections it has now, our own included; stays open while its thread does not answer. */
  clients(): Promise<number>
  /** Ends the connection of a gateway, if it has one here; it may sign in again with what is good then. */
  drop(gwMac: string): void
  stop(): Promise<void>
}

interface Options {
  port: number
  host: string
  /** `address`: where it connects from. */
  authenticate: (gwMac: string, secret: string, address: string) => Promise<GatewayAddress | undefined>
  log: Logger
}

export async function startEmbeddedBroker({ port, host, authenticate, log }: Options): Promise<EmbeddedBroker> {
  const serverPassword = randomBytes(24).toString('base64url')
  const worker = new Worker(new URL('./broker-thread.ts', import.meta.url), {
    workerData: { port, host, serverPassword } satisfies BrokerThreadData,
  })
  const tell = (message: ToThread) => worker.postMessage(message)
  const counting = new Set<(clients: number) => void>()
  const listening = new Promise<number>((resolve, reject) => {
    worker.on('message', (message: ToMain) => {
      switch (message.kind) {
        case 'listening':
          resolve(message.port)
          break
        case 'failed':
          reject(new Error(`The message broker cannot listen on port ${port}: ${message.message}. Choose another with ENDCAP_MQTT_PORT.`))
          break
        case 'refused':
          log.warn({ gwMac: message.gwMac, topic: message.topic }, 'a gateway was refused a topic that is not its own')
          break
        case 'clients':
          for (const answer of counting) answer(message.connected)
          counting.clear()
          break
        case 'who':
          authenticate(message.gwMac, message.secret, message.address).then(
            (gateway) => tell({ kind: 'known', id: message.id, gateway: gateway ?? null }),
            (error: unknown) => {
              log.error({ err: error }, 'a gateway could not be authenticated')
              tell({ kind: 'known', id: message.id, gateway: null })
            },
          )
      }
    })
    worker.on('error', reject)
  })
  const realPort = await listening.catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  return {
    url: `mqtt://127.0.0.1:${realPort}`,
    port: realPort,
    username: serverName,
    password: serverPassword,
    drop: (gwMac) => tell({ kind: 'drop', gwMac }),
    clients: () =>
      new Promise((resolve) => {
        counting.add(resolve)
        tell({ kind: 'count' })
      }),
    stop: async () => {
      const gone = once(worker, 'exit')
      tell({ kind: 'stop' })
      const timer = setTimeout(() => void worker.terminate(), 3000)
      await gone
      clearTimeout(timer)
    },
  }
}
