import { products as endpoints, type ListedProduct } from '@endcap/contract/products'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/base/errors.ts'
import { codesOfSite } from '../../settings/settings.service.ts'
import { findProduct, searchProducts, toLabels, toProduct, type ProductRow } from './products.queries.ts'
import { previewProduct, productTagType, saveProducts } from './products.service.ts'
import { storeOfWords, wordsOf, type StoreOfWords } from './words.ts'

export function productRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: async ({ params, body }) => {
      const store = await storeOfWords(db, params.storeCode)
      const page = await searchProducts(db, { storeCode: params.storeCode, aliases: store.aliases }, body)
      return { ...page, data: page.data.map((row) => toListed(row, store)) }
    },
    get: async ({ params: { prCode, storeCode } }) => {
      const [code = prCode] = await codesOfSite(db, [prCode])
      const row = await findProduct(db, storeCode, code)
      if (row === undefined) throw notFound('This product does not exist.')
      return toListed(row, await storeOfWords(db, storeCode))
    },
    preview: ({ body, session }) => previewProduct(context, session, body),
    save: ({ body, session }) => saveProducts(context, body, session.email),
  })
}

const toListed = (row: ProductRow, store: StoreOfWords): ListedProduct => ({
  ...toProduct(row, productTagType),
  ...wordsOf(row, store),
  labels: toLabels(row),
})
