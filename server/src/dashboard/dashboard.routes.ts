import { dashboard as endpoints } from '@endcap/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { readDashboard, searchStoreFigures } from './dashboard.service.ts'

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    data: ({ session, query }) => readDashboard(context, session, query.stores),
    stores: ({ session, body }) => searchStoreFigures(context, session, body),
  })
}
