/** Alarms are raised and cleared in the transaction of what caused them; an open alarm raised again is folded into itself. */
import type { AlarmType } from '@endcap/contract/alarms'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export interface AlarmRaised {
  /** A store code or SYSTEM. */
  storeCode: string
  type: AlarmType
  /** 1 information, 2 warning, 3 critical. */
  class: 1 | 2 | 3
  /** What it is about, such as a gateway's MAC: one open alarm for each type and subject of a store. */
  subject: string
  data: Record<string, unknown>
  at: Date
}

export async function raiseAlarm(db: Db, { storeCode, type, class: level, subject, data, at }: AlarmRaised): Promise<void> {
  await db
    .insertInto('alarms')
    .values({ store_code: storeCode, type, class: level, subject, data: JSON.stringify(data), raised_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['store_code', 'type', 'subject'])
        .where('cleared_at', 'is', null)
        .doUpdateSet({ repeats: sql`alarms.repeats + 1`, updated_at: at, data: JSON.stringify(data), class: level }),
    )
    .execute()
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
