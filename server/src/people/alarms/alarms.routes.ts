import { alarms as endpoints } from '@endcap/contract/alarms'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { orNotFound } from '../../platform/db/or-not-found.ts'
import { bind } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/base/errors.ts'
import { countOpenCritical, searchAlarms, searchTagAlarms, storeOfGateway } from './alarms.queries.ts'
import { readAlarmSetting, saveAlarmSetting } from './alarm-settings.service.ts'
import { alarmConfig, gatewaySubjects } from './alarms.service.ts'

export function alarmRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    config: () => alarmConfig(db),
    setting: () => readAlarmSetting(db),
    saveSetting: ({ session, body }) => saveAlarmSetting(context, session, body),
    // Alarms of no store are for those who have the whole chain.
    history: ({ session, body }) => searchAlarms(db, { stores: session.stores }, body),
    gatewayHistory: async ({ session, params, body }) => {
      const storeCode = await storeOfGateway(db, params.gwMac, session.stores)
      if (storeCode === undefined) throw notFound(`There is no gateway ${params.gwMac} in your stores.`)
      return searchAlarms(db, { stores: [storeCode], subjects: gatewaySubjects(params.gwMac) }, body)
    },
    tagHistory: async ({ params, body }) => {
      const tag = { kind: 'tag', storeCode: params.storeCode, id: params.tagMac } as const
      return orNotFound(db, tag, await searchTagAlarms(db, params, body))
    },
    openCritical: async ({ session }) => ({ count: await countOpenCritical(db, session.stores) }),
  })
}
