/** Alarms are raised and cleared in the transaction of what caused them; an open alarm raised again is folded into itself. */
import { recordOf } from '@endcap/contract/typed-object'
import { alarmKinds, alarmTypes, tagAlarmTypes, type AlarmKind, type AlarmType } from '@endcap/contract/alarm-kinds'
import type { ResultOf } from '@endcap/contract/endpoint'
import type { alarms as endpoints } from '@endcap/contract/alarms'
import { components, type Component } from '@endcap/contract/upgrade-file'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { readContents, readRule } from './alarm-settings.queries.ts'

export { searchAlarms } from './alarms.queries.ts'
export { alarmsToMail, readContents as alarmContents, type AlarmToMail } from './alarm-settings.queries.ts'
export { alarmWords } from './alarm-translations.ts'

/**
 * An upgrade of a gateway that failed: not the MAC alone, as what the gateway reports of its services and lines is an alarm of the same type,
 * with an end of its own. It begins with the MAC, so that it ends with the gateway (alarm-sweep.ts).
 */
export const upgradeSubject = (gwMac: string, component: Component): string => `${gwMac} ${component.toUpperCase()}`
/** All that alarms about a gateway stand under. */
export const gatewaySubjects = (gwMac: string): string[] => [gwMac, ...components.map((component) => upgradeSubject(gwMac, component))]

/** All types of alarms about a display; their subject is its address. A server has alarms of the last two as well; its location is no store. */
export const displayAlarmTypes: AlarmType[] = [
  'DISPLAY STATUS ABNORMAL',
  'DISPLAY CONTENT ABNORMAL',
  'DUPLICATE DISPLAY ADDRESS',
  'MEMORY USAGE ABNORMAL',
  'DISK USAGE ABNORMAL',
]

export interface AlarmRaised {
  /** A store code or SYSTEM. */
  storeCode: string
  type: AlarmType
  /** 1 information, 2 warning, 3 critical: a person has to act. */
  class: 1 | 2 | 3
  /** What it is about, such as a gateway's MAC: one open alarm for each type and subject of a store. */
  subject: string
  /** Fills the templates of its type (`alarmKinds` of the contract). */
  data: Record<string, unknown>
  at: Date
}

/**
 * Answers whether it is new; one that was open is counted up. What is set about its type holds: it may not be raised at all, have another
 * class, and be mailed (people/notifications/alarm-mails.ts) when it is new or its class rises.
 */
export async function raiseAlarm(db: Db, { storeCode, type, class: defaultClass, subject, data, at }: AlarmRaised): Promise<boolean> {
  const { raised, class: chosen, mail } = await readRule(db, type)
  if (!raised) return false
  const level = chosen ?? defaultClass
  const replacedClass = chosen === null ? null : defaultClass
  const isMailed = mail === 'all' || (mail === 'critical' && level === 3)
  const row = await db
    .insertInto('alarms')
    .values({
      store_code: storeCode,
      type,
      class: level,
      default_class: replacedClass,
      mail_due: isMailed,
      subject,
      data: JSON.stringify(data),
      raised_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['store_code', 'type', 'subject'])
        .where('cleared_at', 'is', null)
        .doUpdateSet({
          repeats: sql`alarms.repeats + 1`,
          updated_at: at,
          data: JSON.stringify(data),
          class: level,
          default_class: replacedClass,
          mail_due: sql`alarms.mail_due or (${isMailed} and alarms.class < ${level})`,
        }),
    )
    .returning('repeats')
    .executeTakeFirstOrThrow()
  return row.repeats === 0
}

/** Clears the open alarm of this type and subject; answers whether there was one. */
export async function clearAlarm(db: Db, alarm: { storeCode: string; type: AlarmType; subject: string; at: Date }): Promise<boolean> {
  const result = await db
    .updateTable('alarms')
    .set({ cleared_at: alarm.at })
    .where('store_code', '=', alarm.storeCode)
    .where('type', '=', alarm.type)
    .where('subject', '=', alarm.subject)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

/** What `/alarm/config` tells: the types by what they are about, their templates as they are now, in English, and thresholds (specification 2 §3). */
export async function alarmConfig(db: Db): Promise<ResultOf<(typeof endpoints)['config']>> {
  const of = (...about: AlarmKind['about'][]) => alarmTypes.filter((type) => about.includes(alarmKinds[type].about))
  const each = <T>(take: (kind: AlarmKind, type: AlarmType) => T) => recordOf(alarmTypes, (type) => take(alarmKinds[type], type))
  const changed = await readContents(db)
  return {
    types: [...alarmTypes],
    admin: of('server', 'account', 'system'),
    server: of('server'),
    gw: of('gateway'),
    store: of('gateway', 'store'),
    tag: [...tagAlarmTypes],
    content: each(({ title, detail }, type) => changed.get(type)?.en_US ?? { title, detail }),
    variables: each(({ variables }) => [...variables]),
    limits: await getSetting(db, 'alarms'),
  }
}
