import { tagLifecycle as endpoints } from '@endcap/contract/tag-lifecycle'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { countByModel } from './tag-lifecycle.queries.ts'
import { setLifecycle } from './tag-lifecycle.service.ts'

export function tagLifecycleRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    set: ({ body }) => setLifecycle(context, body),
    counts: async ({ params }) => ({ modelList: await countByModel(context.db, params.storeCode) }),
  })
}
