/** Where a tag is in its life as a device, beside the specification's status: in stock, in use, spare, defective, sent in, retired; and removal. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { storeCode } from './schemas.ts'

/** STOCK and IN_USE follow from whether the tag has a product; the others are set. */
export const lifecycleStates = ['STOCK', 'IN_USE', 'SPARE', 'DEFECTIVE', 'SENT_IN', 'RETIRED'] as const
export type LifecycleState = (typeof lifecycleStates)[number]

/** What a tag can be set to. STOCK takes back what was set; REMOVED takes the tag off the store's list. */
export const lifecycleChanges = ['STOCK', 'SPARE', 'DEFECTIVE', 'SENT_IN', 'RETIRED', 'REMOVED'] as const
export type LifecycleChange = (typeof lifecycleChanges)[number]

/** Why a row was refused. `heard-lately` is a question: the call says `confirmed` and it is done. */
export const lifecycleRefusals = ['not-a-tag-id', 'not-a-state', 'twice', 'unknown-tag', 'has-product', 'heard-lately'] as const

/** Seconds in which a tag that was heard is taken to be there still. */
export const heardLatelySeconds = 3600

const refusedRow = z.object({
  /** Of the file, or else the place in the list, from 1. */
  line: z.int(),
  tagMac: z.string(),
  field: z.enum(['tagMac', 'lifecycle']),
  code: z.enum(lifecycleRefusals),
  message: z.string(),
})
export interface RefusedRow extends z.infer<typeof refusedRow> {}

export const tagLifecycle = {
  set: endpoint('POST', '/tag/lifecycle', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary:
      'Sets where tags are in their life, or removes them from the store: all of them or, where one row is refused, none. With `checkOnly` it answers what would be refused, row by row, and changes nothing.',
    body: z.strictObject({
      storeCode,
      checkOnly: z.boolean().default(false),
      /** Also tags that were heard within the last hour. */
      confirmed: z.boolean().default(false),
      /** Rows are checked one by one; `line` is the row's place in its file. */
      tagList: z
        .array(z.strictObject({ tagMac: z.string().max(64), lifecycle: z.string().max(20), line: z.int().min(1).optional() }))
        .min(1, 'No row selected. Please select one or more rows.')
        .max(20_000),
    }),
    response: z.object({
      /** Tags that were changed, or would be. */
      changed: z.int(),
      rowList: z.array(refusedRow),
    }),
  }),
  counts: endpoint('GET', '/status/store/:storeCode/tag/lifecycle', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'The tags of a store by model and by where they are in their life, retired ones included.',
    response: z.object({
      modelList: z.array(
        z.object({
          tagType: z.string(),
          byState: z.record(z.enum(lifecycleStates), z.int()),
          /** Those of them that no gateway has heard yet. */
          notHeard: z.int(),
        }),
      ),
    }),
  }),
}
