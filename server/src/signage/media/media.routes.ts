/** HTTP endpoints of pictures, films, widgets and software for displays. */
import { displaySoftwareKinds, media as endpoints, mediaFileKinds, mediaUses, type MediaUse } from '@endcap/contract/media'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Context } from '../../platform/context.ts'
import { requireThing } from '../../platform/db/or-not-found.ts'
import { bind } from '../../platform/http/bind.ts'
import { done } from '../../platform/http/done.ts'
import { listFiles, searchFiles, usersOf, type Used } from './media.queries.ts'
import { readContentOf, readThumb, removeFile, takeMedia, takePoster, takeSoftware } from './media.service.ts'
import { resumableMedia } from './resumable-media.ts'
import { serveWidgets, viewWidget } from './widget-view.ts'

const usedBy: Record<MediaUse, Used['kind']> = {
  findByImage: 'image',
  findByVideo: 'video',
  findByWidget: 'widget',
  findBySchedule: 'schedule',
}

/** The binding has refused every other word already; these tell the compiler. */
const [fileKind, softwareKind, use] = [z.enum(mediaFileKinds), z.enum(displaySoftwareKinds), z.enum(mediaUses)]

export function mediaRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const place = ({ storeCode, mediaFileKind, fileId }: { storeCode: string; mediaFileKind: string; fileId: string }) => ({
    storeCode,
    kind: fileKind.parse(mediaFileKind),
    id: fileId,
  })
  bind(app, endpoints, {
    search: ({ params, body }) => searchFiles(db, params.storeCode, fileKind.parse(params.mediaFileKind), body),
    list: async ({ params }) => ({ fileList: await listFiles(db, params.storeCode, fileKind.parse(params.mediaFileKind)) }),
    uploadImage: async ({ session, params, query, file }) => ({
      ...done,
      ...(await takeMedia(context, 'image', { ...params, id: query.id, file, by: session.email })),
    }),
    uploadVideo: async ({ session, params, query, file }) => ({
      ...done,
      ...(await takeMedia(context, 'video', { ...params, id: query.id, file, by: session.email })),
    }),
    uploadPoster: ({ session, params, file }) =>
      takePoster(context, { storeCode: params.storeCode, id: params.fileId, file, by: session.email }).then(() => done),
    uploadWidget: async ({ session, params, query, file }) => ({
      ...done,
      ...(await takeMedia(context, 'widget', { ...params, id: query.id, file, by: session.email })),
    }),
    uploadSoftware: async ({ session, params, query, body, file }) => {
      const upload = { storeCode: params.storeCode, id: query.id, file, by: session.email }
      return { ...done, ...(await takeSoftware(context, softwareKind.parse(params.displaySoftware), upload, body)) }
    },
    ...resumableMedia(context),
    content: ({ params }) => readContentOf(context, place(params)),
    thumb: ({ params }) => readThumb(context, place(params)),
    view: ({ params }) => viewWidget(context, params.storeCode, params.fileId),
    remove: ({ params }) => removeFile(context, place(params)).then(() => done),
    users: async ({ params: { storeCode, mediaUse, fileId: id } }) => {
      const kind = usedBy[use.parse(mediaUse)]
      const devList = await usersOf(db, storeCode, { kind, id })
      if (devList.length === 0) await requireThing(db, { kind: kind === 'schedule' ? kind : 'file', storeCode, id })
      return { devList }
    },
  })
  serveWidgets(app, context)
}
