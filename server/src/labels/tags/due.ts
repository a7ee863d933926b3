/** What a tag should show by what is stored now, drawn as the engine would, beside what stands on its glass. */
import type { ResultOf } from '@endcap/contract/endpoint'
import type { tags as endpoints } from '@endcap/contract/tags'
import { encodePng } from '@endcap/label/bitmap'
import { sql } from 'kysely'
import { createWords, storeOfWords } from '../../catalogue/products/products.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/base/errors.ts'
import { mainPageOf } from '../../settings/main-page.ts'
import { promoteLabels } from '../promotions/promotions.service.ts'
import { drawLabel } from '../rendering/labels.service.ts'
import { readGlass } from './deliveries.queries.ts'
import { pictures } from './pictures.ts'

type Due = ResultOf<(typeof endpoints)['due']>

interface DueLabel {
  storeCode: string
  tagType: string
  /** Of the tag's assignment. */
  layoutId: string | null
  products: { prCode: string; prInfo: string[] | null; layoutId: string | null }[]
}
/** The tag with its products as they stand, and with the promotions that hold. */
async function findDue(db: Db, storeCode: string, tagMac: string): Promise<DueLabel> {
  const { rows } = await sql<DueLabel>`
    select t.store_code as "storeCode", t.tag_type as "tagType", t.layout_id as "layoutId", coalesce((
      select jsonb_agg(jsonb_build_object('prCode', tp.pr_code, 'prInfo', p.pr_info, 'layoutId', p.layout_id) order by tp.slot)
      from tag_products tp left join products p on p.store_code = tp.store_code and p.pr_code = tp.pr_code
      where tp.store_code = t.store_code and tp.tag_mac = t.tag_mac), '[]') as products
    from tags t where t.store_code = ${storeCode} and t.tag_mac = ${tagMac}`.execute(db)
  const [label] = await promoteLabels(db, rows)
  if (label === undefined) throw notFound(`There is no tag ${tagMac} in this store.`)
  return label
}

/** Throws 404 where the store has no such tag. */
export async function dueOfTag(context: Context, storeCode: string, tagMac: string): Promise<Due> {
  const { db, blobs } = context
  const { products, ...label } = await findDue(db, storeCode, tagMac)
  const glass = await readGlass(db, storeCode, tagMac)
  const wordsOf = createWords(await storeOfWords(db, storeCode))
  const [first] = products
  const words = (prInfo: string[] | null | undefined) =>
    first === undefined || !prInfo ? '' : wordsOf({ prCode: first.prCode, prInfo }).price
  const prices = { price: words(first?.prInfo), priceOnGlass: words(glass?.prInfo) }
  const whole = products.flatMap(({ prInfo, ...product }) => (prInfo === null ? [] : [{ ...product, prInfo }]))
  if (first === undefined || whole.length < products.length)
    return { encodedImage: null, subPage: [], ...prices, same: glass === undefined && first === undefined, problems: [] }
  const drawn = await drawLabel(context, { ...label, products: whole })
  const pages = drawn.pages.map((page) => Buffer.from(encodePng(page)).toString('base64'))
  const standing = await pictures(blobs, glass?.images ?? [], 0)
  const mainPage = Math.min(await mainPageOf(db, tagMac), Math.max(0, pages.length - 1))
  return {
    encodedImage: pages[mainPage] ?? null,
    subPage: pages.filter((_, page) => page !== mainPage),
    ...prices,
    same: JSON.stringify(pages) === JSON.stringify(standing),
    problems: [...drawn.problems],
  }
}
