/** Paper labels: files that ask for labels on paper, and what the printers made of them (specification 2 §2, §3, §4, §7). */
import * as z from 'zod'
import { endpoint, upload } from './endpoint.ts'
import { encodingField } from './file-encodings.ts'
import { fileUpload } from './product-files.ts'
import { epochSeconds, nodeStatus, storeCode, taskId } from './schemas.ts'
import { position } from './stores.ts'
import { tableEndpoint } from './table.ts'

/** What a row's result code means to people (specification 2 §4): absent NONE, 1 SUCCESS, anything else FAIL. */
export const printStates = ['NONE', 'SUCCESS', 'FAIL'] as const
export type PrintState = (typeof printStates)[number]
/** Result codes. The specification names only 1. */
export const printResults = {
  printed: 1,
  /** No printer answers at its address. */
  unreachable: 2,
  /** The printer does not answer in time, or does not say whether it has the document. */
  timeout: 3,
  /** It takes no document or paper of ours. */
  unsupported: 4,
  /** It refuses, or stays busy. */
  refused: 5,
  /** It waited too long for a person: no paper, door open, paused. */
  attention: 6,
  aborted: 7,
  cancelled: 8,
  /** The label could not be drawn right. */
  notDrawn: 9,
  /** What answers there is no IPP printer. */
  notIpp: 10,
  /** The price, or the name, that the label is for is empty; a price that is no number counts as empty. */
  noPrice: 11,
  noName: 12,
} as const
export type PrintResult = (typeof printResults)[keyof typeof printResults]

export const printerStates = ['READY', 'ATTENTION', 'OFFLINE'] as const
export type PrinterState = (typeof printerStates)[number]

/** Columns of a paper file beside the aliases; the first must be there, LAYOUT too. */
export const paperColumns = { printer: 'PRINTER_IP', name: 'PRINTER_NAME', layout: 'LAYOUT', copies: 'COPIES' } as const
/** Rows of one paper file, and copies of one label. */
export const maxPaperRows = 10_000
export const maxCopies = 100

/** Specification 2 §3: a paper store. */
export const paperStore = z.object({
  storeName: z.string(),
  storeCode: z.string(),
  address: z.string(),
  position: position.nullable(),
  totalTaskCount: z.int(),
  /** Tasks of which every label was printed. */
  totalCompleteCount: z.int(),
  /** Tasks that came on the store's today, and those of them that are complete. */
  todayTaskCount: z.int(),
  todayCompleteCount: z.int(),
  /**
   * Of the printers spoken to within a week: OFFLINE when none was there the last time. ALARM when one was not there or waits for a
   * person, or when a task of today has labels that could not be printed. Else NORMAL.
   */
  status: nodeStatus,
  updatedAt: epochSeconds.nullable(),
})
export interface PaperStore extends z.infer<typeof paperStore> {}

/** Specification 2 §3: a paper task. */
export const paperTask = z.object({
  _id: z.string(),
  storeCode: z.string(),
  taskDes: z.string(),
  /** Rows in all, printed, and not to be printed. */
  total: z.int(),
  complete: z.int(),
  failed: z.int(),
  /** Percent of the rows that are printed. */
  progress: z.int(),
  createdBy: z.string(),
  createdAt: epochSeconds,
  updatedAt: epochSeconds,
})
export interface PaperTask extends z.infer<typeof paperTask> {}

/** Specification 2 §3: a paper task row. */
export const paperRow = z.object({
  /** Its line in the file: names the row within its task. */
  line: z.int(),
  prCode: z.string(),
  prInfo: z.array(z.string()),
  layout: z.string(),
  copies: z.int(),
  printerIp: z.string(),
  printerName: z.string(),
  state: z.enum(printStates),
  /** One of `printResults`; null while it is not decided. */
  resultCode: z.int().nullable(),
  /** The printer's words; while it waits, what it waits for. */
  resultMsg: z.string(),
  printedTime: epochSeconds.nullable(),
  updatedAt: epochSeconds,
})
export interface PaperRow extends z.infer<typeof paperRow> {}

const task = { storeCode, taskId }
const printing = z.object({ rows: z.int(), message: z.string() })

