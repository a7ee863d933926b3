/** Alarms that follow from what a gateway reports of itself: what is wrong is raised or counted up, what is well again is cleared. */
import type { UpMessage } from '@endcap/gateway-link/messages'
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import { alarmTagsNamed, type AlarmType } from '@endcap/contract/alarm-kinds'
import type { FailureReason } from '@endcap/contract/vocabulary'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { clearAlarm, raiseAlarm } from './alarms.service.ts'

/** A version as gateways write it: numbers with dots, and what may follow, such as 2.4.0-rc1. */
const versionForm = /^v?\d{1,5}(\.\d{1,5}){0,3}([-+_][0-9A-Za-z.-]{1,20})?$/i

type Report = UpMessage<'status'>

/** What does not work: services that do not run, and its lines up (to us) and down (to its radio). */
function faults({ services, upLink, downLink }: Report): string[] {
  return [
    ...services.filter((service) => !service.running).map((service) => `service:${service.name}`),
    ...(upLink === 'OK' ? [] : ['upLink']),
    ...(downLink === 'OK' ? [] : ['downLink']),
  ]
}

/** Answers whether an alarm came or went. */
export async function evaluateReport(
  tx: Db,
  { storeCode, gwMac }: GatewayAddress,
  status: Report,
  { at, timeSync }: { at: Date; timeSync: boolean },
): Promise<boolean> {
  const conditions = faults(status)
  const seconds = Math.round(status.at - at.getTime() / 1000)
  const wrong = new Map<AlarmType, Record<string, unknown>>()
  if (conditions.length > 0) wrong.set('GW STATUS ABNORMAL', { gwMac, conditions })
  if (!timeSync) wrong.set('GW TIME SYNC ABNORMAL', { gwMac, seconds })
  if (!versionForm.test(status.grmVersion)) wrong.set('INVALID GRM', { gwMac, grmVersion: status.grmVersion })
  const types = ['GW STATUS ABNORMAL', 'GW TIME SYNC ABNORMAL', 'INVALID GRM'] as const
  const open = await tx
    .selectFrom('alarms')
    .select('type')
    .where('store_code', '=', storeCode)
    .where('type', 'in', types)
    .where('subject', '=', gwMac)
    .where('cleared_at', 'is', null)
    .execute()
  let changed = false
  for (const type of types) {
    const data = wrong.get(type)
    if (data !== undefined) changed = (await raiseAlarm(tx, { storeCode, type, class: 2, subject: gwMac, data, at })) || changed
    else if (open.some((one) => one.type === type)) changed = (await clearAlarm(tx, { storeCode, type, subject: gwMac, at })) || changed
  }
  return changed
}

export interface NotTaken extends GatewayAddress {
  tagMac: string
  reason: FailureReason
}
const refusals = new Set<FailureReason>(['gateway-offline', 'gateway-refused'])

/** Labels that ended because no gateway took them: one alarm a gateway, with the tags they were for. */
export async function raiseNotTaken(tx: Db, failed: readonly NotTaken[], at: Date): Promise<void> {
  const byGateway = Map.groupBy(
    failed.filter((one) => refusals.has(one.reason)),
    (one) => one.gwMac,
  )
  for (const [gwMac, list] of byGateway) {
    const { storeCode, reason } = list[0]!
    const tagMacList = list.slice(0, alarmTagsNamed).map((one) => one.tagMac)
    const data = { gwMac, reason, tags: list.length, tagMacList }
    await raiseAlarm(tx, { storeCode, type: 'SEND TO GW FAILURE', class: 2, subject: gwMac, data, at })
  }
}

/** Gateways that have taken something again. Answers the stores in which an alarm ended. */
export async function clearNotTaken(tx: Db, gateways: readonly GatewayAddress[], at: Date): Promise<string[]> {
  if (gateways.length === 0) return []
  const result = await sql<{ storeCode: string }>`
    update alarms a set cleared_at = ${at}::timestamptz
    from (select distinct * from unnest(${gateways.map((one) => one.storeCode)}::text[], ${gateways.map((one) => one.gwMac)}::text[]) g (store_code, gw_mac)) g
    where a.store_code = g.store_code and a.type = 'SEND TO GW FAILURE' and a.subject = g.gw_mac and a.cleared_at is null
    returning a.store_code as "storeCode"`.execute(tx)
  return [...new Set(result.rows.map((row) => row.storeCode))]
}
