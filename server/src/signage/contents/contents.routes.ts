import { allGroups, contents as endpoints, rootGroup } from '@endcap/contract/contents'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { listGroups, removeGroup, requireGroup, saveGroup } from './groups.ts'
import { listContents, searchContents } from './contents.queries.ts'
import {
  moveContents,
  readContentFile,
  readContentThumb,
  removeContents,
  renameContent,
  takeContent,
  takePoster,
  viewContent,
} from './contents.service.ts'

const groupOf = (given: string) => (given === allGroups ? undefined : given === rootGroup ? null : given)

export function contentRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    groups: () => listGroups(db),
    saveGroup: async ({ body }) => ({ ...done, id: await saveGroup(context, body) }),
    removeGroup: ({ body }) => removeGroup(context, body.id).then(() => done),
    ofGroup: async ({ params, body }) => {
      const group = groupOf(params.contentGroup)
      const page = await searchContents(db, group, body)
      if (page.recordsTotal === 0 && typeof group === 'string') await requireGroup(db, group)
      return page
    },
    list: async ({ body }) => ({ contentList: await listContents(db, body.ids) }),
    rename: ({ session, body }) => renameContent(context, session, body).then(() => done),
    move: ({ body }) => moveContents(context, body).then(() => done),
    remove: ({ body }) => removeContents(context, body.ids),
    upload: async ({ session, body, file }) => ({ ...done, ...(await takeContent(context, session, { ...body, file })) }),
    uploadPoster: ({ session, params, file }) => takePoster(context, session, params.contentId, file).then(() => done),
    file: ({ params }) => readContentFile(context, params.contentId),
    thumb: ({ params }) => readContentThumb(context, params.contentId),
    view: ({ params }) => viewContent(context, params.contentId),
  })
}
