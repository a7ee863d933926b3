/**
 * Starts the embedded message broker in a thread of its own, and again when that thread ends or no longer answers. Gateways sign in with
 * MAC and secret and may use only their own topics.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { NewcomerLimits } from '../base/newcomers.ts'
import type { LiveCertificate } from '../tls/certificate.ts'
import { serverName, type BrokerFigures, type Ports } from './broker-names.ts'
import { countRestart, forgetFigures } from './broker-metrics.ts'
import { startThread, type Authenticate } from './broker-worker.ts'

export interface EmbeddedBroker {
  /** Where gateways reach it from this machine: plain where it listens so, else by TLS. */
  url: string
  port: number
  /** Where they do by TLS; undefined without a certificate. */
  securePort: number | undefined
  /** The way in for server processes of this start, and what they sign in with. */
  ownUrl: string
  username: string
  password: string
  /** When its thread was started last. */
  startedAt(): Date
  /** Connections it has now; stays open while its thread does not answer. */
  figures(): Promise<BrokerFigures>
  /** Ends the connection of a gateway, if it has one here; it may sign in again with what is good then. */
  drop(gwMac: string): void
  stop(): Promise<void>
}

interface Options {
  /** Undefined: it does not listen that way. */
  port: number | undefined
  securePort?: number | undefined
  certificate?: LiveCertificate | undefined
  host: string
  authenticate: Authenticate
  log: Logger
  newcomers?: NewcomerLimits
  /** Room for the thread's objects, in megabytes; some ten thousand gateways need a fifth. */
  heapMegabytes?: number
  /** The thread is asked for its figures so often; one that owes three answers is ended. */
  askEveryMs?: number
}

/** 1,024 connections of at most 16 kB each: all together at most 16 MB before any client has signed in. */
const defaultNewcomers: NewcomerLimits = { all: 1024, perAddress: 256, ms: 15_000 }
const maxPauseMs = 30_000
/** A thread that lived so long did not die of its start. */
const soundMs = 60_000

export async function startEmbeddedBroker(options: Options): Promise<EmbeddedBroker> {
  const { log, certificate, authenticate, newcomers = defaultNewcomers, heapMegabytes = 512, askEveryMs = 10_000 } = options
  const serverPassword = randomBytes(24).toString('base64url')
  const asking = new Set<(figures: BrokerFigures) => void>()
  let owed = 0
  let stopping = false
  let startedAt = new Date()

  const start = (requested: Ports) =>
    startThread(
      { ...requested, host: options.host, certificate: certificate?.current(), serverPassword, newcomers },
      {
        log,
        authenticate,
        heapMegabytes,
        onFigures: (figures) => {
          owed = 0
          for (const answer of asking) answer(figures)
          asking.clear()
        },
      },
    )
  let thread = await start({ port: options.port, securePort: options.securePort, ownPort: 0 })
  // Gateways and the server's own connection come back to where it was.
  const { ports } = thread
  const stopRequest = new AbortController()

  async function keepRunning() {
    let pauseMs = 0
    for (;;) {
      const error = await thread.ended
      if (stopping) return
      forgetFigures()
      countRestart()
      log.error({ err: error }, 'the message broker ended by itself; it is started again')
      pauseMs = Date.now() - startedAt.getTime() > soundMs ? 0 : Math.min(Math.max(100, pauseMs * 2), maxPauseMs)
      for (;;) {
        await wait(pauseMs, undefined, { signal: stopRequest.signal }).catch(() => undefined)
        if (stopping) return
        try {
          thread = await start(ports)
          break
        } catch (failure) {
          log.error({ err: failure }, 'the message broker could not be started again; it is tried later')
          pauseMs = Math.min(Math.max(100, pauseMs * 2), maxPauseMs)
        }
      }
      startedAt = new Date()
      owed = 0
      log.warn('the message broker runs again')
    }
  }
  const running = keepRunning()
  const asks = setInterval(() => {
    if (owed++ < 3) return thread.send({ kind: 'report' })
    log.error('the message broker does not answer and is ended')
    owed = 0
    void thread.worker.terminate()
    return undefined
  }, askEveryMs).unref()
  const forget = certificate?.onChange((changed) => thread.send({ kind: 'certificate', certificate: changed }))

  const { port, securePort } = ports
  return {
    url: port === undefined ? `mqtts://127.0.0.1:${securePort}` : `mqtt://127.0.0.1:${port}`,
    port: port ?? securePort ?? 0,
    securePort,
    ownUrl: `mqtt://127.0.0.1:${ports.ownPort}`,
    username: serverName,
    password: serverPassword,
    startedAt: () => startedAt,
    drop: (gwMac) => thread.send({ kind: 'drop', gwMac }),
    figures: () =>
      new Promise((resolve) => {
        asking.add(resolve)
        thread.send({ kind: 'report' })
      }),
    stop: async () => {
      stopping = true
      stopRequest.abort()
      clearInterval(asks)
      forget?.()
      const { worker } = thread
      const gone = worker.threadId === -1 ? undefined : once(worker, 'exit')
      thread.send({ kind: 'stop' })
      const timer = setTimeout(() => void worker.terminate(), 3000)
      await gone
      clearTimeout(timer)
      await running
    },
  }
}
