import { search as endpoints } from '@endcap/contract/search'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { find } from './search.service.ts'

export function searchRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, { find: ({ session, query }) => find(context, session, query) })
}
