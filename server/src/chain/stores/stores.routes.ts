import { stores as endpoints } from '@endcap/contract/stores'
import { defaultPageRows, type TableRequest } from '@endcap/contract/table'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind, type Caller } from '../../platform/http/bind.ts'
import { removeStore, whatClosingTakes } from './closing.ts'
import { searchConfigs } from './config.queries.ts'
import { findStores } from './find.queries.ts'
import { countStates, listStores, searchStores } from './stores.queries.ts'
import { createStore, readStoreConfig, readStoreConfigs, saveStoreConfig } from './stores.service.ts'

export function storeRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context
  const overview = ({ session, body }: Caller & { body: TableRequest }) => searchStores(db, session.stores, clock.now(), body)
  bind(app, endpoints, {
    find: ({ session, body }) => findStores(db, session.stores, body),
    states: ({ session }) => countStates(db, session.stores, clock.now()),
    list: async ({ session }) => ({ storeList: await listStores(db, session.stores, clock.now()) }),
    tagList: async ({ session }) => ({ storeList: await listStores(db, session.stores, clock.now()) }),
    overview: ({ session, params, body }) => {
      const length = body.length || Number(params.pageRows) || defaultPageRows
      return searchStores(db, session.stores, clock.now(), { ...body, length })
    },
    gatewayOverview: overview,
    tagOverview: overview,
    productOverview: overview,
    configs: async ({ session }) => ({ storeList: await readStoreConfigs(context, session) }),
    configList: ({ session, body }) => searchConfigs(db, session.stores, body),
    config: ({ params }) => readStoreConfig(context, params.storeCode),
    create: ({ body }) => createStore(context, body),
    save: ({ session, body }) => saveStoreConfig(context, session, body),
    removal: ({ params }) => whatClosingTakes(context, params.storeCode),
    remove: ({ session, params }) => removeStore(context, session, params.storeCode),
  })
}
