/** Readings of one tag over time. Each is found by the tag's key in the partitions of its days. */
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { numberColumn, tablePage, timeColumn } from '../../platform/db/table-page.ts'

interface Place {
  storeCode: string
  tagMac: string
}

export async function searchBattery(db: Db, { storeCode, tagMac }: Place, request: TableRequest) {
  const query = db
    .selectFrom('tag_readings as r')
    .select(['r.read_at as readAt', sql<number>`r.battery`.as('battery')])
    .where('r.store_code', '=', storeCode)
    .where('r.tag_mac', '=', tagMac)
    .where('r.battery', 'is not', null)
  const page = await tablePage(query, request, {
    columns: { battery: numberColumn('r.battery'), updatedAt: timeColumn('r.read_at') },
    ...byTime,
  })
  return { ...page, data: page.data.map(({ readAt, battery }) => ({ updatedAt: toEpoch(readAt), battery })) }
}

export async function searchTemperature(db: Db, { storeCode, tagMac }: Place, request: TableRequest) {
  const query = db
    .selectFrom('tag_readings as r')
    .select(['r.read_at as readAt', sql<number>`r.temperature`.as('temperature')])
    .where('r.store_code', '=', storeCode)
    .where('r.tag_mac', '=', tagMac)
    .where('r.temperature', 'is not', null)
  const page = await tablePage(query, request, {
    columns: { temperature: numberColumn('r.temperature'), updatedAt: timeColumn('r.read_at') },
    ...byTime,
  })
  return { ...page, data: page.data.map(({ readAt, temperature }) => ({ updatedAt: toEpoch(readAt), temperature })) }
}

/** Only readings in which the count differs from the one before, and the first. */
export async function searchResets(
  db: Db,
  { storeCode, tagMac }: Place,
  request: TableRequest,
): Promise<TablePage<{ last_time: number; cnt: number }>> {
  const changes = sql<{ read_at: Date; cnt: number }>`(
    select read_at, resets as cnt from (
      select read_at, resets, lag(resets) over (order by read_at) as before from tag_readings
      where store_code = ${storeCode} and tag_mac = ${tagMac} and resets is not null
    ) as all_of_it where before is distinct from resets
  )`
  const query = db.selectFrom(changes.as('r')).select(['r.read_at as readAt', 'r.cnt'])
  const page = await tablePage(query, request, { columns: { cnt: numberColumn('r.cnt'), last_time: timeColumn('r.read_at') }, ...byTime })
  return { ...page, data: page.data.map(({ readAt, cnt }) => ({ last_time: toEpoch(readAt), cnt })) }
}

const byTime = { dateColumn: sql.ref('r.read_at'), defaultOrder: sql`r.read_at desc`, tieBreak: sql`r.read_at desc` }
