import { dashboard as endpoints } from '@endcap/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { readDashboard, searchStoreFigures } from './dashboard.service.ts'

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    data: ({ session, query }) => readDashboard(context, session, query.stores),
    stores: ({ session, body }) => searchStoreFigures(context, session, body),
  })
}
