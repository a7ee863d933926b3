/** One run of the broker's thread, and what it says to the main thread. */
import { Worker } from 'node:worker_threads'
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import type { Logger } from 'pino'
import { countReport } from './broker-metrics.ts'
import type { BrokerFigures, BrokerThreadData, Ports, ToMain, ToThread } from './broker-names.ts'
import type { RefusedReport } from './refusals.ts'
import { toError } from '../base/thrown.ts'

/** Which gateway it is; undefined when MAC or secret are wrong. `address`: where it connects from. */
export type Authenticate = (gwMac: string, secret: string, address: string) => Promise<GatewayAddress | undefined>

export interface BrokerThread {
  worker: Worker
  send(message: ToThread): void
  /** Resolves when it has ended, with the error that ended it, if there was one. */
  ended: Promise<Error | undefined>
  ports: Ports
}
interface Options {
  log: Logger
  authenticate: Authenticate
  heapMegabytes: number
  onFigures: (figures: BrokerFigures) => void
}

/** What it makes lives for one message; a thread that rests keeps the room that it had for that. */
const youngMegabytes = 6

/** Resolves when it listens; rejects when it cannot. */
export async function startThread(data: BrokerThreadData, options: Options): Promise<BrokerThread> {
  const { log, authenticate, heapMegabytes, onFigures } = options
  const worker = new Worker(new URL('./broker-thread.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
  })
  const send = (message: ToThread) => worker.postMessage(message)
  const ended = new Promise<Error | undefined>((resolve) => {
    worker.once('error', (error: unknown) => resolve(toError(error)))
    worker.once('exit', () => resolve(undefined))
  })
  const listening = new Promise<Ports>((resolve, reject) => {
    worker.on('message', (message: ToMain) => {
      switch (message.kind) {
        case 'listening':
          resolve(message)
          break
        case 'failed':
          reject(
            new Error(
              `The message broker cannot listen on port ${message.port}: ${message.message}. Choose another with ${message.secure ? 'ENDCAP_MQTTS_PORT' : 'ENDCAP_MQTT_PORT'}.`,
            ),
          )
          break
        case 'report':
          countReport(message)
          logRefused(log, message.refused)
          onFigures(message.figures)
          break
        case 'who':
          authenticate(message.gwMac, message.secret, message.address).then(
            (gateway) => send({ kind: 'known', id: message.id, gateway: gateway ?? null }),
            (error: unknown) => {
              log.error({ err: error }, 'a gateway could not be authenticated')
              send({ kind: 'known', id: message.id, gateway: null })
            },
          )
      }
    })
    void ended.then((error) => reject(error ?? new Error('The message broker ended while it started.')))
  })
  try {
    return { worker, send, ended, ports: await listening }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

function logRefused(log: Logger, { peers, others }: RefusedReport): void {
  for (const { reason, count, address, gwMac, topic } of peers) {
    log.warn(
      { reason, count, address, ...(gwMac !== '' && { gwMac }), ...(topic !== '' && { topic }) },
      'the message broker refused a connection or a message',
    )
  }
  if (others > 0) log.warn({ count: others }, 'the message broker refused others, too')
}
