import { dashboard as endpoints, type DashboardData } from '@endcap/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { createPace } from '../../platform/base/pace.ts'
import { bind } from '../../platform/http/bind.ts'
import { readDashboard, searchStoreFigures } from './dashboard.service.ts'

/** However many screens show the same stores, they are counted, written and compressed twice a second. */
const restMs = 500

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  const pace = createPace<DashboardData>(restMs)
  bind(app, endpoints, {
    data: ({ session, query }) => readDashboard(context, session, { chosen: query.stores, pace }),
    stores: ({ session, body }) => searchStoreFigures(context, session, body),
  })
}
