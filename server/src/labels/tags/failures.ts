/** Failed and missing tags of a store, grouped by likely cause. */
import { toEpochOrNull } from '../../platform/base/clock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { groupFailures } from './deliveries.queries.ts'

/** Largest groups first. */
export async function listFailures(db: Db, storeCode: string) {
  const groups = await groupFailures(db, storeCode)
  return groups.map(({ status, reason, gwMac, offline, since, tagCount }) => ({
    cause: causeOf(status, offline),
    reason,
    gwMac,
    since: toEpochOrNull(since),
    tagCount,
  }))
}

/** A gateway that is offline explains all that its tags do not do. */
function causeOf(status: string, gatewayOffline: boolean): 'gateway-offline' | 'tag-missing' | 'failed' | 'not-confirmed' {
  if (gatewayOffline) return 'gateway-offline'
  if (status === 'MISSING') return 'tag-missing'
  return status === 'NG' ? 'failed' : 'not-confirmed'
}
