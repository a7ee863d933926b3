import { displayMasters as endpoints } from '@endcap/contract/display-masters'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { listMasters, searchMasters } from './display-masters.queries.ts'
import { ask, assign, readConfig, remove, saveConfig } from './display-masters.service.ts'

export function displayMasterRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ session, body }) => searchMasters(db, session.stores, body),
    list: async ({ session, body: { _id } }) => ({ deviceList: await listMasters(db, session.stores, Array.isArray(_id) ? _id : _id.in) }),
    readConfig: ({ session, params }) => readConfig(context, session, params.plusMac),
    saveConfig: ({ session, body }) => saveConfig(context, session, body).then(() => done),
    assign: ({ session, body }) => assign(context, session, body).then(() => done),
    remove: async ({ session, body }) => ({ ...done, devices: await remove(context, session, body) }),
    reboot: async ({ session, body }) => ({ ...done, devices: await ask(context, session, body, 'reboot') }),
    updateSoftware: async ({ session, body }) => ({ ...done, devices: await ask(context, session, body, 'update') }),
  })
}
