/** Calls to the server, as the display that the token names; what it answers is typed by the contract. */
import type { CallOf, ResultOf } from '@endcap/contract/endpoint'
import type { player } from '@endcap/contract/player'

const patienceMs = 15_000

/** The server has answered, and not as hoped. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The calls of the contract that answer JSON, by name. */
type Calls = Pick<typeof player, 'register' | 'heartbeat' | 'menu' | 'events' | 'manifest' | 'screenshot'>
type Posted = 'register' | 'heartbeat' | 'menu' | 'events'
/** What is sent with a call. */
export type Body<Name extends Posted> = CallOf<Calls[Name]>['body']
export type Answer<Name extends keyof Calls> = ResultOf<Calls[Name]>

/** What goes with a picture of the screen. */
export type Said = CallOf<Calls['screenshot']>['body']

interface Sent {
  method?: 'POST'
  headers?: Record<string, string>
  body?: string | FormData
}
export interface Server {
  /** Undefined before the display was taken in. */
  token: string | undefined
  /** When the server was heard last, of `performance.now`. */
  heardAt: number
  /** What the display says who it is with; undefined without a token. */
  authorization(): string | undefined
  call(url: string, sent: Sent, ms?: number): Promise<Response>
  post<Name extends Posted>(name: Name, body: object): Promise<Answer<Name>>
  manifest(held: string | undefined): Promise<Answer<'manifest'>>
  upload(picture: Blob, said: Said | undefined): Promise<void>
}

export function createServer(token: string | undefined): Server {
  const server: Server = {
    token,
    heardAt: -Infinity,
    authorization: () => (server.token === undefined ? undefined : `Bearer ${server.token}`),
    call: async (url, sent, ms = patienceMs) => {
      const authorization = server.authorization()
      const headers = { ...(authorization !== undefined && { authorization }), ...sent.headers }
      const answer = await fetch(url, { ...sent, headers, signal: AbortSignal.timeout(ms) })
      server.heardAt = performance.now()
      return answer
    },
    post: async <Name extends Posted>(name: Name, body: object) => {
      const headers = { 'content-type': 'application/json' }
      return read<Answer<Name>>(await server.call(`/api/player/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }))
    },
    manifest: async (held) => {
      const query = held === undefined ? '' : `?rev=${encodeURIComponent(held)}`
      return read<Answer<'manifest'>>(await server.call(`/api/player/v1/manifest${query}`, {}))
    },
    upload: async (picture, said = {}) => {
      const body = new FormData()
      // The server has to know it when the picture begins.
      for (const [name, value] of Object.entries(said)) if (value !== undefined) body.append(name, value)
      body.append('file', picture, 'screen.jpg')
      await read<Answer<'screenshot'>>(await server.call('/api/player/v1/screenshot', { method: 'POST', body }))
    },
  }
  return server
}

async function read<T>(answer: Response): Promise<T> {
  if (answer.ok) {
    const body: T = await answer.json()
    return body
  }
  const { message = answer.statusText }: { message?: string } = await answer.json().catch(() => ({}))
  throw new Refused(answer.status, message)
}
