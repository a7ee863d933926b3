import { schedules as endpoints } from '@endcap/contract/schedules'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { listSchedules, searchSchedules, timeZoneOf } from './schedules.queries.ts'
import { readSchedule, removeSchedule, saveSchedule } from './schedules.service.ts'

export function scheduleRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ params, body }) => searchSchedules(db, params.storeCode, body),
    list: async ({ params }) => ({
      scheduleList: await listSchedules(db, params.storeCode),
      timeZone: await timeZoneOf(db, params.storeCode),
    }),
    read: ({ params }) => readSchedule(db, params.storeCode, params.scheduleId),
    save: async ({ params, body }) => ({ ...done, _id: await saveSchedule(context, params.storeCode, body) }),
    remove: ({ params }) => removeSchedule(context, params.storeCode, params.scheduleId).then(() => done),
  })
}
