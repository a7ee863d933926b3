/**
 * The line to the server: announces the display, reports, fetches the plan when it is another one, hears commands. All of it goes by asking;
 * the WebSocket only makes it fast (docs/signage.md).
 */
import type { Command, Manifest, ToPlayer } from '@endcap/contract/player'
import type { Clock } from './clock.ts'
import { forget, keep, type Batch, type Finished, type PlayerEvent } from './kept.ts'

const patienceMs = 15_000
/** A piece of content over a slow line, or a card that is still to be drawn. */
const contentMs = 120_000
/** A plan that could not be loaded is asked for again so soon. */
const renewMs = 3000
const pings = { first: 12, firstEveryMs: 80, everyMs: 20_000 }
const retry = { leastMs: 1000, mostMs: 30_000, duplicateMs: 15_000 }
/** What happened is gathered for so long before it is told. */
const eventsEveryMs = 60_000
const batchMost = 500

/** The server has answered, and not as hoped. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface LinkOptions {
  clock: Clock
  token: string | undefined
  seq: number
  batch: Batch | undefined
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
  tell(event: PlayerEvent): void
  flush(): Promise<void>
  /** Whose code this is, of the display's own menu. */
  menu(pin: string): Promise<{ role: 'admin' | 'manager' | null; needed: boolean }>
  get(url: string, headers?: Record<string, string>): Promise<Response>
  upload(picture: Blob): Promise<void>
  /** What it says who it is with; undefined before it was taken in. */
  authorization(): string | undefined
  /** When the server was heard last, of `performance.now`. */
  heardAt(): number
}

