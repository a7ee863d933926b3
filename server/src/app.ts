/** The HTTP server: every domain of the contract, the console's files, and the descriptions of the API. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import files from '@fastify/static'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { accessPointRoutes } from './access-points/access-points.routes.ts'
import { alarmRoutes } from './alarms/alarms.routes.ts'
import { watchRefusals } from './alarms/refusals.ts'
import { aliasRoutes } from './aliases/aliases.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { appRoutes } from './apps/apps.routes.ts'
import type { Context } from './context.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { downloadRoutes } from './downloads/downloads.routes.ts'
import { exceptionRoutes } from './exceptions/exceptions.routes.ts'
import { familyRoutes } from './families/families.routes.ts'
import { gatewayRoutes } from './gateways/gateways.routes.ts'
import { answerErrors } from './http/answer-errors.ts'
import { apiPage } from './http/api-page.ts'
import { publicBodyLimit } from './http/bind.ts'
import { countedBy, readForwarded } from './http/client-address.ts'
import { useCookies } from './http/cookies.ts'
import { invalid, tooMany } from './http/errors.ts'
import { createFairShare, listShares } from './http/fair-share.ts'
import { createIncomingBodies } from './http/incoming-bodies.ts'
import { parseForm } from './http/form-body.ts'
import { openApi } from './http/openapi.ts'
import { playerHeaders, securityHeaders, sendCallHeaders } from './http/security-headers.ts'
import type { Listeners } from './http/listener.ts'
import { recordCalls } from './http/record-calls.ts'
import { identifyCallers } from './http/session-hook.ts'
import { layoutRoutes } from './layouts/layouts.routes.ts'
import { mapRoutes } from './map/map.routes.ts'
import { memberRoutes } from './members/members.routes.ts'
import { serveMetrics } from './metrics/metrics.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { oidcRoutes } from './oidc/oidc.routes.ts'
import { paperRoutes } from './papers/papers.routes.ts'
import { printingRoutes } from './printing/printing.routes.ts'
import { playerRoutes } from './player/player.routes.ts'
import { plusContentRoutes } from './plus-contents/plus-contents.routes.ts'
import { plusDeviceRoutes } from './plus-devices/plus-devices.routes.ts'
import { plusFileRoutes } from './plus-files/plus-files.routes.ts'
import { widgetHeaders } from './plus-files/widget-view.ts'
import { plusMasterRoutes } from './plus-masters/plus-masters.routes.ts'
import { plusPlayRoutes } from './plus-plays/plus-plays.routes.ts'
import { plusScheduleRoutes } from './plus-schedules/plus-schedules.routes.ts'
import { plusSetRoutes } from './plus-sets/plus-sets.routes.ts'
import { plusShowRoutes } from './plus-shows/plus-shows.routes.ts'
import { plusTemplateRoutes } from './plus-templates/plus-templates.routes.ts'
import { plusTimelineRoutes } from './plus-timelines/plus-timelines.routes.ts'
import { productFileRoutes } from './product-files/product-files.routes.ts'
import { productRoutes } from './products/products.routes.ts'
import { promotionRoutes } from './promotions/promotions.routes.ts'
import { roleRoutes } from './roles/roles.routes.ts'
import { scriptRoutes } from './scripts/scripts.routes.ts'
import { secondCodeRoutes } from './second-codes/second-codes.routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { sensorRoutes } from './sensors/sensors.routes.ts'
import { serverRoutes } from './servers/servers.routes.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { settingRoutes } from './settings/settings.routes.ts'
import { softwareRoutes } from './software/software.routes.ts'
import { statusCheckRoutes } from './status-check/status-check.routes.ts'
import { storeMoveRoutes } from './store-moves/store-moves.routes.ts'
import { storeRoutes } from './stores/stores.routes.ts'
import { tagControlRoutes } from './tag-control/tag-control.routes.ts'
import { tagHistoryRoutes } from './tag-history/tag-history.routes.ts'
import { tagListRoutes } from './tag-list/tag-list.routes.ts'
import { tagRoutes } from './tags/tags.routes.ts'
import { taskRoutes } from './tasks/tasks.routes.ts'
import { tokenRoutes } from './tokens/tokens.routes.ts'
import { updateRoutes } from './updates/updates.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'

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
      done(error as Error)
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
    plusDeviceRoutes,
    plusFileRoutes,
    plusTemplateRoutes,
    plusScheduleRoutes,
    plusContentRoutes,
    plusShowRoutes,
    plusSetRoutes,
    plusTimelineRoutes,
    plusMasterRoutes,
    plusPlayRoutes,
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
