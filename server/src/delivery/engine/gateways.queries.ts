/** What the engine knows and changes of gateways: presence, status reports, and which of them this process serves. */
import type { UpMessage } from '@endcap/gateway-link/messages'
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import { sql, type RawBuilder } from 'kysely'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Records that a gateway came or went; answers what was known before, undefined for one that is not registered. */
export async function setPresence(
  db: Db,
  { storeCode, gwMac }: GatewayAddress,
  presence: { online: boolean; session: string; at: Date },
): Promise<{ wasOnline: boolean; newSession: boolean } | undefined> {
  const { online, session, at } = presence
  const before = await db
    .selectFrom('gateways')
    .select(['status', 'session'])
    .where('store_code', '=', storeCode)
    .where('gw_mac', '=', gwMac)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return undefined
  const wasOnline = before.status !== 'OFFLINE'
  await db
    .updateTable('gateways')
    .set(
      online
        ? {
            status: wasOnline ? before.status : 'NORMAL',
            session,
            last_heard_at: at,
            ...(before.session !== session && { session_at: at }),
            updated_at: at,
            ...(wasOnline ? {} : { online_since: at, offline_since: null }),
          }
        : {
            status: 'OFFLINE',
            updated_at: at,
            up_link: 'NG',
            down_link: 'NG',
            ...(wasOnline ? { offline_since: at, online_since: null } : {}),
          },
    )
    .where('store_code', '=', storeCode)
    .where('gw_mac', '=', gwMac)
    .execute()
  return { wasOnline, newSession: before.session !== session }
}

/** A status report: what the gateway list and the charts show. */
export async function storeStatus(
  db: Db,
  { storeCode, gwMac }: GatewayAddress,
  status: UpMessage<'status'>,
  rules: { at: Date; timeSync: boolean },
): Promise<void> {
  const { at, timeSync } = rules
  const working = status.services.every((service) => service.running)
  await db
    .updateTable('gateways')
    .set({
      ip: status.ip,
      alternate_ip: status.alternateIp,
      gmp_version: status.gmpVersion,
      grm_version: status.grmVersion,
      data_channel: status.dataChannel,
      event_channel: status.eventChannel,
      channel_group_index: status.channelGroupIndex,
      tag_count: status.tagCount,
      up_link: status.upLink,
      down_link: status.downLink,
      status: working && status.upLink === 'OK' && status.downLink === 'OK' ? 'NORMAL' : 'ALARM',
      time_sync: timeSync,
      // Who reports is there: one that was taken for silent may never have lost its line, and tells no presence anew.
      online_since: sql`case when status = 'OFFLINE' then ${at}::timestamptz else online_since end`,
      offline_since: null,
      config_applied: appliedConfig(status),
      report: JSON.stringify(status),
      reported_at: at,
      last_heard_at: at,
      updated_at: at,
    })
    .where('store_code', '=', storeCode)
    .where('gw_mac', '=', gwMac)
    .execute()
  await db
    .insertInto('gateway_samples')
    .values({ store_code: storeCode, gw_mac: gwMac, sampled_at: at, memory: status.memory, disks: JSON.stringify(status.disks) })
    .execute()
}

/**
 * Which version of its settings a gateway has by its own word. One that does not number them has them when its channels and address are
 * those that were asked for; one that reports others than it shall have does not have them, whatever it says.
 */
function appliedConfig({ config, dataChannel, eventChannel, channelGroupIndex, ip }: UpMessage<'status'>) {
  const other = (name: string, value: string | number) => sql`coalesce(config->>${name}, ${String(value)}) <> ${String(value)}`
  const differs = sql.join(
    [
      other('dataChannel', dataChannel),
      other('eventChannel', eventChannel),
      other('channelGroupIndex', channelGroupIndex),
      other('ip', ip),
    ],
    sql` or `,
  )
  return sql<number>`case when ${differs} then -1 else coalesce(${config ?? null}::int, config_version) end`
}

/** A message that arrives within this time after its gateway went offline was on its way before. */
const onItsWaySeconds = 20

