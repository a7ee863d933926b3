/** Files that go on after a lost connection, by the tus protocol 1.0 (https://tus.io/protocols/resumable-upload) with creation and termination. */
import * as z from 'zod'
import { endpoint, tus, type Schema, type StorePlace } from './endpoint.ts'
import type { Privilege } from './privileges.ts'
import { errorAnswer, type ErrorAnswer } from './schemas.ts'

export const tusVersion = '1.0.0'
/** Less is not stored of a file, but for its end. */
export const minPartBytes = 1_000_000
/** Of one account: files that were begun and are not all here. */
export const maxUnfinished = 10

/** What came of a file when all of it was here: what the call for whole files would have answered. */
export interface UploadOutcome {
  taken?: object
  refused?: { status: number; answer: ErrorAnswer }
}

/** What `Upload-Metadata` says of every file. */
export const fileFields = z.object({ filename: z.string().min(1).max(500) })

interface Rules {
  access: Privilege
  store: StorePlace
}
/** The calls of one place that takes files: `fields` stand in `Upload-Metadata`, `taken` is what the call for whole files answers. */
export function resumable<const P extends string, F extends Schema, T extends Schema>(
  path: P,
  { access, store }: Rules,
  { fields, taken }: { fields: F; taken: T },
) {
  const one = `${path}/:resumableId` as const
  return {
    beginFile: tus('POST', path, {
      access,
      store,
      writes: false,
      summary:
        'Begins a file that may be sent in parts (tus 1.0): `Upload-Length` and `Upload-Metadata` say which; `Location` is its address.',
      fields,
    }),
    fileState: endpoint('GET', one, {
      access,
      store,
      summary: 'How much of a file is here, and what came of it. With HEAD as the tus protocol has it, in `Upload-Offset`.',
      response: z.object({
        offset: z.int(),
        bytes: z.int(),
        taken: z.optional(taken),
        refused: z.object({ status: z.int(), answer: errorAnswer }).optional(),
      }),
    }),
    sendFile: tus('PATCH', one, {
      access,
      store,
      summary:
        'Goes on with a file at `Upload-Offset`: 1 MB at once at least, but for its end, with which it is taken in as a whole one would be.',
    }),
    dropFile: tus('DELETE', one, { access, store, writes: false, summary: 'Throws away what is here of a file.' }),
  }
}
