import { downloads as endpoints } from '@endcap/contract/downloads'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { cancelDownload, fetchDownload, readDownload, startDownload } from './downloads.service.ts'

export function downloadRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    start: ({ body, session }) => startDownload(context, session, body),
    status: ({ params, session }) => readDownload(context, session, params.taskId),
    fetch: ({ params, query }) => fetchDownload(context, params.taskId, query.token),
    cancel: ({ params, session }) => cancelDownload(context, session, params.taskId),
  })
}
