/** Exceptions of a store, and store by store: tags and gateways that a person has to look at (specification 1 §2, §3, §7; docs/specification/exceptions.md). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds, nodeStatus } from './schemas.ts'
import { tableEndpoint } from './table.ts'
import { tagFilters } from './tag-filters.ts'
import { tag } from './tags.ts'

const ngGateway = z.object({
  gwMac: z.string(),
  gwIndex: z.int(),
  ip: z.string(),
  /** As it is displayed: NORMAL without time sync is ALARM (specification 1 §4). */
  status: nodeStatus,
  timeSync: z.boolean(),
  offlineSince: epochSeconds.nullable(),
  updatedAt: epochSeconds,
})
export interface NgGateway extends z.infer<typeof ngGateway> {}

const counts = {
  totalTags: z.int(),
  errorTags: z.int(),
  noProductTags: z.int(),
  /** Tags that show one product alone which other tags of the store show alone too. */
  duplicateTags: z.int(),
  batteryNgTags: z.int(),
  /** Gateways: null for accounts that may not read stores. */
  totalGWs: z.int().nullable(),
  ngGWs: z.int().nullable(),
}
const statistics = z.object({
  storeCode: z.string(),
  ...counts,
  ngGWDetail: z.array(ngGateway).nullable(),
  updatedAt: epochSeconds,
})
export interface ExceptionStatistics extends z.infer<typeof statistics> {}

/** The same added up over the account's stores. */
const chainStatistics = z.object({
  stores: z.int(),
  /** Stores that have at least one exception. */
  storesAffected: z.int(),
  ...counts,
  updatedAt: epochSeconds,
})
export interface ChainExceptions extends z.infer<typeof chainStatistics> {}

/** One store among those that have exceptions. */
const storeExceptions = z.object({ storeCode: z.string(), storeName: z.string(), ...counts })
export interface StoreExceptions extends z.infer<typeof storeExceptions> {}

export const exceptions = {
  chain: endpoint('GET', '/stats/exceptions', {
    access: 'tag.read',
    store: 'account',
    summary: 'How many tags and gateways are out of the ordinary in all of the account’s stores.',
    response: chainStatistics,
  }),
  stores: tableEndpoint('/stats/exceptions/store/search', {
    access: 'tag.read',
    store: 'account',
    summary: 'The account’s stores that have exceptions, those with most errors first.',
    row: storeExceptions,
    filters: ['storeCode', 'storeName'],
  }),
  statistics: endpoint('GET', '/stats/exceptions/store/:storeCode', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'How many tags and gateways of a store are out of the ordinary.',
    response: statistics,
  }),
  list: endpoint('GET', '/tag/:exception/store/:storeCode/list', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'All tags of a store that are an exception of one kind: error, noproduct, lowbattery, duplicate.',
    response: z.object({ tagList: z.array(tag) }),
  }),
  search: tableEndpoint('/tag/:exception/store/:storeCode/search', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'The same in pages, with filters and order.',
    row: tag,
    filters: tagFilters,
  }),
}
