/** Alarms about displays in the system's history: one that is not heard any more, and one whose address another device claims. */
import { clearAlarm, displayAlarmTypes, raiseAlarm } from '../../people/alarms/alarms.service.ts'
import type { Db } from '../../platform/db/schema.ts'

interface Display {
  mac: string
  name: string
  storeCode: string
}
/** What people call it: by its address while it has no name. */
export const nameOf = ({ mac, name }: Pick<Display, 'mac' | 'name'>): string => (name === '' ? mac : name)

export async function raiseSilent(tx: Db, { mac, name, storeCode }: Display, at: Date): Promise<void> {
  const data = { name: nameOf({ mac, name }), mac, conditions: ['silent'] }
  await raiseAlarm(tx, { storeCode, type: 'DISPLAY STATUS ABNORMAL', class: 2, subject: mac, data, at })
}
export const clearSilent = (tx: Db, { mac, storeCode, at }: { mac: string; storeCode: string; at: Date }): Promise<boolean> =>
  clearAlarm(tx, { storeCode, type: 'DISPLAY STATUS ABNORMAL', subject: mac, at })

/** Answers whether the alarm is new. The one that is there already goes on as if nothing had happened. */
export async function raiseDuplicate(
  tx: Db,
  { mac, name, store_code: storeCode }: { mac: string; name: string; store_code: string },
  ip: string,
  at: Date,
): Promise<boolean> {
  const data = { name: nameOf({ mac, name }), mac, ip }
  return raiseAlarm(tx, { storeCode, type: 'DUPLICATE DISPLAY ADDRESS', class: 2, subject: mac, data, at })
}

/** For a display that is removed, or paired anew: what was wrong with the one that stood there says nothing any more. */
export async function endDisplayAlarms(tx: Db, { mac, storeCode, at }: { mac: string; storeCode: string; at: Date }): Promise<void> {
  for (const type of displayAlarmTypes) await clearAlarm(tx, { storeCode, type, subject: mac, at })
}
