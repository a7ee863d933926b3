import { tasks as endpoints } from '@endcap/contract/tasks'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { orNotFound } from '../../platform/db/or-not-found.ts'
import { bind } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/base/errors.ts'
import { chartTask } from './chart.queries.ts'
import { retryTask } from './retry.service.ts'
import { searchTaskRows, searchTasks } from './tasks.queries.ts'

const task = ({ storeCode, taskId }: { storeCode: string; taskId: string }) => ({ kind: 'task' as const, storeCode, id: taskId })

export function taskRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context
  bind(app, endpoints, {
    search: ({ body, session }) => searchTasks(db, session.stores, body, clock.now()),
    rows: async ({ params, body }) => orNotFound(db, task(params), await searchTaskRows(db, { ...params, failedOnly: false }, body)),
    failedRows: async ({ params, body }) => orNotFound(db, task(params), await searchTaskRows(db, { ...params, failedOnly: true }, body)),
    chart: async ({ params: { storeCode, taskId } }) => {
      const chart = await chartTask(db, storeCode, taskId)
      if (chart === undefined) throw notFound('There is no such task.')
      return chart
    },
    retry: ({ params, session }) => retryTask(context, params, session.email),
  })
}
