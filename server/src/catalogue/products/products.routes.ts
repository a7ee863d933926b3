import { products as endpoints } from '@endcap/contract/products'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/base/errors.ts'
import { codesOfSite } from '../../settings/settings.service.ts'
import { findProduct, searchProducts, toProduct } from './products.queries.ts'
import { previewProduct, productTagType, saveProducts } from './products.service.ts'

export function productRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    search: async ({ params, body }) => {
      const page = await searchProducts(db, params.storeCode, body)
      return { ...page, data: page.data.map((row) => toProduct(row, productTagType)) }
    },
    get: async ({ params: { prCode, storeCode } }) => {
      const [code = prCode] = await codesOfSite(db, [prCode])
      const row = await findProduct(db, storeCode, code)
      if (row === undefined) throw notFound('This product does not exist.')
      return toProduct(row, productTagType)
    },
    preview: ({ body, session }) => previewProduct(context, session, body),
    save: ({ body, session }) => saveProducts(context, body, session.email),
  })
}
