/** HTTP endpoints of layouts: versions, drawings, rules, previews and checks. */
import { layouts as endpoints } from '@endcap/contract/layouts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { invalid } from '../../platform/base/errors.ts'
import { cancelCheck, readCheck, searchFindings, startCheck } from './checks.service.ts'
import { drawDefinition, findSamples } from './draw.service.ts'
import {
  archiveDrawing,
  createDrawing,
  discardDraft,
  readDrawing,
  removeDrawing,
  saveDraft,
  searchDrawings,
  searchLibrary,
  seeDrawing,
} from './drawings.service.ts'
import { exportLayouts, importLayouts } from './layout-file.ts'
import { layoutNames } from '../layout-names/layout-names.service.ts'
import { readRuleList, saveRuleList, tryRuleList } from './rules.service.ts'
import { cancelVersion, publishDraft, readVersion, readVersions, rollBack } from './versions.service.ts'

export function layoutRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    names: async ({ session }) => ({ layoutList: await layoutNames(db, session.stores) }),
    search: ({ session, body }) => searchDrawings(db, session, body),
    library: ({ session, body }) => searchLibrary(db, session, body),
    read: ({ session, params }) => readDrawing(context, session, numbered(params.drawingId)),
    create: ({ session, body }) => createDrawing(context, session, body).then((made) => ({ ...done, ...made })),
    saveDraft: ({ session, params, body }) =>
      saveDraft(context, session, { drawingId: numbered(params.drawingId), ...body }).then((saved) => ({ ...done, ...saved })),
    discardDraft: ({ session, params, body }) =>
      discardDraft(context, session, numbered(params.drawingId), body.rev).then((saved) => ({ ...done, ...saved })),
    archive: ({ session, params, body }) => archiveDrawing(context, session, numbered(params.drawingId), body.archived).then(() => done),
    remove: ({ session, params }) => removeDrawing(context, session, numbered(params.drawingId)).then(() => done),
    exportFile: ({ session, body }) => exportLayouts(context, session, body.drawingList),
    importFile: ({ session, body, file }) => importLayouts(context, session, { ...body, file }),
    draw: ({ session, body }) => drawDefinition(context, session, body),
    samples: ({ body }) => findSamples(db, body),
    startCheck: ({ session, params, body }) =>
      startCheck(context, session, numbered(params.drawingId), body.rev).then((made) => ({ ...done, ...made })),
    readCheck: ({ session, params }) => readCheck(context, session, numbered(params.drawingId)),
    cancelCheck: ({ session, params }) => cancelCheck(context, session, numbered(params.drawingId)).then(() => done),
    searchCheck: async ({ session, params, body }) => {
      const { drawing_id: drawingId } = await seeDrawing(db, session, numbered(params.drawingId))
      return searchFindings(db, session, drawingId, body)
    },
    publish: ({ session, params, body }) =>
      publishDraft(context, session, numbered(params.drawingId), body).then((made) => ({ ...done, ...made })),
    versions: async ({ session, params }) => ({ versionList: await readVersions(context, session, numbered(params.drawingId)) }),
    readVersion: ({ session, params }) => readVersion(context, session, numbered(params.drawingId), versionOf(params.version)),
    rollBack: ({ session, params, body }) =>
      rollBack(context, session, numbered(params.drawingId), { version: versionOf(params.version), ...body }).then((made) => ({
        ...done,
        ...made,
      })),
    cancelVersion: ({ session, params }) =>
      cancelVersion(context, session, numbered(params.drawingId), versionOf(params.version)).then(() => done),
    rules: ({ session, query }) => readRuleList(context, session, query.storeCode),
    saveRules: ({ session, body }) => saveRuleList(context, session, body).then((saved) => ({ ...done, ...saved })),
    tryRules: ({ body }) => tryRuleList(context, body),
  })
}

function numbered(id: string): string {
  if (!/^\d{1,18}$/.test(id)) throw invalid('`drawingId` must be a number.', 'drawingId')
  return id
}
function versionOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalid('`version` must be a number.', 'version')
  return Number(text)
}
