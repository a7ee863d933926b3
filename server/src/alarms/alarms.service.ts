/** Alarms are raised and cleared in the transaction of what caused them; an open alarm raised again is folded into itself. */
import { alarmKinds, alarmTypes, tagAlarmTypes, type AlarmKind, type AlarmType } from '@endcap/contract/alarm-kinds'
import type { ResultOf } from '@endcap/contract/endpoint'
import type { alarms as endpoints } from '@endcap/contract/alarms'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export { searchAlarms } from './alarms.queries.ts'

export interface AlarmRaised {
  /** A store code or SYSTEM. */
  storeCode: string
  type: AlarmType
  /** 1 information, 2 warning, 3 critical: somebody has to act. */
  class: 1 | 2 | 3
  /** What it is about, such as a gateway's MAC: one open alarm for each type and subject of a store. */
  subject: string
  /** Fills the templates of its type (`alarmKinds` of the contract). */
  data: Record<string, unknown>
  at: Date
}

/** Answers whether it is new; one that was open is counted up. */
export async function raiseAlarm(db: Db, { storeCode, type, class: level, subject, data, at }: AlarmRaised): Promise<boolean> {
  const row = await db
    .insertInto('alarms')
    .values({ store_code: storeCode, type, class: level, subject, data: JSON.stringify(data), raised_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['store_code', 'type', 'subject'])
        .where('cleared_at', 'is', null)
        .doUpdateSet({ repeats: sql`alarms.repeats + 1`, updated_at: at, data: JSON.stringify(data), class: level }),
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

/** What `/alarm/config` tells: the types by what they are about, and their English templates (specification 2 §3). */
export function alarmConfig(): ResultOf<(typeof endpoints)['config']> {
  const of = (...about: AlarmKind['about'][]) => alarmTypes.filter((type) => about.includes(alarmKinds[type].about))
  const each = <T>(take: (kind: AlarmKind) => T) =>
    Object.fromEntries(alarmTypes.map((type) => [type, take(alarmKinds[type])])) as Record<AlarmType, T>
  return {
    types: [...alarmTypes],
    admin: of('server', 'account', 'system'),
    server: of('server'),
    gw: of('gateway'),
    store: of('gateway', 'store'),
    tag: [...tagAlarmTypes],
    content: each(({ title, detail }) => ({ title, detail })),
    variables: each(({ variables }) => [...variables]),
  }
}
