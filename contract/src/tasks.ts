/** Update tasks: everything that one request wants from the tags of a store (specification 2 §2, §3). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { tableEndpoint } from './table.ts'
import { deliveryState, epochSeconds, failureReason, operationKind, taskId, taskType } from './schemas.ts'

export const task = z.object({
  taskId: z.string(),
  storeCode: z.string(),
  storeName: z.string(),
  taskType,
  /** 0 to 100; negative when the task has no tags. */
  progress: z.int(),
  totalTags: z.int(),
  shown: z.int(),
  /** Of those shown: delivered to devices that never confirm what stands on their glass. */
  delivered: z.int(),
  same: z.int(),
  superseded: z.int(),
  failed: z.int(),
  left: z.int(),
  layoutId: z.string().nullable(),
  createdBy: z.string(),
  startTime: epochSeconds,
  endTime: epochSeconds.nullable(),
  /** When it should end at the gateways’ recent rate; null when finished or unknown. */
  expectedEnd: epochSeconds.nullable(),
})
export interface Task extends z.infer<typeof task> {}

export const taskRow = z.object({
  deliveryId: z.string(),
  kind: operationKind,
  tagMac: z.string(),
  tagId: z.string(),
  prCode: z.string().nullable(),
  layout: z.string().nullable(),
  prInfo: z.array(z.string()),
  state: deliveryState,
  /** false with SHOWN: the device took the picture, and its kind never says what stands on the glass. */
  confirmed: z.boolean(),
  /** OK or NG, null while in progress. */
  result: z.enum(['OK', 'NG', 'CANCEL']).nullable(),
  reason: failureReason.nullable(),
  detail: z.string().nullable(),
  tries: z.int(),
  updatedAt: epochSeconds,
})
export interface TaskRow extends z.infer<typeof taskRow> {}

/** Columns of a chart over time, at most. */
export const chartSteps = 60
/** Days of the store's history that a chart goes back, counted from its newest task. */
export const chartDays = 366

const outcomes = { shown: z.int(), same: z.int(), superseded: z.int(), failed: z.int() }
/** A task in figures, and all tasks of its store day by day; counted on the server over all history (specification 2 §2). */
const taskChart = z.object({
  ...outcomes,
  /** Of those shown: delivered to devices that never confirm what stands on their glass. */
  delivered: z.int(),
  left: z.int(),
  /** Why labels failed, most frequent first. */
  reasons: z.array(z.object({ reason: failureReason, tagCount: z.int() })),
  /** Seconds from the request to the tag's word, of the labels that were shown; null when none was. */
  seconds: z.object({ median: z.number(), p95: z.number(), longest: z.number() }).nullable(),
  /** What ended within each step of `stepSeconds`. */
  stepSeconds: z.int(),
  steps: z.array(z.object({ time: epochSeconds, ...outcomes })),
  /** Days of the store's own calendar. */
  days: z.array(z.object({ date: z.string(), tasks: z.int(), tags: z.int(), failed: z.int() })),
})
export interface TaskChart extends z.infer<typeof taskChart> {}

/** `confirmed` is `true` or `false` for what was shown, and nothing for all else. */
const rowFilters = ['tagId', 'prCode', 'layout', 'result', 'state', 'confirmed', 'reason'] as const

export const tasks = {
  search: tableEndpoint('/history/task/search', {
    access: 'task.read',
    store: 'account',
    summary: 'Tasks of the account’s stores.',
    row: task,
    filters: ['taskId', 'storeCode', 'storeName', 'taskType', 'progress', 'delivered', 'startTime', 'endTime', 'createdBy'],
  }),
  rows: tableEndpoint('/history/store/:storeCode/task/:taskId/search', {
    access: 'task.read',
    store: 'params.storeCode',
    summary: 'A task tag by tag.',
    row: taskRow,
    filters: rowFilters,
  }),
  failedRows: tableEndpoint('/history/store/:storeCode/task/:taskId/fail/search', {
    access: 'task.read',
    store: 'params.storeCode',
    summary: 'The tags of a task that failed.',
    row: taskRow,
    filters: rowFilters,
  }),
  chart: endpoint('GET', '/history/store/:storeCode/task/:taskId/chart', {
    access: 'task.read',
    store: 'params.storeCode',
    summary: 'A task in figures: outcomes, reasons, times, and the days of its store.',
    response: taskChart,
  }),
  retry: endpoint('POST', '/retry/task/:taskId/store/:storeCode', {
    access: 'tag.write',
    store: 'params.storeCode',
    summary: 'Sends what failed in a task once more, to the tags that are still wrong, as a task of its own.',
    response: z.object({ taskId, tagCount: z.int(), message: z.string() }),
  }),
}
