/** Gateways as registered and as they last reported. */
import type { PredefinedRow } from '@endcap/contract/gateway-registration'
import type { Gateway, GatewayDetail, GatewaySample } from '@endcap/contract/gateways'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { status as statusMessage, type UpMessage } from '@endcap/gateway-link/messages'
import { shardOf } from '@endcap/gateway-link/topics'
import { sql, type Selectable } from 'kysely'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import { ofStores } from '../../platform/db/of-stores.ts'
import { numberColumn, tablePage, textColumn, timeColumn, type Column } from '../../platform/db/table-page.ts'
import type { RequestedConfig } from '../../platform/db/device-tables.ts'
import type { Database, Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

export type GatewayRow = Selectable<Database['gateways']>
/** With how many tags it has by the server's own count. What it says of itself may count tags that another one has by now. */
type CountedRow = GatewayRow & { tags: number }

/** The tags of a gateway under this name in a statement. */
export const tagsOfGateway = (name: 'g' | 'gateways') => sql<number>`coalesce((select c.tags from gateway_tag_counts c
  where c.store_code = ${sql.ref(`${name}.store_code`)} and c.gw_mac = ${sql.ref(`${name}.gw_mac`)}), 0)`

/** It was told something that it does not report yet. */
export const isPending = ({ config_version, config_applied }: Pick<GatewayRow, 'config_version' | 'config_applied'>): boolean =>
  config_version !== config_applied

function toGateway(row: CountedRow): Gateway {
  const requestedChannel = (channel: number | undefined, now: number) => (channel === undefined || channel === now ? null : channel)
  return {
    gwMac: row.gw_mac,
    gwIndex: row.gw_index,
    ip: row.ip,
    alternateIp: row.alternate_ip,
    dataChannel: row.data_channel,
    eventChannel: row.event_channel,
    channelGroupIndex: row.channel_group_index,
    tagCount: row.tags,
    gmpVersion: row.gmp_version,
    grmVersion: row.grm_version,
    status: row.status,
    upLink: row.up_link,
    downLink: row.down_link,
    timeSync: row.time_sync,
    updatedAt: toEpoch(row.updated_at),
    pending: isPending(row)
      ? {
          dataChannel: requestedChannel(row.config.dataChannel, row.data_channel),
          eventChannel: requestedChannel(row.config.eventChannel, row.event_channel),
        }
      : null,
  }
}

const counted = (db: Db) => db.selectFrom('gateways').selectAll().select(tagsOfGateway('gateways').as('tags'))

export function readGateways(db: Db, storeCode: string): Promise<CountedRow[]> {
  return counted(db).where('store_code', '=', storeCode).orderBy('gw_index').orderBy('gw_mac').execute()
}
export const listGateways = async (db: Db, storeCode: string): Promise<Gateway[]> => (await readGateways(db, storeCode)).map(toGateway)

/** Of any store, by its MAC alone. */
export function findGateway(db: Db, gwMac: string): Promise<CountedRow | undefined> {
  return counted(db).where('gw_mac', '=', gwMac).executeTakeFirst()
}

/** NORMAL without time sync is shown as ALARM (specification 1 §4). */
const shownStatus: Column = { sql: sql`case when status = 'NORMAL' and not time_sync then 'ALARM' else status end`, kind: 'text' }

export async function searchGateways(db: Db, storeCode: string, request: TableRequest): Promise<TablePage<Gateway>> {
  const page = await tablePage(counted(db).where('store_code', '=', storeCode), request, {
    columns: {
      gwMac: textColumn('gw_mac'),
      gwIndex: numberColumn('gw_index'),
      tagCount: { sql: tagsOfGateway('gateways'), kind: 'number' },
      ip: textColumn('ip'),
      alternateIp: textColumn('alternate_ip'),
      dataChannel: numberColumn('data_channel'),
      eventChannel: numberColumn('event_channel'),
      channelGroupIndex: numberColumn('channel_group_index'),
      gmpVersion: textColumn('gmp_version'),
      grmVersion: textColumn('grm_version'),
      status: shownStatus,
      upLink: textColumn('up_link'),
      downLink: textColumn('down_link'),
      timeSync: { sql: sql`case when time_sync then 'OK' else 'NG' end`, kind: 'text' },
      updatedAt: timeColumn('updated_at'),
    },
    dateColumn: sql.ref('updated_at'),
    defaultOrder: sql`gw_index`,
    tieBreak: sql`gw_mac`,
  })
  return { ...page, data: page.data.map(toGateway) }
}

export function toDetail(row: CountedRow, storeName: string): GatewayDetail {
  // Written by the engine from a message that was checked; one from before a change of the protocol counts as none.
  const checked = statusMessage.safeParse(row.report)
  const report: UpMessage<'status'> | undefined = checked.success ? checked.data : undefined
  const { netmask = '', defaultGateway = '', dns = '', eslServerPort = null } = row.config
  return {
    ...toGateway(row),
    storeCode: row.store_code,
    storeName,
    ramUsage: report === undefined ? null : { percent: rounded(report.memory) },
    diskUsage: roundedDisks(report?.disks ?? []),
    serviceStatusList: (report?.services ?? []).map(({ name, running }) => ({ name, status: running ? 'OK' : 'NG' })),
    netmask,
    defaultGateway,
    dns,
    eslServerPort,
    uptime: report?.uptime ?? null,
    onlineSince: toEpochOrNull(row.online_since),
    offlineSince: toEpochOrNull(row.offline_since),
    lastHeardAt: toEpochOrNull(row.last_heard_at),
  }
}
const rounded = (percent: number) => Math.round(percent * 10) / 10
const roundedDisks = (disks: readonly { path: string; percent: number }[]) =>
  disks.map(({ path, percent }) => ({ path, percent: rounded(percent) }))

export async function readGatewaySamples(db: Db, gwMac: string, from: Date, to: Date): Promise<GatewaySample[]> {
  const rows = await db
    .selectFrom('gateway_samples')
    // Disks are those of the status message, as checked by its schema.
    .select(['sampled_at', 'memory', sql<{ path: string; percent: number }[]>`disks`.as('disks')])
    .where('gw_mac', '=', gwMac)
    .where('sampled_at', '>=', from)
    .where('sampled_at', '<=', to)
    .orderBy('sampled_at')
    .execute()
  return rows.map((row) => ({
    time: toEpoch(row.sampled_at),
    memory: { percent: rounded(row.memory) },
    disk: roundedDisks(row.disks),
  }))
}

/** What a gateway is registered with. */
export interface PredefinedGateway {
  storeCode: string
  gwMac: string
  gwIndex: number
  ip: string
  dataChannel: number
  eventChannel: number
  channelGroupIndex: number
}

/** The stores of those of these gateways that are registered. */
export async function storesOfGateways(db: Db, gwMacs: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('gateways')
    .select(['gw_mac', 'store_code'])
    // One value: a file or a batch of readings may name more than a statement has room for.
    .where(sql<boolean>`gw_mac = any(${gwMacs}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.gw_mac, row.store_code]))
}

/** `as it is`: it is told no channels, and keeps those that it has. */
export async function insertGateway(
  db: Db,
  gateway: PredefinedGateway,
  secretHash: string,
  channels: 'told' | 'as it is' = 'told',
): Promise<void> {
  const { storeCode, gwMac, gwIndex, ip, dataChannel, eventChannel, channelGroupIndex } = gateway
  const config: RequestedConfig = { ...(ip !== '' && { ip }), ...(channels === 'told' && { dataChannel, eventChannel, channelGroupIndex }) }
  await db
    .insertInto('gateways')
    .values({
      store_code: storeCode,
      gw_mac: gwMac,
      shard: shardOf(gwMac),
      secret_hash: secretHash,
      gw_index: gwIndex,
      ip,
      data_channel: dataChannel,
      event_channel: eventChannel,
      channel_group_index: channelGroupIndex,
      // It has never reported, so nothing is known of what it has: it is told when it comes.
      config: JSON.stringify(config),
      config_version: 1,
    })
    .execute()
}

export async function saveSecret(db: Db, gwMac: string, secretHash: string): Promise<void> {
  await db.updateTable('gateways').set({ secret_hash: secretHash }).where('gw_mac', '=', gwMac).execute()
}

export function findSecret(db: Db, gwMac: string) {
  return db
    .selectFrom('gateways')
    .select(['store_code as storeCode', 'gw_mac as gwMac', 'secret_hash as secretHash'])
    .where('gw_mac', '=', gwMac)
    .executeTakeFirst()
}

/** All gateways of these stores as they are registered, in pages. */
export async function searchPredefined(db: Db, stores: Session['stores'], request: TableRequest): Promise<TablePage<PredefinedRow>> {
  const query = db
    .selectFrom('gateways as g')
    .innerJoin('stores as s', 's.store_code', 'g.store_code')
    .select(['g.store_code as storeCode', 's.store_name as storeName', 'g.gw_mac as gwMac', 'g.gw_index as gwIndex'])
    .select([
      sql<string>`coalesce(g.config->>'ip', g.ip)`.as('ip'),
      sql<number>`coalesce((g.config->>'dataChannel')::int, g.data_channel)`.as('dataChannel'),
      sql<number>`coalesce((g.config->>'eventChannel')::int, g.event_channel)`.as('eventChannel'),
      sql<number>`coalesce((g.config->>'channelGroupIndex')::int, g.channel_group_index)`.as('channelGroupIndex'),
      sql<boolean>`g.last_heard_at is not null`.as('connected'),
      'g.status',
      'g.last_heard_at as lastHeardAt',
    ])
    .where(ofStores(stores, 'g.store_code'))
  const page = await tablePage(query, request, {
    columns: {
      storeCode: textColumn('g.store_code'),
      storeName: textColumn('s.store_name'),
      gwMac: textColumn('g.gw_mac'),
      gwIndex: numberColumn('g.gw_index'),
      ip: { sql: sql`coalesce(g.config->>'ip', g.ip)`, kind: 'text' },
      dataChannel: { sql: sql`coalesce((g.config->>'dataChannel')::int, g.data_channel)`, kind: 'number' },
      eventChannel: { sql: sql`coalesce((g.config->>'eventChannel')::int, g.event_channel)`, kind: 'number' },
    },
    defaultOrder: sql`s.store_name, g.gw_index`,
    tieBreak: sql`g.gw_mac`,
  })
  return { ...page, data: page.data.map((row) => ({ ...row, lastHeardAt: toEpochOrNull(row.lastHeardAt) })) }
}
