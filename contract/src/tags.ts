/** Tags: the list of a store, their delivery, and everything that assigns products to them (specification 1 §2, §3, §5, §7). */
import * as z from 'zod'
import { delivery } from './deliveries.ts'
import { diagnosis } from './tag-diagnosis.ts'
import { endpoint } from './endpoint.ts'
import { tableEndpoint } from './table.ts'
import { tagFilters } from './tag-filters.ts'
import { lifecycleStates } from './tag-lifecycle.ts'
import { epochSeconds, failureReason, forNewTask, operationKind, nfcInput, prCode, storeCode, tagMac, tagStatus } from './schemas.ts'

export const tag = z.object({
  tagMac: z.string(),
  barcode: z.string(),
  /** The first product, null without one. */
  prCode: z.string().nullable(),
  /** The first product's name as its alias of type "name" gives it. */
  prName: z.string().nullable(),
  /** Tags of the store that show the same first product. */
  countByPrCode: z.int(),
  /** Two hexadecimal characters: features and size. */
  tagType: z.string(),
  gwMac: z.string().nullable(),
  gwIp: z.string().nullable(),
  operationName: z.string().nullable(),
  operation: operationKind.nullable(),
  status: tagStatus,
  /** Where it is in its life as a device: in stock, in use, set aside. */
  lifecycle: z.enum(lifecycleStates),
  /**
   * Whether the device itself confirmed the last label that it has shown. false: it took the picture, and its kind never says what stands
   * on the glass. null: it has shown none yet.
   */
  confirmed: z.boolean().nullable(),
  battStatus: z.enum(['OK', 'NG', 'UNKNOWN']),
  version: z.string(),
  /** dBm */
  rssi: z.int().nullable(),
  /** Volts. */
  battery: z.number().nullable(),
  /** Degrees Celsius. */
  temperature: z.number().nullable(),
  updatedAt: epochSeconds.nullable(),
  /** Null: nothing was ever heard of it. It may not be there yet, or its id may be mistyped. */
  respondedAt: epochSeconds.nullable(),
})
export interface Tag extends z.infer<typeof tag> {}

/** What a tag told besides its readings: `doubt` that its glass may show something else than it was sent, `restart` that it started again. */
export const tagEvents = ['doubt', 'button', 'button2', 'nfc', 'light', 'restart'] as const
export type TagEvent = (typeof tagEvents)[number]

/** A row of the update history: `status` as the list shows it, null while in progress. */
const historyRow = delivery.extend({ status: z.enum(['OK', 'NG', 'CANCEL']).nullable(), updatedAt: epochSeconds.nullable() })

const preview = z.object({
  /** PNG in base64, null while nothing is known to be on the glass. */
  encodedImage: z.string().nullable(),
  subPage: z.array(z.string()),
  alias: z.array(z.string()),
  prInfo: z.array(z.string()),
  layoutId: z.string().nullable(),
  /** The size that the layout was drawn for, where it was not drawn for this panel and is refitted. */
  refittedFrom: z.string().nullable(),
})

/** A tag as the aisle needs it: also what it was given with its products, and whose place it took or who took its own. */
export const foundTag = tag.extend({
  prCodeList: z.array(z.string()),
  /** The family whose products they are. */
  fmPrCode: z.string().nullable(),
  layoutId: z.string().nullable(),
  nfc: z.string().nullable(),
  /** The newest swap it took part in. */
  swap: z.object({ from: z.string(), to: z.string(), at: epochSeconds }).nullable(),
})
export interface FoundTag extends z.infer<typeof foundTag> {}

/** What must be asked before a swap: the new tag carries a product already, the screens are of different sizes. */
export const swapQuestions = ['carries-product', 'other-size'] as const
export type SwapQuestion = (typeof swapQuestions)[number]

/** What a tag was given: sent to `/tag/assign/multiple`, it has that again. */
const given = foundTag.pick({ tagMac: true, prCodeList: true, fmPrCode: true, layoutId: true, nfc: true })
export interface GivenTag extends z.infer<typeof given> {}
/** Of more tags it is not answered what they carried. */
export const maxCarriedAnswered = 200