/** Gateways that reported something are there; answers those that had been taken for offline. */
export async function noteLife(db: Db, gateways: readonly GatewayAddress[], at: Date): Promise<GatewayAddress[]> {
  if (gateways.length === 0) return []
  const result = await sql<GatewayAddress & { back: boolean }>`
    with before as (
      select g.store_code, g.gw_mac,
        g.status = 'OFFLINE' and g.offline_since < ${at}::timestamptz - make_interval(secs => ${onItsWaySeconds}) as back from gateways g
      join unnest(${gateways.map((one) => one.storeCode)}::text[], ${gateways.map((one) => one.gwMac)}::text[]) as x (store_code, gw_mac)
        using (store_code, gw_mac)
      order by g.gw_mac for update of g
    )
    update gateways g set last_heard_at = ${at}::timestamptz,
      status = case when b.back then 'NORMAL' else g.status end,
      online_since = case when b.back then ${at}::timestamptz else g.online_since end,
      offline_since = case when b.back then null else g.offline_since end,
      updated_at = case when b.back then ${at}::timestamptz else g.updated_at end
    from before b where g.store_code = b.store_code and g.gw_mac = b.gw_mac
    returning g.store_code as "storeCode", g.gw_mac as "gwMac", b.back`.execute(db)
  return result.rows.filter((row) => row.back)
}

/**
 * Offers what a gateway was holding again: after its restart it knows nothing of it; after a lost connection only what it accepted. What was
 * cut off so is no try that failed: a gateway that restarts again and again would use up the tries of every label that waits there.
 */
export async function offerAgain(
  db: Db,
  { storeCode, gwMac }: GatewayAddress,
  { acceptedToo, at }: { acceptedToo: boolean; at: Date },
): Promise<void> {
  await db
    .updateTable('operations')
    .set({ state: 'RENDERED', deadline_at: null, due_at: at, tries: sql`greatest(tries - 1, 0)` })
    .where('store_code', '=', storeCode)
    .where('gw_mac', '=', gwMac)
    .where('deadline_at', 'is not', null)
    .where('state', 'in', acceptedToo ? ['RENDERED', 'SENT'] : ['RENDERED'])
    .execute()
}

/** A gateway that was asked to restart may be away so long without an alarm. */
const restartSeconds = 180
const askedToRestart = (since: RawBuilder<unknown>) => sql<boolean>`exists (
  select from gateway_requests r where r.store_code = g.store_code and r.gw_mac = g.gw_mac and r.kind in ('reboot', 'upgrade')
    and r.sent_at > ${since} - make_interval(secs => ${restartSeconds}))`

/** Whether a gateway that just went was asked to restart. */
export const isRestarting = (db: Db, { storeCode, gwMac }: GatewayAddress, at: Date): Promise<boolean> =>
  isTrue(
    db,
    sql`exists (select from gateways g where g.store_code = ${storeCode} and g.gw_mac = ${gwMac} and ${askedToRestart(sql`${at}::timestamptz`)})`,
  )

/** Gateways that were asked to restart and did not come back in time, and that no alarm tells of. */
export async function lateRestarts(db: Db, shards: readonly number[], at: Date): Promise<GatewayAddress[]> {
  const result = await sql<GatewayAddress>`
    select g.store_code as "storeCode", g.gw_mac as "gwMac" from gateways g
    where g.shard = any(${shards}::smallint[]) and g.status = 'OFFLINE'
      and g.offline_since <= ${at}::timestamptz - make_interval(secs => ${restartSeconds}) and g.offline_since > ${at}::timestamptz - interval '1 day'
      and ${askedToRestart(sql`g.offline_since`)}
      and not exists (select from alarms a where a.store_code = g.store_code and a.type = 'GW STATUS ABNORMAL' and a.subject = g.gw_mac
        and a.cleared_at is null)`.execute(db)
  return result.rows
}

/** Takes gateways that claim to be online but have been silent for long as offline: their last will got lost. Answers them. */
export async function markSilent(
  db: Db,
  shards: readonly number[],
  { heardBefore, at }: { heardBefore: Date; at: Date },
): Promise<GatewayAddress[]> {
  return db
    .updateTable('gateways')
    .set({ status: 'OFFLINE', offline_since: at, online_since: null, up_link: 'NG', down_link: 'NG', updated_at: at })
    .where('status', '<>', 'OFFLINE')
    .where('last_heard_at', '<', heardBefore)
    .where(sql<boolean>`shard = any(${shards}::smallint[])`)
    .returning(['store_code as storeCode', 'gw_mac as gwMac'])
    .execute()
}
