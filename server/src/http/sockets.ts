/** Which WebSocket is served at which path of an HTTP server. */
import type { Server } from 'node:http'
import type { WebSocketServer } from 'ws'

export function serveSockets(server: Server, sockets: Readonly<Record<string, WebSocketServer>>): void {
  server.on('upgrade', (request, socket, head) => {
    const own = sockets[request.url?.split('?')[0] ?? '']
    if (own === undefined) socket.destroy()
    else own.handleUpgrade(request, socket, head, (one) => own.emit('connection', one, request))
  })
}
