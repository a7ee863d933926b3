import { tagHistory as endpoints } from '@endcap/contract/tag-history'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { orNotFound } from '../../platform/db/or-not-found.ts'
import { bind } from '../../platform/http/bind.ts'
import { shownAt } from './shown-at.ts'
import { searchBattery, searchResets, searchTemperature } from './tag-history.queries.ts'

const tag = ({ storeCode, tagMac }: { storeCode: string; tagMac: string }) => ({ kind: 'tag' as const, storeCode, id: tagMac })

export function tagHistoryRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    battery: async ({ params, body }) => orNotFound(db, tag(params), await searchBattery(db, params, body)),
    reset: async ({ params, body }) => orNotFound(db, tag(params), await searchResets(db, params, body)),
    temperature: async ({ params, body }) => orNotFound(db, tag(params), await searchTemperature(db, params, body)),
    shownAt: ({ params }) => shownAt(context, { ...params, at: Number(params.at) }),
  })
}
