/**
 * Family products: several products that one label shows together (specification 2 §2, §3, §5, §7). A family belongs to a store, or,
 * with an empty store code, to all of them; a store's own family stands before a shared one of the same code.
 */
import * as z from 'zod'
import { endpoint, upload } from './endpoint.ts'
import { encodingField } from './file-encodings.ts'
import { specifiedProductNames } from './products.ts'
import { tableEndpoint } from './table.ts'
import { epochSeconds, failureReason, forNewTask, nfcInput, orSay, prCode, storeCode, tagType } from './schemas.ts'

/** The scope of families: a store, or the whole chain. */
const scope = z.union([z.literal(''), storeCode])

export const family = z.object({
  /** Empty: shared by all stores. */
  storeCode: z.string(),
  fmPrCode: z.string(),
  /** As many entries as a family has places (familyProductItemCount); empty ones at the end. */
  prCodeList: z.array(z.string()),
  layoutId: z.string(),
  nfc: z.string().nullable(),
  /** Tags that show it, in the stores of the account. */
  tagCount: z.int(),
  updatedAt: epochSeconds,
})
export interface Family extends z.infer<typeof family> {}

const familyCode = z
  .string({ error: orSay('Enter Family Code, Please!') })
  .trim()
  .min(1, 'Enter Family Code, Please!')
  .max(64)
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters')

const familyInput = z.strictObject({
  fmPrCode: familyCode,
  /** Blanks and repeats are dropped, what is beyond the places of a family is cut off. */
  prCodeList: z.array(z.union([z.literal(''), z.string().regex(/^\s+$/), prCode])).max(1000),
  layoutId: z
    .string({ error: orSay('Please enter Layout ID') })
    .trim()
    .min(1, 'Please enter Layout ID')
    .max(100),
  nfc: nfcInput.nullable().optional(),
})

const changed = z.object({
  /** The first of the tasks; null when no label shows what changed ("no matching tags", which counts as success). */
  taskId: z.string().nullable(),
  /** One task for each store whose labels change. */
  taskList: z.array(z.object({ storeCode: z.string(), taskId: z.string(), tagCount: z.int() })),
  changed: z.int(),
  unchanged: z.int(),
  tagCount: z.int(),
  message: z.string(),
})

/** Larger files are refused: a million families is far above any chain. */
const maxFileBytes = 100_000_000

export const families = {
  search: tableEndpoint('/status/store/:storeCode/product/family/search', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'The families of a store; the shared ones have a list of their own.',
    row: family,
    filters: ['fmPrCode', 'prCodeList', 'layoutId', 'nfc'],
  }),
  searchShared: tableEndpoint('/status/product/family/search', {
    access: 'product.read',
    store: 'none',
    summary: 'The families that all stores share.',
    row: family,
    filters: ['fmPrCode', 'prCodeList', 'layoutId', 'nfc'],
  }),
  searchAll: tableEndpoint('/product/family/search', {
    access: 'product.read',
    store: 'account',
    summary: 'The families of all stores of the account, and those that all stores share.',
    row: family,
    filters: ['storeCode', 'fmPrCode', 'prCodeList', 'layoutId', 'nfc'],
  }),
  get: endpoint('GET', '/product/family/:familyCode/store/:storeCodeOrShared', {
    access: 'product.read',
    store: 'account',
    summary:
      'The family of that code as it holds in a store: its own, else the shared one. With nothing behind the last slash, the shared one.',
    response: family,
  }),
  findByPrCode: endpoint('GET', '/product/family/findByPrCode/:prCode/store/:storeCodeOrShared', {
    access: 'product.read',
    store: 'account',
    summary: 'The families that hold a product, as they hold in a store; with nothing behind the last slash, the shared ones.',
    response: z.object({ familyList: z.array(family) }),
  }),
  preview: endpoint('POST', '/product/family/preview', {
    access: 'product.read',
    store: 'account',
    summary: 'What the label of a family looks like that need not be stored: its pages, and what cannot be drawn right.',
    body: z.strictObject({
      /** Its products, layouts, language and currency; empty: those of the account's store that has most of the products. */
      storeCode: scope,
      prCodeList: z.array(prCode).min(1, 'Enter Product Code, Please!').max(20),
      layoutId: z.string().trim().max(100),
      /** Left out: of a tag that shows the first product, else a usual one that the layout has a drawing for. */
      tagType: tagType.optional(),
    }),
    response: z.object({
      /** PNG in base64; null when nothing can be drawn. */
      encodedImage: z.string().nullable(),
      subPage: z.array(z.string()),
      tagType: z.string(),
      /** What keeps the label from being shown; the pictures stand for as far as it can be drawn. */
      problems: z.array(z.object({ reason: failureReason, page: z.int(), detail: z.string() })),
      /** The size that its layout was drawn for, where it was not drawn for this panel and was refitted. */
      refittedFrom: z.string().nullable(),
    }),
  }),
  save: endpoint('POST', '/product/family', {
    access: 'product.write',
    store: 'body.storeCode',
    alsoNamed: specifiedProductNames,
    summary:
      'Creates or changes families; the labels that show them are updated. An empty store code means all stores and needs an account of the whole chain.',
    body: z.strictObject({
      ...forNewTask,
      storeCode: scope,
      productList: z.array(familyInput).min(1, 'No data to save.').max(10_000),
    }),
    response: changed,
  }),
  remove: endpoint('POST', '/product/family/delete', {
    access: 'product.write',
    store: 'body.storeCode',
    summary:
      'Deletes families. Labels that show one go on with the shared family of its code, if there is one; else they keep its products and layout, and belong to no family any more.',
    body: z.strictObject({
      storeCode: scope,
      fmPrCodeList: z.array(familyCode).min(1, 'No row selected. Please select one or more rows.').max(10_000),
    }),
    response: changed.omit({ changed: true, unchanged: true }).extend({ deleted: z.int() }),
  }),
  upload: upload('/product/family/file', {
    access: 'product.write',
    store: 'body.storeCode',
    summary:
      'Takes a CSV or TXT file of families in: family code, as many product codes as a family has places, layout, optionally NFC. Short rows are passed over.',
    fields: z.object({ storeCode: scope, encoding: encodingField }),
    maxBytes: maxFileBytes,
    response: changed.extend({ historyId: z.string(), dataCount: z.int() }),
  }),
}
