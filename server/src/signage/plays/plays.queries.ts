/** What displays of a store have shown. */
import type { Play } from '@endcap/contract/plays'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { tablePage, tableSlice, textColumn, timeColumn, type Column } from '../../platform/db/table-page.ts'
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

interface Sum {
  day: string
  content: string
  contentName: string
  plays: number
  devices: number
  seconds: number
}
/** For each day of the store's own clock, from that of `from` to that of `to`. */
export async function sumPlays(
  db: Db,
  storeCode: string,
  { timeZone, from, to }: { timeZone: string; from: Date; to: Date },
): Promise<Sum[]> {
  const dayOf = (at: Date) => sql`(${at}::timestamptz at time zone ${timeZone})::date`
  const { rows } =
    await sql<Sum>`select to_char(p.day, 'YYYY-MM-DD') as day, p.content, ${contentName} as "contentName", p.plays, p.devices,
      p.seconds
    from (
      select day, content, sum(plays)::int as plays, count(*)::int as devices, sum(seconds)::float8 as seconds from plus_play_days
      where store_code = ${storeCode} and day between ${dayOf(from)} and ${dayOf(to)} group by 1, 2
    ) p
    left join plus_contents c on p.content like 'content:%' and c.content_id = ${numberIn}
    left join plus_files f on p.content not like 'content:%' and f.file_id = ${numberIn} and f.store_code = ${storeCode}
    order by p.day desc, p.seconds desc, p.content`.execute(db)
  return rows
}
