/** System alarms: raised and cleared by the server, shown newest first; and the alarms of single tags (specification 1 §3, §8). */
import { recordOf } from './typed-object.ts'
import * as z from 'zod'
import { alarmDetailTypes, alarmTypes, tagAlarmTypes } from './alarm-kinds.ts'
import { alarmLimitNames, alarmLimits, alarmMails, type AlarmLimit } from './alarm-settings.ts'
import { endpoint } from './endpoint.ts'
import { epochSeconds } from './schemas.ts'
import { tableEndpoint } from './table.ts'
import { languages } from './vocabulary.ts'

export { alarmTypes, type AlarmType } from './alarm-kinds.ts'

/** The location of alarms that belong to no store. */
export const systemLocation = 'SYSTEM'
/** 1 INFORMATION, 2 WARNING, 3 CRITICAL. */
export const alarmClass = z.union([z.literal(1), z.literal(2), z.literal(3)])
export const alarmStates = ['open', 'cleared'] as const

/** `{{name}}` is filled with that field of the alarm's data. */
export const alarmText = z.strictObject({
  title: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200)
    .refine((text) => !/[\r\n]/.test(text), 'must be one line of text'),
  detail: z.string().trim().max(1000),
})
export interface AlarmText extends z.infer<typeof alarmText> {}
const everyText = z.record(z.enum(languages), alarmText)

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
  /** What the templates of its type were changed to, by language; absent where they are the usual ones. */
  content: z.partialRecord(z.enum(languages), alarmText).optional(),
  /** What its detail leads to: 4 a task, 5 a list of tags; null when neither (specification 2 §4). */
  detailType: z.union([z.literal(alarmDetailTypes.task), z.literal(alarmDetailTypes.tagList)]).nullable(),
  /** How often it was raised again while open. */
  repeats: z.int(),
  /**
   * How many gateways of its store have the same wrong with them now (`GW STATUS ABNORMAL` of one class and the same conditions), with its
   * own, and since when the first of them; 1 of all other alarms.
   */
  alike: z.int(),
  alikeSince: epochSeconds,
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

/** What is set about one type. */
const typeRule = z.strictObject({
  type: z.enum(alarmTypes),
  /** Off: such alarms are not raised, and open ones end. */
  raised: z.boolean(),
  /** Instead of the class that each alarm of the type has by itself; null: that one. */
  class: alarmClass.nullable(),
  /** Counts in the red number of the menu while critical and open. */
  counted: z.boolean(),
  mail: z.enum(alarmMails),
  content: everyText,
})
export interface AlarmTypeRule extends z.infer<typeof typeRule> {}
const limitsFrom = (one: (name: AlarmLimit) => z.ZodNumber) => z.strictObject(recordOf(alarmLimitNames, one))
const alarmRule = typeRule.extend({
  /** The classes that alarms of the type have by themselves. */
  defaultClasses: z.array(alarmClass),
  defaultContent: everyText,
  variables: z.array(z.string()),
  /** What fills the blanks of an alarm as it may be, in words of each language: for a preview. */
  sample: z.record(z.enum(languages), z.record(z.string(), z.string())),
})
export interface AlarmRuleWithDefaults extends z.infer<typeof alarmRule> {}
const alarmSetting = z.object({
  typeList: z.array(alarmRule),
  limits: limitsFrom(() => z.number()),
  version: z.string(),
})
export interface AlarmSetting extends z.infer<typeof alarmSetting> {}

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
      limits: limitsFrom(() => z.number()),
    }),
  }),
  setting: endpoint('GET', '/alarm/setting', {
    access: 'alarm.read',
    store: 'none',
    summary: 'What is set about alarms: which types are raised, at which class, counted and mailed, what they say, and their thresholds.',
    response: alarmSetting,
  }),
  saveSetting: endpoint('POST', '/alarm/setting', {
    access: 'alarm.write',
    store: 'none',
    summary: 'Changes it for the types and thresholds that are given: all of it or nothing. For accounts that have the whole chain.',
    body: z.strictObject({
      typeList: z.array(typeRule).max(alarmTypes.length).default([]),
      limits: limitsFrom((name) => {
        const { min, max } = alarmLimits[name]
        return z.int().min(min, `must be ${min} to ${max}`).max(max, `must be ${min} to ${max}`)
      })
        .partial()
        .default({}),
      /** Of what it was made on: a save on an older one is refused (`changed-since`). Left out, it is not checked. */
      version: z.string().max(64).optional(),
    }),
    response: alarmSetting,
  }),
  history: tableEndpoint('/history/alarm/system/search', {
    access: 'alarm.read',
    store: 'account',
    summary:
      'System alarms of the account’s stores. With `newest` true, of gateways of a store that have the same wrong with them now, the newest alone.',
    row: alarmRow,
    filters: ['location', 'type', 'class', 'subject', 'state', 'alarmId', 'newest'],
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
    summary: 'How many critical alarms of the account’s stores are open: a person has to act.',
    response: z.object({ count: z.int() }),
  }),
}
