/** The dashboard: the figures of the account's stores in one answer, and store by store (specification 1 §2, §3, §4, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds, nodeStatus, storeCode } from './schemas.ts'
import { serverStates, serverTypes } from './servers.ts'
import { tableEndpoint } from './table.ts'

/** Stores of the chart of tag status per store (specification 1 §9: about 10). */
export const chartStores = 10
/** Days of the chart of daily updates. */
export const dailyDays = 30
/** The dashboard is fetched again at most once in this time, however much happens. */
export const dashboardRestMs = 10_000

const count = z.int()
const nodeCounts = { total: count, normal: count, alarm: count, offline: count }
/** `good` is total − error − in progress (specification 1 §4). */
const tagCounts = { total: count, good: count, inprogress: count, error: count }
/** Of the good ones, those in reach of no gateway that is on line: what stands on them cannot change. 0 for accounts that may not read stores. */
const unreachable = count

const serverStatus = z.object({
  ...nodeCounts,
  serverList: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.enum(serverTypes),
      status: nodeStatus,
      state: z.enum(serverStates).nullable(),
    }),
  ),
})
/** Specification 1 §4: NORMAL without time sync counts as alarm, OFFLINE as offline, anything else as normal. */
const gwStatus = z.object({
  ...nodeCounts,
  countByVersion: z.array(z.object({ gmpVersion: z.string(), grmVersion: z.string(), total: count })),
})
const tagStatus = z.object({
  ...tagCounts,
  unreachable,
  lowBattery: count,
  noProduct: count,
  /** By tag type: two hexadecimal characters, of which the second gives the screen size. */
  countByType: z.record(z.string(), count),
  countNgByType: z.record(z.string(), count),
  /** Tags that confirmed a label today, each once, on the calendar of their store; null for accounts that may not read products. */
  todayUpdated: count.nullable(),
  updatedAt: epochSeconds,
})
/** Several stores are added up under an empty store code, each by its own calendar: on the last day stands what today is in each of them. */
const dailyCount = z.object({ date: z.string(), storeCode: z.string(), total: count })

/** Parts that the account may not read are null. */
const dashboardData = z.object({
  /** The stores that are counted. */
  storeList: z.array(z.string()),
  /** Names of all stores of the account by their code. */
  storeDict: z.record(z.string(), z.string()),
  /** Counted stores with tags in progress. */
  updatingStoreList: z.array(z.string()).nullable(),
  serverStatus: serverStatus.nullable(),
  gwStatus: gwStatus.nullable(),
  tagStatus: tagStatus.nullable(),
  /** The counted stores with the most failed tags, at most `chartStores`. */
  storeTagStatus: z.array(z.object({ storeCode: z.string(), ...tagCounts, unreachable })).nullable(),
  /** Tags by the gateway that reaches them; empty unless one store is counted. */
  gwTagStatus: z.array(z.object({ gwMac: z.string(), gwIndex: z.int(), ip: z.string(), ...tagCounts, unreachable })).nullable(),
  productStatus: z.object({ total: count, todayUpdated: count }).nullable(),
  /** Labels confirmed on each of the last days. */
  updatedTagCount: z.array(dailyCount).nullable(),
  /** Products changed on each of the last days. */
  updatedProductCount: z.array(dailyCount).nullable(),
})
export interface DashboardData extends z.infer<typeof dashboardData> {}

/** One store's figures, for the details behind the charts; null where the account may not read. */
const storeFigures = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  gwTotal: count.nullable(),
  gwNormal: count.nullable(),
  gwAlarm: count.nullable(),
  gwOffline: count.nullable(),
  total: count.nullable(),
  good: count.nullable(),
  inprogress: count.nullable(),
  error: count.nullable(),
  /** For accounts that may read tags and stores. */
  unreachable: count.nullable(),
  lowBattery: count.nullable(),
  noProduct: count.nullable(),
  todayUpdated: count.nullable(),
  productCount: count.nullable(),
  productsUpdated: count.nullable(),
})
export interface StoreFigures extends z.infer<typeof storeFigures> {}

/** A list in one query value; long enough for hundreds of stores. */
export const chosenStores = z
  .string()
  .max(8000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(storeCode))
  .optional()

export const dashboard = {
  data: endpoint('GET', '/stats/dashboard', {
    access: 'dashboard.read',
    store: 'account',
    summary: 'Figures of the account’s stores, or of those named in `stores`, separated by commas.',
    query: z.object({ t: z.string().optional(), stores: chosenStores }),
    response: dashboardData,
  }),
  stores: tableEndpoint('/stats/dashboard/store/search', {
    access: 'dashboard.read',
    store: 'account',
    summary: 'The figures of the dashboard store by store.',
    row: storeFigures,
    filters: ['storeCode', 'storeName'],
  }),
}
