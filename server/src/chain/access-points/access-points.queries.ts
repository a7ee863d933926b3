/** Access points in SQL, with what their gateways last said. */
import type { AccessPoint, AccessPointDevice } from '@endcap/contract/access-points'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { device as deviceMessage } from '@endcap/gateway-link/messages'
import { sql, type Selectable } from 'kysely'
import { toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import type { Database, Db } from '../../platform/db/schema.ts'
import { tablePage, textColumn } from '../../platform/db/table-page.ts'
import type { Session } from '../../platform/http/session.ts'
import { tagsOfGateway } from '../gateways/gateways.service.ts'

const listed = (db: Db) =>
  db
    .selectFrom('access_points as a')
    .innerJoin('gateways as g', (join) => join.onRef('g.store_code', '=', 'a.store_code').onRef('g.gw_mac', '=', 'a.gw_mac'))
    .innerJoin('stores as s', 's.store_code', 'a.store_code')
    .innerJoin('bridges as b', 'b.bridge_id', 'a.bridge_id')
    .select(['a.gw_mac as gwMac', 'a.store_code as storeCode', 's.store_name as storeName', 'a.kind', 'a.name', 'a.address', 'a.options'])
    .select([
      'a.bridge_id as bridgeId',
      'b.name as bridgeName',
      'g.status',
      tagsOfGateway('g').as('tagCount'),
      'g.last_heard_at as heardAt',
    ])
    .select(sql`g.report->'device'`.as('device'))
    .select(sql<string[]>`array(select jsonb_object_keys(a.keys) order by 1)`.as('keyed'))
type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

/** Written by the engine from a message that was checked; one of another protocol counts as none. */
export function deviceOf(report: unknown): AccessPointDevice | null {
  const read = deviceMessage.safeParse(report)
  if (!read.success) return null
  const { maker, model, firmware, state, problem, confirms, can, figures, notes } = read.data
  return { maker, model, firmware, state, problem: problem ?? null, confirms, can, figures, notes }
}
const toAccessPoint = ({ heardAt, device, ...row }: Listed): AccessPoint => ({
  ...row,
  device: deviceOf(device),
  lastHeardAt: toEpochOrNull(heardAt),
})

export async function searchAccessPoints(db: Db, stores: Session['stores'], request: TableRequest): Promise<TablePage<AccessPoint>> {
  const query = listed(db).where(ofStores(stores, 'a.store_code'))
  const page = await tablePage(query, request, {
    columns: {
      gwMac: textColumn('a.gw_mac'),
      storeCode: textColumn('a.store_code'),
      kind: textColumn('a.kind'),
      name: textColumn('a.name'),
      address: textColumn('a.address'),
      status: textColumn('g.status'),
      bridgeId: textColumn('a.bridge_id'),
      tagCount: { sql: tagsOfGateway('g'), kind: 'number' },
    },
    defaultOrder: sql`a.name`,
    tieBreak: sql`a.gw_mac`,
  })
  return { ...page, data: page.data.map(toAccessPoint) }
}

export async function findAccessPoint(db: Db, gwMac: string): Promise<AccessPoint | undefined> {
  const row = await listed(db).where('a.gw_mac', '=', gwMac).executeTakeFirst()
  return row && toAccessPoint(row)
}

export type AccessPointRow = Selectable<Database['access_points']>
export const lockAccessPoint = (tx: Db, gwMac: string): Promise<AccessPointRow | undefined> =>
  tx.selectFrom('access_points').selectAll().where('gw_mac', '=', gwMac).forUpdate().executeTakeFirst()

/** What a bridge serves, with the hash of each gateway's secret and what its store is. */
export function servedBy(db: Db, bridgeId: string) {
  return db
    .selectFrom('access_points as a')
    .innerJoin('gateways as g', (join) => join.onRef('g.store_code', '=', 'a.store_code').onRef('g.gw_mac', '=', 'a.gw_mac'))
    .innerJoin('stores as s', 's.store_code', 'a.store_code')
    .select(['a.gw_mac as gwMac', 'a.store_code as storeCode', 'a.kind', 'a.address', 'a.options', 'a.keys'])
    .select(['g.secret_hash as secretHash', 's.time_zone as timeZone', 's.locale'])
    .where('a.bridge_id', '=', bridgeId)
    .where('s.closing_at', 'is', null)
    .orderBy('a.gw_mac')
    .execute()
}
/** Addresses that are served already, each by itself. */
export const knownAddresses = async (db: Db): Promise<Set<string>> =>
  new Set((await db.selectFrom('access_points').select('address').execute()).flatMap((row) => row.address.split(/[\s,]+/)))
/** Which of these tags there are, in any store. */
export const knownTags = async (db: Db, tagMacs: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('tags')
        .select('tag_mac')
        .where('tag_mac', 'in', [...tagMacs, ''])
        .execute()
    ).map((row) => row.tag_mac),
  )
