/** Products of a store and their aliases: what labels are made from (specification 2 §3, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { productCheck } from './price-review.ts'
import { tableEndpoint } from './table.ts'
import { epochSeconds, failureReason, forNewTask, nfcInput, prCode, prCodeOr, storeCode, tagType } from './schemas.ts'
import { aliasTypes, languages } from './vocabulary.ts'

/** Specification 2 §9: slots of prInfo, and how many the list shows by default. */
export const prInfoSlots = 255
export const prInfoShown = 10

/** Products that one call answers by their codes. */
export const maxListed = 2000

const prInfo = z.array(z.string().max(1000)).max(prInfoSlots)
const layoutIdInput = z.string().trim().max(100).nullable()
/** Null, or nothing at all: the rules of the store choose. */
const layoutIdToSave = z.string().trim().min(1, 'Please enter Layout ID').max(100).nullable()

export const product = z.object({
  prCode: z.string(),
  prInfo: z.array(z.string()),
  layoutId: z.string().nullable(),
  nfc: z.string().nullable(),
  tagCount: z.int(),
  /** Sizes of the tags that show it: R154, R213, … */
  tagType: z.array(z.string()),
  updatedAt: epochSeconds,
  /** The update it stands at: sent back with a change, it keeps that from undoing the change of another account. */
  updateId: z.string(),
})
export interface Product extends z.infer<typeof product> {}

/** A product with what it is called and costs, empty where it has no such value, and how its labels stand. */
export const listedProduct = product.extend({
  name: z.string(),
  /** As its labels say it, in the language and currency of the store; a price that a label could not show stands as it is stored. */
  price: z.string(),
  /** The price before, which is struck through. */
  listPrice: z.string(),
  /** Its labels by the states that dashboards tell apart: in error, in progress, and all others. */
  labels: z.object({
    error: z.int(),
    inProgress: z.int(),
    good: z.int(),
    /** Another one whenever what stands on the glass of one of them has changed; null where nothing stands there. */
    glass: z.string().nullable(),
  }),
  /** Who made its last change, an account or the folder of a file, and the file; null where the history does not reach so far back. */
  lastChange: z.object({ by: z.string(), fileName: z.string().nullable() }).nullable(),
})
export interface ListedProduct extends z.infer<typeof listedProduct> {}

/** What an answer tells of a product beside what it is made of: sent back, it is passed over. */
const answeredBeside = z.unknown().optional()
const productInput = z.strictObject({
  prCode: prCodeOr('Please enter Product Code'),
  prInfo,
  tagCount: answeredBeside,
  tagType: answeredBeside,
  updatedAt: answeredBeside,
  name: answeredBeside,
  price: answeredBeside,
  listPrice: answeredBeside,
  labels: answeredBeside,
  lastChange: answeredBeside,
  layoutId: layoutIdToSave.optional(),
  nfc: nfcInput.nullable().optional(),
  /** The update that the change was made on: refused (`changed-since`) when the product has changed since. `0`: the product must be new. */
  updateId: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
})

const productsToSave = z.strictObject({
  ...forNewTask,
  productList: z.array(productInput).min(1, 'No data to save.').max(10_000),
})
/** Specification 2 §7 has them as "store, product list", and for families as "a product array". */
export const specifiedProductNames = { store: 'storeCode', product: 'productList' } as const

