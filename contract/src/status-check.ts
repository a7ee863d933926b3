/**
 * Tag status collection (specification 1 §4, §7): tags are woken and answer how they are, or gateways report everything they hear. One at a
 * time in a store, and only where it is enabled in the system and in the store.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { deliveryState, done, epochSeconds, failureReason, storeCode, tagMac, tagStatus } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** Specification 1 §4, in its order. The first two ask the tags that are given, the last one every tag of the store. */
export const collectingTypes = ['TAG_STATUS_CHECK', 'BATTERY_CHECK', 'GATEWAY_SCAN', 'ALL_TAG_STATUS_COLLECT'] as const
export type CollectingType = (typeof collectingTypes)[number]
/** Types that ask the tags that are given, and so need some. */
export const typesOfTags: readonly CollectingType[] = ['TAG_STATUS_CHECK', 'BATTERY_CHECK']
export const collectionOutcomes = ['DONE', 'STOPPED', 'TIMED_OUT'] as const

/** A type by its name, or by its place in the specification's list. */
const cmd = z.union([
  z.enum(collectingTypes),
  z
    .int()
    .min(0)
    .max(collectingTypes.length - 1)
    .transform((place) => collectingTypes[place] ?? collectingTypes[0]),
])

const gatewayAnswer = z.object({
  gwMac: z.string(),
  state: z.enum(['WAITING', 'SENT', 'DONE', 'FAILED']),
  detail: z.string().nullable(),
})

export const collection = z.object({
  collectionId: z.string(),
  storeCode: z.string(),
  storeName: z.string(),
  cmd: z.enum(collectingTypes),
  /** The task that asks the tags, null when gateways are asked. */
  taskId: z.string().nullable(),
  /** Tags, or gateways of a gateway scan. */
  total: z.int(),
  answered: z.int(),
  failed: z.int(),
  createdBy: z.string(),
  startedAt: epochSeconds,
  /** Then it counts as timed out. */
  deadlineAt: epochSeconds,
  finishedAt: epochSeconds.nullable(),
  /** Null while it goes on. */
  outcome: z.enum(collectionOutcomes).nullable(),
})
export interface Collection extends z.infer<typeof collection> {}

const checkedTag = z.object({
  tagMac: z.string(),
  barcode: z.string(),
  state: deliveryState,
  reason: failureReason.nullable(),
  status: tagStatus,
  gwMac: z.string().nullable(),
  /** dBm */
  rssi: z.int().nullable(),
  /** Volts. */
  battery: z.number().nullable(),
  /** Degrees Celsius. */
  temperature: z.number().nullable(),
  version: z.string(),
  respondedAt: epochSeconds.nullable(),
})
export interface CheckedTag extends z.infer<typeof checkedTag> {}

const body = z.strictObject({ storeCode, cmd, tagList: z.array(tagMac).max(100_000).default([]) })

export const statusCheck = {
  start: endpoint('POST', '/tag/status/check', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary: 'Starts a tag status collection in a store.',
    body,
    response: z.object({ collectionId: z.string(), taskId: z.string().nullable(), total: z.int(), message: z.string() }),
  }),
  stop: endpoint('POST', '/tag/status/check/stop', {
    access: 'tag.write',
    store: 'body.storeCode',
    summary: 'Stops the collection of this type in a store, or only for some of its tags.',
    body,
    response: done,
  }),
  collecting: endpoint('GET', '/tag/status/collecting/store', {
    access: 'tag.read',
    store: 'account',
    summary: 'The collections that are under way in the account’s stores.',
    response: z.object({ storeList: z.array(collection) }),
  }),
  /** The newest collection of a store, also when it is over. */
  progress: endpoint('GET', '/tag/status/collecting/store/:storeCode', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'The newest collection of a store, with the answers of its gateways when they were asked.',
    response: z.object({ collection: collection.nullable(), gatewayList: z.array(gatewayAnswer) }),
  }),
  rows: tableEndpoint('/tag/status/collecting/store/:storeCode/search', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'The tags that the newest collection of a store asked, and what they answered.',
    row: checkedTag,
    filters: ['barcode', 'state'],
  }),
}
