/**
 * The port that signs call. They are pointed at `http://<host>:<port>/<place>`, and add `/api/display` and the like. Who leaves the place out
 * is known by its address, or comes to the only place there is. Each caller costs a bounded share: headers, bodies, time and connections
 * have limits.
 */
import { createServer as createPlain, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { Socket } from 'node:net'

/** An answer: text is JSON, bytes are a PNG. */
export interface Answer {
  status: number
  body: string | Uint8Array
}
type Headers = IncomingMessage['headers']
/** `base`: what the answer's addresses begin with. */
export interface Place {
  setup(headers: Headers, base: string): Answer
  display(headers: Headers, base: string): Answer
  log(headers: Headers, body: string): Answer
  /** A picture by the sign's secret and its name; `done` is told once whether the sign had all of it. */
  picture(secret: string, name: string): { body: Uint8Array; done: (complete: boolean) => void } | undefined
  /** Whether who calls is one of its signs. */
  knows(headers: Headers): boolean
}
export interface TrmnlPort {
  port: number
  add(name: string, place: Place): void
  remove(name: string, place: Place): void
  /** When no caller is connected: all that was called until now is over. */
  idle(): Promise<void>
  close(): Promise<void>
}
interface Options {
  port: number
  host?: string | undefined
  cert?: { cert: string; key: string } | undefined
  /** For a test: what an error in here was. */
  failed?(error: unknown): void
}

const limits = { headerBytes: 16_384, bodyBytes: 65_536, headersMs: 10_000, requestMs: 20_000, checkMs: 2000, connections: 2000 }
/** A sign that reads nothing for so long is gone; it gives up after 15 s itself. All of a picture may take a minute. */
const picture = { idleMs: 20_000, allMs: 60_000 }
const calls = /^(?:\/([A-Za-z0-9_-]{1,40}))?\/{1,2}api\/(setup|display|log)\/?$/
const pictures = /^(?:\/([A-Za-z0-9_-]{1,40}))?\/{1,2}picture\/([0-9a-f]{32})\/([a-z0-9-]{1,31})$/
export const isPlaceName = (name: string): boolean => /^[A-Za-z0-9_-]{1,40}$/.test(name) && name !== 'api' && name !== 'picture'
/** What may stand in a Host header, so that it comes back in addresses. */
const hosts = /^(?:[A-Za-z0-9_.-]{1,120}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/
const nowhere: Answer = { status: 404, body: '{"status":404,"message":"There is no store at this address."}' }
/** Never 500 in a body: a sign would forget its network and all else. */
const broken: Answer = { status: 503, body: '' }

export async function openTrmnlPort({ port, host = '0.0.0.0', cert, failed = () => undefined }: Options): Promise<TrmnlPort> {
  const places = new Map<string, Place>()
  const settings = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  }
  const server: Server =
    cert === undefined ? createPlain(settings, handle) : createSecure({ ...settings, ...cert, handshakeTimeout: limits.headersMs }, handle)
  server.keepAliveTimeout = 1000
  server.maxConnections = 2 * limits.connections
  const idle = watchLines(server, cert === undefined ? 'connection' : 'secureConnection')

  function placeOf(name: string | undefined, headers: Headers): Place | undefined {
    if (name !== undefined) return places.get(name)
    const all = [...places.values()]
    return all.length === 1 ? all[0] : all.find((place) => place.knows(headers))
  }
  function pictureOf(name: string | undefined, secret: string, file: string) {
    if (name !== undefined) return places.get(name)?.picture(secret, file)
    for (const place of places.values()) {
      const found = place.picture(secret, file)
      if (found !== undefined) return found
    }
    return undefined
  }
  function baseOf({ headers, socket }: IncomingMessage, name: string | undefined): string {
    const given = headers.host
    const local = `${socket.localAddress?.includes(':') === true ? `[${socket.localAddress}]` : socket.localAddress}:${socket.localPort}`
    return `${cert === undefined ? 'http' : 'https'}://${given !== undefined && hosts.test(given) ? given : local}${name === undefined ? '' : `/${name}`}`
  }
  function handle(request: IncomingMessage, response: ServerResponse) {
    try {
      route(request, response)
    } catch (error) {
      failed(error)
      send(response, broken)
    }
  }
  function route(request: IncomingMessage, response: ServerResponse) {
    const [path = ''] = (request.url ?? '').split('?')
    const requested = request.method === 'GET' ? pictures.exec(path) : null
    if (requested !== null) return sendPicture(pictureOf(requested[1], requested[2] ?? '', requested[3] ?? ''), response)
    const [, name, call] = calls.exec(path) ?? []
    const place = call === undefined ? undefined : placeOf(name, request.headers)
    if (place === undefined) return send(response, nowhere)
    if (request.method !== (call === 'log' ? 'POST' : 'GET')) return send(response, { status: 405, body: '' })
    if (call !== 'log') return send(response, place[call === 'setup' ? 'setup' : 'display'](request.headers, baseOf(request, name)))
    read(request, (body) => {
      try {
        send(response, place.log(request.headers, body))
      } catch (error) {
        failed(error)
        send(response, broken)
      }
    })
  }

  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: portOf(server),
    add: (name, place) => void places.set(name, place),
    remove: (name, place) => void (places.get(name) === place && places.delete(name)),
    idle,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens at no port')
  return address.port
}

/**
 * Where all connections are taken, the one that said nothing for the longest time makes room: a sign says all it has to say at once. Answers
 * how to wait until there is none.
 */
function watchLines(server: Server, opened: 'connection' | 'secureConnection'): () => Promise<void> {
  const mute = new Set<Socket>()
  const waiters = new Set<() => void>()
  let open = 0
  server.on(opened, (socket: Socket) => {
    mute.add(socket)
    open++
    socket.on('close', () => {
      mute.delete(socket)
      if (--open > 0) return
      for (const go of waiters) go()
      waiters.clear()
    })
    if (open <= limits.connections) return
    const [oldest = socket] = mute
    mute.delete(oldest)
    oldest.destroy()
  })
  server.on('request', ({ socket }: IncomingMessage) => void mute.delete(socket))
  return () => new Promise((resolve) => void (open === 0 ? resolve() : waiters.add(resolve)))
}

/** A body up to its limit; what is longer is cut off, and judged as it is then. */
function read(request: IncomingMessage, done: (body: string) => void) {
  const pieces: Buffer[] = []
  let bytes = 0
  request.on('data', (piece: Buffer) => {
    bytes += piece.byteLength
    if (bytes <= limits.bodyBytes) pieces.push(piece)
    else {
      request.removeAllListeners('data').removeAllListeners('end').pause()
      done('')
    }
  })
  request.on('end', () => done(Buffer.concat(pieces).toString()))
  request.on('error', () => undefined)
}

function send(response: ServerResponse, { status, body }: Answer) {
  if (response.headersSent) return void response.destroy()
  const type = typeof body === 'string' ? 'application/json' : 'image/png'
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), connection: 'close' }).end(body)
}

/**
 * A sign has a picture once it closes the line by itself after our last byte: what was only handed to the network may never arrive. One that
 * goes away in the middle resets the line, or says nothing any more.
 */
function sendPicture(found: { body: Uint8Array; done: (complete: boolean) => void } | undefined, response: ServerResponse) {
  if (found === undefined) return send(response, { status: 404, body: '' })
  const { body, done } = found
  const { socket } = response
  if (socket === null) return done(false)
  const gone = () => socket.destroy()
  const timer = setTimeout(gone, picture.allMs)
  // The server would close it for both directions once all is handed over.
  socket.destroySoon = () => socket.end()
  socket.setTimeout(picture.idleMs, gone)
  socket.once('close', (hadError) => {
    clearTimeout(timer)
    done(!hadError && response.writableFinished && socket.readableEnded)
  })
  send(response, { status: 200, body })
}