export const products = {
  search: tableEndpoint('/status/store/:storeCode/product/search', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'The products of a store.',
    row: listedProduct,
    // `find`: code and name together. `name`, `price`, `listPrice`: the slots whose aliases mean these; `prInfo3`: any one slot.
    filters: ['prCode', 'prInfo', 'layoutId', 'nfc', 'tagCount', 'find', 'name', 'price', 'listPrice', 'prInfo#'],
  }),
  get: endpoint('GET', '/product/:prCode/store/:storeCode', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'One product.',
    response: listedProduct,
  }),
  /** Specification 2 §7. */
  list: endpoint('POST', '/product/store/:storeCode/list', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'Products by their codes; `unknown`: codes that the store does not have.',
    body: z.strictObject({ prCodeList: z.array(prCode).max(maxListed) }),
    response: z.object({ productList: z.array(listedProduct), unknown: z.array(z.string()) }),
  }),
  inStores: endpoint('GET', '/product/:prCode/stores', {
    access: 'product.read',
    store: 'account',
    summary: 'What one product costs in each store of the account that sells it, and how its labels stand there.',
    response: z.object({
      storeList: z.array(
        listedProduct.pick({ price: true, listPrice: true, labels: true }).extend({ storeCode: z.string(), storeName: z.string() }),
      ),
      /** Stores beyond those of the list. */
      more: z.int(),
    }),
  }),
  save: endpoint('POST', '/product', {
    access: 'product.write',
    store: 'body.storeCode',
    alsoNamed: specifiedProductNames,
    summary: 'Creates or changes products; the labels that show them are updated. A product may be sent back as it was answered.',
    body: productsToSave,
    response: z.object({
      /** Null when no label shows what changed ("no matching tags"). */
      taskId: z.string().nullable(),
      changed: z.int(),
      unchanged: z.int(),
      tagCount: z.int(),
      message: z.string(),
    }),
  }),
  check: endpoint('POST', '/product/check', {
    access: 'product.write',
    writes: false,
    store: 'body.storeCode',
    summary:
      'What saving these products would change, with every price old → new, without changing anything; refused where saving would be.',
    alsoNamed: specifiedProductNames,
    body: productsToSave,
    response: productCheck,
  }),
  preview: endpoint('POST', '/product/preview/encoded', {
    access: 'product.read',
    store: 'account',
    summary: 'What the label of a product looks like that need not be stored: its pages as BMP, and what cannot be drawn right.',
    body: z.strictObject({
      /** Blank: the usual one. */
      layoutId: layoutIdInput.optional(),
      prInfo,
      prCode,
      /** Its layouts, language and currency. Left out: those of the account's only store, else the shared layouts in English. */
      storeCode: storeCode.optional(),
      /** Left out: of a tag that shows the product, else a usual one that the layout has a drawing for. */
      tagType: tagType.optional(),
    }),
    response: z.object({
      /** The main page: an indexed BMP (1 bit a pixel in black and white, else 4) in base64. Null when nothing can be drawn. */
      encodedImage: z.string().nullable(),
      subPage: z.array(z.string()),
      layoutId: z.string(),
      tagType: z.string(),
      /** What keeps the label from being shown; the pictures stand for as far as it can be drawn. */
      problems: z.array(z.object({ reason: failureReason, page: z.int(), detail: z.string() })),
      /** The size that its layout was drawn for, where it was not drawn for this panel and was refitted. */
      refittedFrom: z.string().nullable(),
    }),
  }),
}

/** How an alias's values are read by layouts and shown in lists. */
export const aliasType = z.enum(aliasTypes)
export type AliasType = z.infer<typeof aliasType>

const slot = z
  .int()
  .min(0)
  .max(prInfoSlots - 1)

export const alias = z.object({
  /** Slot in prInfo. */
  index: slot,
  name: z.string().trim().max(60),
  /** The slot that carries the product code; only one may be. */
  key: z.boolean(),
  chart: z.boolean(),
  type: aliasType.default('text'),
  /** What people read instead of the name, in each language of the console; left out of an answer where there is none. */
  displayNames: z.partialRecord(z.enum(languages), z.string().trim().max(60)).optional(),
})
export interface Alias extends z.infer<typeof alias> {}

/** What names an alias; rules and scripts of all stores have an empty store code, a promotion has its type of stores there. */
const aliasUse = z.object({ kind: z.enum(['layout', 'rule', 'promotion', 'script']), name: z.string(), storeCode: z.string() })
export type AliasUse = z.infer<typeof aliasUse>
/** An alias with another name, or without one (`newName` null: removed), and what uses it. */
const aliasChange = z.object({ name: z.string(), newName: z.string().nullable(), uses: z.array(aliasUse) })
export type AliasChange = z.infer<typeof aliasChange>

const aliasAnswer = z.object({
  aliasList: z.array(alias),
  /** The slots of the name, the price, the price before that is struck through, and what goes with a price; null where there is none. */
  meant: z.object({
    name: slot.nullable(),
    price: slot.nullable(),
    listPrice: slot.nullable(),
    unit: slot.nullable(),
    unitPrice: slot.nullable(),
    taxPrice: slot.nullable(),
  }),
  /** Sent back with a change, it keeps that from undoing the change of another account. */
  version: z.string(),
})

export const aliases = {
  usage: endpoint('POST', '/config/alias/usage', {
    access: 'alias.write',
    store: 'none',
    writes: false,
    summary: 'What uses the aliases that these would rename or remove. Nothing is changed.',
    body: z.strictObject({ aliasList: z.array(alias).max(prInfoSlots) }),
    response: z.object({ changes: z.array(aliasChange) }),
  }),
  list: endpoint('GET', '/config/alias', {
    access: 'session',
    store: 'none',
    summary: 'Names of the product-info slots.',
    response: aliasAnswer,
  }),
  save: endpoint('POST', '/config/alias', {
    access: 'alias.write',
    store: 'none',
    summary:
      'Replaces the aliases; entries with a blank name are dropped, marking one as key clears the others. Display names that are left out stay as they are. Refused (`alias-used`) where layouts, rules or scripts use a name that changes, and where anything uses one that goes.',
    body: z.strictObject({
      aliasList: z.array(alias).max(prInfoSlots),
      /** What it was made on: refused (`changed-since`) when the aliases have changed since. Left out, it is not checked. */
      version: z.string().max(64).optional(),
      /** Layouts and rules get the new names, in the same transaction. */
      rename: z.boolean().optional(),
      /** Scripts that use a name are changed by hand: it is changed all the same. */
      despiteScripts: z.boolean().optional(),
    }),
    response: aliasAnswer,
  }),
}
