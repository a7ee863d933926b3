import { gateways as endpoints } from '@endcap/contract/gateways'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { readStoreConfig } from '../stores/stores.service.ts'
import { listGateways } from './gateways.queries.ts'
import { predefineGateways } from './gateways.service.ts'

export function gatewayRoutes(app: FastifyInstance, context: Context): void {
  const { db, blobs } = context
  bind(app, endpoints, {
    ofStore: async ({ params: { storeCode } }) => ({
      storeCode,
      storeName: (await readStoreConfig(context, storeCode)).storeName,
      gwList: await listGateways(db, storeCode),
    }),
    predefine: ({ session, file }) => predefineGateways(context, session, file),
    image: async ({ params: { hash } }) => {
      const content = await blobs.get(hash)
      if (content === undefined) throw notFound('There is no bitmap with this hash.')
      return { name: `${hash}.bin`, type: 'application/octet-stream', content, immutable: true }
    },
  })
}
