import { apps as endpoints } from '@endcap/contract/apps'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { listApps, offeredApp, readApp, removeApp, takeApp, toggleApp } from './apps.service.ts'

export function appRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    list: async () => ({ appList: await listApps(db) }),
    offered: async () => ({ app: await offeredApp(db) }),
    upload: async ({ session, file }) => ({ ...(await takeApp(context, session, file)), ...done }),
    activate: async ({ session, params }) => ({ active: await toggleApp(context, session, params.appId) }),
    download: ({ session, params }) => readApp(context, session, params.appId),
    remove: async ({ session, params }) => {
      await removeApp(context, session, params.appId)
      return done
    },
  })
}
