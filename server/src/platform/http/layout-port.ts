/** The layout designer's own port (specification 1 §9): the same server, whose first page is that of the layouts. */
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { listeningPort } from '../base/listening-port.ts'
import { createListeners, type Listeners } from './listener.ts'

/** Where the console has them. Its addresses stand behind a hash, which a browser does not send: the root itself would lead here again. */
const page = '/index.html#/layouts'

export interface LayoutPort {
  port: number
  stop(): Promise<void>
}
/** Rejects when the port is not free. */
export async function serveLayouts(
  app: FastifyInstance,
  { port, host, listeners = createListeners(undefined) }: { port: number; host: string; listeners?: Listeners },
): Promise<LayoutPort> {
  const server = listeners((request, response) => {
    if (request.url === '/' || request.url === '') response.writeHead(302, { location: page }).end()
    else app.routing(request, response)
  })
  server.on('upgrade', (...opening) => app.server.emit('upgrade', ...opening))
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: listeningPort(server),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