export const papers = {
  upload: upload('/paper/file', {
    access: 'paper.write',
    store: 'body.storeCode',
    summary: 'Takes a CSV or TXT paper file in: all of it becomes a paper task, or, when a line is wrong, nothing.',
    fields: z.object({ storeCode, taskDes: z.string().trim().max(200).optional(), encoding: encodingField }),
    maxBytes: 20_000_000,
    response: z.object({ historyId: z.string(), taskId: z.string(), dataCount: z.int(), message: z.string() }),
  }),
  /** The specification names no call for printing again; these two are ours. */
  print: endpoint('POST', '/paper/task/print', {
    access: 'paper.write',
    store: 'body.storeCode',
    summary: 'Prints rows of a task again, all of them unless `lineList` names some; rows on their way stay as they are.',
    body: z.object({ ...task, lineList: z.array(z.int().positive()).min(1).max(maxPaperRows).optional() }),
    response: printing,
  }),
  printFailed: endpoint('POST', '/paper/task/print/fail', {
    access: 'paper.write',
    store: 'body.storeCode',
    summary: 'Prints the rows of a task again that could not be printed.',
    body: z.object(task),
    response: printing,
  }),
  history: tableEndpoint('/paper/file/upload/history/search', {
    access: 'paper.read',
    store: 'account',
    summary: 'Paper files received, newest first, with their result.',
    row: fileUpload,
    filters: ['fileName', 'storeCode', 'source'],
  }),
  detail: endpoint('GET', '/paper/file/upload/history/detail/:historyId', {
    access: 'paper.read',
    store: 'account',
    summary: 'One paper file: its result and its first rows.',
    response: fileUpload.extend({
      data: z.array(
        z.object({
          line: z.int(),
          prCode: z.string(),
          prInfo: z.array(z.string()),
          layout: z.string(),
          copies: z.int(),
          printerIp: z.string(),
          printerName: z.string(),
        }),
      ),
    }),
  }),
  tasks: tableEndpoint('/paper/task/store/:storeCode/search', {
    access: 'paper.read',
    store: 'params.storeCode',
    summary: 'The paper tasks of a store, newest first.',
    row: paperTask,
    filters: ['_id', 'taskDes', 'createdBy', 'total', 'complete', 'failed', 'progress'],
  }),
  task: endpoint('GET', '/paper/task/:taskId/store/:storeCode', {
    access: 'paper.read',
    store: 'params.storeCode',
    summary: 'A paper task with its rows.',
    response: paperTask.extend({ data: z.array(paperRow) }),
  }),
  rows: tableEndpoint('/paper/task/:taskId/store/:storeCode/search', {
    access: 'paper.read',
    store: 'params.storeCode',
    summary: 'The rows of a paper task, in pages.',
    row: paperRow,
    filters: ['line', 'prCode', 'layout', 'printerIp', 'printerName', 'state', 'resultCode', 'resultMsg'],
  }),
  preview: endpoint('GET', '/paper/task/:taskId/store/:storeCode/row/:line/preview', {
    access: 'paper.read',
    store: 'params.storeCode',
    summary: 'The label of a row as it is printed: a PNG in base64, or why it cannot be drawn.',
    response: z.object({ encodedImage: z.string().nullable(), problem: z.string() }),
  }),
  stores: endpoint('GET', '/status/store/paper', {
    access: 'paper.read',
    store: 'account',
    summary: 'The account’s stores by their paper tasks.',
    response: z.object({ storeList: z.array(paperStore) }),
  }),
  overview: tableEndpoint('/status/store/pagination/paper', {
    access: 'paper.read',
    store: 'account',
    summary: 'Stores by paper tasks.',
    row: paperStore,
    filters: ['storeCode', 'storeName', 'status', 'totalTaskCount', 'totalCompleteCount', 'todayTaskCount', 'todayCompleteCount'],
  }),
  layouts: endpoint('GET', '/paper/layout/name', {
    access: 'session',
    store: 'none',
    summary: 'The paper layouts: their names and how many labels a sheet holds.',
    response: z.object({ layoutList: z.array(z.object({ name: z.string(), perPage: z.int(), width: z.number(), height: z.number() })) }),
  }),
}
