/** What the chain's settings say to gateways; told beside what each of them shall be set to (docs/gateway-protocol.md). */
import { checkinOfMode } from '@endcap/contract/vocabulary'
import type { DownMessage } from '@endcap/gateway-link/messages'
import { sql } from 'kysely'
import type { Db } from '../platform/db/schema.ts'
import { listAmac } from './amac.service.ts'
import { getSetting } from './settings.service.ts'

type Config = Omit<DownMessage<'config'>, 'version'>

const place = (host: unknown, port: unknown) => (typeof host === 'string' && host !== '' ? `${host}:${String(port)}` : '')

/** By store, with how it wants its radio to work (durations, timeouts, nf values) once that is not as gateways begin: a store's own time server goes before that of the chain. Nothing of the chain before a PAN ID was chosen, nothing of amac before there was one. */
export async function partForGateways(db: Db, storeCodes: readonly string[]): Promise<Map<string, Config>> {
  const server = await getSetting(db, 'server')
  const { used } = await getSetting(db, 'amac')
  const checkin = checkinOfMode[server.communicationMode]
  const ofChain: Config = {
    ...(server.panId !== '' && {
      panId: server.panId,
      statusPeriod: server.gatewayStatusCheckInterval,
      retailServer: place(server.retailServerIp, server.retailServerPort),
      timeServer: place(server.timeServerIp, server.timeServerPort),
      ...(checkin !== undefined && { checkin }),
    }),
    ...(used && { amac: (await listAmac(db)).map(({ abstractCode, abstractData }) => ({ code: abstractCode, data: abstractData })) }),
  }
  const stores = await db
    .selectFrom('stores')
    .select(['store_code', 'config'])
    .select(
      sql<Config['store'] | null>`case when radio_configured or radio_part(config) <> radio_part('{}') then radio_part(config) end`.as(
        'radio',
      ),
    )
    .where('store_code', 'in', [...new Set(storeCodes)])
    .execute()
  return new Map(
    stores.map(({ store_code, radio, config: { timeServerIp, timeServerPort } }) => {
      const own = place(timeServerIp, timeServerPort ?? 123)
      return [store_code, { ...ofChain, ...(own !== '' && { timeServer: own }), ...(radio !== null && { store: radio }) }]
    }),
  )
}
