import { systemLocation } from '@endcap/contract/alarms'
import { servers as endpoints } from '@endcap/contract/servers'
import type { FastifyInstance } from 'fastify'
import { searchAlarms } from '../../people/alarms/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { softwareVersions } from '../software/software.service.ts'
import { findServer, listServers, removeServer, serverHistory, serverJobs } from './servers.service.ts'
import { version } from '../../platform/base/version.ts'

export function serverRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    list: async () => ({ serverList: await listServers(context) }),
    detail: ({ params }) => findServer(context, params.serverId),
    jobs: ({ params }) => serverJobs(context, params.serverId),
    remove: async ({ params: { serverId } }) => {
      await removeServer(context, serverId)
      return { id: serverId }
    },
    history: ({ params, query }) => serverHistory(context, params.serverId, query),
    alarmHistory: async ({ params, body }) => {
      const page = await searchAlarms(context.db, { stores: [systemLocation], subjects: [params.serverId] }, body)
      // Alarms outlive a server that was taken off the list.
      if (page.recordsTotal === 0) await findServer(context, params.serverId)
      return page
    },
    version: async () => ({ version, ...(await softwareVersions(context.db)) }),
  })
}
