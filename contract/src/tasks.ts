/** Update tasks: everything that one request wants from the tags of a store (specification 2 §2, §3). */
import * as z from 'zod'
import { tableEndpoint } from './table.ts'
import { deliveryState, epochSeconds, failureReason, taskType } from './schemas.ts'

export const task = z.object({
  taskId: z.string(),
  storeCode: z.string(),
  storeName: z.string(),
  taskType,
  /** 0 to 100; negative when the task has no tags. */
  progress: z.int(),
  totalTags: z.int(),
  shown: z.int(),
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
  tagMac: z.string(),
  tagId: z.string(),
  prCode: z.string().nullable(),
  layout: z.string().nullable(),
  prInfo: z.array(z.string()),
  state: deliveryState,
  /** OK or NG, null while in progress. */
  result: z.enum(['OK', 'NG', 'CANCEL']).nullable(),
  reason: failureReason.nullable(),
  detail: z.string().nullable(),
  tries: z.int(),
  updatedAt: epochSeconds,
})
export interface TaskRow extends z.infer<typeof taskRow> {}

const rowFilters = ['tagId', 'prCode', 'layout', 'result', 'state', 'reason'] as const

export const tasks = {
  search: tableEndpoint('/history/task/search', {
    access: 'task.read',
    store: 'account',
    summary: 'Tasks of the account’s stores.',
    row: task,
    filters: ['taskId', 'storeCode', 'storeName', 'taskType', 'progress', 'startTime', 'endTime', 'createdBy'],
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
}
