/** Which web socket is served at which path of an HTTP server. */
import type { Server } from 'node:http'
import type { SocketDoor } from './socket-door.ts'

export function serveSockets(server: Server, doors: Readonly<Record<string, Pick<SocketDoor, 'upgrade'>>>): void {
  server.on('upgrade', (request, socket, head) => {
    const own = doors[request.url?.split('?')[0] ?? '']
    if (own === undefined) socket.destroy()
    else own.upgrade(request, socket, head)
  })
}
