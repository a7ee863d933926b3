/** Ticket printing: lists of products that become labels on sheets of paper, as a PDF (specification 3 §2, §3, §5, §7, §9). */
import * as z from 'zod'
import { endpoint, made, upload } from './endpoint.ts'
import { encodingField } from './file-encodings.ts'
import { fileReason } from './file-reasons.ts'
import { prInfoSlots } from './products.ts'
import { epochSeconds, prCode, storeCode } from './schemas.ts'
import { storeStatus } from './stores.ts'
import { tableEndpoint } from './table.ts'

/** Rows of one list, copies of one row, and labels of one document. */
export const maxPrintRows = 2000
export const maxPrintQty = 500
export const maxPrintLabels = 10_000
/** Labels of one call of the preview: as bitmaps they are large. */
export const maxPreviewRows = 50
/** Templates kept in one store. */
export const maxPrintTemplates = 200
/** Products that a search offers. */
export const foundProducts = 20
/** Specification 3 §9: the document opens no earlier than this after the button was pressed. */
export const printOpensAfterMs = 2000
/** What begins the remark at the end of a document for each label that could not be drawn: `{line, prCode, detail}` as JSON follows. */
export const notPrintedMark = '% endcap-not-printed '

/** Columns of a file beside the aliases; the product code must be there. */
export const printColumns = { code: 'PRODUCT_CODE', qty: 'QTY', layout: 'LAYOUT', description: 'DESCRIPTION' } as const

const qty = z
  .int(`must be a whole number from 1 to ${maxPrintQty}`)
  .min(1, `must be a whole number from 1 to ${maxPrintQty}`)
  .max(maxPrintQty, `must be a whole number from 1 to ${maxPrintQty}`)
/** Specification 3 §3: a print product. */
const row = {
  prCode,
  /** What stands on this label instead of what the product says, by slot; null and what is left out: as the product says. */
  prInfo: z.array(z.string().max(1000).nullable()).max(prInfoSlots, `prInfo has at most ${prInfoSlots} slots`).default([]),
  /** A note for people; it is not printed. */
  description: z.string().trim().max(200).default(''),
}
/** Without a layout it is refused: "Please select a template." */
export const printItem = z.strictObject({ ...row, layoutId: z.string().trim().max(40).default(''), qty: qty.default(1) })
export type PrintItem = z.output<typeof printItem>
/** A row of a kept list may leave the layout to the list. */
const savedRow = z.strictObject({ ...row, layoutId: z.string().trim().max(40).nullable(), qty })
export type PrintRow = z.output<typeof savedRow>

/** An empty list is refused: "There are no products to print." */
const list = z.strictObject({
  prList: z
    .array(printItem)
    .max(maxPrintRows, `A list has at most ${maxPrintRows} rows.`)
    .refine(
      (items) => items.reduce((sum, item) => sum + item.qty, 0) <= maxPrintLabels,
      `A document has at most ${maxPrintLabels} labels.`,
    ),
  /** Marks where labels are cut apart, in what they leave empty around them. */
  cutMarks: z.boolean().default(false),
})

const product = z.object({ prCode: z.string(), prInfo: z.array(z.string()) })
export interface PrintProduct extends z.infer<typeof product> {}
/** A label that cannot be drawn right: its row in the list, from 1, and why. */
const notDrawn = z.object({ line: z.int(), prCode: z.string(), detail: z.string() })
export interface NotDrawn extends z.infer<typeof notDrawn> {}

const templateName = z
  .string()
  .trim()
  .min(1, 'Enter Name, Please!')
  .max(100)
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  .regex(/^[^\u0000-\u001f\u007f]+$/, 'must not contain control characters')
const templateInfo = z.object({
  name: z.string(),
  layoutId: z.string().nullable(),
  rows: z.int(),
  labels: z.int(),
  updatedBy: z.string(),
  updatedAt: epochSeconds,
})
export interface PrintTemplate extends z.infer<typeof templateInfo> {}

const inStore = { store: 'params.storeCode' } as const
const read = { access: 'ip.read', ...inStore } as const
const write = { access: 'ip.write', ...inStore } as const

