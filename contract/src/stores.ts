/** Stores: their configuration, and their status seen by gateways, tags and products (specification 1 §2, 2 §3). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { tableEndpoint } from './table.ts'
import { epochSeconds, nodeStatus, storeCode } from './schemas.ts'

export const position = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
export const weekday = z.enum(['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'manual'])

export const timeZone = z.string().refine((zone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}, 'must be a time zone such as Asia/Tokyo')

/** What stands for all stores in addresses such as `/status/store/tag` (specification 1 §7) cannot be the code of one. */
const takenCodes = ['tag', 'sensor', 'pagination']

/** Defaults: specification 2 §9. Durations in seconds. */
export const storeConfig = z.strictObject({
  storeName: z.string().trim().min(1).max(100),
  storeCode: storeCode.refine(
    (code) => !takenCodes.includes(code),
    `must not be ${takenCodes.join(', ')}: these have a meaning of their own`,
  ),
  address: z.string().trim().max(300).default(''),
  position: position.nullable().default(null),
  /** IANA name; promotions, retention and reports run on this clock. */
  timeZone: timeZone.default('UTC'),
  /** BCP 47 language of product data and number formats on labels, such as ja-JP. */
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as ja-JP')
    .default('en-US'),
  /** ISO 4217 code used when a product names no currency. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code such as JPY')
    .default('USD'),
  totalDuration: z.number().positive().default(120),
  eventDuration: z.number().positive().default(1),
  cpDuration: z.number().positive().default(39),
  oneChannelEnable: z.boolean().default(false),
  channelMaskEnable: z.boolean().default(false),
  outbandEnable: z.boolean().default(false),
  notAutoRtnPage: z.boolean().default(false),
  showMac: z.boolean().default(false),
  hideLed: z.boolean().default(false),
  eventLedCtrl: z.boolean().default(false),
  baseTimeout: z.number().positive().default(60),
  timeoutTag: z.number().positive().default(0.1),
  nfRandomPercent: z.number().min(0).max(100).default(5),
  nfRetryCnt: z.int().min(0).default(8),
  nfBasicSleep: z.number().positive().default(18),
  nfDeepSleepDuration: z.number().positive().default(30),
  enableTagStatusCheck: z.boolean().default(false),
  tagStatusCheckDay: weekday.default('SUN'),
  timeServerIp: z.string().max(100).default(''),
  timeServerPort: z.int().min(1).max(65535).default(123),
})
export interface StoreConfig extends z.infer<typeof storeConfig> {}

/** One row for every overview: what it needs of gateways, tags and products, from the summary counters. */
export const storeStatus = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  address: z.string(),
  position: position.nullable(),
  timeZone: z.string(),
  locale: z.string(),
  status: nodeStatus,
  gwCount: z.int(),
  normal: z.int(),
  offline: z.int(),
  alarm: z.int(),
  total: z.int(),
  success: z.int(),
  inprogress: z.int(),
  error: z.int(),
  productCount: z.int(),
  todayUpdated: z.int(),
  enableTagStatusCheck: z.boolean(),
  updatedAt: epochSeconds.nullable(),
})
export interface StoreStatus extends z.infer<typeof storeStatus> {}

const overview = { row: storeStatus, filters: ['storeCode', 'storeName', 'status'] as const }

export const stores = {
  /** The store switcher and the map read this. */
  list: endpoint('GET', '/status/store', {
    access: 'session',
    store: 'account',
    summary: 'The account’s stores with their status.',
    response: z.object({ storeList: z.array(storeStatus) }),
  }),
  /** The same stores, for who may read tags. */
  tagList: endpoint('GET', '/status/store/tag', {
    access: 'tag.read',
    store: 'account',
    summary: 'The account’s stores by their tags.',
    response: z.object({ storeList: z.array(storeStatus) }),
  }),
  /** Specification: store list pagination by type. */
  gatewayOverview: tableEndpoint('/status/store/pagination/gateway', {
    access: 'store.read',
    store: 'account',
    summary: 'Stores by gateway status.',
    ...overview,
  }),
  tagOverview: tableEndpoint('/status/store/pagination/tag', {
    access: 'tag.read',
    store: 'account',
    summary: 'Stores by tag status.',
    ...overview,
  }),
  productOverview: tableEndpoint('/status/store/pagination/product', {
    access: 'product.read',
    store: 'account',
    summary: 'Stores by products.',
    ...overview,
  }),
  config: endpoint('GET', '/config/store/:storeCode', {
    access: 'store_config.read',
    store: 'params.storeCode',
    summary: 'A store’s configuration.',
    response: storeConfig.extend({ updatedAt: epochSeconds }),
  }),
  create: endpoint('POST', '/config/store', {
    access: 'store_config.write',
    store: 'none',
    summary: 'Creates a store; fields left out take the specification’s defaults.',
    body: storeConfig,
    response: z.object({ storeCode: z.string() }),
  }),
}
