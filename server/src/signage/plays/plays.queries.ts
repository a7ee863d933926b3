/** What displays of a store have shown. */
import type { Play, PlayGroup, PlaySum } from '@endcap/contract/plays'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod'
import { toEpoch } from '../../platform/base/clock.ts'
import { tablePage, tableSlice, textColumn, timeColumn, type Column } from '../../platform/db/table-page.ts'
import { queryTime } from '../../platform/db/list-time.ts'
import type { Db } from '../../platform/db/schema.ts'

/** The number in `content:12`; null in what names no file. */
const numberIn = sql<string>`case when p.content ~ '^[a-z]+:[0-9]{1,18}$' then split_part(p.content, ':', 2)::bigint end`
/** What it is called now: of the library, or of the store's own files. */
const contentName = sql<string>`coalesce(c.name, f.name, '')`
const seconds = sql<number>`greatest(0, extract(epoch from p.to_at - p.from_at))::float8`

const plays = (db: Db, storeCode: string) =>
  db
    .selectFrom('plus_plays as p')
    .innerJoin('plus_devices as d', 'd.mac', 'p.mac')
    .leftJoin('plus_contents as c', (join) => join.on(sql<boolean>`p.content like 'content:%' and c.content_id = ${numberIn}`))
    .leftJoin('plus_files as f', (join) =>
      join.on(sql<boolean>`p.content not like 'content:%' and f.file_id = ${numberIn} and f.store_code = p.store_code`),
    )
    .where('p.store_code', '=', storeCode)
    .select([
      'p.mac',
      'd.name',
      'p.content',
      'p.area',
      'p.from_at',
      'p.to_at',
      'p.seq',
      'p.item',
      contentName.as('contentName'),
      seconds.as('seconds'),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof plays>['executeTakeFirstOrThrow']>>
const toPlay = ({ mac, name, content, contentName, area, from_at, to_at, seconds }: Row): Play => ({
  mac,
  name,
  content,
  contentName,
  area,
  from: toEpoch(from_at),
  to: toEpoch(to_at),
  seconds,
})

type PlayFilter = 'mac' | 'name' | 'content' | 'contentName'
const columns: Record<PlayFilter, Column> & Record<string, Column> = {
  mac: textColumn('p.mac'),
  name: textColumn('d.name'),
  content: textColumn('p.content'),
  contentName: { sql: contentName, kind: 'text' },
  from: timeColumn('p.from_at'),
  to: timeColumn('p.to_at'),
  seconds: { sql: seconds, kind: 'number' },
}
const dateColumn = sql.ref('p.from_at')

/** The newest first, unless another order is wanted. */
export async function searchPlays(db: Db, storeCode: string, request: TableRequest<PlayFilter>): Promise<TablePage<Play>> {
  const page = await tablePage(plays(db, storeCode), request, {
    columns,
    dateColumn,
    defaultOrder: sql`p.from_at desc, p.mac desc, p.seq desc`,
    tieBreak: sql`p.item desc`,
    total: () => countPlays(db, storeCode),
  })
  return { ...page, data: page.data.map(toPlay) }
}

async function countPlays(db: Db, storeCode: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from plus_plays where store_code = ${storeCode}`.execute(db)
  return rows[0]?.total ?? 0
}

/** A play with its place among all of the store, oldest first. */
export interface KeyedPlay extends Play {
  key: string
}
export async function readPlays(
  db: Db,
  storeCode: string,
  request: TableRequest<PlayFilter>,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<KeyedPlay[]> {
  const rows = await tableSlice(plays(db, storeCode), request, {
    columns,
    dateColumn,
    after,
    limit,
    key: sql<string>`p.from_at, p.mac, p.seq, p.item`,
    behind: (key) => {
      const [at, mac, seq, item] = key.split('|')
      return sql<boolean>`(p.from_at, p.mac, p.seq, p.item) > (${at}::timestamptz, ${mac}, ${seq}::bigint, ${item}::int)`
    },
  })
  return rows.map((row) => ({ ...toPlay(row), key: [row.from_at.toISOString(), row.mac, row.seq, row.item].join('|') }))
}

/** What is summed up, and from which day of the store to which (`yyyy-mm-dd`). */
export interface SumQuery {
  by: readonly PlayGroup[]
  from: string
  to: string
}
/** The day of the store's own clock. */
export async function dayOf(db: Db, at: Date, timeZone: string): Promise<string> {
  const { rows } = await sql<{
    day: string
  }>`select to_char((${at}::timestamptz at time zone ${timeZone})::date, 'YYYY-MM-DD') as day`.execute(db)
  return rows[0]?.day ?? ''
}

const groupColumns = { day: sql.ref('day'), content: sql.ref('content'), display: sql.ref('mac'), area: sql.ref('area') }
const groupTypes = { day: sql`date`, content: sql`text`, display: sql`text`, area: sql`int` }
/** What is not summed up by is null, and so is the area of a slide. */
function grouped(storeCode: string, { by, from, to }: SumQuery, where = sql`true`) {
  const one = (group: PlayGroup, column: RawBuilder<unknown>) => (by.includes(group) ? column : sql`null::${groupTypes[group]}`)
  const of = (more: readonly RawBuilder<unknown>[] = []) => sql.join([...by.map((group) => groupColumns[group]), ...more])
  // Each display by itself first: to count them as they come would put millions of rows in order.
  const each = by.includes('display') ? of() : of([sql`mac`])
  return sql`select ${one('day', sql`day`)} as day, ${one('content', sql`content`)} as content, ${one('display', sql`mac`)} as mac,
      ${one('area', sql`nullif(area, -1)`)} as area, sum(plays)::int as plays, count(*)::int as devices, sum(seconds)::float8 as seconds
    from (
      select ${each}, sum(plays) as plays, sum(seconds) as seconds from plus_play_days
      where store_code = ${storeCode} and day between ${from}::date and ${to}::date and ${where} group by ${each}
    ) each group by ${of()}`
}
/** `p`, the sums, with the names of what they are of. */
const named = (storeCode: string) => ({
  columns: sql`to_char(p.day, 'YYYY-MM-DD') as day, p.content, case when p.content is not null then ${contentName} end as "contentName",
    p.mac, case when p.mac is not null then coalesce(d.name, '') end as name, p.area, p.plays, p.devices, p.seconds`,
  joins: sql`left join plus_contents c on p.content like 'content:%' and c.content_id = ${numberIn}
    left join plus_files f on p.content not like 'content:%' and f.file_id = ${numberIn} and f.store_code = ${storeCode}
    left join plus_devices d on d.mac = p.mac`,
})

/** The first of them, newest day and longest first, and what all come to. */
export async function sumPlays(db: Db, storeCode: string, query: SumQuery, limit: number) {
  const { columns, joins } = named(storeCode)
  const order = sql`p.day desc, p.seconds desc, p.content, p.mac, p.area`
  const { rows } = await sql<PlaySum & { all: number }>`select ${columns}, p.all
    from (select *, (count(*) over ())::int as all from (${grouped(storeCode, query)}) p order by ${order} limit ${limit}) p ${joins}
    order by ${order}`.execute(db, queryTime())
  const whole = await sql<Pick<PlaySum, 'plays' | 'devices' | 'seconds'>>`select coalesce(sum(plays), 0)::int as plays,
      count(*)::int as devices, coalesce(sum(seconds), 0)::float8 as seconds
    from (${grouped(storeCode, { ...query, by: ['display'] })}) p`.execute(db, queryTime())
  return {
    sumList: rows.map(({ all: _, ...sum }) => sum),
    recordsTotal: rows[0]?.all ?? 0,
    total: whole.rows[0] ?? { plays: 0, devices: 0, seconds: 0 },
  }
}

/** A sum with its place among all that are asked for, in the order of what they are summed up by. */
export interface KeyedSum extends PlaySum {
  key: string
}
export async function readSums(
  db: Db,
  storeCode: string,
  query: SumQuery,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<KeyedSum[]> {
  const { by } = query
  const { columns, joins } = named(storeCode)
  const keys = sql.join(by.map((group) => groupColumns[group]))
  const last = after === undefined ? undefined : z.array(z.union([z.string(), z.number()])).parse(JSON.parse(after))
  const behind = last && sql`(${keys}) > (${sql.join(by.map((group, place) => sql`${last[place]}::${groupTypes[group]}`))})`
  const key = sql`json_build_array(${sql.join(by.map((group) => (group === 'area' ? sql`coalesce(p.area, -1)` : sql`p.${groupColumns[group]}`)))})::text`
  const order = sql`p.day, p.content, p.mac, p.area nulls first`
  const { rows } = await sql<KeyedSum>`select ${columns}, ${key} as key
    from (select * from (${grouped(storeCode, query, behind)}) p order by ${order} limit ${limit}) p ${joins} order by ${order}`.execute(db)
  return rows
}
