import { showSets as endpoints } from '@endcap/contract/show-sets'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { listSets, searchSets } from './show-sets.queries.ts'
import { readSet, removeSets, saveSet } from './show-sets.service.ts'

export function showSetRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ body }) => searchSets(db, body),
    list: async ({ body }) => ({ setList: await listSets(db, body.ids) }),
    read: ({ params }) => readSet(db, params.setId),
    save: async ({ session, body }) => ({ ...done, ...(await saveSet(context, session, body)) }),
    remove: ({ body }) => removeSets(context, body.ids),
  })
}
