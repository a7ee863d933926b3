/**
 * A store as one file: taken out of one server and brought into another (specification 2 §2 "migrate", §7 POST /upload/db/{x}). The file is JSON
 * lines, described in docs/guide/store-settings.md; large ones come in parts, and go on where a connection was lost.
 */
import * as z from 'zod'
import { endpoint, file, upload } from './endpoint.ts'
import { done, epochSeconds } from './schemas.ts'

/** Bytes of a file at most. */
const maxBytes = 2_000_000_000

const place = z
  .string()
  .regex(/^\d{1,10}$/, 'must be a number of bytes')
  .transform(Number)
  .pipe(z.int().max(maxBytes))

const move = z.object({
  moveId: z.string(),
  fileName: z.string(),
  size: z.int(),
  /** Bytes that have come in: the next part begins there. */
  received: z.int(),
  state: z.enum(['RECEIVING', 'CHECKING', 'APPLYING', 'DONE', 'FAILED']),
  lines: z.int(),
  /** Lines that are applied. */
  done: z.int(),
  /** The first wrong lines by their numbers. */
  errors: z.array(z.string()),
  errorCount: z.int(),
  /** The specification's field: why it failed (2 §8). */
  error_msg: z.string().nullable(),
  /** The task that draws the labels. */
  taskId: z.string().nullable(),
  createdBy: z.string(),
  createdAt: epochSeconds,
})
export interface StoreMove extends z.infer<typeof move> {}

// The role decides, not a privilege: the handlers look at it.
const administrator = { access: 'store_config.write', store: 'account' } as const

export const storeMoves = {
  upload: upload('/upload/db/:storeCode', {
    ...administrator,
    summary:
      'Brings a store’s data from a file into an empty store, for role 0 alone. Whole, or in parts with `size` and `offset`; it is checked completely before anything is changed.',
    fields: z.object({ size: place.optional(), offset: place.optional() }),
    maxBytes,
    response: move,
  }),
  state: endpoint('GET', '/upload/db/:storeCode', {
    ...administrator,
    summary: 'How far the last file of a store is; null when there was none.',
    response: z.object({ move: move.nullable() }),
  }),
  cancel: endpoint('DELETE', '/upload/db/:storeCode', {
    ...administrator,
    summary: 'Gives up a file that has not come in whole.',
    response: done,
  }),
  export: file('/config/store/:storeCode/export', {
    ...administrator,
    summary:
      'A store as a file that another server takes: configuration, gateways without secrets, products, families, second codes, tags.',
  }),
}
