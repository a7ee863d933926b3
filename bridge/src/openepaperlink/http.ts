/**
 * Calls to an access point. Nothing that it does may cost more than a bounded time and memory: it is a small device without a login, and
 * whatever answers at its address may be something else. What it answered is never repeated in an error: it may be a password.
 */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { createSemaphore } from '../semaphore.ts'
import { readBytes } from './bytes.ts'

/** JSON and files of an access point are a few kilobytes. */
const maxBytes = 1_000_000
const answerMs = 10_000
/** It has few sockets, and answers one call after the other anyway. */
const maxConcurrentCalls = 3
/** Turns of this process that an answer which is here already gets when its time is up: the process may have been busy, not the device. */
const graceTurns = 50

/** A call that failed. `offline`: nothing answers; `nonsense`: what answers is not what was expected; `refused`: it says no. */
export class CallError extends Error {
  readonly kind: 'offline' | 'nonsense' | 'refused'
  constructor(message: string, kind: CallError['kind']) {
    super(message)
    this.kind = kind
  }
}

export interface Reply {
  status: number
  body: Buffer
}
interface CallSetup {
  method?: 'GET' | 'POST'
  body?: Uint8Array | string
  type?: string
  limit?: number
  timeoutMs?: number
}
export type Http = ReturnType<typeof createHttp>

/** The base address of `host`, `host:port` or a URL; throws in plain words. */
export function baseOf(address: string): URL {
  const text = address.trim()
  try {
    const url = new URL(/^https?:\/\//i.test(text) ? text : `http://${text}`)
    const other = /^[a-z]+:\/\//i.test(text) && !/^https?:/i.test(text)
    if (!other && url.hostname !== '' && url.username === '' && url.password === '') return url
  } catch {
    // Said below.
  }
  throw new Error(formatDeviceMessage('addressForm'))
}

const reasons: Record<string, string> = {
  ECONNREFUSED: formatDeviceMessage('nothingListens'),
  ECONNRESET: formatDeviceMessage('itClosed'),
  EPIPE: formatDeviceMessage('itClosed'),
  ENOTFOUND: formatDeviceMessage('noName'),
  EAI_AGAIN: formatDeviceMessage('nameNotNow'),
  EHOSTUNREACH: formatDeviceMessage('noWay'),
  ENETUNREACH: formatDeviceMessage('noWay'),
  ETIMEDOUT: formatDeviceMessage('itDoesNotAnswer'),
}
const reasonOf = (error: NodeJS.ErrnoException) => reasons[error.code ?? ''] ?? formatDeviceMessage('connectionFailed')

/** Calls to the device at `base`; each rejects with a CallError. Time-outs go by the clock. */
export function createHttp(base: URL, clock: Clock) {
  const calls = createSemaphore(maxConcurrentCalls)
  const under = new Set<() => void>()
  let closed = false

  const call = (path: string, setup: CallSetup = {}): Promise<Reply> =>
    calls.run(() => {
      if (closed) throw new CallError('The access point is not used any more', 'offline')
      return ask(path, setup)
    })

  function ask(path: string, { method = 'GET', body, type, limit = maxBytes, timeoutMs = answerMs }: CallSetup): Promise<Reply> {
    return new Promise((resolve, reject) => {
      let over = false
      const end = (finish: () => void) => {
        if (over) return
        over = true
        forget()
        under.delete(abort)
        finish()
        request.destroy()
      }
      const fail = (message: string, kind: CallError['kind'] = 'offline') => end(() => reject(new CallError(message, kind)))
      const abort = () => fail('The access point is not used any more')
      const content = body === undefined ? undefined : Buffer.from(body)
      const request = (base.protocol === 'https:' ? httpsRequest : httpRequest)(new URL(path, base), {
        method,
        agent: false,
        headers: {
          connection: 'close',
          ...(content !== undefined && {
            'content-type': type ?? 'application/x-www-form-urlencoded',
            'content-length': content.byteLength,
          }),
        },
      })
      under.add(abort)
      const forget = clock.after(timeoutMs, () => {
        void (async () => {
          for (let turns = 0; turns < graceTurns && !over; turns++) await turn()
          fail(formatDeviceMessage('notInTime'))
        })()
      })
      request.on('error', (error) => fail(formatDeviceMessage('noAnswer', { why: reasonOf(error) })))
      request.on('response', (response) => {
        collect(response, limit).then(
          (read) => end(() => resolve({ status: response.statusCode ?? 0, body: read })),
          (error: unknown) => (error instanceof CallError ? fail(error.message, error.kind) : fail('The answer could not be read')),
        )
      })
      request.end(content)
    })
  }

  return {
    call,
    /** An answer that has to be JSON; `status` 200 only. */
    async json(path: string, limit?: number): Promise<unknown> {
      const { status, body } = await call(path, limit === undefined ? {} : { limit })
      if (status !== 200) throw new CallError(formatDeviceMessage('answersStatus', { status }), 'refused')
      return readJson(body)
    },
    async post(path: string, body: string): Promise<Reply> {
      const reply = await call(path, { method: 'POST', body, limit: 10_000 })
      if (reply.status >= 400) throw new CallError(formatDeviceMessage('answersStatus', { status: reply.status }), 'refused')
      return reply
    },
    /** Calls that are under way or wait. */
    busy: () => calls.size(),
    close() {
      closed = true
      for (const abort of under) abort()
    },
  }
}

function readJson(body: Buffer): unknown {
  const text = body.toString()
  if (/^\s*</.test(text)) throw new CallError(formatDeviceMessage('webPage'), 'nonsense')
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    throw new CallError(formatDeviceMessage('unreadable'), 'nonsense')
  }
}

async function collect(response: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > limit) throw new CallError(formatDeviceMessage('tooLarge'), 'nonsense')
  const body = await readBytes(response, limit).catch(() => {
    throw new CallError(formatDeviceMessage('closedInside'), 'offline')
  })
  if (body === undefined) throw new CallError(formatDeviceMessage('tooLarge'), 'nonsense')
  return body
}
