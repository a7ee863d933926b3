/** Pictures, films and widgets of a store that are sent in parts (tus). */
import { mediaKinds, mediaMaxBytes, mediaTaken, type media } from '@endcap/contract/media'
import * as z from 'zod'
import { done } from '../../platform/http/done.ts'
import type { Context } from '../../platform/context.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { beginFile, dropFile, goOn, placeOf, stateOf } from '../../platform/uploads/resumable.ts'
import { refuseMissing, takeMedia } from './media.service.ts'

/** The binding has refused every other word already; this tells the compiler. */
const mediaKind = z.enum(mediaKinds)

interface Place {
  storeCode: string
  mediaKind: string
}
const whereOf = ({ storeCode, mediaKind: kind }: Place) => `${storeCode} ${kind}`

type Calls = 'beginFile' | 'fileState' | 'sendFile' | 'dropFile'
export function resumableMedia(context: Context): Pick<Handlers<typeof media>, Calls> {
  const place = (params: Place & { resumableId: string }, { email }: { email: string }) =>
    placeOf({ where: whereOf(params), email, name: params.resumableId })
  return {
    beginFile: async ({ session, params, body, tus }) => {
      const { storeCode } = params
      const kind = mediaKind.parse(params.mediaKind)
      await refuseMissing(context.db, kind, { storeCode, id: body.id })
      await beginFile(context, tus, { where: whereOf(params), email: session.email, maxBytes: mediaMaxBytes[kind], about: body })
    },
    fileState: ({ session, params, tus }) => stateOf(context, tus, place(params, session), mediaTaken),
    sendFile: ({ session, params, tus }) =>
      goOn(context, tus, place(params, session), (file, { id }, settle) =>
        takeMedia(context, mediaKind.parse(params.mediaKind), {
          storeCode: params.storeCode,
          id,
          file,
          by: session.email,
          settle: (tx, taken) => settle(tx, { ...done, ...taken }),
        }),
      ),
    dropFile: ({ session, params, tus }) => dropFile(context, tus, place(params, session)),
  }
}
