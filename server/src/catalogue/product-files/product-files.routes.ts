import { productFiles as endpoints } from '@endcap/contract/product-files'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { checkProductFile } from './check-file.ts'
import { searchFiles } from './product-files.queries.ts'
import { importProductFile, readFileDetail } from './product-files.service.ts'
import type { Session } from '../../platform/http/session.ts'

const bringerOf = ({ email, stores }: Session) => ({ source: email, wholeChain: stores === 'all' })

export function productFileRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    upload: ({ body, file, session }) =>
      importProductFile(context, body.storeCode, { ...file, encoding: body.encoding }, bringerOf(session)),
    check: ({ body, file, session }) => checkProductFile(context, body.storeCode, { ...file, encoding: body.encoding }, bringerOf(session)),
    history: ({ body, session }) => searchFiles(context.db, session.stores, body),
    detail: ({ params, session }) => readFileDetail(context, session, params.historyId),
  })
}
