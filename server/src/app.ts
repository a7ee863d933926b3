/** The HTTP server: every domain of the contract, the console's files, and the descriptions of the API. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import files from '@fastify/static'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { accessPointRoutes } from './chain/access-points/access-points.routes.ts'
import { alarmRoutes } from './people/alarms/alarms.routes.ts'
import { watchRefusals } from './people/alarms/refusals.ts'
import { aliasRoutes } from './catalogue/aliases/aliases.routes.ts'
import { auditRoutes } from './people/audit/audit.routes.ts'
import { appRoutes } from './chain/apps/apps.routes.ts'
import type { Context } from './platform/context.ts'
import { dashboardRoutes } from './overviews/dashboard/dashboard.routes.ts'
import { downloadRoutes } from './overviews/downloads/downloads.routes.ts'
import { exceptionRoutes } from './overviews/exceptions/exceptions.routes.ts'
import { familyRoutes } from './catalogue/families/families.routes.ts'
import { gatewayRoutes } from './chain/gateways/gateways.routes.ts'
import { answerErrors } from './platform/http/answer-errors.ts'
import { apiPage } from './platform/http/api-page.ts'
import { publicBodyLimit } from './platform/http/bind.ts'
import { countedBy, readForwarded } from './platform/base/client-address.ts'
import { useCookies } from './platform/http/cookies.ts'
import { invalid, tooMany } from './platform/base/errors.ts'
import { createFairShare, listShares } from './platform/http/fair-share.ts'
import { createIncomingBodies } from './platform/http/incoming-bodies.ts'
import { parseForm } from './platform/http/form-body.ts'
import { openApi } from './platform/http/openapi.ts'
import { playerHeaders, securityHeaders, sendCallHeaders } from './platform/http/security-headers.ts'
import type { Listeners } from './platform/http/listener.ts'
import { recordCalls } from './platform/http/record-calls.ts'
import { identifyCallers } from './identify-callers.ts'
import { layoutRoutes } from './labels/layouts/layouts.routes.ts'
import { mapRoutes } from './chain/map/map.routes.ts'
import { memberRoutes } from './people/members/members.routes.ts'
import { serveMetrics } from './overviews/metrics/metrics.ts'
import { notificationRoutes } from './people/notifications/notifications.routes.ts'
import { oidcRoutes } from './people/oidc/oidc.routes.ts'
import { paperRoutes } from './paper/papers/papers.routes.ts'
import { printingRoutes } from './paper/printing/printing.routes.ts'
import { playerRoutes } from './signage/display-api/player.routes.ts'
import { contentRoutes } from './signage/contents/contents.routes.ts'
import { displayRoutes } from './signage/displays/displays.routes.ts'
import { mediaRoutes } from './signage/media/media.routes.ts'
import { widgetHeaders } from './signage/media/widget-view.ts'
import { displayMasterRoutes } from './signage/display-masters/display-masters.routes.ts'
import { playRoutes } from './signage/plays/plays.routes.ts'
import { scheduleRoutes } from './signage/schedules/schedules.routes.ts'
import { showSetRoutes } from './signage/show-sets/show-sets.routes.ts'
import { showRoutes } from './signage/shows/shows.routes.ts'
import { slideTemplateRoutes } from './signage/slide-templates/slide-templates.routes.ts'
import { timelineRoutes } from './signage/timelines/timelines.routes.ts'
import { productFileRoutes } from './catalogue/product-files/product-files.routes.ts'
import { productRoutes } from './catalogue/products/products.routes.ts'
import { promotionRoutes } from './labels/promotions/promotions.routes.ts'
import { roleRoutes } from './people/roles/roles.routes.ts'
import { scriptRoutes } from './catalogue/script-editor/scripts.routes.ts'
import { secondCodeRoutes } from './catalogue/second-codes/second-codes.routes.ts'
import { secondFactorRoutes } from './people/second-factor/second-factor.routes.ts'
import { sensorRoutes } from './chain/sensors/sensors.routes.ts'
import { serverRoutes } from './chain/servers/servers.routes.ts'
import { sessionRoutes } from './people/session/session.routes.ts'
import { settingRoutes } from './settings/settings.routes.ts'
import { softwareRoutes } from './chain/software/software.routes.ts'
import { statusCheckRoutes } from './labels/status-check/status-check.routes.ts'
import { storeMoveRoutes } from './labels/store-moves/store-moves.routes.ts'
import { storeRoutes } from './chain/stores/stores.routes.ts'
import { tagControlRoutes } from './labels/tag-control/tag-control.routes.ts'
import { tagHistoryRoutes } from './labels/tag-history/tag-history.routes.ts'
import { tagListRoutes } from './labels/tag-list/tag-list.routes.ts'
import { tagRoutes } from './labels/tags/tags.routes.ts'
import { taskRoutes } from './delivery/tasks/tasks.routes.ts'
import { tokenRoutes } from './people/tokens/tokens.routes.ts'
import { updateRoutes } from './catalogue/updates/updates.routes.ts'
import { webhookRoutes } from './people/webhooks/webhooks.routes.ts'

const consoleFolder = fileURLToPath(new URL('../../console/dist/', import.meta.url))
const playerFolder = fileURLToPath(new URL('../../player/dist/', import.meta.url))

/** `listeners` makes its HTTP server; without one it is Fastify's own, for tests that call it directly. */
export async function buildApp(context: Context, listeners?: Listeners): Promise<FastifyInstance> {
  const log: FastifyBaseLogger = context.log.child({}, { level: context.log.level === 'info' ? 'warn' : context.log.level })
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    bodyLimit: publicBodyLimit,
    ...(listeners !== undefined && { serverFactory: listeners }),
    trustProxy: context.config.trustProxy,
    routerOptions: { maxParamLength: 500 },
  })
  answerErrors(app)
  await app.register(compress, { threshold: 2048 })
  await app.register(multipart)
  await useCookies(app)
  readForwarded(app)
  await app.register(rateLimit, {
    global: false,
    keyGenerator: countedBy,
    errorResponseBuilder: (_, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, parseForm(String(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, body === '' ? {} : (JSON.parse(String(body)) as unknown))
    } catch (error) {
      done(invalid(`The body is not JSON: ${error instanceof Error ? error.message : ''}`))
    }
  })
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
  for (const routes of [
    sessionRoutes,
    memberRoutes,
    roleRoutes,
    secondFactorRoutes,
    oidcRoutes,
    storeRoutes,
    storeMoveRoutes,
    gatewayRoutes,
    accessPointRoutes,
    tagRoutes,
    sensorRoutes,
    tagControlRoutes,
    statusCheckRoutes,
    tagHistoryRoutes,
    tagListRoutes,
    productRoutes,
    promotionRoutes,
    familyRoutes,
    secondCodeRoutes,
    aliasRoutes,
    layoutRoutes,
    productFileRoutes,
    paperRoutes,
    playerRoutes,
    displayRoutes,
    mediaRoutes,
    slideTemplateRoutes,
    scheduleRoutes,
    contentRoutes,
    showRoutes,
    showSetRoutes,
    timelineRoutes,
    displayMasterRoutes,
    playRoutes,
    printingRoutes,
    taskRoutes,
    updateRoutes,
    alarmRoutes,
    notificationRoutes,
    serverRoutes,
    mapRoutes,
    dashboardRoutes,
    exceptionRoutes,
    downloadRoutes,
    settingRoutes,
    scriptRoutes,
    appRoutes,
    softwareRoutes,
    auditRoutes,
    webhookRoutes,
    tokenRoutes,
  ]) {
    routes(app, context)
  }
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

function describeApi(app: FastifyInstance): void {
  app.get('/openapi.json', async () => openApi())
  app.get('/api-docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(apiPage().html))
  app.get('/api-docs/style.css', async (_, reply) => reply.type('text/css').send(apiPage().style))
  app.get('/api-docs/find.js', async (_, reply) => reply.type('text/javascript').send(apiPage().script))
}

/** The page that displays open (docs/signage.md). */
async function servePlayer(app: FastifyInstance): Promise<void> {
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

async function serveConsole(app: FastifyInstance): Promise<void> {
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
