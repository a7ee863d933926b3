/** Which content may belong to nothing, and whether it does. */
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Notes content as loose from now on. Waits while another transaction decides about the same content, so that it comes into its place afterwards. */
export async function noteLoose(db: Db, hash: string): Promise<void> {
  await sql`insert into loose_blobs (hash, since) values (${hash}, clock_timestamp())
    on conflict (hash) do update set since = excluded.since`.execute(db)
}

/** Takes one that has rested so long for this transaction, behind `after`; undefined when there is none, or others have them. */
export async function takeLoose(tx: Db, restSeconds: number, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`select hash from loose_blobs
    where since <= clock_timestamp() - make_interval(secs => ${restSeconds}) and hash > ${after}
    order by hash limit 1 for update skip locked`.execute(tx)
  return rows[0]?.hash
}

export async function forgetLoose(tx: Db, hash: string): Promise<void> {
  await tx.deleteFrom('loose_blobs').where('hash', '=', hash).execute()
}

/** `row`: it is named by a row whose end is noted. `rollout`: only a gateway that is loading it still needs it. */
export async function whoNames(tx: Db, hash: string): Promise<'row' | 'rollout' | 'nobody'> {
  const { rows } = await sql<{ named: boolean; loading: boolean }>`select
    exists (select from app_files where blob = ${hash}) or exists (select from software_files where sha256 = ${hash})
      or exists (select from files where blob = ${hash})
      or exists (select from plus_files where blob = ${hash}) or exists (select from plus_files where thumb = ${hash})
      or exists (select from plus_contents where blob = ${hash}) or exists (select from plus_contents where thumb = ${hash})
      or exists (select from plus_screenshots where blob = ${hash}) or exists (select from plus_screenshots where expected = ${hash})
      or exists (select from brand_fonts where blob = ${hash}) or exists (select from brand_fonts where outlines = ${hash})
      or exists (select from plus_film_work where blob = ${hash}) as named,
    exists (select from rollouts r where r.sha256 = ${hash} and (r.state in ('FIRST', 'REST') or exists (
      select from rollout_gateways g where g.rollout_id = r.rollout_id and g.state in ('LOADING', 'RESTARTING', 'CHECKING')))) as loading`.execute(
    tx,
  )
  return rows[0]?.named === true ? 'row' : rows[0]?.loading === true ? 'rollout' : 'nobody'
}
