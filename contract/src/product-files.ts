/** Product files: upload, history, and what was wrong in each line (specification 2 §2, §7). */
import * as z from 'zod'
import { converted, endpoint, file, upload } from './endpoint.ts'
import { columnsField, fileColumns } from './file-columns.ts'
import { encodingField } from './file-encodings.ts'
import { fileReading, fileReason } from './file-reasons.ts'
export type { FileReading, FileReason } from './file-reasons.ts'
import { priceReview } from './price-review.ts'
import { tableEndpoint } from './table.ts'
import { epochSeconds, storeCode } from './schemas.ts'
import { failureReasons, languages } from './vocabulary.ts'
import { leftOut } from './left-out.ts'

/** Lines named in an answer and kept in the history; the count tells how many there were. */
export const reportedErrors = 100

/** Columns of a product file beside the aliases. */
export const layoutColumn = 'LAYOUT_ID'
export const nfcColumn = 'NFC'

/** How an error begins that tells why a parser script did not come to its end. */
export const parserFailed = 'The parser script failed: '

/** What files bring. */
export const fileTypes = ['product', 'family', 'secondCode', 'paper'] as const
export type FileType = (typeof fileTypes)[number]

export const fileUpload = z.object({
  _id: z.string(),
  fileName: z.string(),
  storeCode: z.string(),
  fileType: z.enum(fileTypes),
  /** Products, families or codes that were new or changed. */
  count: z.int(),
  /** Data rows in the file. */
  dataCount: z.int(),
  received: epochSeconds,
  finished: epochSeconds.nullable(),
  error: z.array(z.string()),
  errorCount: z.int(),
  /** Wrong lines that were left out while the others were applied; 0 where all were, or none. */
  leftOutCount: z.int(),
  /** Those of the errors that can be said in any language. */
  reasons: z.array(fileReason),
  /** In which encoding it was read; null while that is not known. */
  encoding: z.string().nullable(),
  taskId: z.string().nullable(),
  tagCount: z.int(),
  /** Who or what brought it: an account, the drop folder, … */
  source: z.string(),
})
export interface FileUpload extends z.infer<typeof fileUpload> {}

/** Labels with a problem that a check names; the count tells how many there are. */
export const reportedProblems = 100

export const labelProblem = z.object({
  tagMac: z.string(),
  prCode: z.string(),
  reason: z.enum(failureReasons),
  detail: z.string(),
})
export interface FileLabelProblem extends z.infer<typeof labelProblem> {}

/** What a file would bring about; nothing of it has happened. */
export const fileCheck = z.object({
  /** Data rows in the file, good or bad. */
  dataCount: z.int(),
  /** Products that are not there yet. */
  newCount: z.int(),
  /** Products that are there and would become others. */
  changed: z.int(),
  unchanged: z.int(),
  /** Families and second codes that the file brings beside products, when a parser script gives them; new or not. */
  familyCount: z.int(),
  secondCodeCount: z.int(),
  /** What is wrong with lines: with one of them the whole file is refused, unless it is applied without them. */
  error: z.array(z.string()),
  errorCount: z.int(),
  /** Lines that would be applied without the wrong ones, where the store allows that; else 0. */
  goodCount: z.int(),
  reasons: z.array(fileReason),
  /** In which encoding the file is read, with its first lines; several when that is not certain: then the file is refused. */
  readings: z.array(fileReading),
  /** Labels that show a product that is new or changed. */
  tagCount: z.int(),
  /** Labels that were tried: less than all of them when that would have taken too long. */
  checkedCount: z.int(),
  /** Labels that could not be shown. */
  problemCount: z.int(),
  problems: z.array(labelProblem),
  /** Displays that have a product that is new or changed, and how many of them were looked at. */
  displayCount: z.int(),
  checkedDisplayCount: z.int(),
  /** Such products that displays would leave out; a product counts for each display. */
  leftOutCount: z.int(),
  leftOut: z.array(leftOut),
  /** The file is taken all the same: the person that applies it has looked at its prices. */
  ...priceReview.shape,
  /** Until the labels are done, at the rate of the store's last tasks; null when nothing is known of that. */
  expectedSeconds: z.int().nullable(),
  /** Stands for the prices of this answer, old → new: an upload that names it changes these prices, or nothing. */
  reviewed: z.string(),
  /** The columns of the file; null where a parser script reads it, or where there are too many to say what each means. */
  columns: fileColumns.nullable(),
})
export interface FileCheck extends z.infer<typeof fileCheck> {}

/** 300 MB is far above any store’s file; beyond it the upload is refused. */
const maxBytes = 300_000_000

/** In which language a file says what is wrong. */
const language = z.enum(languages).default('en_US')
/** How far the store's products had come, and what prices became of them by the file. */
const reviewed = z.string().regex(/^\d{1,18}-\d{1,10}-\d{1,40}$/, 'must be what a check has answered')
/** The lines that are good are applied without those that are wrong: only in stores whose configuration allows it. */
const applyGoodLines = z
  .union([z.boolean(), z.enum(['true', 'false', ''])])
  .transform((given) => given === true || given === 'true')
  .optional()

export const productFiles = {
  check: upload('/product/file/check', {
    access: 'product.write',
    writes: false,
    store: 'body.storeCode',
    summary: 'Tells what a product file would change, and which labels could not be shown, without changing anything.',
    fields: z.object({ storeCode, encoding: encodingField, columns: columnsField }),
    maxBytes,
    response: fileCheck,
  }),
  upload: upload('/product/file', {
    access: 'product.write',
    store: 'body.storeCode',
    onlyStore: true,
    summary:
      'Takes a CSV or TXT product file in: all of it, or, when a line is wrong, nothing, or its good lines where that is asked for and allowed.',
    fields: z.object({ storeCode, encoding: encodingField, columns: columnsField, applyGoodLines, reviewed: reviewed.optional() }),
    maxBytes,
    response: z.object({
      historyId: z.string(),
      taskId: z.string().nullable(),
      dataCount: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      tagCount: z.int(),
      /** Wrong lines that were left out, and what is wrong with the first of them. */
      leftOutCount: z.int(),
      error: z.array(z.string()),
      reasons: z.array(fileReason),
      message: z.string(),
    }),
  }),
  wrongLines: converted('/product/file/wrong-lines', {
    access: 'product.write',
    writes: false,
    store: 'body.storeCode',
    summary: 'All lines of a product file that are wrong, as a CSV file: number, field, what is wrong, and the line as it stands.',
    fields: z.object({ storeCode, encoding: encodingField, columns: columnsField, language }),
    maxBytes,
  }),
  receivedWrongLines: file('/product/file/upload/history/detail/:historyId/wrong-lines', {
    access: 'product.read',
    store: 'account',
    summary: 'The same of a product file that was received.',
    query: z.object({ language }),
  }),
  history: tableEndpoint('/product/file/upload/history/search', {
    access: 'product.read',
    store: 'account',
    summary: 'Files received, newest first, with their result.',
    row: fileUpload,
    filters: ['fileName', 'storeCode', 'fileType', 'source'],
  }),
  detail: endpoint('GET', '/product/file/upload/history/detail/:historyId', {
    access: 'product.read',
    store: 'account',
    summary: 'One file: its result and its first rows.',
    response: fileUpload.extend({ data: z.array(z.object({ line: z.int(), prInfo: z.array(z.string()) })) }),
  }),
}
