import { tagHistory as endpoints } from '@endcap/contract/tag-history'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { shownAt } from './shown-at.ts'
import { searchBattery, searchResets, searchTemperature } from './tag-history.queries.ts'

export function tagHistoryRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    battery: ({ params, body }) => searchBattery(db, params, body),
    reset: ({ params, body }) => searchResets(db, params, body),
    temperature: ({ params, body }) => searchTemperature(db, params, body),
    shownAt: ({ params }) => shownAt(context, { ...params, at: Number(params.at) }),
  })
}
