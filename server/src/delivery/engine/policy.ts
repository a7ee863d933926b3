/** The engine's rules as data and pure functions: windows, deadlines, retry and back-off, and what a tag's status becomes (docs/engine.md). */
import type { FailureReason, TagStatus } from '@endcap/contract/vocabulary'
import type { OpResult } from '@endcap/gateway-link/messages'

export interface EnginePolicy {
  /** Operations offered to a gateway and not accepted yet: back-pressure for its command channel. */
  window: number
  /** Operations a gateway may hold altogether: what its queue has room for. */
  gatewayQueue: number
  /** Seconds a gateway has to accept an operation before it is offered again. */
  acceptSeconds: number
  /** Seconds one transfer to a tag may take on top of two check-ins. */
  transferSeconds: number
  /** Attempts through gateways before an operation fails. */
  maxTries: number
  /** Seconds before the next attempt, by attempt made. */
  backoffSeconds: readonly number[]
  /** Seconds an operation waits for an offline gateway when no other one hears the tag. */
  offlineSeconds: number
  /** The same for lights, pages and status checks: a label must not blink hours later. */
  controlOfflineSeconds: number
  /** A sighting older than this does not count as hearing the tag, in check-ins; never under `hearingMinSeconds`. */
  missingCheckins: number
  missingMinSeconds: number
  /** Volts under which a battery is low. */
  lowBattery: number
  /** Milliseconds that sightings and readings wait for others, to be stored with them. */
  gatherMs: number
}

export const defaultPolicy: EnginePolicy = {
  window: 32,
  gatewayQueue: 2000,
  acceptSeconds: 15,
  transferSeconds: 20,
  maxTries: 3,
  backoffSeconds: [5, 30],
  offlineSeconds: 4 * 3600,
  controlOfflineSeconds: 600,
  missingCheckins: 3,
  missingMinSeconds: 30 * 60,
  lowBattery: 2.5,
  gatherMs: 1000,
}

/** Seconds until a sent operation must be confirmed. A tag that nothing was ever heard of is not waited for: its label is sent once it is heard. */
export function confirmSeconds(policy: EnginePolicy, { checkin, expected }: { checkin: number; expected: boolean }): number {
  return expected ? policy.transferSeconds : 2 * checkin + policy.transferSeconds
}

export interface OverdueOperation {
  tries: number
  /** Whether the gateway had accepted it. */
  sent: boolean
  /** Whether the tag was heard after it was sent. */
  asked: boolean
  /** Nothing was ever heard of the tag. */
  expected: boolean
}
export type Overdue =
  | { next: 'retry'; afterSeconds: number; status: TagStatus | null; reason: FailureReason }
  | { next: 'fail'; reason: FailureReason; status: TagStatus }
  /** The tag has never been heard: it is left in peace until it is. */
  | { next: 'expect' }

/**
 * What follows when nothing was heard of an operation in time. A tag that asked but never confirmed is REQ_ONLY, the second time
 * REQ_ONLY2, and in the end NG; a try that no gateway accepted is the gateway's failure, not the tag's. A tag that nothing was ever heard
 * of is tried once.
 */
export function afterSilence(policy: EnginePolicy, { tries, sent, asked, expected }: OverdueOperation): Overdue {
  const reason: FailureReason = !sent ? 'gateway-refused' : asked ? 'transfer-timeout' : 'tag-silent'
  if (expected && reason === 'tag-silent') return { next: 'expect' }
  if (tries >= policy.maxTries) return { next: 'fail', reason: sent && asked ? 'retries-exhausted' : reason, status: 'NG' }
  const afterSeconds = policy.backoffSeconds[Math.min(tries, policy.backoffSeconds.length) - 1] ?? 0
  const status = sent && asked ? (tries <= 1 ? 'REQ_ONLY' : 'REQ_ONLY2') : null
  return { next: 'retry', afterSeconds, status, reason }
}

const reasons: Record<NonNullable<OpResult['reason']>, { reason: FailureReason; retry: boolean }> = {
  refused: { reason: 'gateway-refused', retry: true },
  busy: { reason: 'gateway-refused', retry: true },
  'tag-silent': { reason: 'tag-silent', retry: true },
  'tag-refused': { reason: 'tag-refused', retry: false },
  'transfer-timeout': { reason: 'transfer-timeout', retry: true },
  'image-unavailable': { reason: 'transfer-timeout', retry: true },
  unsupported: { reason: 'unsupported', retry: false },
}

/** What follows when a gateway reports a failure. */
export function afterFailure(
  policy: EnginePolicy,
  reported: OpResult['reason'],
  { tries, expected }: Pick<OverdueOperation, 'tries' | 'expected'>,
): Overdue {
  const { reason, retry } = reasons[reported ?? 'refused']
  if (expected && reason === 'tag-silent') return { next: 'expect' }
  if (!retry || tries >= policy.maxTries) return { next: 'fail', reason, status: 'NG' }
  return {
    next: 'retry',
    afterSeconds: policy.backoffSeconds[Math.min(tries, policy.backoffSeconds.length) - 1] ?? 0,
    status: null,
    reason,
  }
}