export const printing = {
  overview: tableEndpoint('/status/store/pagination/print', {
    access: 'ip.read',
    store: 'account',
    summary: 'Stores to print labels for.',
    row: storeStatus,
    filters: ['storeCode', 'storeName', 'status'],
  }),
  find: endpoint('GET', '/print/store/:storeCode/product', {
    ...read,
    summary: 'Products by what was typed or scanned: their code, their barcode or a part of their name, best first.',
    query: z.object({ term: z.string().trim().max(200).default('') }),
    response: z.object({
      /** The first is exactly what was asked for. */
      exact: z.boolean(),
      productList: z.array(product),
    }),
  }),
  products: endpoint('POST', '/print/store/:storeCode/product/list', {
    ...read,
    summary: 'Products by their codes; `unknown`: codes that the store does not have.',
    body: z.strictObject({ prCodeList: z.array(prCode).max(maxPrintRows) }),
    response: z.object({ productList: z.array(product), unknown: z.array(z.string()) }),
  }),
  read: upload('/print/store/:storeCode/file', {
    ...read,
    summary: 'Reads a CSV or TXT file of products and quantities; nothing of it is kept.',
    fields: z.object({ encoding: encodingField }),
    maxBytes: 5_000_000,
    response: z.object({
      dataCount: z.int(),
      rows: z.array(z.object({ line: z.int(), ...savedRow.shape })),
      /** What is wrong, each with the number of its line. */
      error: z.array(z.string()),
      errorCount: z.int(),
      /** Those of `error` that can be said in other languages. */
      reasons: z.array(fileReason),
    }),
  }),
  /** The specification's "product preview for print". */
  preview: endpoint('POST', '/product/preview/print', {
    access: 'ip.read',
    store: 'body.storeCode',
    summary: `Labels as they are printed, at most ${maxPreviewRows} in one call: indexed BMP of 4 bits a pixel in base64, or why one cannot be drawn.`,
    body: z.strictObject({
      storeCode,
      prList: z.array(printItem).max(maxPreviewRows, `At most ${maxPreviewRows} labels in one call.`),
    }),
    response: z.object({
      prList: z.array(z.object({ prCode: z.string(), layoutId: z.string(), data: z.string().nullable(), problem: z.string() })),
    }),
  }),
  page: endpoint('POST', '/print/store/:storeCode/page', {
    ...read,
    summary: 'A page as it is printed: a PNG in base64, what cannot be drawn on it, and how many pages and labels there are.',
    body: list.extend({
      /** From 1. */
      page: z.int().min(1).max(maxPrintLabels).default(1),
    }),
    response: z.object({ encodedImage: z.string(), pages: z.int(), labels: z.int(), problems: z.array(notDrawn) }),
  }),
  pdf: made('/print/store/:storeCode/pdf', {
    ...read,
    summary: 'The labels as a PDF in the order of the list, sent as they are drawn. Its last lines name what could not be drawn.',
    body: list,
  }),
  templates: endpoint('GET', '/print/store/:storeCode/template', {
    ...read,
    summary: 'The saved print lists of a store.',
    response: z.object({ templateList: z.array(templateInfo) }),
  }),
  template: endpoint('GET', '/print/store/:storeCode/template/:name', {
    ...read,
    summary: 'One saved print list with its rows.',
    response: templateInfo.extend({ prList: z.array(z.object(savedRow.shape)) }),
  }),
  save: endpoint('POST', '/print/store/:storeCode/template', {
    ...write,
    summary:
      'Keeps a list with its layout under a name; one that is taken is only overwritten when `overwrite` says so (409 print-template-exists).',
    body: z.strictObject({
      name: templateName,
      layoutId: z.string().trim().max(40).nullable(),
      prList: z.array(savedRow).max(maxPrintRows, `A list has at most ${maxPrintRows} rows.`),
      overwrite: z.boolean().default(false),
    }),
    response: templateInfo,
  }),
  remove: endpoint('DELETE', '/print/store/:storeCode/template/:name', {
    ...write,
    summary: 'Removes a saved print list.',
    response: z.object({ name: z.string() }),
  }),
}
