import { plays as endpoints } from '@endcap/contract/plays'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { searchPlays } from './plays.queries.ts'
import { answerSums } from './plays.service.ts'

export function playRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    search: ({ params, body }) => searchPlays(context.db, params.storeCode, body),
    sums: ({ params, query }) => answerSums(context, params.storeCode, query),
  })
}
