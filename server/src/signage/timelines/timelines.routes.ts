import { timelines as endpoints } from '@endcap/contract/timelines'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { listTimelines, searchTimelines } from './timelines.queries.ts'
import { readTimeline, removeTimelines, saveTimeline } from './timelines.service.ts'

export function timelineRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ session, body }) => searchTimelines(db, session.stores, body),
    list: async ({ session, body }) => ({ timelineList: await listTimelines(db, session.stores, body.ids) }),
    read: ({ session, params }) => readTimeline(db, session, params.timelineId),
    save: async ({ session, body }) => ({ ...done, ...(await saveTimeline(context, session, body)) }),
    remove: async ({ session, body }) => ({ ...done, deleted: await removeTimelines(context, session, body.ids) }),
  })
}
