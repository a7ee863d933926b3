import type { TablePage } from '@endcap/contract/table'
import { updates as endpoints, type ProductChange } from '@endcap/contract/updates'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { createWords, storeOfWords, type StoreOfWords } from '../products/products.service.ts'
import { searchChanges, searchUpdates, type StoredChange } from './updates.queries.ts'
import { checkRevert, removeUnused, revertTask } from './updates.service.ts'

export function updateRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ params, body }) => searchUpdates(db, params.storeCode, body),
    changes: async ({ params, body }) => withPrices(await searchChanges(db, params, body), await storeOfWords(db, params.storeCode)),
    ofProduct: async ({ params, body }) => withPrices(await searchChanges(db, params, body), await storeOfWords(db, params.storeCode)),
    revert: ({ params, session }) => revertTask(context, params, session.email),
    checkRevert: ({ params }) => checkRevert(context, params),
    removeUnused: ({ body, session }) => removeUnused(context, body, session.email),
  })
}

function withPrices({ data, ...page }: TablePage<StoredChange>, store: StoreOfWords): TablePage<ProductChange> {
  const wordsOf = createWords(store)
  const priced = data.map((change) => {
    const { prCode, prInfo, before } = change
    return {
      ...change,
      price: wordsOf({ prCode, prInfo }).price,
      priceBefore: before === null ? '' : wordsOf({ prCode, prInfo: before.prInfo }).price,
    }
  })
  return { ...page, data: priced }
}
