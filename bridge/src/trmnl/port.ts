/**
 * The port that signs call. They are pointed at `http://<host>:<port>/<place>`, and add `/api/display` and the like; where there is one
 * place only, they may leave it out. Whoever calls costs a bounded share: headers, bodies, time and connections have limits.
 */
import { createServer as createPlain, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'

/** An answer: text is JSON, bytes are a PNG. */
export interface Answer {
  status: number
  body: string | Uint8Array
}
export interface Place {
  setup(headers: IncomingMessage['headers'], base: string): Answer
  display(headers: IncomingMessage['headers'], base: string): Answer
  log(headers: IncomingMessage['headers'], body: string): Answer
  /** A picture by the sign's secret and its name; `sent` once its last byte is gone. */
  picture(secret: string, name: string): { body: Uint8Array; sent: () => void } | undefined
}
export interface TrmnlPort {
  port: number
  add(name: string, place: Place): void
  remove(name: string): void
  close(): Promise<void>
}

const limits = { headerBytes: 16_384, bodyBytes: 65_536, headersMs: 10_000, requestMs: 20_000, connections: 2000 }
const calls = /^(?:\/([A-Za-z0-9_-]{1,40}))?\/api\/(setup|display|log)\/?$/
const pictures = /^(?:\/([A-Za-z0-9_-]{1,40}))?\/picture\/([0-9a-f]{32})\/([a-z0-9-]{1,31})$/
/** What may stand in a Host header, so that it comes back in addresses. */
const hosts = /^[A-Za-z0-9.:[\]-]{1,120}$/

export async function openTrmnlPort(options: {
  port: number
  host?: string | undefined
  cert?: { cert: string; key: string } | undefined
}): Promise<TrmnlPort> {
  const { port, host = '0.0.0.0', cert } = options
  const places = new Map<string, Place>()
  const settings = { maxHeaderSize: limits.headerBytes, headersTimeout: limits.headersMs, requestTimeout: limits.requestMs }
  const server: Server = cert === undefined ? createPlain(settings, handle) : createSecure({ ...settings, ...cert }, handle)
  server.maxConnections = limits.connections
  server.keepAliveTimeout = 1000

  function placeOf(name: string | undefined): Place | undefined {
    if (name !== undefined) return places.get(name)
    const [only, ...others] = places.values()
    return others.length === 0 ? only : undefined
  }
  function baseOf({ headers, socket }: IncomingMessage, name: string | undefined): string {
    const given = headers.host
    const local = `${socket.localAddress?.includes(':') === true ? `[${socket.localAddress}]` : socket.localAddress}:${socket.localPort}`
    return `${cert === undefined ? 'http' : 'https'}://${given !== undefined && hosts.test(given) ? given : local}${name === undefined ? '' : `/${name}`}`
  }
  function handle(request: IncomingMessage, response: ServerResponse) {
    const [path = ''] = (request.url ?? '').split('?')
    const picture = request.method === 'GET' ? pictures.exec(path) : null
    if (picture !== null) return sendPicture(placeOf(picture[1])?.picture(picture[2] ?? '', picture[3] ?? ''), response)
    const [, name, call] = calls.exec(path) ?? []
    const place = call === undefined ? undefined : placeOf(name)
    if (place === undefined) return send(response, { status: 404, body: '{"status":404,"message":"There is no store at this address."}' })
    if (call === 'log') {
      if (request.method !== 'POST') return send(response, { status: 405, body: '' })
      return read(request, (body) => send(response, place.log(request.headers, body)))
    }
    if (request.method !== 'GET') return send(response, { status: 405, body: '' })
    send(
      response,
      call === 'setup' ? place.setup(request.headers, baseOf(request, name)) : place.display(request.headers, baseOf(request, name)),
    )
  }

  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    add: (name, place) => void places.set(name, place),
    remove: (name) => void places.delete(name),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A body up to its limit; what is longer is cut off, and judged as it is then. */
function read(request: IncomingMessage, done: (body: string) => void) {
  const pieces: Buffer[] = []
  let bytes = 0
  request.on('data', (piece: Buffer) => {
    bytes += piece.byteLength
    if (bytes <= limits.bodyBytes) pieces.push(piece)
    else request.pause().removeAllListeners('data')
    if (bytes > limits.bodyBytes) {
      done('')
      request.destroy()
    }
  })
  request.on('end', () => done(Buffer.concat(pieces).toString()))
  request.on('error', () => undefined)
}

function send(response: ServerResponse, { status, body }: Answer) {
  const type = typeof body === 'string' ? 'application/json' : 'image/png'
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), connection: 'close' }).end(body)
}

function sendPicture(picture: { body: Uint8Array; sent: () => void } | undefined, response: ServerResponse) {
  if (picture === undefined) return send(response, { status: 404, body: '' })
  const { body, sent } = picture
  // A sign that went away in the middle has not got it. What the network still held then comes out at its next call.
  response.on('close', () => {
    if (response.writableFinished && response.socket?.errored == null) sent()
  })
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': body.byteLength, connection: 'close' }).end(body)
}
