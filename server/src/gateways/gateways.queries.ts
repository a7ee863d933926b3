/** Gateways as registered and as they last reported. */
import type { Gateway } from '@endcap/contract/gateways'
import { shardOf } from '@endcap/gateway-link/topics'
import { toEpoch } from '../clock.ts'
import type { Db } from '../db/schema.ts'

export async function listGateways(db: Db, storeCode: string): Promise<Gateway[]> {
  const rows = await db
    .selectFrom('gateways')
    .selectAll()
    .where('store_code', '=', storeCode)
    .orderBy('gw_index')
    .orderBy('gw_mac')
    .execute()
  return rows.map((row) => ({
    gwMac: row.gw_mac,
    gwIndex: row.gw_index,
    ip: row.ip,
    alternateIp: row.alternate_ip,
    dataChannel: row.data_channel,
    eventChannel: row.event_channel,
    channelGroupIndex: row.channel_group_index,
    tagCount: row.tag_count,
    gmpVersion: row.gmp_version,
    grmVersion: row.grm_version,
    status: row.status,
    upLink: row.up_link,
    downLink: row.down_link,
    timeSync: row.time_sync,
    updatedAt: toEpoch(row.updated_at),
  }))
}

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
  if (gwMacs.length === 0) return new Map()
  const rows = await db.selectFrom('gateways').select(['gw_mac', 'store_code']).where('gw_mac', 'in', gwMacs).execute()
  return new Map(rows.map((row) => [row.gw_mac, row.store_code]))
}

export async function insertGateway(db: Db, gateway: PredefinedGateway, secretHash: string): Promise<void> {
  const { storeCode, gwMac } = gateway
  await db
    .insertInto('gateways')
    .values({ store_code: storeCode, gw_mac: gwMac, shard: shardOf(gwMac), secret_hash: secretHash, ...settings(gateway) })
    .execute()
}

export async function updateGateway(db: Db, gateway: PredefinedGateway): Promise<void> {
  await db
    .updateTable('gateways')
    .set(settings(gateway))
    .where('store_code', '=', gateway.storeCode)
    .where('gw_mac', '=', gateway.gwMac)
    .execute()
}

const settings = ({ gwIndex, ip, dataChannel, eventChannel, channelGroupIndex }: PredefinedGateway) => ({
  gw_index: gwIndex,
  ip,
  data_channel: dataChannel,
  event_channel: eventChannel,
  channel_group_index: channelGroupIndex,
})

export function findSecret(db: Db, gwMac: string) {
  return db
    .selectFrom('gateways')
    .select(['store_code as storeCode', 'gw_mac as gwMac', 'secret_hash as secretHash'])
    .where('gw_mac', '=', gwMac)
    .executeTakeFirst()
}
