import { tasks as endpoints } from '@endcap/contract/tasks'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { searchTaskRows, searchTasks } from './tasks.queries.ts'

export function taskRoutes(app: FastifyInstance, { db, clock }: Context): void {
  bind(app, endpoints, {
    search: ({ body, session }) => searchTasks(db, session.stores, body, clock.now()),
    rows: ({ params, body }) => searchTaskRows(db, { ...params, failedOnly: false }, body),
    failedRows: ({ params, body }) => searchTaskRows(db, { ...params, failedOnly: true }, body),
  })
}
