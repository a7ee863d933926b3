/** What the notification rules look at, whom they tell, and what they have told. */
import type { NotificationContent, NotificationRow } from '@endcap/contract/notifications'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { keysOf, recordOf } from '@endcap/contract/typed-object'
import {
  errorStatuses,
  languages,
  notificationKeys,
  type Language,
  type NotificationKey,
  type TagStatus,
} from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import { toEpochOrNull } from '../../platform/base/clock.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Recipient } from './compose.ts'

export interface StorePlace {
  storeCode: string
  storeName: string
  timeZone: string
  locale: string
  createdAt: Date
}
const place = sql`s.store_code as "storeCode", s.store_name as "storeName", s.time_zone as "timeZone", s.locale, s.created_at as "createdAt"`

export async function allStores(db: Db): Promise<StorePlace[]> {
  return (await sql<StorePlace>`select ${place} from stores s order by s.store_code`.execute(db)).rows
}

export interface OfflineGateway extends StorePlace {
  gwMac: string
  ip: string
  since: Date
}
/** Gateways that went offline before then; one that was never online is none. */
export async function gatewaysOffline(db: Db, before: Date): Promise<OfflineGateway[]> {
  const result = await sql<OfflineGateway>`select ${place}, g.gw_mac as "gwMac", g.ip, g.offline_since as since
    from gateways g join stores s using (store_code)
    where g.status = 'OFFLINE' and g.offline_since < ${before}::timestamptz order by s.store_code, g.gw_mac`.execute(db)
  return result.rows
}

export interface SilentStore extends StorePlace {
  fileName: string
  since: Date
}
/** Stores whose newest product file came before then; a store that never got one is none. One probe of an index a store. */
export async function storesWithoutFile(db: Db, before: Date): Promise<SilentStore[]> {
  const result = await sql<SilentStore>`select ${place}, f.file_name as "fileName", f.received_at as since from stores s
    cross join lateral (
      select file_name, received_at from files where store_code = s.store_code and file_type = 'product' order by file_id desc limit 1
    ) f
    where f.received_at < ${before}::timestamptz order by s.store_code`.execute(db)
  return result.rows
}

/** Tags by status and with a low battery, of the stores where something is abnormal: from the summary counters. */
export async function abnormalCounts(db: Db): Promise<Map<string, { byStatus: Partial<Record<TagStatus, number>>; lowBattery: number }>> {
  const result = await sql<{ storeCode: string; byStatus: Partial<Record<TagStatus, number>> | null; lowBattery: number }>`
    select s.store_code as "storeCode", c.by_status as "byStatus", coalesce(f.low_battery, 0) as "lowBattery" from stores s
    left join (select store_code, jsonb_object_agg(status, tags) as by_status from tag_counts where tags > 0 group by 1) c using (store_code)
    left join tag_flag_counts f using (store_code)
    where c.by_status ?| ${errorStatuses}::text[] or f.low_battery > 0`.execute(db)
  return new Map(result.rows.map(({ storeCode, byStatus, lowBattery }) => [storeCode, { byStatus: byStatus ?? {}, lowBattery }]))
}

export interface AbnormalTag {
  barcode: string
  status: TagStatus
  lowBattery: boolean
  prCode: string | null
}
/** Some abnormal tags of a store, the ones without their label first; and the products they should show, those with most tags first. */
export async function abnormalOf(db: Db, storeCode: string, limit: number) {
  const tags = await sql<AbnormalTag>`
    (select barcode, status, batt_status = 'NG' as "lowBattery", pr_code as "prCode" from tags
      where store_code = ${storeCode} and status = any(${errorStatuses}::text[]) order by status desc, barcode limit ${limit})
    union all
    (select barcode, status, true, pr_code from tags
      where store_code = ${storeCode} and batt_status = 'NG' and status <> all(${errorStatuses}::text[]) order by barcode limit ${limit})
    limit ${limit}`.execute(db)
  const products = await sql<{ prCode: string; tags: number; products: number }>`
    select pr_code as "prCode", count(*)::int as tags, (count(*) over ())::int as products from tags
    where store_code = ${storeCode} and status = any(${errorStatuses}::text[]) and pr_code is not null
    group by pr_code order by 2 desc, 1 limit ${limit}`.execute(db)
  return { tags: tags.rows, products: products.rows, productCount: products.rows[0]?.products ?? 0 }
}

/** Approved accounts that are not locked and may read alarms, with their stores (specification 2 §6). */
export async function readRecipients(db: Db): Promise<(Recipient & { name: string })[]> {
  const result = await sql<{ email: string; name: string; language: Language | null; whole: boolean; stores: string[] }>`
    select a.email, a.name, a.language, a.role_id = 0 or a.enable_whole_store as whole,
      array(select store_code from account_stores x where x.email = a.email) as stores
    from accounts a join roles r using (role_id)
    where not a.locked and (a.role_id = 0
      or exists (select 1 from jsonb_array_elements(r.privileges) p where p->>'key' = 'alarm' and (p->>'read')::boolean))
    order by a.email`.execute(db)
  return result.rows.map(({ whole, stores, ...account }) => ({ ...account, stores: whole ? 'all' : stores }))
}

