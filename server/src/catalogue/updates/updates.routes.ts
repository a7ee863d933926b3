import { updates as endpoints } from '@endcap/contract/updates'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { searchChanges, searchUpdates } from './updates.queries.ts'
import { removeUnused, revertTask } from './updates.service.ts'

export function updateRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ params, body }) => searchUpdates(db, params.storeCode, body),
    changes: ({ params, body }) => searchChanges(db, params, body),
    ofProduct: ({ params, body }) => searchChanges(db, params, body),
    revert: ({ params, session }) => revertTask(context, params, session.email),
    removeUnused: ({ body, session }) => removeUnused(context, body, session.email),
  })
}
