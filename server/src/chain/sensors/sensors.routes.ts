import { sensors as endpoints } from '@endcap/contract/sensors'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { countSensors, listStores, searchAlarms, searchReadings, searchSensors, searchStores } from './sensors.queries.ts'
import { sensorHistory } from './sensors.service.ts'

export function sensorRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    stores: async ({ session }) => ({ storeList: await listStores(db, session.stores) }),
    overview: ({ session, body }) => searchStores(db, session.stores, body),
    search: ({ params, body }) => searchSensors(db, params.storeCode, body),
    counts: ({ params }) => countSensors(db, params.storeCode),
    alarmHistory: ({ params, body }) => searchAlarms(db, params, body),
    history: ({ params, query }) => sensorHistory(context, params, query),
    readings: ({ params, body }) => searchReadings(db, params, body),
  })
}
