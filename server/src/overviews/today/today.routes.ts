import { today as endpoints } from '@endcap/contract/today'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { createPace } from '../../platform/base/pace.ts'
import { readCauses, readWalk, type Causes } from './today.service.ts'

/** However many screens ask about the same stores, the database is asked twice a second. */
const restMs = 500

export function todayRoutes(app: FastifyInstance, context: Context): void {
  const pace = createPace<Causes>(restMs)
  bind(app, endpoints, {
    causes: ({ session, query }) => readCauses(context, session, { chosen: query.stores, pace }),
    walk: ({ session, query }) => readWalk(context, session, query),
  })
}
