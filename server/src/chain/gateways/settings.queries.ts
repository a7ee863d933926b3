/** What gateways shall be set to, and the channels of the chain by gateway index. */
import { keysOf } from '@endcap/contract/typed-object'
import type { ChannelMap, GatewayConfig } from '@endcap/contract/gateways'
import type { DownMessage } from '@endcap/gateway-link/messages'
import { sql } from 'kysely'
import type { RequestedConfig } from '../../platform/db/device-tables.ts'
import type { Db } from '../../platform/db/schema.ts'
import { partForGateways } from '../../settings/gateway-part.ts'
import { isPending, type GatewayRow } from './gateways.queries.ts'

/** What was asked for, else what it reported. */
export function toConfig(row: GatewayRow): GatewayConfig {
  const { config } = row
  return {
    gwMac: row.gw_mac,
    gwIndex: row.gw_index,
    channelGroupIndex: config.channelGroupIndex ?? row.channel_group_index,
    ip: config.ip ?? row.ip,
    netmask: config.netmask ?? '',
    defaultGateway: config.defaultGateway ?? '',
    dns: config.dns ?? '',
    eslServerPort: config.eslServerPort ?? null,
    dataChannel: config.dataChannel ?? row.data_channel,
    eventChannel: config.eventChannel ?? row.event_channel,
    checkin: config.checkin ?? null,
    status: row.status,
    pending: isPending(row),
  }
}

/** Reads gateways of a store for a change in the same transaction: others wait. */
export function lockGateways(db: Db, storeCode: string, gwMacs: readonly string[]): Promise<GatewayRow[]> {
  return db
    .selectFrom('gateways')
    .selectAll()
    .where('store_code', '=', storeCode)
    .where('gw_mac', 'in', gwMacs)
    .orderBy('gw_mac')
    .forUpdate()
    .execute()
}

/**
 * Keeps what a gateway shall be set to; a new version when it differs from what was asked for before. One that has never been heard is
 * listed as it shall be, for there is nothing else to tell of it.
 */
export async function saveConfig(
  db: Db,
  row: GatewayRow,
  { gwIndex, config }: { gwIndex: number; config: RequestedConfig },
): Promise<void> {
  const changed = !sameConfig(row.config, config)
  const { ip, dataChannel, eventChannel, channelGroupIndex } = config
  await db
    .updateTable('gateways')
    .set({
      gw_index: gwIndex,
      ...(changed && { config: JSON.stringify(config), config_version: row.config_version + 1, config_sent_at: null }),
      ...(changed &&
        row.last_heard_at === null && {
          ...(ip !== undefined && { ip }),
          ...(dataChannel !== undefined && { data_channel: dataChannel }),
          ...(eventChannel !== undefined && { event_channel: eventChannel }),
          ...(channelGroupIndex !== undefined && { channel_group_index: channelGroupIndex }),
        }),
    })
    .where('store_code', '=', row.store_code)
    .where('gw_mac', '=', row.gw_mac)
    .execute()
}

function sameConfig(one: RequestedConfig, other: RequestedConfig): boolean {
  const names = new Set([...keysOf(one), ...keysOf(other)])
  return [...names].every((name) => one[name] === other[name])
}

export async function readChannels(db: Db): Promise<ChannelMap> {
  const rows = await db.selectFrom('gateway_channels').selectAll().orderBy('gw_index').execute()
  return Object.fromEntries(rows.map((row) => [row.gw_index, { dataChannel: row.data_channel, eventChannel: row.event_channel }]))
}

export async function saveChannels(db: Db, channel: ChannelMap): Promise<void> {
  await db.deleteFrom('gateway_channels').execute()
  const rows = Object.entries(channel)
  if (rows.length === 0) return
  await db
    .insertInto('gateway_channels')
    .values(rows.map(([index, pair]) => ({ gw_index: Number(index), data_channel: pair.dataChannel, event_channel: pair.eventChannel })))
    .execute()
}

/** Gives every gateway whose index is in the setting its channels; answers the stores in which one was changed, with how many. */
export async function applyChannels(db: Db): Promise<{ storeCode: string; count: number }[]> {
  const result = await sql<{ storeCode: string }>`
    update gateways g set
      config = g.config || jsonb_build_object('dataChannel', c.data_channel, 'eventChannel', c.event_channel),
      config_version = g.config_version + 1, config_sent_at = null,
      data_channel = case when g.last_heard_at is null then c.data_channel else g.data_channel end,
      event_channel = case when g.last_heard_at is null then c.event_channel else g.event_channel end
    from gateway_channels c where c.gw_index = g.gw_index
      and (coalesce((g.config->>'dataChannel')::int, g.data_channel) <> c.data_channel
        or coalesce((g.config->>'eventChannel')::int, g.event_channel) <> c.event_channel)
    returning g.store_code as "storeCode"`.execute(db)
  return [...Map.groupBy(result.rows, (row) => row.storeCode)].map(([storeCode, rows]) => ({ storeCode, count: rows.length }))
}

/** Stores without outband that have a gateway of one of these indexes: by their codes, at most ten. */
export async function storesWithoutOutband(db: Db, indexes: readonly number[]): Promise<string[]> {
  const result = await sql<{ storeCode: string }>`
    select distinct s.store_code as "storeCode" from stores s join gateways g using (store_code)
    where g.gw_index = any(${indexes}::int[]) and not coalesce((s.config->>'outbandEnable')::boolean, false)
    order by 1 limit 10`.execute(db)
  return result.rows.map((row) => row.storeCode)
}

/** Those of these stores that have outband enabled. */
export async function outbandStores(db: Db, storeCodes: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ storeCode: string }>`select store_code as "storeCode" from stores
    where store_code = any(${storeCodes}::text[]) and coalesce((config->>'outbandEnable')::boolean, false)`.execute(db)
  return new Set(result.rows.map((row) => row.storeCode))
}

export interface PendingConfig {
  storeCode: string
  gwMac: string
  version: number
  config: Omit<DownMessage<'config'>, 'version'>
}
/** A gateway that has not taken its settings is told again after this many seconds; its status comes every 60 s. */
const retrySeconds = 20

/** Gateways of these shards that are there and are not set as they shall be, with what the chain's settings say to all; noted as told. */
export async function takeConfigs(db: Db, shards: readonly number[], at: Date): Promise<PendingConfig[]> {
  const result = await sql<PendingConfig>`
    update gateways set config_sent_at = ${at}::timestamptz
    where config_version <> config_applied and shard = any(${shards}::smallint[]) and status <> 'OFFLINE'
      and (config_sent_at is null or config_sent_at < ${at}::timestamptz - make_interval(secs => ${retrySeconds}))
    returning store_code as "storeCode", gw_mac as "gwMac", config_version as version, config`.execute(db)
  if (result.rows.length === 0) return []
  const shared = await partForGateways(
    db,
    result.rows.map((row) => row.storeCode),
  )
  return result.rows.map((row) => ({ ...row, config: { ...shared.get(row.storeCode), ...row.config } }))
}
