import { allGroups, contentTaken, contents as endpoints, rootGroup } from '@endcap/contract/contents'
import { mediaMaxBytes } from '@endcap/contract/media'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { beginFile, dropFile, goOn, placeOf, stateOf } from '../../platform/uploads/resumable.ts'
import { done } from '../../platform/http/done.ts'
import { listGroups, removeGroup, requireGroup, saveGroup } from './groups.ts'
import { listContents, searchContents } from './contents.queries.ts'
import {
  moveContents,
  readContentFile,
  readContentThumb,
  removeContents,
  refuseWithoutPlace,
  renameContent,
  takeContent,
  takePoster,
  viewContent,
} from './contents.service.ts'

/** Files of the library that are sent in parts are in one place. */
const where = 'library'
const placeIn = ({ resumableId: name }: { resumableId: string }, { email }: { email: string }) => placeOf({ where, email, name })

const groupOf = (given: string) => (given === allGroups ? undefined : given === rootGroup ? null : given)

export function contentRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  bind(app, endpoints, {
    groups: () => listGroups(db),
    saveGroup: async ({ body }) => ({ ...done, id: await saveGroup(context, body) }),
    removeGroup: ({ body }) => removeGroup(context, body.id).then(() => done),
    ofGroup: async ({ session, params, body }) => {
      const group = groupOf(params.contentGroup)
      const page = await searchContents(db, { group, stores: session.stores }, body)
      if (page.recordsTotal === 0 && typeof group === 'string') await requireGroup(db, group)
      return page
    },
    list: async ({ session, body }) => ({ contentList: await listContents(db, session.stores, body.ids) }),
    rename: ({ session, body }) => renameContent(context, session, body).then(() => done),
    move: ({ body }) => moveContents(context, body).then(() => done),
    remove: ({ body }) => removeContents(context, body.ids),
    upload: async ({ session, body, file }) => ({ ...done, ...(await takeContent(context, session, { ...body, file })) }),
    beginFile: async ({ session, body, tus }) => {
      await refuseWithoutPlace(db, session, body)
      await beginFile(context, tus, { where, email: session.email, maxBytes: mediaMaxBytes.video, about: body })
    },
    fileState: ({ session, params, tus }) => stateOf(context, tus, placeIn(params, session), contentTaken),
    sendFile: ({ session, params, tus }) =>
      goOn(context, tus, placeIn(params, session), (file, { id, name, group }, settle) =>
        takeContent(context, session, { id, name, group, file, settle: (tx, taken) => settle(tx, { ...done, ...taken }) }),
      ),
    dropFile: ({ session, params, tus }) => dropFile(context, tus, placeIn(params, session)),
    uploadPoster: ({ session, params, file }) => takePoster(context, session, params.contentId, file).then(() => done),
    file: ({ params }) => readContentFile(context, params.contentId),
    thumb: ({ params }) => readContentThumb(context, params.contentId),
    view: ({ params }) => viewContent(context, params.contentId),
  })
}
