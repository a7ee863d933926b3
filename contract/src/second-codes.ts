/** Second codes: other codes under which a product is known, in the whole chain (specification 2 §2, §3, §7). */
import * as z from 'zod'
import { upload } from './endpoint.ts'
import { encodingField } from './file-encodings.ts'
import { tableEndpoint } from './table.ts'
import { epochSeconds } from './schemas.ts'

export const secondCode = z.object({
  prCode: z.string(),
  secondCode: z.string(),
  /** Shown on the site coop. Dates are written YYYY-MM-DD; empty where there is none. */
  articleCode: z.string(),
  saleCode: z.string(),
  saleTypeCode: z.string(),
  insertionDate: z.string(),
  cessationDate: z.string(),
  /** From that day on the code is not understood any more. */
  deletionDate: z.string(),
  acquisitionDate: z.string(),
  modificationDate: z.string(),
  programName: z.string(),
  operatorName: z.string(),
  dbTrigger: z.boolean(),
  updatedAt: epochSeconds,
})
export interface SecondCode extends z.infer<typeof secondCode> {}

/** Larger files are refused: about two million codes. */
const maxFileBytes = 100_000_000

export const secondCodes = {
  search: tableEndpoint('/product/secondCode/search', {
    access: 'product.read',
    store: 'none',
    summary: 'The second codes of products.',
    row: secondCode,
    filters: ['prCode', 'secondCode'],
  }),
  upload: upload('/product/secondCode/file', {
    access: 'product.write',
    store: 'account',
    summary:
      'Takes a CSV or TXT file of second codes in, with a first line that names its columns. They hold in all stores, so the account must be one of the whole chain.',
    fields: z.object({ encoding: encodingField }),
    maxBytes: maxFileBytes,
    response: z.object({ historyId: z.string(), dataCount: z.int(), changed: z.int(), unchanged: z.int(), message: z.string() }),
  }),
}
