/** Stores with their displays, and how many pictures, films, widgets, templates or schedules they have (specification 3 §2). */
import type { SignageStore } from '@endcap/contract/signage-stores'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql, type RawBuilder } from 'kysely'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Db } from '../../platform/db/schema.ts'
import { numberColumn, tablePage, textColumn } from '../../platform/db/table-page.ts'
import type { Session } from '../../platform/http/session.ts'

interface StoreRow extends Omit<SignageStore, 'position'> {
  latitude: number | null
  longitude: number | null
}
type Kind = string

const own: Partial<Record<Kind, RawBuilder<number>>> = {
  device: sql<number>`coalesce(d.total, 0)`,
  template: sql<number>`(select count(*)::int from plus_templates t where t.store_code = s.store_code)`,
  schedule: sql<number>`(select count(*)::int from plus_schedules t where t.store_code = s.store_code)`,
}

/** One row a store, as a derived table that filters and order can name. A store's displays are few; all kinds say the same of its status. */
function storesOf(stores: Session['stores'], kind: Kind) {
  const files = sql<number>`(select count(*)::int from plus_files f where f.store_code = s.store_code and f.kind = ${kind})`
  return sql<StoreRow>`(
    select s.store_name as "storeName", s.store_code as "storeCode", s.address, s.latitude, s.longitude,
      coalesce(d.total, 0) as total, coalesce(d.online, 0) as online, coalesce(d.offline, 0) as offline,
      case when coalesce(d.total, 0) = 0 then 'NORMAL' when d.online = 0 then 'OFFLINE'
        when d.offline > 0 or exists (select from plus_usage u where u.store_code = s.store_code and u.open_since is not null) then 'ALARM'
        else 'NORMAL' end as status,
      ${own[kind] ?? files} as count
    from stores s left join (
      select store_code, count(*)::int as total, (count(*) filter (where status = 'ONLINE'))::int as online,
        (count(*) filter (where status <> 'ONLINE'))::int as offline
      from plus_devices where store_code is not null group by 1
    ) d using (store_code)
    where s.closing_at is null and ${ofStores(stores, 's.store_code')}
  )`
}
const toStore = ({ latitude, longitude, ...row }: StoreRow): SignageStore => ({
  ...row,
  position: latitude === null || longitude === null ? null : { latitude, longitude },
})

export async function listStores(db: Db, stores: Session['stores'], kind: Kind): Promise<SignageStore[]> {
  const result = await sql<StoreRow>`select * from ${storesOf(stores, kind)} as s order by "storeName", "storeCode"`.execute(db)
  return result.rows.map(toStore)
}

export async function searchStores(db: Db, stores: Session['stores'], kind: Kind, request: TableRequest): Promise<TablePage<SignageStore>> {
  const page = await tablePage(db.selectFrom(storesOf(stores, kind).as('s')).selectAll(), request, {
    columns: {
      storeName: textColumn('s.storeName'),
      storeCode: textColumn('s.storeCode'),
      status: textColumn('s.status'),
      total: numberColumn('s.total'),
      online: numberColumn('s.online'),
      offline: numberColumn('s.offline'),
      count: numberColumn('s.count'),
    },
    defaultOrder: sql.ref('s.storeName'),
    tieBreak: sql.ref('s.storeCode'),
  })
  return { ...page, data: page.data.map(toStore) }
}
