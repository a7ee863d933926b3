/** Pictures of screens: those that wait to be compared, and displays of which the next one is due. */
import { sql, type Selectable } from 'kysely'
import type { ScreenFault, ScreenVerdict } from '@endcap/contract/screen-check'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { SignageTables } from '../../platform/db/signage-tables.ts'

export type ScreenRow = Selectable<SignageTables['plus_screenshots']>

export const findScreen = (db: Db, mac: string): Promise<ScreenRow | undefined> =>
  db.selectFrom('plus_screenshots').selectAll().where('mac', '=', mac).executeTakeFirst()

/** What is wrong with a display's screen, by the pictures of it. */
export const screenFaultOf = async (db: Db, mac: string): Promise<ScreenFault | null> =>
  (await db.selectFrom('plus_screenshots').select('fault').where('mac', '=', mac).executeTakeFirst())?.fault ?? null

/** Whether any picture waits, or will be due. */
export const awaitsPictures = (db: Db): Promise<boolean> =>
  isTrue(db, sql`exists (select from plus_screenshots where compare_at is not null or ask_at is not null)`)

/** Takes the picture that has waited longest; another process has its turn when this one says nothing until `until`. */
export async function claimPicture(db: Db, at: Date, until: Date): Promise<ScreenRow | undefined> {
  const { rows } = await sql<{ mac: string }>`update plus_screenshots set compare_at = ${until} where mac = (
    select mac from plus_screenshots where compare_at <= ${at} order by compare_at limit 1 for update skip locked) returning mac`.execute(
    db,
  )
  return rows[0] && findScreen(db, rows[0].mac)
}

export interface Compared {
  verdict: ScreenVerdict
  looks_like: number | null
  scene: string | null
  cells: string | null
  expected: string | null
  fault: ScreenFault | null
  ask_at: Date | null
}
/** Answers false when another picture has come meanwhile. */
export async function noteCompared(tx: Db, { mac, taken_at }: Pick<ScreenRow, 'mac' | 'taken_at'>, found: Compared): Promise<boolean> {
  const noted = tx.updateTable('plus_screenshots').set({ ...found, compare_at: null })
  const result = await noted.where('mac', '=', mac).where('taken_at', '=', taken_at).executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

/** Displays of which the next picture is due; where something is wrong with the screen it is due again at `again`. */
export async function takeDue(
  tx: Db,
  { at, again, limit }: { at: Date; again: Date; limit: number },
): Promise<{ mac: string; storeCode: string }[]> {
  const { rows } = await sql<{
    mac: string
    storeCode: string
  }>`update plus_screenshots x set ask_at = case when x.fault is null then null else ${again}::timestamptz end from plus_devices d
    where d.mac = x.mac and d.store_code is not null and x.mac = any(array(
      select s.mac from plus_screenshots s where s.ask_at <= ${at} order by s.mac limit ${limit} for update skip locked
    )) returning x.mac, d.store_code as "storeCode"`.execute(tx)
  return rows
}
