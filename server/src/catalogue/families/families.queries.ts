/** Families in SQL: what lists show, and what a change of them means for the tags that show them. */
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Family } from '@endcap/contract/families'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type RawBuilder } from 'kysely'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

export type FamilyRow = Omit<Family, 'updatedAt'> & { updatedAt: Date }
/** What a family is made of. */
export interface FamilyParts {
  fmPrCode: string
  prCodeList: string[]
  layoutId: string
  nfc: string | null
}

/** Of a shared family, stores with one of their own do not count: their tags show that one. */
const shownByTag = sql`t.fm_pr_code = f.fm_pr_code and (t.store_code = f.store_code
  or (f.store_code = '' and not exists (select 1 from families o where o.store_code = t.store_code and o.fm_pr_code = t.fm_pr_code)))`

function familiesOf(db: Db, stores: Session['stores']) {
  const seen = ofStores(stores, 't.store_code')
  return db
    .selectFrom('families as f')
    .select(['f.store_code as storeCode', 'f.fm_pr_code as fmPrCode', 'f.pr_codes as prCodeList', 'f.layout_id as layoutId', 'f.nfc'])
    .select('f.updated_at as updatedAt')
    .select(sql<number>`(select count(*)::int from tags t where ${shownByTag} and ${seen})`.as('tagCount'))
}

const listed = {
  columns: {
    fmPrCode: textColumn('f.fm_pr_code'),
    prCodeList: { sql: sql.ref('f.pr_codes'), kind: 'list' as const },
    layoutId: textColumn('f.layout_id'),
    nfc: textColumn('f.nfc'),
    updatedAt: timeColumn('f.updated_at'),
  },
  dateColumn: sql.ref('f.updated_at'),
}
/** The families of a store, or with an empty store code the shared ones. */
export function searchFamilies(db: Db, stores: Session['stores'], scope: string, request: TableRequest): Promise<TablePage<FamilyRow>> {
  const families = familiesOf(db, stores).where('f.store_code', '=', scope)
  return tablePage(families, request, { ...listed, defaultOrder: sql`f.updated_at desc`, tieBreak: sql.ref('f.fm_pr_code') })
}
/** Those of all these stores and the shared ones, in the order of their key: an index answers the first page of a whole chain. */
export function searchAllFamilies(db: Db, stores: Session['stores'], request: TableRequest): Promise<TablePage<FamilyRow>> {
  const scopes = stores === 'all' ? stores : ['', ...stores]
  return tablePage(familiesOf(db, stores).where(ofStores(scopes, 'f.store_code')), request, {
    ...listed,
    columns: { ...listed.columns, storeCode: textColumn('f.store_code') },
    tieBreak: sql`f.store_code, f.fm_pr_code`,
  })
}

/** Families as they hold in a store: its own, and the shared ones that it has none of its own for. */
const holdsIn = (storeCode: string): RawBuilder<boolean> =>
  sql<boolean>`(f.store_code = ${storeCode} or (f.store_code = ''
    and not exists (select 1 from families o where o.store_code = ${storeCode} and o.fm_pr_code = f.fm_pr_code)))`

export function findFamily(db: Db, stores: Session['stores'], storeCode: string, fmPrCode: string): Promise<FamilyRow | undefined> {
  return familiesOf(db, stores)
    .where('f.fm_pr_code', '=', fmPrCode)
    .where(storeCode === '' ? sql<boolean>`f.store_code = ''` : holdsIn(storeCode))
    .executeTakeFirst()
}

/** Stores that are asked for the products of a shared family. */
const storesAsked = 200
/** Of the account's stores the one that has most of these products. */
export async function storeWithMaxMatches(db: Db, stores: Session['stores'], prCodes: readonly string[]): Promise<string | undefined> {
  const seen = ofStores(stores, 'store_code')
  const result = await sql<{ storeCode: string }>`
    select s.store_code as "storeCode" from (select store_code from stores where ${seen} order by store_code limit ${storesAsked}) s
    join products p on p.store_code = s.store_code and p.pr_code = any(${prCodes}::text[])
    group by 1 order by count(*) desc, 1 limit 1`.execute(db)
  return result.rows[0]?.storeCode
}
/** These products of a store in the order given; those that it does not have without their values. */
export async function productsInOrder(
  db: Db,
  storeCode: string,
  prCodes: readonly string[],
): Promise<{ prCode: string; prInfo: string[] | null }[]> {
  const rows = await db
    .selectFrom('products')
    .select(['pr_code', 'pr_info'])
    .where('store_code', '=', storeCode)
    .where(sql<boolean>`pr_code = any(${prCodes}::text[])`)
    .execute()
  return prCodes.map((prCode) => ({ prCode, prInfo: rows.find((row) => row.pr_code === prCode)?.pr_info ?? null }))
}

/** Families that one answer carries. */
const maxFamilies = 50
/** The families that hold a product. */
export function familiesWith(db: Db, stores: Session['stores'], storeCode: string, prCode: string): Promise<FamilyRow[]> {
  return familiesOf(db, stores)
    .where(storeCode === '' ? sql<boolean>`f.store_code = ''` : holdsIn(storeCode))
    .where(sql<boolean>`f.pr_codes @> ${[prCode]}::text[]`)
    .orderBy('f.fm_pr_code')
    .limit(maxFamilies)
    .execute()
}
/** The families of a store that hold one of these codes, or have it as their own: asked with every scan, so nothing is counted. */
export function familiesMeant(db: Db, storeCode: string, codes: readonly string[]): Promise<Omit<FamilyParts, 'nfc'>[]> {
  return db
    .selectFrom('families as f')
    .select(['f.fm_pr_code as fmPrCode', 'f.pr_codes as prCodeList', 'f.layout_id as layoutId'])
    .where(holdsIn(storeCode))
    .where(sql<boolean>`(f.pr_codes && ${codes}::text[] or f.fm_pr_code = any(${codes}::text[]))`)
    .orderBy('f.fm_pr_code')
    .limit(maxFamilies)
    .execute()
}

