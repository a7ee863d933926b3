/** The built pages that the server gives: the console, and the player of displays. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const consoleFolder = fileURLToPath(new URL('../../console/dist/', import.meta.url))
const playerFolder = fileURLToPath(new URL('../../player/dist/', import.meta.url))

/** The page that displays open (docs/signage.md). */
export async function servePlayer(app: FastifyInstance): Promise<void> {
  if (!existsSync(playerFolder)) return
  app.get('/player', async (request, reply) => reply.redirect(`/player/${/\?.*/.exec(request.url)?.[0] ?? ''}`))
  await app.register(files, {
    root: playerFolder,
    prefix: '/player/',
    cacheControl: false,
    preCompressed: true,
    decorateReply: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** The console, at the root of the address. Says how to build it where it is not built. */
export async function serveConsole(app: FastifyInstance): Promise<void> {
  if (!existsSync(consoleFolder)) {
    app.get('/', async (_, reply) => reply.type('text/plain').send('The console is not built. Run: npm run build'))
    return
  }
  await app.register(files, {
    root: consoleFolder,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Built files carry a hash of their content in their name; the page itself does not.
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
