import type { TablePage } from '@endcap/contract/table'
import { updates as endpoints, type StorePriceChange, type ProductChange } from '@endcap/contract/updates'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { orNotFound } from '../../platform/db/or-not-found.ts'
import { bind } from '../../platform/http/bind.ts'
import { listAliases } from '../aliases/aliases.service.ts'
import { createWords, createWordsOfStores, storeOfWords, toLabels, type StoreOfWords } from '../products/products.service.ts'
import { searchPriceChanges, type StoredPriceChange } from './price-changes.queries.ts'
import { searchChanges, searchUpdates, type StoredChange } from './updates.queries.ts'
import { checkRevert, removeUnused, revertTask } from './updates.service.ts'

export function updateRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: ({ params, body }) => searchUpdates(db, params.storeCode, body),
    changes: async ({ params, body }) => {
      const page = await searchChanges(db, params, body)
      await orNotFound(db, { kind: 'update', storeCode: params.storeCode, id: params.updateId }, page)
      return withPrices(page, await storeOfWords(db, params.storeCode))
    },
    ofProduct: async ({ params, body }) => {
      const page = await searchChanges(db, params, body)
      await orNotFound(db, { kind: 'product', storeCode: params.storeCode, id: params.prCode }, page)
      return withPrices(page, await storeOfWords(db, params.storeCode))
    },
    priceChanges: async ({ session: { stores }, body }) => {
      const aliases = await listAliases(db)
      return inWords(await searchPriceChanges(db, { stores, aliases }, body), aliases)
    },
    revert: ({ params, session }) => revertTask(context, params, session.email),
    checkRevert: ({ params }) => checkRevert(context, params),
    removeUnused: ({ body, session }) => removeUnused(context, body, session.email),
  })
}

type WordsOf = ReturnType<typeof createWords>
function withPrice<Change extends StoredChange>(change: Change, wordsOf: WordsOf) {
  const { prCode, prInfo, before } = change
  const { name, price } = wordsOf({ prCode, prInfo })
  return { change: { ...change, price, priceBefore: before === null ? '' : wordsOf({ prCode, prInfo: before.prInfo }).price }, name }
}
function withPrices({ data, ...page }: TablePage<StoredChange>, store: StoreOfWords): TablePage<ProductChange> {
  const wordsOf = createWords(store)
  return { ...page, data: data.map((change) => withPrice(change, wordsOf).change) }
}

/** Each in the language and currency of its store. */
function inWords({ data, ...page }: TablePage<StoredPriceChange>, aliases: StoreOfWords['aliases']): TablePage<StorePriceChange> {
  const wordsOf = createWordsOfStores(aliases)
  const rows = data.map(({ locale, currency, labelStates, ...stored }) => {
    const { change, name } = withPrice(stored, wordsOf({ storeCode: stored.storeCode, locale, currency }))
    return { ...change, name, labels: toLabels(labelStates) }
  })
  return { ...page, data: rows }
}
