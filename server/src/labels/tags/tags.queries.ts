/** The tags of a store in SQL: the list, and what assigning changes. */
import type { LifecycleState } from '@endcap/contract/tag-lifecycle'
import type { Tag } from '@endcap/contract/tags'
import { errorStatuses, type TagStatus } from '@endcap/contract/vocabulary'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { typeOfTagId } from '@endcap/label/models'
import { sql, type RawBuilder } from 'kysely'
import { toEpochOrNull } from '../../platform/base/clock.ts'
import { flagColumn, numberColumn, tablePage, tableSlice, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import { widenNg } from './site.ts'

/** Where the product's name stands, 1-based as SQL counts; 0 for nowhere. */
const nameOf = (slot: number | undefined) => sql<string | null>`p.pr_info[${(slot ?? -1) + 1}::int]`

/** Of a tag under the name `t`: one with a product is in use. */
export const lifecycleOf = sql<LifecycleState>`case when t.pr_code is not null then 'IN_USE' else coalesce(t.lifecycle, 'STOCK') end`

/** Retired tags are listed only where a filter asks for states. */
const notRetired = sql<boolean>`t.lifecycle is distinct from 'RETIRED'`

function tagsOf(db: Db, storeCode: string, nameSlot: number | undefined) {
  return db
    .selectFrom('tags as t')
    .leftJoin('gateways as g', (join) => join.onRef('g.store_code', '=', 't.store_code').onRef('g.gw_mac', '=', 't.gw_mac'))
    .leftJoin('products as p', (join) => join.onRef('p.store_code', '=', 't.store_code').onRef('p.pr_code', '=', 't.pr_code'))
    .select(['t.tag_mac as tagMac', 't.barcode', 't.pr_code as prCode', 't.tag_type as tagType', 't.gw_mac as gwMac'])
    .select([
      't.operation',
      't.operation_name as operationName',
      't.status',
      't.confirmed',
      't.batt_status as battStatus',
      't.version',
      't.rssi',
      't.battery',
      't.temperature',
    ])
    .select(['t.updated_at as updatedAt', 't.responded_at as respondedAt'])
    .select(lifecycleOf.as('lifecycle'))
    .select(nameOf(nameSlot).as('prName'))
    .select(sql<number>`coalesce(p.tag_count, 0)`.as('countByPrCode'))
    .select(sql<string | null>`split_part(g.ip, ':', 1)`.as('gwIp'))
    .where('t.store_code', '=', storeCode)
}
type TagRow = Omit<Tag, 'updatedAt' | 'respondedAt'> & { updatedAt: Date | null; respondedAt: Date | null }

const toTag = (row: TagRow): Tag => ({ ...row, updatedAt: toEpochOrNull(row.updatedAt), respondedAt: toEpochOrNull(row.respondedAt) })

/** What filters and order of a tag list may name. */
const listed = {
  columns: {
    barcode: textColumn('t.barcode'),
    prCode: textColumn('t.pr_code'),
    tagType: textColumn('t.tag_type'),
    gwIp: textColumn('g.ip'),
    operation: textColumn('t.operation_name'),
    operationName: textColumn('t.operation_name'),
    status: textColumn('t.status'),
    lifecycle: { sql: lifecycleOf, kind: 'text' as const },
    confirmed: flagColumn('t.confirmed'),
    expected: { sql: sql`t.responded_at is null`, kind: 'flag' as const },
    version: textColumn('t.version'),
    rssi: numberColumn('t.rssi'),
    battery: numberColumn('t.battery'),
    temperature: numberColumn('t.temperature'),
    battStatus: textColumn('t.batt_status'),
    updatedAt: timeColumn('t.updated_at'),
    respondedAt: timeColumn('t.responded_at'),
  },
  dateColumn: sql.ref('t.updated_at'),
  // A tag's status is its newest label's: it changes with it.
  statusDateColumn: sql.ref('t.updated_at'),
}

function listedOf(db: Db, storeCode: string, nameSlot: number | undefined, { filters }: TableRequest) {
  const query = tagsOf(db, storeCode, nameSlot)
  return filters.lifecycle === undefined ? query.where(notRetired) : query
}

/** A part of a store's tags, and how many they are. */
export interface TagPart {
  where: RawBuilder<boolean>
  total: () => Promise<number>
}

export async function searchTags(
  db: Db,
  storeCode: string,
  nameSlot: number | undefined,
  given: TableRequest,
  part?: TagPart,
): Promise<TablePage<Tag>> {
  const request = await widenNg(db, given)
  const query = listedOf(db, storeCode, nameSlot, request)
  const page = await tablePage(part === undefined ? query : query.where(part.where), request, {
    ...listed,
    // What must be mended first, then what changed last.
    defaultOrder: sql`t.status = any(${errorStatuses}::text[]) desc, t.updated_at desc nulls last`,
    tieBreak: sql.ref('t.tag_mac'),
    total: part?.total ?? (() => countTags(db, storeCode).then((counts) => counts.total)),
  })
  return { ...page, data: page.data.map(toTag) }
}

/** The tags behind `after` in the order of their ids: for reading a whole list in slices. */
export async function readTags(
  db: Db,
  { storeCode, nameSlot, part }: { storeCode: string; nameSlot: number | undefined; part?: RawBuilder<boolean> | undefined },
  given: TableRequest,
  slice: { after: string | undefined; limit: number },
): Promise<Tag[]> {
  const request = await widenNg(db, given)
  const query = listedOf(db, storeCode, nameSlot, request)
  const rows = await tableSlice(part === undefined ? query : query.where(part), request, { ...listed, key: sql.ref('t.tag_mac'), ...slice })
  return rows.map(toTag)
}

export async function findTag(db: Db, storeCode: string, tagMac: string, nameSlot: number | undefined): Promise<Tag | undefined> {
  const row = await tagsOf(db, storeCode, nameSlot).where('t.tag_mac', '=', tagMac).executeTakeFirst()
  return row === undefined ? undefined : toTag(row)
}

export async function countTags(db: Db, storeCode: string): Promise<{ total: number; byStatus: Record<TagStatus, number> }> {
  const rows = await db.selectFrom('tag_counts').select(['status', 'tags']).where('store_code', '=', storeCode).execute()
  const count = (status: TagStatus) => rows.find((row) => row.status === status)?.tags ?? 0
  const byStatus = {
    OK: count('OK'),
    NG: count('NG'),
    UPDATE: count('UPDATE'),
    DEASSIGN: count('DEASSIGN'),
    MISSING: count('MISSING'),
    REQ_ONLY: count('REQ_ONLY'),
    REQ_ONLY2: count('REQ_ONLY2'),
    WIP: count('WIP'),
  }
  return { total: rows.reduce((sum, row) => sum + row.tags, 0), byStatus }
}

/** The stores of those of these tags that are registered. */
export async function storesOfTags(db: Db, tagMacs: readonly string[]): Promise<Map<string, string>> {
  const result = await sql<{
    tagMac: string
    storeCode: string
  }>`select tag_mac as "tagMac", store_code as "storeCode" from tags where tag_mac = any(${tagMacs}::text[])`.execute(db)
  return new Map(result.rows.map((row) => [row.tagMac, row.storeCode]))
}

/** Registers those of these tags that no store has: their type as far as their id tells, until they are heard. */
export async function registerTags(db: Db, storeCode: string, tagMacs: readonly string[], at: Date): Promise<void> {
  await sql`insert into tags (store_code, tag_mac, barcode, tag_type, created_at)
    select ${storeCode}, m.mac, m.mac, m.type, ${at}::timestamptz from unnest(${tagMacs}::text[], ${tagMacs.map(typeOfTagId)}::text[]) as m (mac, type)
    on conflict do nothing`.execute(db)
}

/**
 * Moves those of these tags to this store that stand in another one without a product and with nothing under way; answers them. What the
 * tag says of itself comes along; who hears it there does not.
 */
export async function moveHere(db: Db, storeCode: string, tagMacs: readonly string[]): Promise<{ tagMac: string; from: string }[]> {
  if (tagMacs.length === 0) return []
  const idle = sql`t.tag_mac = any(${tagMacs}::text[]) and t.store_code <> ${storeCode} and t.pr_code is null and t.status = 'DEASSIGN'`
  const result = await sql<{ tagMac: string; from: string }>`
    with idle as (
      select t.store_code, t.tag_mac from tags t where ${idle}
        and not exists (select 1 from operations o where o.store_code = t.store_code and o.tag_mac = t.tag_mac)
      order by t.tag_mac for update of t
    )
    update tags t set store_code = ${storeCode}, gw_mac = null, rssi = null from idle i
    where t.store_code = i.store_code and t.tag_mac = i.tag_mac returning t.tag_mac as "tagMac", i.store_code as "from"`.execute(db)
  await sql`delete from tag_links where store_code = ${storeCode} and tag_mac = any(${result.rows.map((row) => row.tagMac)}::text[])`.execute(
    db,
  )
  return result.rows
}

export interface Assignment {
  tagMac: string
  /** The family that the rest is of. */
  fmPrCode: string | null
  prCodeList: string[]
  layoutId: string | null
  nfc: string | null
}

/** The products of these tags, in the order of their places; of tags without any, nothing. */
export async function carriedProducts(db: Db, storeCode: string, tagMacs: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('tag_products')
    .select(['tag_mac', sql<string[]>`array_agg(pr_code order by slot)`.as('codes')])
    .where('store_code', '=', storeCode)
    .where('tag_mac', '=', sql<string>`any(${[...tagMacs]}::text[])`)
    .groupBy('tag_mac')
    .execute()
  return new Map(rows.map((row) => [row.tag_mac, row.codes]))
}

/** What those of these tags were given that carry a product; nothing changes them until the transaction ends. */
export async function lockGiven(db: Db, storeCode: string, tagMacs: readonly string[]): Promise<Assignment[]> {
  const rows = await db
    .selectFrom('tags')
    .select(['tag_mac', 'fm_pr_code', 'layout_id', 'nfc'])
    .where('store_code', '=', storeCode)
    .where('tag_mac', '=', sql<string>`any(${[...tagMacs]}::text[])`)
    .orderBy('tag_mac')
    .forUpdate()
    .execute()
  const carried = await carriedProducts(db, storeCode, tagMacs)
  return rows.flatMap((row) => {
    const prCodeList = carried.get(row.tag_mac)
    return prCodeList === undefined
      ? []
      : [{ tagMac: row.tag_mac, prCodeList, fmPrCode: row.fm_pr_code, layoutId: row.layout_id, nfc: row.nfc }]
  })
}

/** Replaces the products of these tags. */
export async function setProducts(db: Db, storeCode: string, assignments: readonly Assignment[]): Promise<void> {
  const tagMacs = assignments.map((one) => one.tagMac)
  await sql`delete from tag_products where store_code = ${storeCode} and tag_mac = any(${tagMacs}::text[])`.execute(db)
  const links = assignments.flatMap(({ tagMac, prCodeList }) => prCodeList.map((prCode, slot) => ({ tagMac, prCode, slot })))
  await sql`insert into tag_products (store_code, tag_mac, slot, pr_code) select ${storeCode}, l.tag_mac, l.slot, l.pr_code from unnest(
    ${links.map((link) => link.tagMac)}::text[], ${links.map((link) => link.slot)}::smallint[], ${links.map((link) => link.prCode)}::text[]) as l (tag_mac, slot, pr_code)`.execute(
    db,
  )
  await sql`update tags t set pr_code = a.pr_code, layout_id = a.layout_id, nfc = a.nfc, fm_pr_code = a.fm_pr_code,
    lifecycle = case when a.pr_code is null then t.lifecycle end from unnest(
    ${tagMacs}::text[], ${assignments.map((one) => one.prCodeList[0] ?? null)}::text[], ${assignments.map((one) => one.layoutId)}::text[],
    ${assignments.map((one) => one.nfc)}::text[], ${assignments.map((one) => one.fmPrCode)}::text[]) as a (tag_mac, pr_code, layout_id, nfc, fm_pr_code)
    where t.store_code = ${storeCode} and t.tag_mac = a.tag_mac`.execute(db)
}

/** One of these tags that is retired, and shall not be given a product; undefined without one. */
export async function retiredAmong(db: Db, storeCode: string, tagMacs: readonly string[]): Promise<string | undefined> {
  const result = await sql<{ tagMac: string }>`select tag_mac as "tagMac" from tags
    where store_code = ${storeCode} and tag_mac = any(${tagMacs}::text[]) and lifecycle = 'RETIRED' order by tag_mac limit 1`.execute(db)
  return result.rows[0]?.tagMac
}

/** Those of these products that the store does not have. */
export async function unknownProducts(db: Db, storeCode: string, prCodes: readonly string[]): Promise<string[]> {
  const result = await sql<{ code: string }>`select distinct code from unnest(${prCodes}::text[]) as code
    where not exists (select 1 from products where store_code = ${storeCode} and pr_code = code)`.execute(db)
  return result.rows.map((row) => row.code)
}

/** Tags of the store that carry a product: all, or those among the ids given. */
export async function assignedTags(db: Db, storeCode: string, tagMacs?: readonly string[]): Promise<string[]> {
  const result = await sql<{ tagMac: string }>`select tag_mac as "tagMac" from tags where store_code = ${storeCode} and pr_code is not null
    ${tagMacs === undefined ? sql`` : sql`and tag_mac = any(${tagMacs}::text[])`}`.execute(db)
  return result.rows.map((row) => row.tagMac)
}
