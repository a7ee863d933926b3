/** Gateways as other parts of the server use them. */
import { historyWindowSeconds } from '@endcap/contract/servers'
import type { GatewayDetail, GatewaySample } from '@endcap/contract/gateways'
import { fromEpoch, toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { dropPartitionsBefore } from '../../platform/db/partitions.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { readStoreConfig } from '../stores/stores.service.ts'
import { findGateway, readGatewaySamples, toDetail } from './gateways.queries.ts'
import { dropOldRequests, ownGateway } from './requests.ts'

export { listGateways, storesOfGateways, tagsOfGateway } from './gateways.queries.ts'
export { gatewayLogFiles } from './requests.ts'
export { giveUp as giveUpRequest, insertRequest } from './requests.queries.ts'
export { registerGateway, renewSecret } from './registration.ts'
export { createGatewayAuthenticator, type AuthenticateGateway } from './authenticate.ts'

/** Reports are kept for so long; the screens show the last day (specification 1 §9). */
const reportRetentionDays = 7

export async function readDetail(context: Context, storeCode: string, gwMac: string): Promise<GatewayDetail> {
  const row = await findGateway(context.db, gwMac)
  if (row?.store_code !== storeCode) throw notFound(`There is no gateway ${gwMac} in this store.`)
  return toDetail(row, (await readStoreConfig(context, storeCode)).storeName)
}

/** The reports from `start` to `end` (epoch seconds), the last 24 hours unless told otherwise (specification 1 §9). */
export async function gatewayHistory(
  context: Context,
  session: Session,
  { gwMac, start: from, end: to }: { gwMac: string; start?: number | undefined; end?: number | undefined },
): Promise<{ start: number; end: number; data: GatewaySample[] }> {
  await ownGateway(context, session, gwMac)
  const end = to ?? (from === undefined ? toEpoch(context.clock.now()) : from + historyWindowSeconds)
  const start = from ?? end - historyWindowSeconds
  if (start > end) throw invalid('start: must not be after end', 'start')
  if (end - start > historyWindowSeconds) throw invalid('start: must be at most 24 hours before end', 'start')
  return { start, end, data: await readGatewaySamples(context.db, gwMac, fromEpoch(start), fromEpoch(end)) }
}

/** Drops reports and requests whose time is over; for the hourly housekeeping. */
export async function dropOldGatewayData({ db, clock }: Context): Promise<void> {
  await dropPartitionsBefore(db, 'gateway_samples', new Date(clock.now().getTime() - reportRetentionDays * 86_400_000))
  await dropOldRequests(db, clock.now())
}