/** Who writes families does it alone; who puts one on a tag waits until it stands, and holds up the writing until the tag is written. */
export async function lockToWrite(tx: Db): Promise<void> {
  await sql`lock table families in exclusive mode`.execute(tx)
}
export async function lockToShow(tx: Db): Promise<void> {
  await sql`lock table families in row share mode`.execute(tx)
}

/** Those of these families that a store has, its own or shared ones. */
export async function readParts(db: Db, storeCode: string, codes: readonly string[]): Promise<Map<string, FamilyParts>> {
  const rows = await db
    .selectFrom('families as f')
    .select(['f.fm_pr_code as fmPrCode', 'f.pr_codes as prCodeList', 'f.layout_id as layoutId', 'f.nfc'])
    .where(sql<boolean>`f.fm_pr_code = any(${codes}::text[])`)
    .where(holdsIn(storeCode))
    .execute()
  return new Map(rows.map((row) => [row.fmPrCode, row]))
}

/** Writes families; answers the codes of those that were new or became different. */
export async function writeFamilies(tx: Db, scope: string, families: readonly FamilyParts[], at: Date): Promise<string[]> {
  const rows = JSON.stringify(families)
  const result = await sql<{ code: string }>`
    insert into families as f (store_code, fm_pr_code, pr_codes, layout_id, nfc, updated_at)
    select ${scope}, r."fmPrCode", array(select code from jsonb_array_elements_text(r."prCodeList") with ordinality as c (code, place) order by place),
      r."layoutId", r.nfc, ${at}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r ("fmPrCode" text, "prCodeList" jsonb, "layoutId" text, nfc text)
    on conflict (store_code, fm_pr_code) do update
      set pr_codes = excluded.pr_codes, layout_id = excluded.layout_id, nfc = excluded.nfc, updated_at = excluded.updated_at
      where (f.pr_codes, f.layout_id, f.nfc) is distinct from (excluded.pr_codes, excluded.layout_id, excluded.nfc)
    returning fm_pr_code as code`.execute(tx)
  return result.rows.map((row) => row.code)
}

export async function deleteFamilies(tx: Db, scope: string, codes: readonly string[]): Promise<string[]> {
  const result = await sql<{ code: string }>`delete from families where store_code = ${scope} and fm_pr_code = any(${codes}::text[])
    returning fm_pr_code as code`.execute(tx)
  return result.rows.map((row) => row.code)
}

/**
 * The tags that a change of these families in a scope concerns, by store, held until the transaction ends. A store with a family of its
 * own is not concerned by a shared one.
 */
export async function tagsConcerned(tx: Db, scope: string, codes: readonly string[]): Promise<Map<string, string[]>> {
  const inScope =
    scope === ''
      ? sql`not exists (select 1 from families o where o.store_code = t.store_code and o.fm_pr_code = t.fm_pr_code)`
      : sql`t.store_code = ${scope}`
  const result = await sql<{ storeCode: string; tagMac: string }>`
    select t.store_code as "storeCode", t.tag_mac as "tagMac" from tags t
    where t.fm_pr_code = any(${codes}::text[]) and ${inScope} order by t.store_code, t.tag_mac for update of t`.execute(tx)
  const byStore = new Map<string, string[]>()
  for (const { storeCode, tagMac } of result.rows) byStore.set(storeCode, [...(byStore.get(storeCode) ?? []), tagMac])
  return byStore
}

/**
 * Gives these tags of a store what their family is now; answers those that have one. The others keep what they show, and belong to no
 * family any more.
 */
export async function followFamilies(tx: Db, storeCode: string, tagMacs: readonly string[]): Promise<string[]> {
  const shown = sql`select t.tag_mac, f.pr_codes, f.layout_id, f.nfc from tags t join families f on f.fm_pr_code = t.fm_pr_code and ${holdsIn(storeCode)}
    where t.store_code = ${storeCode} and t.tag_mac = any(${tagMacs}::text[])`
  await sql`delete from tag_products p using (${shown}) s where p.store_code = ${storeCode} and p.tag_mac = s.tag_mac`.execute(tx)
  await sql`insert into tag_products (store_code, tag_mac, slot, pr_code)
    select ${storeCode}, s.tag_mac, c.place - 1, c.code from (${shown}) s cross join unnest(s.pr_codes) with ordinality as c (code, place)`.execute(
    tx,
  )
  const result = await sql<{
    tagMac: string
  }>`update tags t set pr_code = s.pr_codes[1], layout_id = s.layout_id, nfc = s.nfc from (${shown}) s
    where t.store_code = ${storeCode} and t.tag_mac = s.tag_mac returning t.tag_mac as "tagMac"`.execute(tx)
  const following = result.rows.map((row) => row.tagMac)
  const left = new Set(following)
  const alone = tagMacs.filter((mac) => !left.has(mac))
  if (alone.length > 0)
    await sql`update tags set fm_pr_code = null where store_code = ${storeCode} and tag_mac = any(${alone}::text[])`.execute(tx)
  return following
}
