/**
 * What each type of alarm is about and how it is told (specification 1 §8, 2 §3). Plain data: the console carries it, and its own words
 * in each language hold the same blanks.
 */

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
  // Ours: the specification tells of displays, but not how their alarms are called (3 §1).
  'DISPLAY STATUS ABNORMAL',
  'DISPLAY CONTENT ABNORMAL',
  'DUPLICATE DISPLAY ADDRESS',
] as const
export type AlarmType = (typeof alarmTypes)[number]

export interface AlarmKind {
  about: 'server' | 'gateway' | 'store' | 'account' | 'system'
  /** English templates; `{{name}}` is filled with that field of the alarm's data. */
  title: string
  detail: string
  variables: readonly string[]
}

export const alarmKinds: Record<AlarmType, AlarmKind> = {
  'SERVER STATUS ABNORMAL': {
    about: 'server',
    title: 'Server {{name}} does not run as it should',
    detail: 'What is wrong: {{conditions}}.',
    variables: ['name', 'conditions'],
  },
  'DISK USAGE ABNORMAL': {
    about: 'server',
    title: 'The disk of {{name}} is nearly full',
    detail: '{{percent}} % are in use.',
    variables: ['name', 'percent'],
  },
  'MEMORY USAGE ABNORMAL': {
    about: 'server',
    title: 'The memory of {{name}} is nearly full',
    detail: '{{percent}} % are in use.',
    variables: ['name', 'percent'],
  },
  'GW STATUS ABNORMAL': {
    about: 'gateway',
    title: 'Gateway {{gwMac}} does not work as it should',
    detail: 'What is wrong: {{conditions}}.',
    variables: ['gwMac', 'conditions'],
  },
  'GW TIME SYNC ABNORMAL': {
    about: 'gateway',
    title: 'The clock of gateway {{gwMac}} is wrong',
    detail: 'It differs from the server’s by {{seconds}} seconds.',
    variables: ['gwMac', 'seconds'],
  },
  'SEND TO GW FAILURE': {
    about: 'gateway',
    title: 'Gateway {{gwMac}} did not take what was sent',
    detail: '{{tags}} labels failed: {{reason}}.',
    variables: ['gwMac', 'tags', 'reason'],
  },
  'UPDATE FAILURE': {
    about: 'store',
    title: 'Labels of task {{taskId}} failed',
    detail: '{{failed}} of {{total}} labels could not be updated.',
    variables: ['taskId', 'failed', 'total'],
  },
  'ACCOUNT LOCKED': {
    about: 'account',
    title: 'The account {{email}} is locked',
    detail: 'Sign-in failed too often. Last attempt from {{ip}}.',
    variables: ['email', 'ip'],
  },
  'API PERMISSION DENIED': {
    about: 'account',
    title: '{{email}} keeps asking for what it may not have',
    detail: '{{denied}} calls were refused. The last one: {{call}}, from {{ip}}.',
    variables: ['email', 'denied', 'call', 'ip'],
  },
  'SEND E-MAIL FAILURE': {
    about: 'system',
    title: 'E-mail to {{recipient}} could not be sent',
    detail: 'The mail server’s answer: {{reason}}',
    variables: ['recipient', 'reason'],
  },
  'INVALID STORE CODE': {
    about: 'system',
    title: 'There is no store {{storeCode}}',
    detail: '{{source}} names this store.',
    variables: ['storeCode', 'source'],
  },
  'INVALID GRM': {
    about: 'gateway',
    title: 'Gateway {{gwMac}} has no valid radio software',
    detail: 'It reports the GRM version “{{grmVersion}}”.',
    variables: ['gwMac', 'grmVersion'],
  },
  'PARSER EXCEPTION': {
    about: 'store',
    title: 'The parser script failed',
    detail: 'File {{file}}, script line {{line}}: {{reason}}',
    variables: ['file', 'line', 'reason'],
  },
  'DECORATOR EXCEPTION': {
    about: 'store',
    title: 'The decorator script failed',
    detail: 'Product {{prCode}}, script line {{line}}: {{reason}}',
    variables: ['prCode', 'line', 'reason'],
  },
  'TAG STATUS CHECK TIME OUT': {
    about: 'store',
    title: 'The tag status check took too long',
    detail: 'Without an answer in time: {{tags}} tags, {{gateways}} gateways.',
    variables: ['tags', 'gateways'],
  },
  'FILE DOWNLOAD TASK FAILURE': {
    about: 'store',
    title: 'A file could not be prepared for download',
    detail: '{{detail}}',
    variables: ['detail'],
  },
  'STATS TASK FAILURE': {
    about: 'store',
    title: 'A report could not be made',
    detail: '{{task}}: {{reason}}',
    variables: ['task', 'reason'],
  },
  'DISPLAY STATUS ABNORMAL': {
    about: 'store',
    title: 'Display {{name}} does not answer',
    detail: 'Address {{mac}}: {{conditions}}.',
    variables: ['name', 'mac', 'conditions'],
  },
  'DISPLAY CONTENT ABNORMAL': {
    about: 'store',
    title: 'Display {{name}} does not show everything',
    detail: 'Address {{mac}}: {{conditions}}.',
    variables: ['name', 'mac', 'conditions'],
  },
  'DUPLICATE DISPLAY ADDRESS': {
    about: 'store',
    title: 'Another display says it is {{name}}',
    detail: 'From {{ip}} it announces itself under the address {{mac}}. If it took the old one’s place, pair the display anew.',
    variables: ['name', 'mac', 'ip'],
  },
}

/**
 * What the alarms of a tag tell (no list in the specification): its battery is low; no gateway hears it; its label could not be updated;
 * it is colder or warmer than its glass is made for.
 */
export const tagAlarmTypes = ['LOW BATTERY', 'MISSING', 'UPDATE FAILURE', 'TEMPERATURE ABNORMAL'] as const
export type TagAlarmType = (typeof tagAlarmTypes)[number]

/** What an alarm leads to, by the specification's numbers (2 §4): a task, or a list of tags. */
export const alarmDetailTypes = { task: 4, tagList: 5 } as const
export type AlarmDetailType = (typeof alarmDetailTypes)[keyof typeof alarmDetailTypes]

/** Tags that an alarm names at most; its count tells how many there are. */
export const alarmTagsNamed = 100

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

/** An alarm that names a task leads there; one that names tags leads to these tags. */
export function detailTypeOf(data: Record<string, unknown>): AlarmDetailType | null {
  if (typeof data.taskId === 'string' && typeof data.taskType === 'string') return alarmDetailTypes.task
  return isTextList(data.tagMacList) ? alarmDetailTypes.tagList : null
}
