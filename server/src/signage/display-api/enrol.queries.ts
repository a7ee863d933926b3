/** Settings of a store that its displays are judged by. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/schema.ts'

/** What a store begins with (the specification leaves it open). */
export const defaultThreshold = 90

export const readSignageSettings = async (db: Db, storeCode: string) =>
  (await db.selectFrom('plus_settings').selectAll().where('store_code', '=', storeCode).executeTakeFirst()) ?? {
    store_code: storeCode,
    enrol_token: null,
    memory_threshold: defaultThreshold,
    disk_threshold: defaultThreshold,
    offline_dot: true,
    proof_of_play: false,
    price_list: null,
  }

export async function readStoreUsage(db: Db, storeCode: string): Promise<{ memory: number; disk: number }> {
  const { memory_threshold: memory, disk_threshold: disk } = await readSignageSettings(db, storeCode)
  return { memory, disk }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The store that a display names, when it has that store's enrolment token. */
export async function findEnrolment(
  db: Db,
  { storeCode, enrolToken }: { storeCode?: string | undefined; enrolToken?: string | undefined },
): Promise<string | undefined> {
  if (storeCode === undefined || enrolToken === undefined || enrolToken === '') return undefined
  const row = await db
    .selectFrom('plus_settings as p')
    .innerJoin('stores as s', 's.store_code', 'p.store_code')
    .select('p.enrol_token as token')
    .where('p.store_code', '=', storeCode)
    .where('s.closing_at', 'is', null)
    .executeTakeFirst()
  return row?.token != null && timingSafeEqual(digest(row.token), digest(enrolToken)) ? storeCode : undefined
}
