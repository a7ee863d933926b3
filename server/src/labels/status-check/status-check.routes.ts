import { statusCheck as endpoints } from '@endcap/contract/status-check'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { gatewayAnswers, newestCollection, openCollections, searchChecked } from './status-check.queries.ts'
import { startCollection, stopCollection } from './status-check.service.ts'

export function statusCheckRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    start: ({ body, session }) => startCollection(context, session, body),
    stop: ({ body }) => stopCollection(context, body),
    collecting: async ({ session }) => ({ storeList: await openCollections(db, session.stores) }),
    progress: async ({ params: { storeCode } }) => {
      const collection = (await newestCollection(db, storeCode)) ?? null
      const isScan = collection !== null && collection.taskId === null
      return { collection, gatewayList: isScan ? await gatewayAnswers(db, storeCode, collection.collectionId) : [] }
    },
    rows: async ({ params: { storeCode }, body }) => {
      // Task ids begin at 1000: without a collection there are no rows.
      const taskId = (await newestCollection(db, storeCode))?.taskId ?? '0'
      return searchChecked(db, { storeCode, taskId }, body)
    },
  })
}
