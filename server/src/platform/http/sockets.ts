/** Which web socket is served at which path of an HTTP server. */
import type { Server } from 'node:http'
import type { SocketGuard } from './socket-guard.ts'

export function serveSockets(server: Server, guards: Readonly<Record<string, Pick<SocketGuard, 'upgrade'>>>): void {
  server.on('upgrade', (request, socket, head) => {
    const own = guards[request.url?.split('?')[0] ?? '']
    if (own === undefined) socket.destroy()
    else own.upgrade(request, socket, head)
  })
}
