/** What a decorator is tried on: a tag with its products, or a product on a tag that is only thought of. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { LabelToDecorate } from './decorate.ts'

/** A label as it stands, with a layout that may be missing but is known to be. */
export interface StandingLabel extends LabelToDecorate {
  layoutId: string | null
  products: { prCode: string; prInfo: string[] | null; layoutId: string | null; nfc: string | null }[]
}

const thoughtOf = 'B5'
interface Sample {
  storeCode: string
  tagMac?: string | undefined
  prCode?: string | undefined
  tagType?: string | undefined
}

/** Undefined when there is nothing of that name. Without a name, any product of the store will do. */
export async function sampleLabel(db: Db, { storeCode, tagMac, prCode, tagType = thoughtOf }: Sample): Promise<StandingLabel | undefined> {
  if (tagMac !== undefined) return (await decoratableTags(db, { storeCode, tagMac, limit: 1 }))[0]
  const product = await db
    .selectFrom('products')
    .select(['pr_code as prCode', 'pr_info as prInfo', 'layout_id as layoutId', 'nfc'])
    .where('store_code', '=', storeCode)
    .$if(prCode !== undefined, (query) => query.where('pr_code', '=', prCode ?? ''))
    .orderBy('pr_code')
    .limit(1)
    .executeTakeFirst()
  return product === undefined ? undefined : { storeCode, tagType, layoutId: null, products: [product] }
}

/** Tags of a store that show products, by their id behind `after`, with everything that a decorator looks at. */
export async function decoratableTags(
  db: Db,
  { storeCode, tagMac, after = '', limit }: { storeCode: string; tagMac?: string; after?: string; limit: number },
): Promise<(StandingLabel & { tagMac: string })[]> {
  const which = tagMac === undefined ? sql`t.tag_mac > ${after}` : sql`t.tag_mac = ${tagMac}`
  const result = await sql<StandingLabel & { tagMac: string }>`
    select t.store_code as "storeCode", t.tag_mac as "tagMac", t.barcode, t.tag_type as "tagType", t.battery, t.page, t.layout_id as "layoutId", t.nfc, l.products
    from tags t cross join lateral (
      select jsonb_agg(jsonb_build_object('prCode', tp.pr_code, 'prInfo', p.pr_info, 'layoutId', p.layout_id, 'nfc', p.nfc) order by tp.slot) as products
      from tag_products tp left join products p on p.store_code = tp.store_code and p.pr_code = tp.pr_code
      where tp.store_code = t.store_code and tp.tag_mac = t.tag_mac
    ) l
    where t.store_code = ${storeCode} and t.pr_code is not null and l.products is not null and ${which}
    order by t.tag_mac limit ${limit}`.execute(db)
  return result.rows
}
