/** Swaps in SQL, and what a scanned code means in a store. */
import type { FoundTag } from '@endcap/contract/tags'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'

export interface SwapSide {
  tagMac: string
  tagType: string
  prCodeList: string[]
  fmPrCode: string | null
  layoutId: string | null
  nfc: string | null
}

/** What these tags of a store are and carry; held until the transaction ends, so that no other call assigns them meanwhile. */
export async function holdSides(db: Db, storeCode: string, tagMacs: readonly string[]): Promise<Map<string, SwapSide>> {
  const result = await sql<SwapSide>`
    with held as (
      select tag_mac, tag_type, layout_id, nfc, fm_pr_code from tags where store_code = ${storeCode} and tag_mac = any(${tagMacs}::text[])
      order by tag_mac for update
    )
    select h.tag_mac as "tagMac", h.tag_type as "tagType", h.layout_id as "layoutId", h.nfc, h.fm_pr_code as "fmPrCode",
      array(select pr_code from tag_products p where p.store_code = ${storeCode} and p.tag_mac = h.tag_mac order by slot) as "prCodeList"
    from held h`.execute(db)
  return new Map(result.rows.map((row) => [row.tagMac, row]))
}

export interface SwapRow {
  taskId: string
  from: string
  to: string
  at: Date
}
/** The newest swap that a tag took part in. */
export async function newestSwap(db: Db, storeCode: string, tagMac: string): Promise<SwapRow | undefined> {
  const columns = sql`task_id::text as "taskId", from_mac as "from", to_mac as "to", swapped_at as at, task_id`
  const newest = (side: string) =>
    sql`(select ${columns} from tag_swaps where store_code = ${storeCode} and ${sql.ref(side)} = ${tagMac} order by task_id desc limit 1)`
  const result = await sql<SwapRow>`select "taskId", "from", "to", at from (${newest('from_mac')} union all ${newest('to_mac')}) s
    order by task_id desc limit 1`.execute(db)
  return result.rows[0]
}

/** What a tag was given beside its first product, and its newest swap. */
export async function readGiven(
  db: Db,
  storeCode: string,
  tagMac: string,
): Promise<Pick<FoundTag, 'prCodeList' | 'fmPrCode' | 'layoutId' | 'nfc' | 'swap'>> {
  const result = await sql<Pick<FoundTag, 'prCodeList' | 'fmPrCode' | 'layoutId' | 'nfc'>>`
    select array(select pr_code from tag_products p where p.store_code = t.store_code and p.tag_mac = t.tag_mac order by slot) as "prCodeList",
      fm_pr_code as "fmPrCode", layout_id as "layoutId", nfc from tags t where store_code = ${storeCode} and tag_mac = ${tagMac}`.execute(
    db,
  )
  const swap = await newestSwap(db, storeCode, tagMac)
  const given = result.rows[0] ?? { prCodeList: [], fmPrCode: null, layoutId: null, nfc: null }
  return { ...given, swap: swap === undefined ? null : { from: swap.from, to: swap.to, at: toEpoch(swap.at) } }
}

/**
 * A product's code behind what a scanner read: the code itself, else the product that has it as bar code. Scanners differ in the leading
 * zeros of the same bar code (UPC-A read as EAN-13); the code as it was read goes first.
 */
export async function productOfCode(db: Db, storeCode: string, code: string, barcodeSlots: readonly number[]): Promise<string | undefined> {
  const spellings = spellingsOf(code)
  const byCode = await sql<{ prCode: string }>`select pr_code as "prCode" from products
    where store_code = ${storeCode} and pr_code = any(${spellings}::text[])
    order by array_position(${spellings}::text[], pr_code) limit 1`.execute(db)
  if (byCode.rows[0] !== undefined || barcodeSlots.length === 0) return byCode.rows[0]?.prCode
  const inSlots = sql.join(
    barcodeSlots.map((slot) => sql`p.pr_info[${slot + 1}::int] = any(${spellings}::text[])`),
    sql` or `,
  )
  const byBarcode = await sql<{ prCode: string }>`select pr_code as "prCode" from products p
    where store_code = ${storeCode} and (${inSlots}) order by updated_at desc limit 1`.execute(db)
  return byBarcode.rows[0]?.prCode
}

/** Lengths of the bar codes of trade: EAN-8, UPC-A, EAN-13, GTIN-14. */
const tradeLengths = [8, 12, 13, 14]
function spellingsOf(code: string): string[] {
  if (!/^\d{8,14}$/.test(code)) return [code]
  const bare = code.replace(/^0+/, '')
  return [...new Set([code, ...tradeLengths.filter((length) => length >= bare.length).map((length) => bare.padStart(length, '0'))])]
}
