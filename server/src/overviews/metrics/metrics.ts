/**
 * `/metrics` for Prometheus: what the whole chain and this process are doing. Figures of the chain come from the counters that lists use too,
 * so that a scrape costs the same for one store and for thousands. Callers are programs: an API token with server.read.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { forbidden, unauthorized } from '../../platform/base/errors.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { processRegistry } from '../../platform/base/process-metrics.ts'
import { version } from '../../platform/base/version.ts'
import { openToken } from '../../people/tokens/tokens.service.ts'
import { createJobFigures } from './job-figures.ts'

/** Seconds; the budget of a table page is 0.1. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Figure {
  label: string
  value: number
}
/** Each figure of the chain: its name, what it is, the name of its label, and where it comes from. */
const figures: { name: string; help: string; label: string; read: (db: Db) => Promise<Figure[]> }[] = [
  {
    name: 'endcap_tags',
    help: 'Tags by status',
    label: 'status',
    read: async (db) => (await sql<Figure>`select status as label, sum(tags)::float8 as value from tag_counts group by 1`.execute(db)).rows,
  },
  {
    name: 'endcap_gateways',
    help: 'Gateways by status',
    label: 'status',
    read: async (db) =>
      (await sql<Figure>`select status as label, sum(gateways)::float8 as value from gateway_counts group by 1`.execute(db)).rows,
  },
  {
    name: 'endcap_alarms_open',
    help: 'Open alarms by class: 1 information, 2 warning, 3 critical',
    label: 'class',
    read: async (db) =>
      (
        await sql<Figure>`select class::text as label, count(*)::float8 as value from alarms where cleared_at is null group by 1`.execute(
          db,
        )
      ).rows,
  },
  {
    name: 'endcap_operations_open',
    help: 'Label operations that have not ended, by state',
    label: 'state',
    read: async (db) => (await sql<Figure>`select state as label, count(*)::float8 as value from operations group by 1`.execute(db)).rows,
  },
  {
    name: 'endcap_webhook_messages_waiting',
    help: 'Messages of webhooks that were not taken yet',
    label: 'webhook',
    read: async (db) =>
      (
        await sql<Figure>`select w.name as label, count(d.delivery_id)::float8 as value from webhooks w
          left join webhook_deliveries d on d.webhook_id = w.webhook_id and d.delivered_at is null and d.given_up_at is null group by w.webhook_id`.execute(
          db,
        )
      ).rows,
  },
]

export function serveMetrics(app: FastifyInstance, context: Context): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'endcap_info', help: 'Which version runs', labelNames: ['version'], registers: [registry] }).set({ version }, 1)
  const requests = new Histogram({
    name: 'endcap_http_request_seconds',
    help: 'Time to answer calls of the API, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const gauges = figures.map(({ name, help, label }) => new Gauge({ name, help, labelNames: [label], registers: [registry] }))
  const age = new Gauge({ name: 'endcap_operations_oldest_seconds', help: 'Age of the oldest open operation', registers: [registry] })

  const readJobs = createJobFigures(context, registry)

  app.addHook('onResponse', async ({ method, routeOptions: { url, config } }, { statusCode, elapsedTime }) => {
    if (config.endpoint !== undefined && url !== undefined) requests.observe({ method, route: url, status: statusCode }, elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const token = bearerOf(request)
    const session = token === undefined ? undefined : await openToken(context, token, request.ip)
    if (session === undefined) throw unauthorized('Present an API token: Authorization: Bearer ect_…')
    if (!session.can('server.read') || session.stores !== 'all') throw forbidden('The token needs server.read, for all stores.')
    await collect()
    return reply.type(registry.contentType).send(await Registry.merge([registry, processRegistry]).metrics())
  })

  async function collect(): Promise<void> {
    const { db, clock } = context
    for (const [place, { label, read }] of figures.entries()) {
      const gauge = gauges[place]
      const rows = await read(db)
      gauge?.reset()
      for (const row of rows) gauge?.set({ [label]: row.label }, row.value)
    }
    await readJobs()
    const oldest = await db
      .selectFrom('operations')
      .select(sql<Date | null>`min(queued_at)`.as('at'))
      .executeTakeFirst()
    age.set(oldest?.at == null ? 0 : Math.max(0, (clock.now().getTime() - oldest.at.getTime()) / 1000))
  }
}
