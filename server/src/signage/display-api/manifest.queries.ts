/** What a display's plan is made of. */
import { displaySoftwareKinds, type MediaKind } from '@endcap/contract/media'
import type { SlideObject } from '@endcap/signage/shows'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

export const productsOf = (db: Db, mac: string) =>
  db
    .selectFrom('plus_device_products as d')
    .leftJoin('products as p', (join) => join.onRef('p.store_code', '=', 'd.store_code').onRef('p.pr_code', '=', 'd.pr_code'))
    .select(['d.slot', 'd.pr_code as prCode', 'p.pr_info as prInfo', 'p.layout_id as layoutId'])
    .where('d.mac', '=', mac)
    .orderBy('d.slot')
    .execute()

/** What a template shows instead of the products of a display. */
export const firstProductOf = (db: Db, storeCode: string) =>
  db
    .selectFrom('products')
    .select(['pr_code as prCode', 'pr_info as prInfo', 'layout_id as layoutId'])
    .where('store_code', '=', storeCode)
    .orderBy('pr_code')
    .limit(1)
    .executeTakeFirst()

export interface DisplayWithProducts {
  mac: string
  name: string
  model: string
  template: string
  width: number
  height: number
  /** Of the slides that it plays. */
  objects: SlideObject[]
  /** `staged`: changed by the stage that was asked for. */
  products: { slot: number; prCode: string; prInfo: string[] | null; layoutId: string | null; staged: boolean }[]
}
/**
 * Displays of a store that have products, by address, behind `after`: one of them, or those that a stage concerns, with the staged products in
 * place of those that stand.
 */
export async function displaysWithProducts(
  db: Db,
  { storeCode, mac, fileId, after, limit }: { storeCode: string; mac?: string; fileId?: string; after: string; limit: number },
): Promise<DisplayWithProducts[]> {
  const stage = sql`${fileId ?? null}::bigint`
  const result = await sql<DisplayWithProducts>`
    select d.mac, d.name, d.model, coalesce(d.template_id, '') as template, d.screen_width as width, d.screen_height as height, x.products,
      case when d.line = 'v1' then '[]' else coalesce(jsonb_path_query_array(d.given_show, '$.show[*].object[*]'), '[]') end as objects
    from plus_devices d cross join lateral (
      select bool_or(s.pr_code is not null) as concerned, jsonb_agg(jsonb_build_object('slot', dp.slot, 'prCode', dp.pr_code,
        'prInfo', coalesce(s.pr_info, p.pr_info), 'layoutId', case when s.pr_code is null then p.layout_id else s.layout_id end,
        'staged', s.pr_code is not null) order by dp.slot) as products
      from plus_device_products dp
      left join products p on p.store_code = dp.store_code and p.pr_code = dp.pr_code
      left join staged_products s on s.file_id = ${stage} and s.pr_code = dp.pr_code
      where dp.mac = d.mac
    ) x
    where d.store_code = ${storeCode} and d.mac > ${after} and d.mac = ${mac ?? sql`d.mac`} and x.products is not null
      and (${stage} is null or x.concerned) order by d.mac limit ${limit}`.execute(db)
  return result.rows
}

const fileColumns = ['f.blob', 'f.type', 'f.bytes', 'f.chunks', 'f.width', 'f.height', 'f.codec'] as const
/** The version that is made of a film, for displays that cannot play the film itself. */
const versionContent =
  sql<VersionContent | null>`case when v.film is not null then jsonb_build_object('blob', v.blob, 'bytes', v.bytes::text,
  'chunks', v.chunks, 'width', v.width, 'height', v.height) end`.as('version')
export interface VersionContent {
  blob: string
  bytes: string
  chunks: string[]
  width: number
  height: number
}
export const filesOf = (db: Db, storeCode: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('plus_files as f')
        .leftJoin('plus_film_work as v', (join) =>
          join.onRef('v.film', '=', 'f.blob').on('v.work', '=', 'version').on('v.state', '=', 'made'),
        )
        .select(['f.file_id', 'f.kind', ...fileColumns])
        .select(versionContent)
        .where('f.store_code', '=', storeCode)
        .where('f.file_id', 'in', ids)
        .where('f.kind', 'in', ['image', 'video', 'widget'])
        .$narrowType<{ kind: MediaKind }>()
        .orderBy('file_id')
        .execute()

/** All software of a store for its displays, and all launchers, the newest first. */
export const softwareOf = (db: Db, storeCode: string) =>
  db
    .selectFrom('plus_files')
    .select(['kind', 'os', 'model', 'ver', 'blob', 'bytes', 'type'])
    .where('store_code', '=', storeCode)
    .where('kind', 'in', displaySoftwareKinds)
    .orderBy('updated_at', 'desc')
    .orderBy('file_id', 'desc')
    .execute()

export const schedulesOf = (db: Db, storeCode: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('plus_schedules')
        .select(['schedule_id', 'period', 'days', 'time'])
        .where('store_code', '=', storeCode)
        .where('schedule_id', 'in', ids)
        .orderBy('schedule_id')
        .execute()

/** The timeline that a display is in, and which screen of it. */
export const timelineOf = (db: Db, mac: string) =>
  db
    .selectFrom('plus_timeline_devices as x')
    .innerJoin('plus_timelines as t', 't.timeline_id', 'x.timeline_id')
    .select(['x.screen', 't.schedule'])
    .where('x.mac', '=', mac)
    .executeTakeFirst()
// In the order of their numbers: a revision says that something is another thing, not that it came in another order.
export const setsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('plus_sets')
    .select(['set_id', 'list'])
    .where(sql<boolean>`set_id = any(${[...ids]}::bigint[])`)
    .orderBy('set_id')
    .execute()
export const showsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('plus_shows')
    .select(['show_id', 'show'])
    .where(sql<boolean>`show_id = any(${[...ids]}::bigint[])`)
    .orderBy('show_id')
    .execute()
export const contentsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('plus_contents as f')
    .leftJoin('plus_film_work as v', (join) => join.onRef('v.film', '=', 'f.blob').on('v.work', '=', 'version').on('v.state', '=', 'made'))
    .select(['f.content_id', 'f.kind', ...fileColumns])
    .select(versionContent)
    .where(sql<boolean>`content_id = any(${[...ids]}::bigint[])`)
    .orderBy('content_id')
    .execute()

export const storeOf = (db: Db, storeCode: string) =>
  db
    .selectFrom('stores')
    .select(['store_name as storeName', 'time_zone as timeZone', 'locale', 'currency'])
    .where('store_code', '=', storeCode)
    .executeTakeFirst()

export async function noteRev(db: Db, mac: string, rev: string, at: Date): Promise<void> {
  await db.updateTable('plus_devices').set({ rev, rev_at: at }).where('mac', '=', mac).execute()
}
export const readRev = (db: Db, mac: string) =>
  db.selectFrom('plus_devices').select(['rev', 'rev_at as at']).where('mac', '=', mac).executeTakeFirst()

/** Displays whose plan may be another one now. */
export const devicesShowing = (db: Db, storeCode: string) =>
  sql<{ mac: string }>`select mac from plus_devices where store_code = ${storeCode}`
    .execute(db)
    .then(({ rows }) => rows.map(({ mac }) => mac))
