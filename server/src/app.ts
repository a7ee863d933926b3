/** The HTTP server: every domain of the contract, the console's files, and the descriptions of the API. */
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { watchRefusals } from './people/alarms/refusals.ts'
import { createKnownStores } from './chain/stores/stores.service.ts'
import type { Context } from './platform/context.ts'
import { answerErrors } from './platform/http/answer-errors.ts'
import { apiPage } from './platform/http/api-page.ts'
import { publicBodyLimit } from './platform/http/bind.ts'
import { countedBy, readForwarded } from './platform/base/client-address.ts'
import { useCookies } from './platform/http/cookies.ts'
import { tooMany } from './platform/base/errors.ts'
import { createFairShare, listShares } from './platform/http/fair-share.ts'
import { createIncomingBodies } from './platform/http/incoming-bodies.ts'
import { openApi } from './platform/http/openapi.ts'
import { playerHeaders, securityHeaders, sendCallHeaders } from './platform/http/security-headers.ts'
import type { Listeners } from './platform/http/listener.ts'
import { recordCalls } from './platform/http/record-calls.ts'
import { allRoutes } from './all-routes.ts'
import { identifyCallers } from './identify-callers.ts'
import { serveConsole, servePlayer } from './serve-pages.ts'
import { readBodies } from './platform/http/read-bodies.ts'
import { compressedFromBytes } from './platform/http/shared-answer.ts'
import { serveMetrics } from './overviews/metrics/metrics.ts'
import { widgetHeaders } from './signage/media/widget-view.ts'

/** `listeners` makes its HTTP server; without one it is Fastify's own, for tests that call it directly. */
export async function buildApp(context: Context, listeners?: Listeners): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = context.log.child({}, { level: context.log.level === 'info' ? 'warn' : context.log.level })
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    bodyLimit: publicBodyLimit,
    ...(listeners !== undefined && { serverFactory: listeners }),
    trustProxy: context.config.trustProxy,
    routerOptions: { maxParamLength: 500 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })
  answerErrors(app)
  await app.register(compress, { threshold: compressedFromBytes })
  await app.register(multipart)
  await useCookies(app)
  readForwarded(app)
  await app.register(rateLimit, {
    global: false,
    keyGenerator: countedBy,
    errorResponseBuilder: (_, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
  })
  readBodies(app)
  const headers = securityHeaders(context.config)
  app.addHook('onSend', async (request, reply) => {
    void reply.headers(playerHeaders(request.url) ?? widgetHeaders(request.url) ?? headers)
    sendCallHeaders(request, reply)
  })
  identifyCallers(app, context)
  watchRefusals(app, context)
  recordCalls(app, context)
  app.decorate('lists', createFairShare(listShares(context.config.databaseUrl === undefined)))
  app.decorate('bodies', createIncomingBodies())
  app.decorate('knownStores', createKnownStores(context))
  for (const routes of allRoutes) routes(app, context)
  describeApi(app)
  serveMetrics(app, context)
  app.get('/health', async () => ({ alive: true }))
  app.get('/ready', async () => {
    await sql`select 1`.execute(context.db)
    return { ready: true }
  })
  await servePlayer(app)
  await serveConsole(app)
  return app
}

/** Calls are checked by the contract (bind.ts): the compilers of Fastify's own schemas are large, and so not even loaded. */
const noSchemas = () => {
  throw new Error('No route has a schema of Fastify: declare it in contract/')
}

function describeApi(app: FastifyInstance): void {
  app.get('/openapi.json', async () => openApi())
  app.get('/api-docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(apiPage().html))
  app.get('/api-docs/style.css', async (_, reply) => reply.type('text/css').send(apiPage().style))
  app.get('/api-docs/find.js', async (_, reply) => reply.type('text/javascript').send(apiPage().script))
}
