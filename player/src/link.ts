/**
 * The line to the server: announces the display, reports, fetches the plan when it is another one, hears commands. All of it goes by asking;
 * the WebSocket only makes it fast (docs/signage.md).
 */
import type { Command, Manifest } from '@endcap/contract/player'
import type { Clock } from './clock.ts'
import { createEventBatches } from './event-batches.ts'
import { createFastLine } from './fast-line.ts'
import { forget, keep, type Finished } from './database.ts'
import type { EventStore } from './event-store.ts'
import { createPause } from './pause.ts'
import { createPlanRenewal } from './plan-renewal.ts'
import { createServer, Refused, type Answer, type Said, type Server } from './server.ts'

/** A piece of content over a slow line, or a card that is still to be drawn. */
const contentMs = 120_000
const retry = { minMs: 1000, maxMs: 30_000, duplicateMs: 15_000 }

export interface LinkOptions {
  clock: Clock
  token: string | undefined
  events: Pick<EventStore, 'next' | 'delivered'>
  untold: Finished[]
  registration(): object
  report(): object
  /** Undefined when no plan is held. */
  heldRev(): string | undefined
  waits(code: string): void
  refused(why: 'duplicate' | 'refused', message: string): void
  accepted(): void
  /** All is loaded when it resolves. */
  manifest(manifest: Manifest, recheck: boolean): Promise<void>
  command(command: Command): void
  heard(ip: string): void
}
export interface Link {
  start(): void
  /** A report goes out at once. */
  beat(): void
  renew(recheck?: boolean): Promise<void>
  /** A command is done: the server hears of it with the next report. */
  finished(one: Finished): Promise<void>
  /** Sends all that happened and was not reported yet. */
  flush(): Promise<void>
  /** Whose code this is, of the display's own menu. */
  menu(pin: string): Promise<Answer<'menu'>>
  get(url: string, headers?: Record<string, string>): Promise<Response>
  upload(picture: Blob, said: Said | undefined): Promise<void>
  /** What it says who it is with; undefined before it was taken in. */
  authorization(): string | undefined
  /** When the server was heard last, of `performance.now`. */
  heardAt(): number
}

export function createLink(options: LinkOptions): Link {
  const { clock } = options
  const server = createServer(options.token)
  const pause = createPause()
  const beat = pause.cut
  const events = createEventBatches(server, options.events)
  // A display that is not known any more learns it from the next report, too.
  const { renew, renewSoon } = createPlanRenewal(fetchPlan, beat)
  const line = createFastLine({
    clock,
    server,
    onMessage: (message) => {
      if (message.t === 'cmd') options.command(message.cmd)
      else if (message.rev !== options.heldRev()) renewSoon(false)
    },
    // The next report opens it again; soon, when the server has only been started anew. Where none ever opens, there is no haste.
    lost: () => void setTimeout(beat, retry.minMs + Math.random() * 2000),
  })
  let { untold } = options
  let heartbeatMs = 30_000
  let retryMs = retry.minMs

  /** Answers how long to wait before the next word. */
  async function announce(): Promise<number> {
    const answer = await server.post('register', options.registration())
    if (answer.pending) {
      options.waits(answer.code)
      return answer.retrySeconds * 1000
    }
    server.token = answer.deviceToken
    heartbeatMs = answer.heartbeatSeconds * 1000
    await keep('token', server.token)
    options.accepted()
    return 0
  }
  async function report(): Promise<number> {
    const reported = untold.slice(0, 100)
    const sent = clock.local()
    const answer = await server.post('heartbeat', { ...options.report(), done: reported })
    clock.heard({ sent, received: clock.local(), server: answer.now })
    void keep('offset', clock.offset() ?? 0)
    untold = untold.filter((one) => !reported.includes(one))
    await keep('untold', untold)
    options.heard(answer.ip)
    line.listen()
    for (const command of answer.commands) options.command(command)
    if (answer.rev !== options.heldRev()) renewSoon(false)
    await events.flushWhenDue()
    return heartbeatMs * (0.8 + Math.random() * 0.4)
  }
  async function run(): Promise<never> {
    for (;;) {
      let pauseMs: number
      try {
        pauseMs = await (server.token === undefined ? announce() : report())
        retryMs = retry.minMs
      } catch (error) {
        pauseMs = await afterTrouble(error)
      }
      await pause.rest(pauseMs)
    }
  }
  async function afterTrouble(error: unknown): Promise<number> {
    if (error instanceof Refused && error.status === 401) {
      server.token = undefined
      line.close()
      await forget('token')
      return retry.minMs
    }
    if (error instanceof Refused && server.token === undefined) {
      options.refused(error.status === 409 ? 'duplicate' : 'refused', error.message)
      return retry.duplicateMs
    }
    retryMs = Math.min(retry.maxMs, retryMs * 2)
    return retryMs * (0.5 + Math.random() / 2)
  }

  async function fetchPlan(recheck: boolean) {
    const { manifest } = await server.manifest(recheck ? undefined : options.heldRev())
    if (manifest === null) return
    await options.manifest(manifest, recheck)
    beat()
  }
  return {
    start: () => void run(),
    beat,
    renew,
    finished: async (one) => {
      untold = [...untold.filter(({ id }) => id !== one.id), one]
      await keep('untold', untold)
    },
    flush: events.flush,
    menu: (pin) => server.post('menu', { pin }),
    get: (url, headers) => contentOf(server, url, headers),
    upload: server.upload,
    authorization: server.authorization,
    heardAt: () => server.heardAt,
  }
}

async function contentOf(server: Server, url: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await server.call(url, { headers }, contentMs)
  if (answer.status === 401) throw new Refused(401, 'no token')
  return answer
}