const taskStarted = z.object({ taskId: z.string(), tagCount: z.int(), message: z.string() })
const macs = z.array(tagMac).min(1, 'No row selected. Please select one or more rows.').max(100_000)
const enterTag = 'Enter Tag ID, Please!'

export const tags = {
  search: tableEndpoint('/status/store/:storeCode/tag/search', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'The tags of a store.',
    row: tag,
    filters: tagFilters,
  }),
  counts: endpoint('GET', '/status/store/:storeCode/tag/counts', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'Tags of a store by status, from the summary counters.',
    response: z.object({ total: z.int(), byStatus: z.record(tagStatus, z.int()) }),
  }),
  types: endpoint('GET', '/tag/type', {
    access: 'session',
    store: 'none',
    summary: 'The device models by tag type: the specification’s, and those of other families that the account’s stores have.',
    response: z.object({
      typeList: z.array(
        z.object({
          tagType: z.string(),
          maker: z.string(),
          name: z.string(),
          /** Inches, or pixels where they are not known. */
          size: z.string(),
          /** The size that its drawings are made for. */
          drawingSize: z.string(),
          width: z.int(),
          height: z.int(),
          palette: z.string(),
          led: z.boolean(),
          nfc: z.boolean(),
          freezer: z.boolean(),
        }),
      ),
    }),
  }),
  detail: endpoint('GET', '/status/store/:storeCode/tag/:tagMac/detail', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'One tag with the life of its newest delivery and why it stands where it stands.',
    response: z.object({
      tag,
      prCodeList: z.array(z.string()),
      /** The family whose products they are. */
      fmPrCode: z.string().nullable(),
      diagnosis,
      timeline: z.array(delivery),
      /** What it told besides, newest first. */
      eventList: z.array(z.object({ event: z.enum(tagEvents), at: epochSeconds, gwMac: z.string() })),
      /** The page that the glass shows, by the tag's own word. */
      page: z.int(),
    }),
  }),
  preview: endpoint('GET', '/preview/store/:storeCode/tag/:tagMac', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'What the glass of a tag shows: main and sub pages.',
    query: z.object({ t: z.string().optional() }),
    response: preview,
  }),
  due: endpoint('GET', '/preview/store/:storeCode/tag/:tagMac/due', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'What a tag should show by what is stored now, and whether that stands on its glass.',
    response: z.object({
      /** PNGs in base64: the main page, then the sub pages; null where nothing can be drawn. */
      encodedImage: z.string().nullable(),
      subPage: z.array(z.string()),
      /** Of its first product, as labels say it: what it should cost on the label, and what it costs on the glass; empty where there is none. */
      price: z.string(),
      priceOnGlass: z.string(),
      /** All pages stand on the glass as they should. */
      same: z.boolean(),
      /** What keeps the label from being shown. */
      problems: z.array(z.object({ reason: failureReason, page: z.int(), detail: z.string() })),
    }),
  }),
  updateHistory: tableEndpoint('/history/update/store/:storeCode/tag/:tagMac/search', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'Update history of a tag.',
    row: historyRow,
    filters: ['taskId', 'prCode', 'layoutId', 'status', 'confirmed', 'nfc'],
  }),
  historyImage: endpoint('GET', '/history/update/store/:storeCode/tag/:tagMac/image/:deliveryId', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'The picture of one delivery.',
    response: z.object({ encodedImage: z.string().nullable() }),
  }),
  failures: endpoint('GET', '/status/store/:storeCode/tag/failures', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'Failed and missing tags of a store grouped by likely cause.',
    response: z.object({
      groups: z.array(
        z.object({
          cause: diagnosis.shape.cause,
          reason: failureReason.nullable(),
          gwMac: z.string().nullable(),
          since: epochSeconds.nullable(),
          tagCount: z.int(),
        }),
      ),
    }),
  }),
  findByPrCode: endpoint('GET', '/tag/assign/findByPrCode/:prCode/store/:storeCode', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'What assigning this code would mean: the product, and the families that hold it.',
    response: z.object({
      product: z
        .object({ prCode: z.string(), prName: z.string().nullable(), layoutId: z.string().nullable(), tagCount: z.int() })
        .nullable(),
      familyList: z.array(z.object({ fmPrCode: z.string(), prCodeList: z.array(z.string()), layoutId: z.string() })),
    }),
  }),
  find: endpoint('GET', '/tag/find/:code/store/:storeCode', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'What a scanned code means in a store: a tag by its id, or a product by its code or bar code with the tags that show it.',
    response: z.object({
      tag: foundTag.nullable(),
      /** The store of a tag that stands in another one; empty when the account may not see that store. */
      otherStore: z.string().nullable(),
      product: z.object({ prCode: z.string(), prName: z.string().nullable(), tagCount: z.int() }).nullable(),
      /** The families that hold the product. */
      familyList: z.array(z.object({ fmPrCode: z.string(), prCodeList: z.array(z.string()), layoutId: z.string() })),
      /** The tags that show the product, at most 100; those that are not OK first. */
      tagList: z.array(tag),
    }),
  }),
  swap: endpoint('POST', '/tag/swap', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary:
      'Puts a new tag in the place of a broken one: it takes over products, layout and NFC, the old one is blanked. What must be asked first is refused as swap-unsure until `replace` is true.',
    body: z.strictObject({ storeCode, from: tagMac, to: tagMac, replace: z.boolean().default(false) }),
    response: taskStarted,
  }),
  assign: endpoint('POST', '/tag/assign', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary: 'Puts one product on each tag.',
    body: z.strictObject({ ...forNewTask, tagList: z.array(z.strictObject({ tagMac, prCode })).min(1, enterTag).max(20_000) }),
    response: taskStarted,
  }),
  assignMultiple: endpoint('POST', '/tag/assign/multiple', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary: 'Puts several products on a tag, with a layout of its own; or a family, whose products, layout and NFC the tag then follows.',
    body: z.strictObject({
      ...forNewTask,
      /** Refused (`tag-carries`) where one of the tags carries a product already: to give back what was taken, and nothing else. */
      onlyEmpty: z.boolean().default(false),
      tagList: z
        .array(
          z
            .strictObject({
              tagMac,
              prCodeList: z.array(prCode).max(20).default([]),
              /** Given, the other fields count for nothing. */
              fmPrCode: z.string().trim().min(1, 'Enter Family Code, Please!').max(64).optional(),
              nfc: nfcInput.optional(),
              layoutId: z.string().max(100).optional(),
            })
            .refine(({ prCodeList, fmPrCode }) => fmPrCode !== undefined || prCodeList.length > 0, 'Enter Product Code, Please!'),
        )
        .min(1, enterTag)
        .max(20_000),
    }),
    response: taskStarted,
  }),
  deassign: endpoint('POST', '/tag/deassign', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary: 'Takes the products off the tags and blanks their glass.',
    body: z.strictObject({
      ...forNewTask,
      tagList: z.array(z.strictObject({ tagMac })).min(1, 'No row selected. Please select one or more rows.').max(20_000),
    }),
    response: taskStarted.extend({
      /** What was taken off them; empty where there are more than 200 tags. */
      carried: z.array(given),
    }),
  }),
  reassign: endpoint('POST', '/tag/reassign', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary: 'Sends the tags’ labels again, even when they seem right.',
    body: z.strictObject({ storeCode, tagList: macs }),
    response: taskStarted,
  }),
  reassignAll: endpoint('POST', '/tag/reassign/all', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary: 'Sends every label of the store again.',
    body: z.strictObject({ storeCode }),
    response: taskStarted,
  }),
}

/** In which states of a tag each action makes sense: asked by the server’s guard and by the console’s buttons. */
export const tagActions = {
  deassign: ['OK', 'NG', 'UPDATE', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2', 'WIP'],
  reassign: ['OK', 'NG', 'UPDATE', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2', 'WIP'],
} as const satisfies Record<string, readonly (typeof tagStatus.options)[number][]>