export async function readEnabled(db: Db): Promise<NotificationKey[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .select('notification')
    .where('enabled', '=', true)
    .orderBy('notification')
    .execute()
  return rows.map((row) => row.notification)
}

export async function writeEnabled(db: Db, enabled: readonly NotificationKey[]): Promise<void> {
  await db
    .updateTable('notification_settings')
    .set({ enabled: sql`notification = any(${enabled}::text[])` })
    .execute()
}

/** The notifications, and when a mail of each last went out. */
export async function searchNotifications(db: Db, request: TableRequest): Promise<TablePage<Omit<NotificationRow, 'changed'>>> {
  const rows = db
    .selectFrom('notification_settings')
    .select([
      'notification',
      'enabled',
      sql<Date | null>`(select max(m.sent_at) from mails m where m.notification = notification_settings.notification and m.sent_at is not null)`.as(
        'sentAt',
      ),
    ])
  const page = await tablePage(db.selectFrom(rows.as('n')).selectAll(), request, {
    columns: {
      notification: textColumn('notification'),
      enabled: { sql: sql`case when enabled then 'yes' else 'no' end`, kind: 'text' },
      sentAt: timeColumn('sentAt'),
    },
    // Specification 2 §3: the order in which they are named.
    defaultOrder: sql`array_position(${[...notificationKeys]}::text[], notification)`,
    tieBreak: sql`notification`,
  })
  return { ...page, data: page.data.map((row) => ({ ...row, sentAt: toEpochOrNull(row.sentAt) })) }
}

export type Contents = Record<NotificationKey, Record<Language, NotificationContent>>

export async function readContents(db: Db): Promise<Contents> {
  const rows = await db.selectFrom('notification_contents').selectAll().execute()
  const contents = new Map(rows.map(({ notification, language, ...content }) => [`${notification} ${language}`, content]))
  return recordOf(notificationKeys, (notification) =>
    recordOf(languages, (language) => {
      const content = contents.get(`${notification} ${language}`)
      // The migration put a row there for each notification and language; they are changed, never taken away.
      if (content === undefined) throw new Error(`There are no words for ${notification} in ${language}`)
      return content
    }),
  )
}

/** Who saves at the same time waits here, and then compares with what the other one stored. */
export async function lockContents(tx: Db): Promise<Contents> {
  await tx.selectFrom('notification_contents').select('notification').orderBy('notification').orderBy('language').forUpdate().execute()
  return readContents(tx)
}

export async function writeContent(db: Db, notification: NotificationKey, content: Record<Language, NotificationContent>): Promise<void> {
  for (const language of keysOf(content))
    await db
      .updateTable('notification_contents')
      .set(content[language])
      .where('notification', '=', notification)
      .where('language', '=', language)
      .execute()
}

export interface Notified {
  storeCode: string
  subject: string
}
const columnsOf = (list: readonly Notified[]) =>
  sql`unnest(${list.map((one) => one.storeCode)}::text[], ${list.map((one) => one.subject)}::text[]) as x (store_code, subject)`

/** Notes what is told now; answers what was not told before. A process that comes second with the same finds it noted. */
export async function recordNotified(db: Db, notification: NotificationKey, list: readonly Notified[], at: Date): Promise<Set<string>> {
  if (list.length === 0) return new Set()
  const result = await sql<{ key: string }>`insert into notified (notification, store_code, subject, notified_at)
    select ${notification}, x.store_code, x.subject, ${at}::timestamptz from ${columnsOf(list)} on conflict do nothing
    returning store_code || '/' || subject as key`.execute(db)
  return new Set(result.rows.map((row) => row.key))
}

/** Forgets conditions that do not last any more: when they come again, they are told again. */
export async function forgetOver(db: Db, notification: NotificationKey, lasting: readonly Notified[]): Promise<void> {
  await sql`delete from notified n where n.notification = ${notification}
    and not exists (select 1 from ${columnsOf(lasting)} where x.store_code = n.store_code and x.subject = n.subject)`.execute(db)
}

/** The reports that were made of these days. */
export async function readReported(db: Db, days: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notified')
    .select(['store_code', 'subject'])
    .where('notification', '=', 'abnorTagProduct')
    .where(sql<boolean>`subject = any(${days}::text[])`)
    .execute()
  return new Set(rows.map((row) => `${row.store_code}/${row.subject}`))
}

/** Days are noted for a week; a report is never made of a day that is over. */
export async function forgetReports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('notified').where('notification', '=', 'abnorTagProduct').where('notified_at', '<', before).execute()
}

/** Ends STATS TASK FAILURE of the daily report but for these stores; answers where it ended. */
export async function clearOtherFailures(db: Db, failing: readonly string[], at: Date): Promise<string[]> {
  const result = await sql<{ storeCode: string }>`update alarms set cleared_at = ${at}::timestamptz
    where cleared_at is null and type = 'STATS TASK FAILURE' and subject = 'abnorTagProduct' and store_code <> all(${failing}::text[])
    returning store_code as "storeCode"`.execute(db)
  return result.rows.map((row) => row.storeCode)
}
