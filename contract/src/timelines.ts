/** Timelines of the v1 line: which set is played when, and by which displays (specification 3 §2, §3, §5). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { warnings } from './films.ts'
import { plusMac } from './display-address.ts'
import { done, epochSeconds, numberId } from './schemas.ts'
import { tableEndpoint } from './table.ts'

const range = z.object({ start: z.string().max(10), end: z.string().max(10) })
/** A layer; the last that holds is played. All of it may be left open: then it always holds. */
const row = z.object({
  /** Of the set. */
  id: numberId,
  period: range.nullable().default(null),
  /** 0 is Sunday; none is every day. */
  days: z.array(z.int().min(0).max(6)).max(7).default([]),
  time: z.array(range).max(50).default([]),
})
export const timelineSummary = z.object({
  id: z.string(),
  name: z.string(),
  /** Displays, of those that the account may see. */
  deviceCount: z.int(),
  scheduleCount: z.int(),
  user: z.string(),
  updatedAt: epochSeconds,
})
export interface TimelineSummary extends z.infer<typeof timelineSummary> {}
export const timeline = timelineSummary.extend({
  schedule: z.array(
    z.object({
      id: z.string(),
      period: range.nullable(),
      days: z.array(z.int()),
      time: z.array(range),
      /** Of the set. */
      name: z.string(),
      duration: z.int(),
    }),
  ),
  /** Most panels of all shows that it plays. */
  screens: z.int(),
  /** For each screen the addresses of the displays that show it. */
  device: z.array(z.array(z.string())),
  /** What is said of them in lists. */
  deviceList: z.array(
    z.object({
      mac: z.string(),
      name: z.string(),
      code: z.string(),
      model: z.string(),
      /** Of its screen, pixels. */
      screenWidth: z.int(),
      screenHeight: z.int(),
      storeCode: z.string(),
      connection: z.string(),
      /** On whose clock it plays: its own, or else the store's. */
      timezone: z.string(),
    }),
  ),
})
export interface Timeline extends z.infer<typeof timeline> {}

const read = { access: 'plus.read', store: 'account' } as const
const write = { access: 'plus.write', store: 'account' } as const

export const timelines = {
  search: tableEndpoint('/plus/v1/timeline/search', {
    ...read,
    summary: 'Timelines.',
    filters: ['name', 'deviceCount', 'scheduleCount', 'user'],
    row: timelineSummary,
  }),
  list: endpoint('POST', '/plus/v1/timeline/list', {
    ...read,
    summary: 'Timelines by their ids, or all of them by name.',
    body: z.object({ ids: z.array(numberId).max(1000).optional() }),
    response: z.object({ timelineList: z.array(timelineSummary) }),
  }),
  read: endpoint('GET', '/plus/v1/timeline/:timelineId', { ...read, summary: 'One timeline, whole.', response: timeline }),
  save: endpoint('POST', '/plus/v1/timeline', {
    ...write,
    summary:
      'Makes a timeline, or changes what is given of the one of `id`. A display plays one screen of one timeline: it leaves where it was. Displays of stores that are not the account’s stay as they are.',
    body: z.object({
      id: numberId.optional(),
      name: z.string().trim().min(1).max(100).optional(),
      schedule: z.array(row).max(200).optional(),
      device: z.array(z.array(plusMac).max(5000)).max(50).optional(),
      /** As it was read: 409 `changed-meanwhile` when it was saved since. */
      updatedAt: epochSeconds.optional(),
    }),
    response: done.extend({ id: z.string(), updatedAt: epochSeconds, moved: z.int(), warnings }),
  }),
  remove: endpoint('POST', '/plus/v1/timeline/delete', {
    ...write,
    summary: 'Removes timelines; their displays play their lists of prices then.',
    body: z.object({ ids: z.array(numberId).min(1).max(1000) }),
    response: done.extend({ deleted: z.array(z.string()) }),
  }),
}
