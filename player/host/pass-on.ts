/** Hands what the player says to the server, and what that answers back: requests as they stream, and the WebSocket. */
import { request as plainRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'

/** A server that says nothing for so long is not there. */
const patienceMs = 120_000
/** Of one connection only, or of this one's own address. */
const ownHeaders = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
  'origin',
  'cookie',
  'x-endcap-host',
])

const without = (headers: IncomingHttpHeaders) => Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)))

function open(server: URL, { url, method, headers }: IncomingMessage, more: Record<string, string> = {}) {
  const ask = server.protocol === 'https:' ? secureRequest : plainRequest
  // The path is that of the request, whatever it looks like: it never names another host.
  const { hostname, port, protocol } = server
  return ask({
    hostname,
    port,
    protocol,
    path: url,
    method,
    headers: { ...without(headers), ...more, host: server.host },
    timeout: patienceMs,
  })
}

export function passOn(server: URL, request: IncomingMessage, response: ServerResponse): void {
  const asked = open(server, request)
  const fail = () => {
    if (response.headersSent) return void response.destroy()
    response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ message: 'The server is out of reach.' }))
    return undefined
  }
  asked.on('timeout', () => asked.destroy(new Error('no answer')))
  asked.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, without(answer.headers))
    pipeline(answer, response, () => undefined)
  })
  asked.on('error', fail)
  pipeline(request, asked, () => undefined)
  response.on('close', () => asked.destroy())
}

/** For the WebSocket: from here on both sides speak without us. */
export function passUpgrade(server: URL, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const asked = open(server, request, { connection: 'Upgrade', upgrade: 'websocket' })
  const end = () => {
    asked.destroy()
    socket.destroy()
  }
  socket.on('error', end).on('close', end)
  asked.on('error', end)
  asked.on('response', end)
  asked.on('upgrade', (answer, other, otherHead) => {
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`)
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
    if (otherHead.length > 0) socket.write(otherHead)
    if (head.length > 0) other.write(head)
    asked.setTimeout(0)
    other.setTimeout(0)
    other.on('error', end).on('close', end)
    socket.pipe(other).pipe(socket)
  })
  asked.end()
}
