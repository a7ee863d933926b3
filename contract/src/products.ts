/** Products of a store and their aliases: what labels are made from (specification 2 §3, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { tableEndpoint } from './table.ts'
import { epochSeconds, prCode, storeCode } from './schemas.ts'

/** Specification 2 §9: slots of prInfo, and how many the list shows by default. */
export const prInfoSlots = 255
export const prInfoShown = 10

const prInfo = z.array(z.string().max(1000)).max(prInfoSlots)

export const product = z.object({
  prCode: z.string(),
  prInfo: z.array(z.string()),
  layoutId: z.string().nullable(),
  nfc: z.string().nullable(),
  tagCount: z.int(),
  /** Sizes of the tags that show it: R154, R213, … */
  tagType: z.array(z.string()),
  updatedAt: epochSeconds,
})
export interface Product extends z.infer<typeof product> {}

const productInput = z.strictObject({
  prCode,
  prInfo,
  layoutId: z.string().trim().max(100).nullable().optional(),
  nfc: z.string().trim().max(500).nullable().optional(),
})

export const products = {
  search: tableEndpoint('/status/store/:storeCode/product/search', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'The products of a store.',
    row: product,
    filters: ['prCode', 'prInfo', 'layoutId', 'nfc', 'tagCount'],
  }),
  get: endpoint('GET', '/product/:prCode/store/:storeCode', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'One product.',
    response: product,
  }),
  save: endpoint('POST', '/product', {
    access: 'product.write',
    store: 'body.storeCode',
    summary: 'Creates or changes products; the labels that show them are updated.',
    body: z.strictObject({ storeCode, productList: z.array(productInput).min(1, 'No data to save.').max(10_000) }),
    response: z.object({
      /** Null when no label shows what changed ("no matching tags"). */
      taskId: z.string().nullable(),
      changed: z.int(),
      unchanged: z.int(),
      tagCount: z.int(),
      message: z.string(),
    }),
  }),
}

/** How an alias's values are read by layouts and shown in lists. */
export const aliasType = z.enum(['text', 'name', 'price', 'number', 'date', 'barcode', 'currency'])
export type AliasType = z.infer<typeof aliasType>

export const alias = z.object({
  /** Slot in prInfo. */
  index: z
    .int()
    .min(0)
    .max(prInfoSlots - 1),
  name: z.string().trim().max(60),
  /** The slot that carries the product code; only one may be. */
  key: z.boolean(),
  chart: z.boolean(),
  type: aliasType.default('text'),
})
export interface Alias extends z.infer<typeof alias> {}

export const aliases = {
  list: endpoint('GET', '/config/alias', {
    access: 'session',
    store: 'none',
    summary: 'Names of the product-info slots.',
    response: z.object({ aliasList: z.array(alias) }),
  }),
  save: endpoint('POST', '/config/alias', {
    access: 'alias.write',
    store: 'none',
    summary: 'Replaces the aliases; entries with a blank name are dropped, marking one as key clears the others.',
    body: z.strictObject({ aliasList: z.array(alias).max(prInfoSlots) }),
    response: z.object({ aliasList: z.array(alias) }),
  }),
}

export const layoutInfo = z.object({
  layoutId: z.string(),
  sizes: z.array(z.string()),
  updatedAt: epochSeconds,
})
export const layouts = {
  names: endpoint('GET', '/layout/name', {
    access: 'session',
    store: 'none',
    summary: 'The layouts by name, with the sizes they are drawn for.',
    response: z.object({ layoutList: z.array(layoutInfo) }),
  }),
}
