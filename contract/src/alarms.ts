/** System alarms: raised and cleared by the server, shown newest first; and the alarms of single tags (specification 1 §3, §8). */
import * as z from 'zod'
import { alarmDetailTypes, alarmTypes, tagAlarmTypes } from './alarm-kinds.ts'
import { endpoint } from './endpoint.ts'
import { epochSeconds } from './schemas.ts'
import { tableEndpoint } from './table.ts'

export { alarmTypes, type AlarmType } from './alarm-kinds.ts'

/** The location of alarms that belong to no store. */
export const systemLocation = 'SYSTEM'
/** 1 INFORMATION, 2 WARNING, 3 CRITICAL. */
export const alarmClass = z.union([z.literal(1), z.literal(2), z.literal(3)])
export const alarmStates = ['open', 'cleared'] as const

export const alarmRow = z.object({
  alarmId: z.string(),
  /** A store code or SYSTEM. */
  location: z.string(),
  type: z.enum(alarmTypes),
  class: alarmClass,
  /** What it is about, such as a gateway or a task. */
  subject: z.string(),
  /** Fills the title and detail of its type (`/alarm/config`). */
  data: z.record(z.string(), z.unknown()),
  /** What its detail leads to: 4 a task, 5 a list of tags; null when neither (specification 2 §4). */
  detailType: z.union([z.literal(alarmDetailTypes.task), z.literal(alarmDetailTypes.tagList)]).nullable(),
  /** How often it was raised again while open. */
  repeats: z.int(),
  state: z.enum(alarmStates),
  raisedAt: epochSeconds,
  /** When it was raised last. */
  updatedAt: epochSeconds,
  clearedAt: epochSeconds.nullable(),
})
export interface Alarm extends z.infer<typeof alarmRow> {}

export const tagAlarmRow = z.object({
  alarmTime: epochSeconds,
  alarmType: z.enum(tagAlarmTypes),
  /** Volts of a low battery, degrees Celsius of an abnormal temperature. */
  value: z.number().nullable(),
  /** How often it came again before it was over. */
  repeats: z.int(),
  clearedAt: epochSeconds.nullable(),
})
export interface TagAlarm extends z.infer<typeof tagAlarmRow> {}

const types = z.array(z.enum(alarmTypes))

export const alarms = {
  config: endpoint('GET', '/alarm/config', {
    access: 'session',
    store: 'none',
    summary: 'Alarm types, those of each kind, and the templates of their titles and details.',
    response: z.object({
      types,
      /** Of no store: for who has the whole chain. */
      admin: types,
      server: types,
      gw: types,
      store: types,
      tag: z.array(z.enum(tagAlarmTypes)),
      content: z.record(z.enum(alarmTypes), z.object({ title: z.string(), detail: z.string() })),
      /** The blanks of each type's templates. */
      variables: z.record(z.enum(alarmTypes), z.array(z.string())),
    }),
  }),
  history: tableEndpoint('/history/alarm/system/search', {
    access: 'alarm.read',
    store: 'account',
    summary: 'System alarms of the account’s stores.',
    row: alarmRow,
    filters: ['location', 'type', 'class', 'subject', 'state', 'alarmId'],
  }),
  gatewayHistory: tableEndpoint('/history/alarm/gw/:gwMac/search', {
    access: 'store.read',
    store: 'account',
    summary: 'The alarms of a gateway.',
    row: alarmRow,
    filters: ['type', 'class', 'state'],
  }),
  tagHistory: tableEndpoint('/history/alarm/store/:storeCode/tag/:tagMac/search', {
    access: 'tag.read',
    store: 'params.storeCode',
    summary: 'The alarms of a tag.',
    row: tagAlarmRow,
    filters: ['alarmType'],
  }),
  /** The red number beside the entry of the menu. */
  openCritical: endpoint('GET', '/alarm/open/critical', {
    access: 'alarm.read',
    store: 'account',
    summary: 'How many critical alarms of the account’s stores are open: somebody has to act.',
    response: z.object({ count: z.int() }),
  }),
}
