import { shows as endpoints } from '@endcap/contract/shows'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { listShows, searchShows } from './shows.queries.ts'
import { readShow, removeShows, saveShow } from './shows.service.ts'

export function showRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ body }) => searchShows(db, body),
    list: async ({ body }) => ({ showList: await listShows(db, body.ids) }),
    read: ({ params }) => readShow(db, params.showId),
    save: async ({ session, body }) => ({ ...done, ...(await saveShow(context, session, body)) }),
    remove: ({ body }) => removeShows(context, body.ids),
  })
}
