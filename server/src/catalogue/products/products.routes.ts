import { products as endpoints, type ListedProduct } from '@endcap/contract/products'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/base/errors.ts'
import { listAliases } from '../aliases/aliases.service.ts'
import { codesOfSite } from '../../settings/settings.service.ts'
import { findInStores, findProduct, findProducts, searchProducts, toLabels, toProduct, type ProductRow } from './products.queries.ts'
import { checkProducts, previewProduct, productTagType, saveProducts } from './products.service.ts'
import { createWords, createWordsOfStores, storeOfWords, type StoreOfWords } from './words.ts'

/** A panel has room for no more. */
const shownStores = 100

export function productRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: async ({ params, body }) => {
      const store = await storeOfWords(db, params.storeCode)
      const page = await searchProducts(db, { storeCode: params.storeCode, aliases: store.aliases }, body)
      return { ...page, data: page.data.map(listedIn(store)) }
    },
    get: async ({ params: { prCode, storeCode } }) => {
      const [code = prCode] = await codesOfSite(db, [prCode])
      const row = await findProduct(db, storeCode, code)
      if (row === undefined) throw notFound('This product does not exist.')
      return listedIn(await storeOfWords(db, storeCode))(row)
    },
    list: async ({ params: { storeCode }, body: { prCodeList } }) => {
      const prCodes = [...new Set(await codesOfSite(db, prCodeList))]
      const store = await storeOfWords(db, storeCode)
      const productList = (await findProducts(db, storeCode, prCodes)).map(listedIn(store))
      const known = new Set(productList.map(({ prCode }) => prCode))
      return { productList, unknown: prCodes.filter((prCode) => !known.has(prCode)) }
    },
    inStores: async ({ params, session }) => {
      const [prCode = params.prCode] = await codesOfSite(db, [params.prCode])
      const aliases = await listAliases(db)
      const { rows, total } = await findInStores(db, session.stores, { prCode, limit: shownStores })
      if (total === 0) throw notFound('This product does not exist.')
      const wordsOf = createWordsOfStores(aliases)
      const storeList = rows.map((row) => {
        const { price, listPrice } = wordsOf(row)(row)
        return { storeCode: row.storeCode, storeName: row.storeName, price, listPrice, labels: toLabels(row.labelStates) }
      })
      return { storeList, more: total - rows.length }
    },
    preview: ({ body, session }) => previewProduct(context, session, body),
    check: ({ body }) => checkProducts(context, body),
    save: ({ body, session }) => saveProducts(context, body, session.email),
  })
}

function listedIn(store: StoreOfWords): (row: ProductRow) => ListedProduct {
  const wordsOf = createWords(store)
  return (row) => ({ ...toProduct(row, productTagType), ...wordsOf(row), labels: toLabels(row.labelStates), lastChange: row.lastChange })
}
