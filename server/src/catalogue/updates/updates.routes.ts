import type { TablePage } from '@endcap/contract/table'
import { updates as endpoints, type ProductChange } from '@endcap/contract/updates'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { storeOfWords, wordsOf, type StoreOfWords } from '../products/products.service.ts'
import { searchChanges, searchUpdates, type StoredChange } from './updates.queries.ts'
import { removeUnused, revertTask } from './updates.service.ts'

export function updateRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ params, body }) => searchUpdates(db, params.storeCode, body),
    changes: async ({ params, body }) => withPrices(await searchChanges(db, params, body), await storeOfWords(db, params.storeCode)),
    ofProduct: async ({ params, body }) => withPrices(await searchChanges(db, params, body), await storeOfWords(db, params.storeCode)),
    revert: ({ params, session }) => revertTask(context, params, session.email),
    removeUnused: ({ body, session }) => removeUnused(context, body, session.email),
  })
}

function withPrices({ data, ...page }: TablePage<StoredChange>, store: StoreOfWords): TablePage<ProductChange> {
  const priceOf = (prCode: string, prInfo: readonly string[] | undefined) =>
    prInfo === undefined ? '' : wordsOf({ prCode, prInfo }, store).price
  const priced = data.map((change) => {
    const { prCode, prInfo, before } = change
    return { ...change, price: priceOf(prCode, prInfo), priceBefore: priceOf(prCode, before?.prInfo) }
  })
  return { ...page, data: priced }
}
