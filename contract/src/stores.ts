/** Stores: their configuration, and their status seen by gateways, tags and products (specification 1 §2, 2 §3). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { findingStores } from './finding-stores.ts'
import { tableEndpoint } from './table.ts'
import { epochSeconds, nodeStatus, storeCode } from './schemas.ts'
import { checkDays, storeDefaults, storeFieldLabels, defaultStoreType } from './vocabulary.ts'

export const position = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

/** A name of the zone database: what Intl takes beside it, such as +09:00, the database reads the other way round. */
export const timeZone = z.string().refine((zone) => {
  try {
    return /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}, 'must be a time zone such as Asia/Tokyo')

/** What stands for all stores in addresses such as `/status/store/tag` (specification 1 §7) cannot be the code of one. */
const takenCodes = ['tag', 'sensor', 'pagination']

const enter = (name: keyof typeof storeFieldLabels) => `Enter ${storeFieldLabels[name]}, Please!`
const isBlank = (input: unknown) => input === undefined || input === null || input === ''
/** Seconds; a field that must be given says so by the specification's sentence. */
const seconds = (name: keyof typeof storeFieldLabels) =>
  z
    .number({ error: ({ input }) => (isBlank(input) ? enter(name) : 'must be a number') })
    .positive('must be more than 0')
    .max(86_400, 'must be at most 86400')
const count = (name: keyof typeof storeFieldLabels, max: number) =>
  z
    .number({ error: ({ input }) => (isBlank(input) ? enter(name) : 'must be a number') })
    .min(0, 'must not be less than 0')
    .max(max, `must be at most ${max}`)
const given = (name: keyof typeof storeFieldLabels, max: number) =>
  z
    .string(enter(name))
    .trim()
    .min(1, enter(name))
    .max(max)
    // oxlint-disable-next-line no-control-regex -- control characters are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters')

/** What promotions are made for: a name such as HYPER or CONVENIENCE. `type` means the list of them in addresses. */
export const storeType = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/, 'must be a store type: letters, digits, _ . -')
  .refine((name) => name !== 'type', 'must not be type: this has a meaning of its own')

/** Durations and timeouts in seconds. */
const fields = {
  storeName: given('storeName', 100),
  storeCode: z
    .string(enter('storeCode'))
    .min(1, enter('storeCode'))
    .pipe(storeCode)
    .refine((code) => !takenCodes.includes(code), `must not be ${takenCodes.join(', ')}: these have a meaning of their own`),
  address: z.string().trim().max(300),
  position: position.nullable(),
  /** IANA name; promotions, the weekly status check and reports run on this clock. */
  timeZone,
  /** BCP 47 language of product data and number formats on labels, such as ja-JP. */
  locale: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as ja-JP'),
  /** ISO 4217 code used when a product names no currency. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as JPY'),
  storeType,
  totalDuration: seconds('totalDuration'),
  eventDuration: seconds('eventDuration'),
  cpDuration: seconds('cpDuration'),
  oneChannelEnable: z.boolean(),
  channelMaskEnable: z.boolean(),
  outbandEnable: z.boolean(),
  notAutoRtnPage: z.boolean(),
  showMac: z.boolean(),
  hideLed: z.boolean(),
  eventLedCtrl: z.boolean(),
  /** Product files with wrong lines may be applied without them. */
  applyGoodLines: z.boolean(),
  baseTimeout: seconds('baseTimeout'),
  timeoutTag: seconds('timeoutTag'),
  nfRandomPercent: count('nfRandomPercent', 100),
  nfRetryCnt: count('nfRetryCnt', 1000).refine(Number.isInteger, 'must be a whole number'),
  nfBasicSleep: seconds('nfBasicSleep'),
  nfDeepSleepDuration: seconds('nfDeepSleepDuration'),
  enableTagStatusCheck: z.boolean(),
  tagStatusCheckDay: z.enum(checkDays),
  timeServerIp: z
    .string()
    .trim()
    .max(100)
    .regex(/^[A-Za-z0-9.:-]*$/, 'must be a host name or an address'),
  timeServerPort: z.int().min(1, 'must be 1 to 65535').max(65_535, 'must be 1 to 65535'),
}
/** What a store is created with; fields left out take these values (specification 2 §9). */
export const storeConfig = z.strictObject({
  ...fields,
  address: fields.address.default(''),
  position: fields.position.default(null),
  timeZone: fields.timeZone.default('UTC'),
  locale: fields.locale.default('en-US'),
  currency: fields.currency.default('USD'),
  storeType: fields.storeType.default(defaultStoreType),
  totalDuration: fields.totalDuration.default(storeDefaults.totalDuration),
  eventDuration: fields.eventDuration.default(storeDefaults.eventDuration),
  cpDuration: fields.cpDuration.default(storeDefaults.cpDuration),
  oneChannelEnable: fields.oneChannelEnable.default(false),
  channelMaskEnable: fields.channelMaskEnable.default(false),
  outbandEnable: fields.outbandEnable.default(false),
  notAutoRtnPage: fields.notAutoRtnPage.default(false),
  showMac: fields.showMac.default(false),
  hideLed: fields.hideLed.default(false),
  eventLedCtrl: fields.eventLedCtrl.default(false),
  applyGoodLines: fields.applyGoodLines.default(false),
  baseTimeout: fields.baseTimeout.default(storeDefaults.baseTimeout),
  timeoutTag: fields.timeoutTag.default(storeDefaults.timeoutTag),
  nfRandomPercent: fields.nfRandomPercent.default(storeDefaults.nfRandomPercent),
  nfRetryCnt: fields.nfRetryCnt.default(storeDefaults.nfRetryCnt),
  nfBasicSleep: fields.nfBasicSleep.default(storeDefaults.nfBasicSleep),
  nfDeepSleepDuration: fields.nfDeepSleepDuration.default(storeDefaults.nfDeepSleepDuration),
  enableTagStatusCheck: fields.enableTagStatusCheck.default(false),
  tagStatusCheckDay: fields.tagStatusCheckDay.default(storeDefaults.tagStatusCheckDay),
  timeServerIp: fields.timeServerIp.default(''),
  timeServerPort: fields.timeServerPort.default(storeDefaults.timeServerPort),
})
export interface StoreConfig extends z.infer<typeof storeConfig> {}

