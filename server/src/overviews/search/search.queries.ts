/** What a search finds, kind by kind, in SQL. Each statement reads a bounded number of rows, however many there are. */
import { normaliseTagMac } from '@endcap/contract/vocabulary'
import { sql, type RawBuilder } from 'kysely'
import { literal } from '../../platform/db/like.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Term } from './terms.ts'

/** Whose search it is, and how many hits it may have. */
export interface Reach {
  stores: 'all' | readonly string[]
  /** What is in this store comes first. */
  near: string | undefined
  limit: number
}
/** Texts and ids that are looked at for stores of the account. */
const candidates = 200
const maxTags = 4000
/** Stands behind every code that begins with a text. */
const last = '\u{10FFFF}'

export interface ProductHit {
  storeCode: string
  storeName: string
  locale: string
  currency: string
  prCode: string
  prInfo: string[]
  glass: string | null
}
/** The store that a product is shown of: the near one where it has the product, else the first. */
const storeOf = ({ stores, near }: Reach) => sql`coalesce(
  (select pl.store_code from product_places pl where pl.text_id = f.text_id and pl.store_code = ${near ?? ''} and ${ofStores(stores, 'pl.store_code')} limit 1),
  (select pl.store_code from product_places pl where pl.text_id = f.text_id and ${ofStores(stores, 'pl.store_code')} order by pl.store_code limit 1))`

/** A name that is the text itself comes first, then those in which its words stand side by side. */
const fitOf = ({ text }: Term) =>
  sql`case when split_part(t.words, E'\\n', 1) = ${text} then 0 when t.words like ${`%${literal(text)}%`} then 1 else 2 end`

export async function findProducts(db: Db, term: Term, reach: Reach): Promise<ProductHit[]> {
  const { stores, near, limit } = reach
  const inReach = (column: string) =>
    stores === 'all'
      ? sql`true`
      : sql`exists (select from product_places pl where pl.text_id = ${sql.ref(column)} and ${ofStores(stores, 'pl.store_code')})`
  const parts: RawBuilder<unknown>[] = []
  if (term.code !== undefined)
    parts.push(
      sql`(select text_id, case when code = ${term.code} then 0 else 1 end as rank, 0 as place from product_codes c
        where code >= ${term.code} and code < ${term.code + last} and ${inReach('c.text_id')} order by code limit ${candidates})`,
      sql`(select t.text_id, 0, 0 from second_codes s join product_texts t on t.pr_code = s.pr_code
        where s.second_code = ${term.raw} and ${inReach('t.text_id')} limit ${candidates})`,
    )
  if (term.grams.length > 0)
    parts.push(
      sql`(select text_id, 2 as rank, place from find_product_texts(${term.grams}::text[], ${term.patterns}::text[],
        ${stores === 'all' ? null : [...stores]}::text[], ${candidates}))`,
    )
  if (parts.length === 0) return []
  const { rows } = await sql<ProductHit>`
    with given as (${sql.join(parts, sql` union all `)}),
    best as (select text_id, min(rank) as rank, min(place) as place from given group by 1),
    few as materialized (select * from best order by rank, place, text_id limit ${limit * 4}),
    placed as materialized (select f.*, t.pr_code, ${storeOf(reach)} as store_code, ${fitOf(term)} as fit from few f join product_texts t using (text_id)),
    -- A product is one hit, also where stores call it by several names.
    once as (select distinct on (pr_code) * from placed where store_code is not null
      order by pr_code, store_code = ${near ?? ''} desc, rank, place, text_id)
    select s.store_code as "storeCode", s.store_name as "storeName", s.locale, s.currency, p.pr_code as "prCode", p.pr_info as "prInfo",
      (select md5(string_agg(g.shown_hash, ' ' order by tp.tag_mac)) from tag_products tp join tag_glass g using (store_code, tag_mac)
        where tp.store_code = p.store_code and tp.pr_code = p.pr_code and p.tag_count > 0) as glass
    from once f
    join stores s on s.store_code = f.store_code and s.closing_at is null
    join products p on p.store_code = f.store_code and p.pr_code = f.pr_code
    order by f.rank, f.fit, f.place, f.text_id limit ${limit}`.execute(db)
  return rows
}

