/** Setting gateways, one by one or all of the chain by their index. The engine tells them; see docs/gateway-protocol.md. */
import { setTimeout as pause } from 'node:timers/promises'
import { channels, type ChannelMap, type GatewayConfig, type GatewayConfigChange } from '@endcap/contract/gateways'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { RequestedConfig } from '../../platform/db/device-tables.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { forbidden, invalid, notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { isPending, readGateways, type GatewayRow } from './gateways.queries.ts'
import * as queries from './settings.queries.ts'

export { outbandStores, readChannels, takeConfigs } from './settings.queries.ts'

export const needsOutband = (...pair: readonly (number | undefined)[]): number | undefined =>
  pair.find((channel) => channel !== undefined && channel > channels.last)
const outbandText = (channel: number) => `Channel ${channel} needs outband: without it channels are ${channels.first} to ${channels.last}.`

export async function readConfigs({ db }: Context, storeCode: string): Promise<{ gwList: GatewayConfig[]; outbandEnable: boolean }> {
  const rows = await readGateways(db, storeCode)
  return { gwList: rows.map(queries.toConfig), outbandEnable: (await queries.outbandStores(db, [storeCode])).has(storeCode) }
}

export async function readConfig(context: Context, storeCode: string, gwMac: string): Promise<GatewayConfig> {
  const found = (await readConfigs(context, storeCode)).gwList.find((one) => one.gwMac === gwMac)
  if (found === undefined) throw notFound(`There is no gateway ${gwMac} in this store.`)
  return found
}

/** Everything that is given replaces what was asked for; an empty address or null takes the wish back. */
function merge(row: GatewayRow, change: GatewayConfigChange): RequestedConfig {
  const { ip, netmask, defaultGateway, dns, eslServerPort, dataChannel, eventChannel, channelGroupIndex, checkin } = change
  const given = { ip, netmask, defaultGateway, dns, eslServerPort, dataChannel, eventChannel, channelGroupIndex, checkin }
  const next = { ...row.config, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null && value !== ''))
}

/** What a gateway is set to, as the audit log keeps it. */
export function settingsOf(row: GatewayRow): Omit<GatewayConfig, 'status' | 'pending'> {
  const { status: _, pending: __, ...settings } = queries.toConfig(row)
  return settings
}

/** How often it is looked who has taken its settings. */
const lookMs = 250

/** Those of these gateways that are not set as they shall be. */
async function notSet(db: Db, storeCode: string, gwMacs: readonly string[]): Promise<string[]> {
  const rows = await readGateways(db, storeCode)
  return rows.filter((row) => gwMacs.includes(row.gw_mac) && isPending(row)).map((row) => row.gw_mac)
}

/** All or none. Answers who is told at once and who is offline and told later; with `wait` (seconds), who has taken it by then and who has not. */
export async function configure(
  { db, signals }: Context,
  storeCode: string,
  changes: readonly GatewayConfigChange[],
  wait = 0,
): Promise<{ gwOK: string[]; gwNG: string[] }> {
  const byMac = new Map(changes.map((change) => [change.gwMac, change]))
  if (byMac.size < changes.length) throw invalid('gwList: a gateway stands twice in it', 'gwList')
  const rows = await inTransaction(db, async (tx) => {
    const outband = (await queries.outbandStores(tx, [storeCode])).has(storeCode)
    const locked = await queries.lockGateways(tx, storeCode, [...byMac.keys()])
    const missing = [...byMac.keys()].find((gwMac) => !locked.some((row) => row.gw_mac === gwMac))
    if (missing !== undefined) throw notFound(`There is no gateway ${missing} in this store.`)
    for (const row of locked) {
      const change = byMac.get(row.gw_mac)!
      const config = merge(row, change)
      const now = queries.toConfig(row)
      for (const name of ['dataChannel', 'eventChannel'] as const) {
        const asked = change[name]
        // A channel that a gateway has already is left to it.
        if (!outband && asked !== undefined && asked !== now[name] && needsOutband(asked) !== undefined)
          throw invalid(`${row.gw_mac}: ${outbandText(asked)}`, name)
      }
      const [data, event] = [config.dataChannel ?? now.dataChannel, config.eventChannel ?? now.eventChannel]
      if (data === event && (change.dataChannel ?? change.eventChannel) !== undefined)
        throw invalid(`${row.gw_mac}: data and event channel must differ.`, 'eventChannel')
      await queries.saveConfig(tx, row, { gwIndex: change.gwIndex ?? row.gw_index, config })
    }
    const now = await queries.lockGateways(tx, storeCode, [...byMac.keys()])
    for (const [place, row] of locked.entries())
      await recordChange(tx, {
        subject: { kind: 'gateway', id: row.gw_mac, storeCode },
        before: settingsOf(row),
        after: settingsOf(now[place] ?? row),
      })
    return locked
  })
  signals.notify('changed', { storeCode, changes: ['gateways'] })
  signals.notify('gateway-requests', {})
  const there = (online: boolean) => rows.filter((row) => (row.status !== 'OFFLINE') === online).map((row) => row.gw_mac)
  const [sentTo, offline] = [there(true), there(false)]
  if (wait === 0 || sentTo.length === 0) return { gwOK: sentTo, gwNG: offline }
  const end = Date.now() + wait * 1000
  let open = await notSet(db, storeCode, sentTo)
  while (open.length > 0 && Date.now() < end) {
    await pause(lookMs)
    open = await notSet(db, storeCode, sentTo)
  }
  return { gwOK: sentTo.filter((gwMac) => !open.includes(gwMac)), gwNG: [...offline, ...open].toSorted() }
}

/**
 * The channel setting of the chain (specification 1 §3): kept for gateways to come, and given to all that have one of its indexes. Not for
 * accounts with some stores only, since it reaches every store.
 */
export async function setChannels({ db, signals }: Context, session: Session, channel: ChannelMap): Promise<{ count: number }> {
  if (session.stores !== 'all')
    throw forbidden('The channel setting reaches every store: it needs an account with all stores.', 'all-stores')
  for (const [index, { dataChannel, eventChannel }] of Object.entries(channel))
    if (dataChannel === eventChannel) throw invalid(`GW index ${index}: data and event channel must differ.`, `channel.${index}`)
  const changed = await inTransaction(db, async (tx) => {
    await checkOutband(tx, channel)
    const before = await queries.readChannels(tx)
    await queries.saveChannels(tx, channel)
    const applied = await queries.applyChannels(tx)
    await recordChange(tx, { subject: { kind: 'setting', id: 'channels' }, before, after: await queries.readChannels(tx) })
    return applied
  })
  for (const { storeCode } of changed) signals.notify('changed', { storeCode, changes: ['gateways'] })
  signals.notify('gateway-requests', {})
  return { count: changed.reduce((sum, one) => sum + one.count, 0) }
}

async function checkOutband(tx: Db, channel: ChannelMap): Promise<void> {
  const outband = Object.entries(channel).filter(([, pair]) => needsOutband(pair.dataChannel, pair.eventChannel) !== undefined)
  if (outband.length === 0) return
  const without = await queries.storesWithoutOutband(
    tx,
    outband.map(([index]) => Number(index)),
  )
  const [[index, pair] = ['', undefined]] = outband
  if (without.length > 0)
    throw invalid(
      `GW index ${index}: ${outbandText(needsOutband(pair?.dataChannel, pair?.eventChannel) ?? 0)} It is off in ${without.join(', ')}.`,
      `channel.${index}`,
    )
}
