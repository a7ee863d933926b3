/** Why a tag stands as it stands: a cause, the evidence for it, and the one action that helps. */
import type { ResultOf } from '@endcap/contract/endpoint'
import type { Tag, tags } from '@endcap/contract/tags'
import type { FailureReason } from '@endcap/contract/vocabulary'
import { toEpochOrNull } from '../../platform/base/clock.ts'
import type { DeliveryRow } from '../../delivery/tasks/tasks.service.ts'
import type { Evidence } from './deliveries.queries.ts'

export type Diagnosis = ResultOf<(typeof tags)['detail']>['diagnosis']

const remedies: Record<FailureReason, Diagnosis['action']> = {
  'render-overflow': 'fix-layout',
  'render-missing-glyph': 'fix-layout',
  'render-error': 'fix-data',
  'no-price': 'fill-price',
  'no-name': 'fill-name',
  'no-layout': 'fix-layout',
  'unknown-model': 'fix-layout',
  'gateway-offline': 'check-gateway',
  'gateway-refused': 'check-gateway',
  'tag-silent': 'find-tag',
  'not-heard': 'check-id',
  'tag-refused': 'reassign',
  'transfer-timeout': 'reassign',
  'retries-exhausted': 'reassign',
  unsupported: 'none',
  cancelled: 'reassign',
  'decorator-error': 'fix-data',
}

export function diagnose(tag: Tag, newest: DeliveryRow | undefined, evidence: Evidence): Diagnosis {
  const { cause, action } = conclude(tag, newest, evidence)
  return {
    cause,
    action: action === 'none' && tag.battStatus === 'NG' ? 'replace-battery' : action,
    reason: cause === 'shown' ? null : (newest?.reason ?? null),
    detail: cause === 'shown' ? null : (newest?.detail ?? null),
    lastHeardAt: toEpochOrNull(evidence.lastHeardAt),
    lastGateway: evidence.gwMac,
    gatewayOfflineSince: evidence.gwOffline ? toEpochOrNull(evidence.gatewayOfflineSince) : null,
    rssi: tag.rssi,
    battery: tag.battery,
    tries: newest?.tries ?? 0,
    expectedAt: toEpochOrNull(evidence.deadlineAt),
  }
}

function conclude(
  { status, prCode, lifecycle }: Tag,
  newest: DeliveryRow | undefined,
  { gwOffline, offered, ahead, lastHeardAt }: Evidence,
): Pick<Diagnosis, 'cause' | 'action'> {
  if (lifecycle === 'RETIRED') return { cause: 'retired', action: 'none' }
  const undrawn = newest?.state === 'FAILED' && newest.reason !== null && /^fi(x|ll)-/.test(remedies[newest.reason])
  if (lastHeardAt === null && status !== 'OK' && !undrawn) return { cause: 'not-heard', action: 'check-id' }
  if (status === 'MISSING')
    return gwOffline ? { cause: 'gateway-offline', action: 'check-gateway' } : { cause: 'tag-missing', action: 'find-tag' }
  if (newest === undefined || status === 'DEASSIGN') return { cause: 'no-product', action: prCode === null ? 'assign' : 'wait' }
  switch (newest.state) {
    case 'QUEUED':
      return { cause: 'waiting-render', action: 'wait' }
    case 'RENDERED':
      if (gwOffline) return { cause: 'gateway-offline', action: 'check-gateway' }
      return { cause: offered || ahead === 0 ? 'waiting-gateway' : 'waiting-window', action: 'wait' }
    case 'SENT':
      if (gwOffline) return { cause: 'gateway-offline', action: 'check-gateway' }
      return { cause: status === 'REQ_ONLY' || status === 'REQ_ONLY2' ? 'not-confirmed' : 'waiting-tag', action: 'wait' }
    case 'FAILED':
      // The tag said so after the operation was given up.
      if (status === 'OK') return { cause: 'shown', action: 'none' }
      return { cause: 'failed', action: newest.reason === null ? 'reassign' : remedies[newest.reason] }
    default:
      // Something else stands there by now, again and again: a person must look, and send it anew.
      return status === 'NG' ? { cause: 'failed', action: 'reassign' } : { cause: 'shown', action: 'none' }
  }
}
