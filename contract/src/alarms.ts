/** System alarms: raised and cleared by the server, shown newest first (specification 1 §3, §8). */
import * as z from 'zod'
import { tableEndpoint } from './table.ts'
import { epochSeconds } from './schemas.ts'

/** Specification 1 §8, the names the history shows. */
export const alarmTypes = [
  'SERVER STATUS ABNORMAL',
  'DISK USAGE ABNORMAL',
  'MEMORY USAGE ABNORMAL',
  'GW STATUS ABNORMAL',
  'GW TIME SYNC ABNORMAL',
  'SEND TO GW FAILURE',
  'UPDATE FAILURE',
  'ACCOUNT LOCKED',
  'API PERMISSION DENIED',
  'SEND E-MAIL FAILURE',
  'INVALID STORE CODE',
  'INVALID GRM',
  'PARSER EXCEPTION',
  'DECORATOR EXCEPTION',
  'TAG STATUS CHECK TIME OUT',
  'FILE DOWNLOAD TASK FAILURE',
  'STATS TASK FAILURE',
] as const
export type AlarmType = (typeof alarmTypes)[number]

/** The location of alarms that belong to no store. */
export const systemLocation = 'SYSTEM'
/** 1 INFORMATION, 2 WARNING, 3 CRITICAL. */
export const alarmClass = z.union([z.literal(1), z.literal(2), z.literal(3)])

const alarm = z.object({
  alarmId: z.string(),
  /** A store code or SYSTEM. */
  location: z.string(),
  type: z.enum(alarmTypes),
  class: alarmClass,
  /** What it is about, such as a gateway or a task. */
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** How often it was raised again while open. */
  repeats: z.int(),
  updatedAt: epochSeconds,
  clearedAt: epochSeconds.nullable(),
})
export interface Alarm extends z.infer<typeof alarm> {}

export const alarms = {
  history: tableEndpoint('/history/alarm/system/search', {
    access: 'alarm.read',
    store: 'account',
    summary: 'System alarms of the account’s stores.',
    row: alarm,
    filters: ['location', 'type', 'class', 'subject'],
  }),
}
