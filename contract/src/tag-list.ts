/** Tags by what they have in common: the "tag list" of a product, of an alarm, of a task or of a task's failures (specification 1 §2, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { prCode, sizeCode, tagMac, tagType, taskId } from './schemas.ts'
import { readTable, tableFields } from './table.ts'
import { tagFilters } from './tag-filters.ts'
import { tag } from './tags.ts'

/** Ids in one request. */
const maxIds = 20_000
/** Pictures in one answer: more than a screen has room for. */
export const maxPictures = 100

/** An empty text, and the placeholder of a task that is to be, mean that nothing is said. */
const unsaid = z.enum(['', '-1']).transform(() => undefined)

const narrowing = {
  prCode: prCode.optional(),
  tagMacList: z.array(tagMac).max(maxIds).optional(),
  tagIdList: z.array(z.string().max(64)).max(maxIds).optional(),
  /** Ours: the tags of a task, or only those it failed for. */
  taskId: taskId.optional(),
  failedOnly: z.boolean().optional(),
}

export const tagList = {
  search: endpoint('POST', '/status/store/:storeCode/tag/list/search', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'The tags of a store that show a product, are in a list, or belong to a task.',
    body: z.strictObject({ ...tableFields(tagFilters), ...narrowing }).transform((wire, context) => ({
      list: readTable(tagFilters)(wire, context),
      prCode: wire.prCode,
      tagMacList: wire.tagMacList,
      tagIdList: wire.tagIdList,
      taskId: wire.taskId,
      failedOnly: wire.failedOnly ?? false,
    })),
    response: z.object({ draw: z.int(), recordsTotal: z.int(), recordsFiltered: z.int(), data: z.array(tag) }),
  }),
  /** Specification 2 §7: the picture of a product on tags of one type, of a task where one is named. */
  image: endpoint('GET', '/product/:prCode/store/:storeCode/image', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'What a product looks like on tags of a type, as it was last drawn for one of them.',
    query: z.object({
      /** Of any type when it is not given. Also a size as products name those of their tags. */
      tagType: z.union([unsaid, sizeCode, tagType]).optional(),
      taskId: z.union([unsaid, taskId]).optional(),
    }),
    response: z.object({
      /** PNG in base64, null when nothing was drawn yet. */
      encodedImage: z.string().nullable(),
      subPage: z.array(z.string()),
      layoutId: z.string().nullable(),
      /** The tag it was drawn for. */
      tagMac: z.string().nullable(),
    }),
  }),
  /** Ours: the pictures that a list of products shows beside its rows. */
  pictures: endpoint('POST', '/status/store/:storeCode/product/pictures', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'The main page of what each product last looked like on a tag; products without one are left out.',
    body: z.strictObject({ prCodeList: z.array(prCode).max(maxPictures) }),
    /** PNG in base64. */
    response: z.object({ pictures: z.array(z.object({ prCode: z.string(), encodedImage: z.string() })) }),
  }),
}
