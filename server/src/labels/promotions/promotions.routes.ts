import { promotions as endpoints } from '@endcap/contract/promotions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { listTypes } from './promotions.queries.ts'
import { checkPromotion, listPromotions, removePromotion, savePromotion, storesOfType } from './promotions.service.ts'

export function promotionRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    types: async ({ session }) => ({ typeList: await listTypes(context.db, session.stores) }),
    list: async ({ session, params }) => ({ promotionList: await listPromotions(context, session, params.storeType) }),
    stores: async ({ session, params }) => ({ storeList: await storesOfType(context, session, params.storeType) }),
    check: ({ session, params, body }) => checkPromotion(context, session, params.storeType, body),
    save: ({ session, params, body }) => savePromotion(context, session, params.storeType, body),
    remove: async ({ session, params: { storeType, promotionId } }) => {
      await removePromotion(context, session, storeType, promotionId)
      return { promotionId }
    },
  })
}
