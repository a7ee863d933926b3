/** INVALID STORE CODE: a file or a gateway names a store that is not there. */
import { systemLocation } from '@endcap/contract/alarms'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { raiseAlarm } from './alarms.service.ts'

/** Open alarms of this type: who makes codes up must not fill the history. */
const maxOpen = 100

/** `source`: the file's name or the gateway's MAC. Answers whether the alarm is new. */
export async function raiseUnknownStore(
  db: Db,
  { storeCode, source, at }: { storeCode: string; source: string; at: Date },
): Promise<boolean> {
  const open = await sql<{ n: number }>`select count(*)::int as n from alarms
    where store_code = ${systemLocation} and type = 'INVALID STORE CODE' and subject <> ${storeCode} and cleared_at is null`.execute(db)
  if ((open.rows[0]?.n ?? 0) >= maxOpen) return false
  return raiseAlarm(db, {
    storeCode: systemLocation,
    type: 'INVALID STORE CODE',
    class: 2,
    subject: storeCode,
    at,
    data: { storeCode, source },
  })
}

/** Whether there is such a store; raises the alarm when not. */
export async function isKnownStore(db: Db, named: { storeCode: string; source: string; at: Date }): Promise<boolean> {
  const store = await db
    .selectFrom('stores')
    .select('store_code')
    .where('store_code', '=', named.storeCode)
    .where('closing_at', 'is', null)
    .executeTakeFirst()
  if (store === undefined) await raiseUnknownStore(db, named)
  return store !== undefined
}
