/** When slides are shown: a period, days of the week, times of the day (specification 3 §3, §5, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, epochSeconds } from './schemas.ts'
import { tableEndpoint } from './table.ts'

const range = z.object({ start: z.string().max(10), end: z.string().max(10) })
const rule = {
  name: z.string(),
  /** Dates `yyyy-mm-dd`, both of them within. */
  period: range.nullable(),
  /** 0 is Sunday; none is every day. */
  days: z.array(z.int()),
  /** `HH:mm`; an end that is not after its start is on the next day. */
  time: z.array(range),
}
export const schedule = z.object({ _id: z.string(), ...rule, updatedAt: epochSeconds })
export interface Schedule extends z.infer<typeof schedule> {}

const read = { access: 'plus.read', store: 'params.storeCode' } as const
const write = { access: 'plus.write', store: 'params.storeCode' } as const

export const schedules = {
  search: tableEndpoint('/status/store/:storeCode/plus/schedule/search', {
    ...read,
    summary: 'The schedules of a store.',
    filters: ['name'],
    row: schedule,
  }),
  list: endpoint('GET', '/plus/store/:storeCode/schedule/list', {
    ...read,
    summary: 'All schedules of a store, by name, and the time zone they hold in.',
    response: z.object({ scheduleList: z.array(schedule), timeZone: z.string() }),
  }),
  read: endpoint('GET', '/plus/store/:storeCode/schedule/:scheduleId', { ...read, summary: 'One schedule.', response: schedule }),
  save: endpoint('POST', '/plus/store/:storeCode/schedule', {
    ...write,
    summary: 'Makes a schedule, or changes the one of `_id`: a period, a day or a time must be set.',
    body: z.object({
      _id: z
        .string()
        .regex(/^\d{1,18}$/, 'must be the number of a schedule')
        .optional(),
      name: z.string().trim().min(1).max(100),
      period: range.nullable().default(null),
      days: z.array(z.int().min(0).max(6)).max(7).default([]),
      time: z.array(range).max(50).default([]),
    }),
    response: done.extend({ _id: z.string() }),
  }),
  remove: endpoint('DELETE', '/plus/store/:storeCode/schedule/:scheduleId', {
    ...write,
    summary: 'Removes a schedule; 409 `in-use` with the displays that follow it.',
    response: done,
  }),
}