export function createLink(options: LinkOptions): Link {
  const { clock } = options
  let { token, untold, seq } = options
  let heartbeatMs = 30_000
  let heardAt = -Infinity
  let wake: (() => void) | undefined
  let beatAgain = false
  let socket: WebSocket | undefined
  let retryMs = retry.leastMs
  let waiting: PlayerEvent[] = []
  let batch = options.batch
  let flushedAt = performance.now()
  let renewing: Promise<void> | undefined
  let renewTimer: ReturnType<typeof setTimeout> | undefined
  let renewAgain: { recheck: boolean } | undefined

  const authorization = () => (token === undefined ? undefined : `Bearer ${token}`)
  async function call(url: string, init: RequestInit, ms = patienceMs): Promise<Response> {
    const headers = { ...(token !== undefined && { authorization: authorization() }), ...(init.headers as Record<string, string>) }
    const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(ms) })
    heardAt = performance.now()
    return answer
  }
  async function post<T>(path: string, body: object): Promise<T> {
    const answer = await call(`/api/player/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return read<T>(answer)
  }
  async function read<T>(answer: Response): Promise<T> {
    if (answer.ok) return (await answer.json()) as T
    const { message = answer.statusText } = (await answer.json().catch(() => ({}))) as { message?: string }
    throw new Refused(answer.status, message)
  }
  async function loseToken() {
    token = undefined
    socket?.close()
    await forget('token')
  }

  /** Answers how long to wait before the next word. */
  async function announce(): Promise<number> {
    type Answer = { pending: false; deviceToken: string; heartbeatSeconds: number } | { pending: true; code: string; retrySeconds: number }
    const answer = await post<Answer>('register', options.registration())
    if (answer.pending) {
      options.waits(answer.code)
      return answer.retrySeconds * 1000
    }
    token = answer.deviceToken
    heartbeatMs = answer.heartbeatSeconds * 1000
    await keep('token', token)
    options.accepted()
    return 0
  }
  async function report(): Promise<number> {
    const told = untold.slice(0, 100)
    const sent = clock.local()
    type Answer = { rev: string; commands: Command[]; now: number; ip: string }
    const answer = await post<Answer>('heartbeat', { ...options.report(), done: told })
    clock.heard({ sent, received: clock.local(), server: answer.now })
    void keep('offset', clock.offset() ?? 0)
    untold = untold.filter((one) => !told.includes(one))
    await keep('untold', untold)
    options.heard(answer.ip)
    listen()
    for (const command of answer.commands) options.command(command)
    if (answer.rev !== options.heldRev()) renewSoon(false)
    if (performance.now() - flushedAt > eventsEveryMs) await flush()
    return heartbeatMs * (0.8 + Math.random() * 0.4)
  }
  async function run(): Promise<never> {
    for (;;) {
      let pauseMs: number
      try {
        pauseMs = await (token === undefined ? announce() : report())
        retryMs = retry.leastMs
      } catch (error) {
        pauseMs = await afterTrouble(error)
      }
      if (beatAgain) pauseMs = Math.min(pauseMs, 50)
      beatAgain = false
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = undefined
    }
  }
  async function afterTrouble(error: unknown): Promise<number> {
    if (error instanceof Refused && error.status === 401) {
      await loseToken()
      return retry.leastMs
    }
    if (error instanceof Refused && token === undefined) {
      options.refused(error.status === 409 ? 'duplicate' : 'refused', error.message)
      return retry.duplicateMs
    }
    retryMs = Math.min(retry.mostMs, retryMs * 2)
    return retryMs * (0.5 + Math.random() / 2)
  }

  const beat = () => {
    if (wake === undefined) beatAgain = true
    else wake()
  }
  const renewSoon = (recheck: boolean) => {
    renew(recheck).catch((error: unknown) => {
      // Whoever is not known any more hears it from the next report, too.
      if (error instanceof Refused && error.status === 401) beat()
      else {
        clearTimeout(renewTimer)
        renewTimer = setTimeout(() => renewSoon(recheck), renewMs)
      }
    })
  }
  /** One at a time; what is asked meanwhile is done after it, once. */
  function renew(recheck = false): Promise<void> {
    if (renewing !== undefined) {
      renewAgain = { recheck: recheck || renewAgain?.recheck === true }
      return renewing
    }
    renewing = fetchPlan(recheck).finally(() => {
      renewing = undefined
      const again = renewAgain
      renewAgain = undefined
      if (again !== undefined) renewSoon(again.recheck)
    })
    return renewing
  }
  async function fetchPlan(recheck: boolean) {
    const held = recheck ? undefined : options.heldRev()
    const answer = await call(`/api/player/v1/manifest${held === undefined ? '' : `?rev=${encodeURIComponent(held)}`}`, {})
    const { manifest } = await read<{ rev: string; manifest: Manifest | null }>(answer)
    if (manifest === null) return
    await options.manifest(manifest, recheck)
    beat()
  }

  /** Opens the fast line when there is none. */
  function listen() {
    if (socket !== undefined || token === undefined) return
    const own = new WebSocket(`${location.origin.replace('http', 'ws')}/player/push`)
    socket = own
    let timer: ReturnType<typeof setTimeout> | undefined
    let answered = true
    let heard = false
    const ping = (count: number) => {
      if (own.readyState !== WebSocket.OPEN) return
      if (count > pings.first && !answered) return own.close()
      answered = false
      own.send(JSON.stringify({ t: 'ping', c: clock.local() }))
      timer = setTimeout(() => ping(count + 1), count < pings.first ? pings.firstEveryMs : pings.everyMs)
      return undefined
    }
    own.addEventListener('open', () => {
      own.send(JSON.stringify({ token }))
      timer = setTimeout(() => ping(1), pings.firstEveryMs)
    })
    own.addEventListener('message', ({ data }) => {
      const received = clock.local()
      heard = true
      heardAt = performance.now()
      const said = JSON.parse(String(data)) as ToPlayer
      if (said.t === 'pong') {
        answered = true
        clock.heard({ sent: said.c, received, server: said.s })
      } else if (said.t === 'cmd') options.command(said.cmd)
      else if (said.rev !== options.heldRev()) renewSoon(false)
    })
    own.addEventListener('close', ({ code }) => {
      clearTimeout(timer)
      if (socket === own) socket = undefined
      // The next report opens it again; soon, when the server has only been started anew. Where none ever opens, there is no haste.
      if (heard && code !== 4401) setTimeout(beat, retry.leastMs + Math.random() * 2000)
    })
  }

  async function flush() {
    flushedAt = performance.now()
    while (batch !== undefined || waiting.length > 0) {
      if (batch === undefined) {
        seq = Math.max(seq + 1, Date.now())
        batch = { seq, items: waiting.slice(0, batchMost) }
        waiting = waiting.slice(batchMost)
        await keep('seq', seq)
        await keep('batch', batch)
      }
      try {
        await post('events', batch)
      } catch (error) {
        // What the server does not want today it will not want tomorrow.
        if (!(error instanceof Refused) || error.status === 401 || error.status >= 500) return
      }
      batch = undefined
      await forget('batch')
    }
  }
  return {
    start: () => void run(),
    beat,
    renew,
    finished: async (one) => {
      untold = [...untold.filter(({ id }) => id !== one.id), one]
      await keep('untold', untold)
    },
    tell: (event) => {
      waiting = [...waiting, event].slice(-10 * batchMost)
    },
    flush,
    menu: (pin) => post('menu', { pin }),
    get: async (url, headers = {}) => {
      const answer = await call(url, { headers }, contentMs)
      if (answer.status === 401) throw new Refused(401, 'no token')
      return answer
    },
    upload: async (picture) => {
      const form = new FormData()
      form.append('file', picture, 'screen.jpg')
      await read(await call('/api/player/v1/screenshot', { method: 'POST', body: form }))
    },
    authorization,
    heardAt: () => heardAt,
  }
}
