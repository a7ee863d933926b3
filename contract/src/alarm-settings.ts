/** What can be set about alarms (specification 2 §2, §7): plain data, so that the console can carry it. */
import { keysOf } from './typed-object.ts'

/** What begins to be an alarm, where a number says so. `usual` holds until it is changed; the specification gives none (2 §9). */
export const alarmLimits = {
  /** Percent in use. */
  diskPercent: { type: 'DISK USAGE ABNORMAL', usual: 90, min: 50, max: 99 },
  memoryPercent: { type: 'MEMORY USAGE ABNORMAL', usual: 90, min: 50, max: 99 },
  /** Status periods (`gatewayStatusCheckInterval`) in which nothing was heard. */
  gatewaySilentPeriods: { type: 'GW STATUS ABNORMAL', usual: 3, min: 2, max: 60 },
  /** Seconds between its clock and the server's. */
  clockSeconds: { type: 'GW TIME SYNC ABNORMAL', usual: 120, min: 5, max: 86_400 },
  /** Refused calls of one account within 10 minutes. */
  refusals: { type: 'API PERMISSION DENIED', usual: 5, min: 2, max: 1000 },
} as const
export type AlarmLimit = keyof typeof alarmLimits
export type AlarmLimits = Record<AlarmLimit, number>
export const alarmLimitNames = keysOf(alarmLimits)

/** Which alarms of a type are mailed as soon as they are raised. */
export const alarmMails = ['none', 'critical', 'all'] as const
export type AlarmMail = (typeof alarmMails)[number]
