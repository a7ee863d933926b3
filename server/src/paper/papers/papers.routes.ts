import { papers as endpoints } from '@endcap/contract/papers'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { orNotFound } from '../../platform/db/or-not-found.ts'
import { bind } from '../../platform/http/bind.ts'
import { searchFiles } from '../../catalogue/product-files/product-files.service.ts'
import { createDrawer } from './draw.ts'
import { listStores, searchRows, searchStores, searchTasks } from './papers.queries.ts'
import { importPaperFile, layoutList, previewRow, printRows, readPaperDetail, readTask } from './papers.service.ts'

export function paperRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context
  const drawer = createDrawer(context)
  app.addHook('onClose', () => drawer.stop())
  bind(app, endpoints, {
    upload: ({ body, file, session }) =>
      importPaperFile(context, {
        storeCode: body.storeCode,
        taskDes: body.taskDes,
        file: { ...file, encoding: body.encoding },
        source: session.email,
      }),
    print: ({ body }) => printRows(context, { ...body, which: body.lineList ?? 'all' }),
    printFailed: ({ body }) => printRows(context, { ...body, which: 'failed' }),
    history: ({ body, session }) => searchFiles(db, session.stores, body, ['paper']),
    detail: ({ params, session }) => readPaperDetail(context, session, params.historyId),
    tasks: ({ params, body }) => searchTasks(db, params.storeCode, body),
    task: ({ params }) => readTask(context, params.storeCode, params.taskId),
    rows: async ({ params, body }) => {
      const task = { kind: 'paperTask', storeCode: params.storeCode, id: params.taskId } as const
      return orNotFound(db, task, await searchRows(db, params, body))
    },
    preview: ({ params }) => previewRow(context, drawer.draw, { ...params, line: Number(params.line) }),
    stores: async ({ session }) => ({ storeList: await listStores(db, session.stores, clock.now()) }),
    overview: ({ session, body }) => searchStores(db, session.stores, clock.now(), body),
    layouts: async () => ({ layoutList: layoutList() }),
  })
}
