/** Proof of play. */
import type { Db } from '../db/schema.ts'

interface Batch {
  mac: string
  storeCode: string
  seq: number
  plays: readonly { index: number; content: string; from: number; to: number }[]
}

/** A batch that comes again changes nothing. */
export async function insertPlays(db: Db, { mac, storeCode, seq, plays }: Batch): Promise<void> {
  const row = { mac, seq, store_code: storeCode }
  await db
    .insertInto('plus_plays')
    .values(plays.map(({ index, content, from, to }) => ({ ...row, item: index, content, from_at: new Date(from), to_at: new Date(to) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function dropOldPlays(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('plus_plays').where('to_at', '<', before).execute()
}
