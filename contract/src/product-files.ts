/** Product files: upload, history, and what was wrong in each line (specification 2 §2, §7). */
import * as z from 'zod'
import { endpoint, upload } from './endpoint.ts'
import { tableEndpoint } from './table.ts'
import { epochSeconds, storeCode } from './schemas.ts'

/** Lines named in an answer and kept in the history; the count tells how many there were. */
export const reportedErrors = 100

/** What files bring. */
export const fileTypes = ['product', 'family', 'secondCode', 'paper'] as const
export type FileType = (typeof fileTypes)[number]

export const fileUpload = z.object({
  _id: z.string(),
  fileName: z.string(),
  storeCode: z.string(),
  fileType: z.enum(fileTypes),
  /** Products that were new or changed. */
  count: z.int(),
  /** Data rows in the file. */
  dataCount: z.int(),
  received: epochSeconds,
  finished: epochSeconds.nullable(),
  error: z.array(z.string()),
  errorCount: z.int(),
  taskId: z.string().nullable(),
  tagCount: z.int(),
  /** Who or what brought it: an account, the drop folder, … */
  source: z.string(),
})
export interface FileUpload extends z.infer<typeof fileUpload> {}

export const productFiles = {
  upload: upload('/product/file', {
    access: 'product.write',
    store: 'body.storeCode',
    summary: 'Takes a CSV or TXT product file in: all of it, or, when a line is wrong, nothing.',
    fields: z.object({ storeCode }),
    /** 300 MB is far above any store’s file; beyond it the upload is refused. */
    maxBytes: 300_000_000,
    response: z.object({
      historyId: z.string(),
      taskId: z.string().nullable(),
      dataCount: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      tagCount: z.int(),
      message: z.string(),
    }),
  }),
  history: tableEndpoint('/product/file/upload/history/search', {
    access: 'product.read',
    store: 'account',
    summary: 'Files received, newest first, with their result.',
    row: fileUpload,
    filters: ['fileName', 'storeCode', 'fileType', 'source'],
  }),
  detail: endpoint('GET', '/product/file/upload/history/detail/:historyId', {
    access: 'product.read',
    store: 'account',
    summary: 'One file: its result and its first rows.',
    response: fileUpload.extend({ data: z.array(z.object({ line: z.int(), prInfo: z.array(z.string()) })) }),
  }),
}