export interface TagHit {
  storeCode: string
  storeName: string
  tagMac: string
  barcode: string
  tagType: string
  prCode: string | null
  glass: string | null
}
/** By their whole id, or its beginning. */
export async function findTags(db: Db, code: string, { stores, limit }: Reach): Promise<TagHit[]> {
  const id = normaliseTagMac(code)
  const begins = `${literal(id)}%`
  const { rows } = await sql<TagHit>`
    with found as (
      select * from (
        (select store_code, tag_mac, 0 as rank from tags where tag_mac = ${id})
        union (select store_code, tag_mac, 0 from tags where barcode like ${literal(id)} limit ${limit})
        union (select store_code, tag_mac, 1 from (select store_code, tag_mac from tags where tag_mac like ${begins} limit ${maxTags}) t
          where ${ofStores(stores, 't.store_code')} limit ${limit})
        union (select store_code, tag_mac, 1 from (select store_code, tag_mac from tags where barcode like ${begins} limit ${maxTags}) t
          where ${ofStores(stores, 't.store_code')} limit ${limit})
      ) f where ${ofStores(stores, 'f.store_code')}
    ), best as (select store_code, tag_mac, min(rank) as rank from found group by 1, 2)
    select s.store_code as "storeCode", s.store_name as "storeName", t.tag_mac as "tagMac", t.barcode, t.tag_type as "tagType", t.pr_code as "prCode",
      g.shown_hash as glass
    from best b join tags t using (store_code, tag_mac) join stores s on s.store_code = b.store_code and s.closing_at is null
    left join tag_glass g on g.store_code = b.store_code and g.tag_mac = b.tag_mac
    order by b.rank, t.tag_mac limit ${limit}`.execute(db)
  return rows
}

/** Each word stands in the text somewhere. */
const hasAll = (text: RawBuilder<unknown>, { patterns }: Term) => sql<boolean>`lower(${text}) like all (${patterns}::text[])`

/** By code, name and address; whose code or name begins so comes first. */
export const findStores = (db: Db, term: Term, { stores, limit }: Reach) =>
  db
    .selectFrom('stores as s')
    .select(['s.store_code as storeCode', 's.store_name as storeName'])
    .where('s.closing_at', 'is', null)
    .where(ofStores(stores, 's.store_code'))
    .where(hasAll(sql`s.store_code || ' ' || s.store_name || ' ' || s.address`, term))
    .orderBy(sql`lower(s.store_code) = ${term.text}`, 'desc')
    .orderBy(sql`lower(s.store_name) like ${`${literal(term.text)}%`}`, 'desc')
    .orderBy('s.store_code')
    .limit(limit)
    .execute()

/** By MAC or IP address. */
export const findGateways = (db: Db, term: Term, { stores, limit }: Reach) =>
  db
    .selectFrom('gateways as g')
    .innerJoin('stores as s', 's.store_code', 'g.store_code')
    .select(['g.gw_mac as gwMac', 's.store_code as storeCode', 's.store_name as storeName'])
    .where('s.closing_at', 'is', null)
    .where(ofStores(stores, 'g.store_code'))
    .where(
      sql<boolean>`(g.gw_mac like ${`%${literal(term.text.toUpperCase().replaceAll(/[:-]/g, ''))}%`} or g.ip like ${`${literal(term.text)}%`})`,
    )
    .orderBy('g.gw_mac')
    .limit(limit)
    .execute()

export const findLayouts = (db: Db, term: Term, { stores, limit }: Reach) =>
  db
    .selectFrom('layout_drawings as d')
    .leftJoin('stores as s', 's.store_code', 'd.store_code')
    .select(['d.drawing_id as drawingId', 'd.layout_id as layoutId', 'd.size', 'd.model_class as modelClass', 'd.draft_at as draftAt'])
    .select(['s.store_code as storeCode', 's.store_name as storeName'])
    .where('d.archived_at', 'is', null)
    .where(sql<boolean>`(d.store_code = '' or ${ofStores(stores, 'd.store_code')})`)
    .where(hasAll(sql`d.layout_id`, term))
    .orderBy('d.layout_id')
    .orderBy('d.size')
    .orderBy('d.drawing_id')
    .limit(limit)
    .execute()

/** By name or address. */
export const findDisplays = (db: Db, term: Term, { stores, limit }: Reach) =>
  db
    .selectFrom('plus_devices as d')
    .innerJoin('stores as s', 's.store_code', 'd.store_code')
    .select(['d.mac', 'd.name', 's.store_code as storeCode', 's.store_name as storeName'])
    .where('s.closing_at', 'is', null)
    .where(ofStores(stores, 's.store_code'))
    .where(hasAll(sql`d.name || ' ' || d.mac`, term))
    .orderBy('d.name')
    .orderBy('d.mac')
    .limit(limit)
    .execute()