const stored = storeConfig.extend({
  updatedAt: epochSeconds,
  /** Of what stands there: a save that was made on something else is refused. */
  version: z.string(),
})
export interface StoredConfig extends z.infer<typeof stored> {}
/** Fields left out stay as they are. `version` or `updatedAt` of what was read: 409 when it was saved since. */
const change = z
  .strictObject(fields)
  .partial()
  .extend({ storeCode: fields.storeCode, updatedAt: epochSeconds.optional(), version: z.string().max(64).optional() })
export type StoreChange = z.input<typeof change>

/** One line of the list of configurations. */
const configRow = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  address: z.string(),
  storeType: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  currency: z.string(),
  /** Empty where no weekly status check runs. */
  tagStatusCheckDay: z.string(),
  /** It is being deleted. */
  closing: z.boolean(),
  updatedAt: epochSeconds,
})
export interface ConfigRow extends z.infer<typeof configRow> {}

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
  /** Without actions on lights, and with the MAC in lists of tags (specification 2 §3). */
  hideLed: z.boolean(),
  showMac: z.boolean(),
  updatedAt: epochSeconds.nullable(),
})
export interface StoreStatus extends z.infer<typeof storeStatus> {}

const overview = { row: storeStatus, filters: ['storeCode', 'storeName', 'status'] as const }

export const stores = {
  ...findingStores,
  /** All of them with their figures, for programs and the map. */
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
  /** Specification 1 §7 names both: pages of a number of rows, and pages by type. */
  overview: tableEndpoint('/status/store/pagination/:pageRows', {
    access: 'session',
    store: 'account',
    summary: 'The account’s stores in pages of so many rows; 0: the default. A length in the request comes first.',
    ...overview,
    rows: 0,
  }),
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
  configs: endpoint('GET', '/config/store', {
    access: 'store_config.read',
    store: 'account',
    summary: 'The configurations of the account’s stores.',
    response: z.object({ storeList: z.array(stored) }),
  }),
  configList: tableEndpoint('/config/store/pagination', {
    access: 'store_config.read',
    store: 'account',
    summary: 'The same in pages; also stores that are being deleted.',
    row: configRow,
    filters: ['storeCode', 'storeName', 'address', 'storeType', 'timeZone', 'tagStatusCheckDay'],
  }),
  config: endpoint('GET', '/config/store/:storeCode', {
    access: 'store_config.read',
    store: 'params.storeCode',
    summary: 'A store’s configuration.',
    response: stored,
  }),
  create: endpoint('POST', '/config/store', {
    access: 'store_config.write',
    store: 'none',
    summary: 'Creates a store; fields left out take the specification’s defaults.',
    body: storeConfig,
    response: z.object({ storeCode: z.string() }),
  }),
  save: endpoint('PUT', '/config/store', {
    access: 'store_config.write',
    store: 'body.storeCode',
    summary:
      'Changes a store’s configuration; its gateways are told what concerns them, and labels are drawn again when language or currency change.',
    body: change,
    response: stored.extend({
      /** Of the labels that are drawn again; null when none is. */
      taskId: z.string().nullable(),
    }),
  }),
  removal: endpoint('GET', '/config/store/:storeCode/removal', {
    access: 'store_config.write',
    store: 'params.storeCode',
    summary: 'What deleting a store would take along.',
    response: z.object({
      tags: z.int(),
      /** Of these, those that show a product. */
      assigned: z.int(),
      gateways: z.int(),
      /** A store with gateways online is not deleted. */
      online: z.int(),
      products: z.int(),
      families: z.int(),
      tasks: z.int(),
    }),
  }),
  remove: endpoint('DELETE', '/config/store/:storeCode', {
    access: 'store_config.write',
    store: 'params.storeCode',
    summary: 'Deletes a store with all that belongs to it, in the background; refused while a gateway is online.',
    response: z.object({ storeCode: z.string() }),
  }),
}
