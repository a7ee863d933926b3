import { productFiles as endpoints } from '@endcap/contract/product-files'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { checkProductFile } from './check-file.ts'
import { searchFiles } from './product-files.queries.ts'
import { importProductFile, readFileDetail } from './product-files.service.ts'
import { findReceivedWrongLines, findWrongLines } from './wrong-lines.ts'
import type { Session } from '../../platform/http/session.ts'

const bringerOf = ({ email, stores }: Session) => ({ source: email, wholeChain: stores === 'all' })

export function productFileRoutes(app: FastifyInstance, context: Context): void {
  bind(app, endpoints, {
    upload: ({ body, file, session }) =>
      importProductFile(
        context,
        body.storeCode,
        { ...file, encoding: body.encoding },
        { ...bringerOf(session), applyGoodLines: body.applyGoodLines, reviewed: body.reviewed, mapping: body.columns },
      ),
    check: ({ body, file, session }) =>
      checkProductFile(context, body.storeCode, { ...file, encoding: body.encoding }, { ...bringerOf(session), mapping: body.columns }),
    wrongLines: ({ body, file, session }) =>
      findWrongLines(context, body, { ...file, encoding: body.encoding }, { ...bringerOf(session), mapping: body.columns }),
    receivedWrongLines: ({ params, query, session }) =>
      findReceivedWrongLines(context, session, { fileId: params.historyId, language: query.language }),
    history: ({ body, session }) => searchFiles(context.db, session.stores, body),
    detail: ({ params, session }) => readFileDetail(context, session, params.historyId),
  })
}
