import { printing as endpoints } from '@endcap/contract/printing'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { createDrawer } from '../papers/draw.ts'
import { searchStores } from '../../chain/stores/stores.service.ts'
import { readPrintFile } from './print-file.ts'
import { listTemplates } from './printing.queries.ts'
import {
  findToPrint,
  previewLabels,
  previewPage,
  printDocument,
  productsToPrint,
  readTemplate,
  removeTemplate,
  saveTemplate,
} from './printing.service.ts'

export function printingRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context
  // Its own thread: who waits at a screen does not wait for the printers' documents.
  const drawer = createDrawer(context)
  app.addHook('onClose', () => drawer.stop())
  bind(app, endpoints, {
    overview: ({ session, body }) => searchStores(db, session.stores, clock.now(), body),
    find: ({ params, query }) => findToPrint(context, params.storeCode, query.term),
    products: ({ params, body }) => productsToPrint(context, params.storeCode, body.prCodeList),
    read: ({ params, body, file }) => readPrintFile(db, params.storeCode, { ...file, encoding: body.encoding }),
    preview: ({ body }) => previewLabels(context, drawer.draw, body.storeCode, body.prList),
    page: ({ params, body }) => previewPage(context, drawer.draw, params.storeCode, body),
    pdf: ({ params, body }) => printDocument(context, drawer, params.storeCode, body),
    templates: async ({ params }) => ({ templateList: await listTemplates(db, params.storeCode) }),
    template: ({ params }) => readTemplate(context, params.storeCode, params.name),
    save: ({ session, params, body }) => saveTemplate(context, session, params.storeCode, body),
    remove: ({ params }) => removeTemplate(context, params.storeCode, params.name),
  })
}
