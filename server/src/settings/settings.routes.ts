import { settings as endpoints } from '@endcap/contract/settings'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import { bind } from '../platform/http/bind.ts'
import { done } from '../platform/http/done.ts'
import { createAmac, listAmac, removeAmac, saveAmac } from './amac.service.ts'
import { removeOld, whatWouldGo } from './retention.ts'
import { readServerConfig, saveServerConfig } from './server-config.service.ts'
import { getSetting } from './settings.service.ts'
import { readSmtp, saveSmtp, testSmtp } from './smtp.service.ts'
import { refuseSome } from './whole-chain.ts'

export function settingRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    server: () => readServerConfig(db),
    saveServer: ({ session, body }) => saveServerConfig(context, session, body),
    retention: async ({ query: { auditRetentionDays, ...days } }) => {
      const stored = (await getSetting(db, 'server')).auditRetentionDays
      return { rows: await whatWouldGo(context, { ...days, auditRetentionDays: auditRetentionDays ?? stored }) }
    },
    removeOld: async ({ session }) => {
      refuseSome(session)
      return { rows: await removeOld(context) }
    },
    contact: async () => {
      const { email, mobile } = await getSetting(db, 'server')
      return { email, mobile }
    },
    smtp: () => readSmtp(context),
    saveSmtp: ({ session, body }) => saveSmtp(context, session, body).then(() => done),
    testSmtp: ({ session, body }) => testSmtp(context, session, body),
    amac: async () => ({ amacList: await listAmac(db) }),
    createAmac: ({ session, body }) => createAmac(context, session, body).then(() => done),
    saveAmac: ({ session, body }) => saveAmac(context, session, body).then(() => done),
    removeAmac: ({ session, params }) => removeAmac(context, session, params.abstractCode).then(() => done),
  })
}
