/** What products are searched by, in SQL. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export interface ProductChange {
  storeCode: string
  changeId: string
  /** As text: the driver has no word for a time without end. */
  since: string
  after: string
  removed: boolean
}
/** The oldest change that no other process works on, held until the end of the transaction. */
export async function nextChange(tx: Db): Promise<ProductChange | undefined> {
  const { rows } = await sql<ProductChange>`
    select store_code as "storeCode", change_id as "changeId", since::text as since, after, removed
    from product_changes order by change_id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}
export const hasChanges = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('product_changes').select('change_id').limit(1).executeTakeFirst()) !== undefined

export interface NamedProduct {
  prCode: string
  prInfo: string[]
  /** What it was found by until now; null for a new one. */
  words: string | null
}
/** Products of the store that changed since then, in the order of their codes. What they are found by is looked up for these alone. */
export async function changedProducts(tx: Db, { storeCode, since, after }: ProductChange, limit: number): Promise<NamedProduct[]> {
  const { rows } = await sql<NamedProduct>`
    select p.pr_code as "prCode", p.pr_info as "prInfo", t.words
    from (
      select pr_code, pr_info from products
      where store_code = ${storeCode} and updated_at >= ${since}::timestamptz and pr_code > ${after}
      order by pr_code limit ${limit}
    ) p
    left join lateral (
      select x.words from product_places pl join product_texts x using (text_id)
      where pl.store_code = ${storeCode} and pl.pr_code = p.pr_code limit 1
    ) t on true
    order by p.pr_code`.execute(tx)
  return rows
}

export interface ProductText {
  prCode: string
  words: string
  codes: string[]
}
/** These products of the store are found by these texts from now on. */
export async function writeTexts(tx: Db, storeCode: string, texts: readonly ProductText[]): Promise<void> {
  const prCodes = texts.map(({ prCode }) => prCode)
  const given = sql`unnest(${prCodes}::text[], ${texts.map(({ words }) => words)}::text[]) as g (pr_code, words)`
  await sql`insert into product_texts (pr_code, words) select g.pr_code, g.words from ${given} order by 1 on conflict do nothing`.execute(
    tx,
  )
  const codes = texts.flatMap(({ prCode, words, codes: ofText }) => ofText.map((code) => ({ prCode, words, code })))
  await sql`insert into product_codes (code, text_id)
    select g.code, t.text_id
    from unnest(${codes.map(({ prCode }) => prCode)}::text[], ${codes.map(({ words }) => words)}::text[], ${codes.map(({ code }) => code)}::text[])
      as g (pr_code, words, code)
    join product_texts t using (pr_code, words) on conflict do nothing`.execute(tx)
  await sql`delete from product_places pl using ${given}
    where pl.store_code = ${storeCode} and pl.pr_code = g.pr_code`.execute(tx)
  await sql`insert into product_places (store_code, pr_code, text_id)
    select ${storeCode}, t.pr_code, t.text_id from ${given} join product_texts t using (pr_code, words)`.execute(tx)
}

/** Takes away what the store has no more. */
export const removeGone = (tx: Db, storeCode: string) =>
  sql`delete from product_places pl where pl.store_code = ${storeCode}
    and not exists (select from products p where p.store_code = pl.store_code and p.pr_code = pl.pr_code)`.execute(tx)

/** The change is done as far as this code; undefined: to its end. */
export async function settleChange(tx: Db, { storeCode, changeId }: ProductChange, after: string | undefined): Promise<void> {
  if (after === undefined)
    await tx.deleteFrom('product_changes').where('store_code', '=', storeCode).where('change_id', '=', changeId).execute()
  else
    await tx.updateTable('product_changes').set({ after }).where('store_code', '=', storeCode).where('change_id', '=', changeId).execute()
}
