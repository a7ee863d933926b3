/** Changes of products as updates: what each brought, the history of a product, and the way back (specification 2 §2, §3, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { productCheck } from './price-review.ts'
import { listedProduct } from './products.ts'
import { epochSeconds, prCode, storeCode, taskId } from './schemas.ts'
import { tableEndpoint } from './table.ts'

/** How products came to change: by a file, by hand, by removing unused ones, or by taking another update back. */
export const updateKinds = ['FILE', 'EDIT', 'REMOVE', 'REVERT'] as const
export type UpdateKind = (typeof updateKinds)[number]

/** Stands for the task of an update that no label shows (specification 2 §9: -1 is the placeholder of a task). */
export const noTask = '-1'

export const update = z.object({
  updateId: z.string(),
  /** The task that carried it to the labels; `-1` when no label shows what changed. */
  taskId: z.string(),
  /** The same as number, for clients that count on one; null without a task. */
  internalTaskId: z.int().nullable(),
  kind: z.enum(updateKinds),
  productCount: z.int(),
  tagCount: z.int(),
  /** Account, or the folder a file came through. */
  changedBy: z.string(),
  fileId: z.string().nullable(),
  fileName: z.string().nullable(),
  updatedAt: epochSeconds,
})
export interface Update extends z.infer<typeof update> {}

const state = z.object({ prInfo: z.array(z.string()), layoutId: z.string().nullable(), nfc: z.string().nullable() })
export const productChange = z.object({
  updateId: z.string(),
  taskId: z.string(),
  kind: z.enum(updateKinds),
  prCode: z.string(),
  /** What the product became, as lists show products; empty when it was removed. */
  prInfo: z.array(z.string()),
  layoutId: z.string().nullable(),
  nfc: z.string().nullable(),
  /** What it was; null when it was new. */
  before: state.nullable(),
  /** The price that it got and the one that it had, as labels say them; empty where there was none. */
  price: z.string(),
  priceBefore: z.string(),
  removed: z.boolean(),
  changedBy: z.string(),
  fileId: z.string().nullable(),
  fileName: z.string().nullable(),
  updatedAt: epochSeconds,
})
export interface ProductChange extends z.infer<typeof productChange> {}

/** A change of a price, whatever else of the product changed with it. */
export const storePriceChange = productChange.extend({
  storeCode: z.string(),
  storeName: z.string(),
  /** What the product was called when it changed. */
  name: z.string(),
  /** By how many percent the price changed, with one decimal; null where one of the two is no number above zero. */
  percent: z.number().nullable(),
  /** How its labels stand now. */
  labels: listedProduct.shape.labels,
})
export interface StorePriceChange extends z.infer<typeof storePriceChange> {}

/** Price changes that are counted: a list of more says this number. */
export const priceChangesCounted = 10_000

const changeFilters = ['prCode', 'prInfo', 'layoutId', 'nfc', 'kind', 'changedBy', 'fileName'] as const

export const updates = {
  search: tableEndpoint('/history/update/task/store/:storeCode/search', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'Updates of the products of a store, newest first.',
    row: update,
    filters: ['updateId', 'taskId', 'kind', 'productCount', 'tagCount', 'changedBy', 'fileName'],
  }),
  changes: tableEndpoint('/history/update/store/:storeCode/task/:updateId/search', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'What one update changed, product by product.',
    row: productChange,
    filters: changeFilters,
  }),
  ofProduct: tableEndpoint('/history/update/store/:storeCode/product/:prCode/search', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'Every change of one product: when, by whom, from which file.',
    row: productChange,
    filters: changeFilters,
  }),
  priceChanges: tableEndpoint('/history/price/search', {
    access: 'product.read',
    store: 'account',
    summary: `Changed prices of the account’s stores, newest first; of more than ${priceChangesCounted} this number is counted.`,
    row: storePriceChange,
    // `find`: code and name together.
    filters: ['storeCode', 'storeName', 'prCode', 'find', 'percent', 'kind', 'changedBy', 'fileName'],
  }),
  revert: endpoint('POST', '/revert/task/:taskId/store/:storeCode', {
    access: 'product.write',
    store: 'params.storeCode',
    summary: 'Brings products and labels back to before a task, by a task of its own; refused when newer changes would be lost.',
    response: z.object({ taskId, changed: z.int(), tagCount: z.int(), message: z.string() }),
  }),
  checkRevert: endpoint('POST', '/revert/task/:taskId/store/:storeCode/check', {
    access: 'product.write',
    writes: false,
    store: 'params.storeCode',
    summary: 'What reverting a task would change, with every price old → new, without changing anything; refused where reverting would be.',
    response: productCheck,
  }),
  removeUnused: endpoint('POST', '/product/remove/unused', {
    access: 'product.write',
    store: 'body.storeCode',
    alsoNamed: { store: 'storeCode', productList: 'prCodeList', product: 'prCodeList' },
    bareList: 'prCodeList',
    onlyStore: true,
    summary:
      'Removes products that no label shows: those of the list, or all of the store. The list alone will do where the account has one store.',
    body: z.strictObject({
      storeCode,
      /** Codes that are in use after all are passed over; left out: every product that no label shows. */
      prCodeList: z.array(prCode).min(1, 'No row selected. Please select one or more rows.').max(20_000).optional(),
    }),
    response: z.object({ removed: z.int(), message: z.string() }),
  }),
}
