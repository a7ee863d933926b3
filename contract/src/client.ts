/** A typed client of the whole contract over `fetch`: used by the console, the fleet, the journeys and the benchmarks. */
import type { CallOf, Domain, Endpoint, FileToSend, ResultOf } from './endpoint.ts'
import type { ErrorAnswer } from './schemas.ts'

export interface ClientOptions {
  /** Address of the API, such as `http://localhost:3000/api`. */
  baseUrl: string
  /** The current session, sent with every call as Access-Token and Access-Email; the console's token is in a cookie, and empty here. */
  session: () => { accessToken: string; email: string } | undefined
  /** Sent with every call. */
  headers?: Readonly<Record<string, string>>
  fetch?: typeof fetch
}

/** `onBytes`: told of each piece of a file as it comes. `keepalive`: goes on when the page is left, as far as its body is small enough for that. */
type Options = { signal?: AbortSignal; onBytes?: (piece: Uint8Array) => void; keepalive?: boolean }
/** Browsers refuse larger bodies of requests that outlive their page: 64 kB for all of them together. */
const keepaliveMaxBytes = 60_000
type Method<E extends Endpoint> =
  {} extends CallOf<E>
    ? (call?: CallOf<E>, options?: Options) => Promise<ResultFor<E>>
    : (call: CallOf<E>, options?: Options) => Promise<ResultFor<E>>
type ResultFor<E extends Endpoint> = ResultOf<E> extends { content: unknown; type: string } ? Blob : ResultOf<E>
export type Client<T extends Record<string, Domain>> = { [D in keyof T]: { [K in keyof T[D]]: Method<T[D][K]> } }

/** A call that the server refused or could not carry out, or (status 0) that did not reach it. */
export class CallError extends Error {
  readonly status: number
  readonly answer: ErrorAnswer
  constructor(status: number, answer: ErrorAnswer) {
    super(answer.message)
    this.name = 'CallError'
    this.status = status
    this.answer = answer
  }
}

export function createClient<T extends Record<string, Domain>>(domains: T, options: ClientOptions): Client<T> {
  const client: Record<string, Record<string, unknown>> = {}
  for (const [domainName, domain] of Object.entries(domains)) {
    client[domainName] = Object.fromEntries(
      Object.entries(domain).map(([name, endpoint]) => [
        name,
        (call?: Call, callOptions?: Options) => send(endpoint, call ?? {}, options, callOptions),
      ]),
    )
  }
  // The loop above builds exactly the shape that `Client` describes.
  return client as Client<T>
}

interface Call {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  file?: FileToSend
}

async function send(
  endpoint: Endpoint,
  call: Call,
  options: ClientOptions,
  { signal, onBytes, keepalive = false }: Options = {},
): Promise<unknown> {
  const session = options.session()
  const headers: Record<string, string> = {
    ...options.headers,
    ...(session !== undefined && { 'access-email': session.email }),
    ...(session !== undefined && session.accessToken !== '' && { 'access-token': session.accessToken }),
  }
  let body: string | FormData | undefined
  if (endpoint.kind === 'upload' || endpoint.kind === 'converted') body = form(call)
  else if (endpoint.body !== undefined && endpoint.kind !== 'tus') {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(call.body ?? {})
  }
  const small = typeof body === 'string' && new Blob([body]).size < keepaliveMaxBytes
  const request = { method: endpoint.method, headers, body: body ?? null, signal: signal ?? null, ...(keepalive && small && { keepalive }) }
  /** The connection may break before the head of the answer or after it: both mean that the answer did not come. */
  const reached = async <T>(part: Promise<T>): Promise<T> => {
    try {
      return await part
    } catch (error) {
      // All of it came, and is not JSON.
      if (signal?.aborted || error instanceof SyntaxError) throw error
      throw new CallError(0, { code: 'unreachable', message: 'The server cannot be reached.' })
    }
  }
  const response = await reached((options.fetch ?? fetch)(options.baseUrl + address(endpoint.path, call), request))
  if (!response.ok) throw new CallError(response.status, await reached(errorOf(response)))
  if (endpoint.kind === 'tus') return undefined
  if (endpoint.kind !== 'file' && endpoint.kind !== 'converted') return reached(response.json())
  if (onBytes === undefined || response.body === null) return reached(response.blob())
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, stream) => {
      onBytes(piece)
      stream.enqueue(piece)
    },
  })
  return reached(new Response(response.body.pipeThrough(watched), { headers: response.headers }).blob())
}

function address(path: string, { params = {}, query = {} }: Call): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

function form({ body, file }: Call): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries(body ?? {}))
    if (value !== undefined) data.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  if (file !== undefined) data.append('file', file.content, file.name)
  return data
}

async function errorOf(response: Response): Promise<ErrorAnswer> {
  const text = await response.text()
  try {
    const answer = JSON.parse(text) as Partial<ErrorAnswer>
    if (typeof answer.message === 'string') return { code: 'fault', ...answer, message: answer.message }
  } catch {
    // Not our JSON: a proxy answered. Its status is all we can tell.
  }
  return { code: `http-${response.status}`, message: `${response.statusText} ${response.status}`.trim() }
}
