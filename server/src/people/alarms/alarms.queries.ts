/** Alarms as lists show them: of stores, of one subject, or of one tag. */
import { detailTypeOf, type AlarmType } from '@endcap/contract/alarm-kinds'
import type { Alarm, TagAlarm } from '@endcap/contract/alarms'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type Selectable } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Database, Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { readContents } from './alarm-settings.queries.ts'

/** `subjects`: a gateway, a server or whatever else alarms are about; all of the stores' when absent. */
export async function searchAlarms(
  db: Db,
  scope: { stores: Session['stores']; subjects?: readonly string[] },
  request: TableRequest,
): Promise<TablePage<Alarm>> {
  const { stores, subjects } = scope
  const query = db
    .selectFrom('alarms')
    .selectAll()
    // Only names of this list are ever raised.
    .$narrowType<{ type: AlarmType }>()
    .where(ofStores(stores, 'store_code'))
    .$if(subjects !== undefined, (some) => some.where('subject', 'in', subjects ?? []))
  const page = await tablePage(query, request, {
    columns: {
      location: textColumn('store_code'),
      type: textColumn('type'),
      class: textColumn('class'),
      subject: textColumn('subject'),
      alarmId: textColumn('alarm_id'),
      state: { sql: sql`case when cleared_at is null then 'open' else 'cleared' end`, kind: 'text' },
      raisedAt: timeColumn('raised_at'),
      updatedAt: timeColumn('updated_at'),
      clearedAt: timeColumn('cleared_at'),
      newest: { sql: isNewest, kind: 'flag' },
    },
    dateColumn: sql.ref('updated_at'),
    defaultOrder: sql`updated_at desc`,
    tieBreak: sql`store_code, alarm_id desc`,
  })
  if (page.data.length === 0) return { ...page, data: [] }
  const contents = await readContents(db)
  const alikeOf = await readAlike(db, page.data)
  const data = page.data.map((row): Alarm => ({
    ...contentOf(contents, row.type),
    ...alikeOf(row),
    alarmId: row.alarm_id,
    location: row.store_code,
    type: row.type,
    class: row.class,
    subject: row.subject,
    data: row.data,
    detailType: detailTypeOf(row.data),
    repeats: row.repeats,
    state: row.cleared_at === null ? 'open' : 'cleared',
    raisedAt: toEpoch(row.raised_at),
    updatedAt: toEpoch(row.updated_at),
    clearedAt: toEpochOrNull(row.cleared_at),
  }))
  return { ...page, data }
}

/** What has the same wrong with it at many gateways of a store, as when its line is down. */
const ofOutages: AlarmType = 'GW STATUS ABNORMAL'
/** No other gateway had the same wrong with it after this one; from the unique index of open alarms. */
const isNewest = sql`(cleared_at is not null or type <> ${ofOutages} or not exists (
  select 1 from alarms o where o.cleared_at is null and o.store_code = alarms.store_code and o.type = alarms.type and o.class = alarms.class
  and o.data->'conditions' = alarms.data->'conditions' and (o.updated_at, o.alarm_id) > (alarms.updated_at, alarms.alarm_id)
))`

type AlarmRow = Selectable<Database['alarms']>
const outageOf = (storeCode: string, level: number, conditions: unknown) => JSON.stringify([storeCode, level, conditions])

/** How many gateways each of these is one of. */
async function readAlike(db: Db, rows: readonly AlarmRow[]): Promise<(row: AlarmRow) => Pick<Alarm, 'alike' | 'alikeSince'>> {
  const isOpen = ({ cleared_at: clearedAt, type }: AlarmRow) => clearedAt === null && type === ofOutages
  const stores = [...new Set(rows.filter(isOpen).map((row) => row.store_code))]
  if (stores.length === 0) return (row) => ({ alike: 1, alikeSince: toEpoch(row.raised_at) })
  const outages = await sql<{ storeCode: string; class: number; conditions: unknown; alike: number; since: Date }>`
    select store_code as "storeCode", class, data->'conditions' as conditions, count(*)::int as alike, min(raised_at) as since
    from alarms where cleared_at is null and type = ${ofOutages} and store_code = any(${stores}::text[])
    group by store_code, class, data->'conditions'`.execute(db)
  const byKind = new Map(outages.rows.map((one) => [outageOf(one.storeCode, one.class, one.conditions), one]))
  return (row) => {
    const outage = isOpen(row) ? byKind.get(outageOf(row.store_code, row.class, row.data.conditions)) : undefined
    return { alike: outage?.alike ?? 1, alikeSince: toEpoch(outage?.since ?? row.raised_at) }
  }
}

const contentOf = (contents: Awaited<ReturnType<typeof readContents>>, type: string) => {
  const content = contents.get(type)
  return content && { content }
}

export async function searchTagAlarms(
  db: Db,
  { storeCode, tagMac }: { storeCode: string; tagMac: string },
  request: TableRequest,
): Promise<TablePage<TagAlarm>> {
  const row = sql`alarm_type as "alarmType", alarm_time as "alarmTime", value, repeats`
  const own = sql`store_code = ${storeCode} and tag_mac = ${tagMac}`
  const all = sql<Omit<TagAlarm, 'alarmTime' | 'clearedAt'> & { alarmTime: Date; clearedAt: Date | null }>`(
    select ${row}, null::timestamptz as "clearedAt" from open_tag_alarms where ${own}
    union all select ${row}, cleared_at from tag_alarms where ${own}
  )`
  const page = await tablePage(db.selectFrom(all.as('a')).selectAll(), request, {
    columns: {
      alarmType: textColumn('alarmType'),
      alarmTime: timeColumn('alarmTime'),
      clearedAt: timeColumn('clearedAt'),
    },
    dateColumn: sql.ref('alarmTime'),
    defaultOrder: sql`"alarmTime" desc`,
    tieBreak: sql`"alarmTime" desc, "alarmType"`,
  })
  const data = page.data.map((one) => ({
    ...one,
    // A real of four bytes: its digits, not those of the double it becomes.
    value: one.value === null ? null : Math.round(one.value * 100) / 100,
    alarmTime: toEpoch(one.alarmTime),
    clearedAt: toEpochOrNull(one.clearedAt),
  }))
  return { ...page, data }
}

/** From the partial index of open critical alarms, which are few; without types that are not counted. */
export async function countOpenCritical(db: Db, stores: Session['stores']): Promise<number> {
  const own = ofStores(stores, 'store_code')
  const result = await sql<{ n: number }>`select count(*)::int as n from alarms a where cleared_at is null and class = 3 and ${own}
    and not exists (select 1 from alarm_settings s where s.type = a.type and not s.counted)`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** The store of a gateway, if it is one of these. */
export async function storeOfGateway(db: Db, gwMac: string, stores: Session['stores']): Promise<string | undefined> {
  const row = await db.selectFrom('gateways').select('store_code').where('gw_mac', '=', gwMac).executeTakeFirst()
  return row !== undefined && (stores === 'all' || stores.includes(row.store_code)) ? row.store_code : undefined
}
