import { gateways as endpoints } from '@endcap/contract/gateways'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/base/errors.ts'
import { readStoreConfig } from '../stores/stores.service.ts'
import { listGateways, searchGateways, searchPredefined } from './gateways.queries.ts'
import { gatewayHistory, readDetail } from './gateways.service.ts'
import { brokerAddress } from './broker-address.ts'
import { addGateway, approve, issueSecret, predefineGateways, removeGateway, whatRemovalMeans } from './registration.ts'
import { checkLink, reboot } from './requests.ts'
import { configure, readChannels, readConfig, readConfigs, setChannels } from './settings.ts'
import { reject } from './waiting.ts'
import { searchWaiting } from './waiting.queries.ts'

/** Rows of the specification's plain list of registered gateways; the table has pages. */
const predefinedLimit = 1000

export function gatewayRoutes(app: FastifyInstance, context: Context): void {
  const { db, blobs, clock } = context
  bind(app, endpoints, {
    ofStore: async ({ params: { storeCode } }) => ({
      storeCode,
      storeName: (await readStoreConfig(context, storeCode)).storeName,
      gwList: await listGateways(db, storeCode),
    }),
    search: ({ params, body }) => searchGateways(db, params.storeCode, body),
    detail: ({ params }) => readDetail(context, params.storeCode, params.gwMac),
    history: ({ session, params, query }) => gatewayHistory(context, session, { ...query, gwMac: params.gwMac }),
    checkLink: ({ session, params }) => checkLink(context, session, params.gwMac),
    reboot: ({ session, params }) => reboot(context, session, params.gwMac),
    configs: ({ params }) => readConfigs(context, params.storeCode),
    config: ({ params }) => readConfig(context, params.storeCode, params.gwMac),
    configure: ({ params, body }) => configure(context, params.storeCode, body.gwList, body.wait),
    removal: ({ params }) => whatRemovalMeans(context, params.storeCode, params.gwMac),
    remove: async ({ params: { storeCode, gwMac } }) => {
      await removeGateway(context, storeCode, gwMac)
      return { gwMac }
    },
    channels: async () => ({ channel: await readChannels(db) }),
    setChannels: ({ session, body }) => setChannels(context, session, body.channel),
    predefine: ({ session, body, file }) => predefineGateways(context, session, { ...file, encoding: body.encoding }),
    predefined: async ({ session, query }) => {
      const all = { draw: 0, start: 0, length: predefinedLimit, order: [], filters: {}, startDate: undefined, endDate: undefined }
      const page = await searchPredefined(db, session.stores, { ...all, search: query.search })
      return { recordsTotal: page.recordsFiltered, data: page.data }
    },
    predefinedList: ({ session, body }) => searchPredefined(db, session.stores, body),
    waiting: ({ session, body }) => searchWaiting(db, { stores: session.stores, at: clock.now() }, body),
    broker: async () => brokerAddress(context.config),
    add: ({ body }) => addGateway(context, body),
    approve: ({ session, params, body }) => approve(context, session, { gwMac: params.gwMac, ...body }),
    reject: async ({ session, params: { gwMac } }) => {
      await reject(context, session, gwMac)
      return { gwMac }
    },
    issueSecret: ({ session, params }) => issueSecret(context, session, params.gwMac),
    image: async ({ params: { hash } }) => {
      const content = await blobs.get(hash)
      if (content === undefined) throw notFound('There is no bitmap with this hash.')
      return { name: `${hash}.bin`, type: 'application/octet-stream', content, immutable: true }
    },
  })
}
