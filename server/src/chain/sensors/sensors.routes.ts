import { sensors as endpoints } from '@endcap/contract/sensors'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { orNotFound } from '../../platform/db/or-not-found.ts'
import { bind } from '../../platform/http/bind.ts'
import { countSensors, listStores, searchAlarms, searchReadings, searchSensors, searchStores } from './sensors.queries.ts'
import { sensorHistory } from './sensors.service.ts'

const sensor = ({ storeCode, sensorMac }: { storeCode: string; sensorMac: string }) => ({
  kind: 'sensor' as const,
  storeCode,
  id: sensorMac,
})

export function sensorRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    stores: async ({ session }) => ({ storeList: await listStores(db, session.stores) }),
    overview: ({ session, body }) => searchStores(db, session.stores, body),
    search: ({ params, body }) => searchSensors(db, params.storeCode, body),
    counts: ({ params }) => countSensors(db, params.storeCode),
    alarmHistory: async ({ params, body }) => orNotFound(db, sensor(params), await searchAlarms(db, params, body)),
    history: ({ params, query }) => sensorHistory(context, params, query),
    readings: async ({ params, body }) => orNotFound(db, sensor(params), await searchReadings(db, params, body)),
  })
}
