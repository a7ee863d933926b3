/** Results that gateways report of operations: what they end, what is tried again, and what came too late to decide anything. */
import type { OpResult } from '@endcap/gateway-link/messages'
import type { Db } from '../../platform/db/schema.ts'
import { finishOperations, type Ending } from '../tasks/tasks.service.ts'
import { storeAnswers, type CheckAnswer } from './answers.queries.ts'
import { cancelAt, forgetCancels, type Cancel } from './cancel.queries.ts'
import type { StoreTag } from './glass.queries.ts'
import { markSent, openOperations, retryOperations, type Accepted, type Retry } from './intake.queries.ts'
import type { LateResult } from './late.queries.ts'
import type { GatewayAddress } from './link/driver.ts'
import { confirmedStatus } from '../tasks/confirmed-status.ts'
import { leftUntilHeard } from '../tasks/left-until-heard.ts'
import { afterFailure, confirmSeconds, type EnginePolicy } from './policy.ts'

/** A result with the gateway and store that reported it. */
export interface Reported extends OpResult, GatewayAddress {}

export interface TakenResults {
  /** Stores of which operations were heard. */
  stores: Set<string>
  /** Confirmations of operations that are not open any more. */
  late: LateResult[]
  /** Tags that changed their glass again since what they confirmed. */
  overtaken: StoreTag[]
}

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

export async function takeResults(
  tx: Db,
  results: readonly Reported[],
  { policy, at }: { policy: EnginePolicy; at: Date },
): Promise<TakenResults> {
  if (results.length === 0) return { stores: new Set(), late: [], overtaken: [] }
  const open = await openOperations(tx, [...new Set(results.map((one) => one.op))])
  const [accepted, endings, retries]: [Accepted[], Map<string, Ending>, Map<string, Retry>] = [[], new Map(), new Map()]
  const [strayed, answered]: [Cancel[], Cancel[]] = [[], []]
  const checks: CheckAnswer[] = []
  for (const { op: opId, storeCode, gwMac, outcome, reason, detail, updates, confirmed: sure, ...readings } of results) {
    const found = open.get(opId)
    // A gateway speaks for its own store only.
    const operation = found?.storeCode === storeCode ? found : undefined
    const current = operation?.gwMac === gwMac
    if (!current || outcome === 'cancelled') {
      // Who takes what is not (or no longer) its own must leave it; who has answered for it holds it no more.
      const holds = outcome === 'accepted' || outcome === 'sending'
      ;(holds ? strayed : answered).push({ storeCode, gwMac, opId })
    }
    if (operation === undefined || endings.has(opId)) continue
    if (outcome === 'accepted' && current) accepted.push({ opId, deadline: after(at, confirmSeconds(policy, operation)) })
    if (outcome === 'shown' || outcome === 'same') {
      const confirmed = outcome === 'shown' ? 'SHOWN' : 'SAME'
      endings.set(opId, {
        opId,
        outcome: confirmed,
        status: confirmedStatus(operation.kind),
        answered: true,
        updates: updates ?? null,
        gwMac,
        ...(sure === false && { confirmed: false }),
      })
      retries.delete(opId)
      const { rssi = null, battery = null, temperature = null } = readings
      if (operation.kind === 'STATUS_CHECK') checks.push({ opId, rssi, battery, temperature })
    }
    // A gateway that is no longer asked may confirm, but its failure decides nothing.
    if (outcome !== 'failed' || !current) continue
    const next = afterFailure(policy, reason, operation)
    const text = detail ?? null
    if (next.next === 'expect') endings.set(opId, { ...leftUntilHeard({ opId, kind: operation.kind }), gwMac })
    else if (next.next === 'fail')
      endings.set(opId, {
        opId,
        outcome: 'FAILED',
        reason: next.reason,
        detail: text,
        status: next.status,
        gwMac,
        answered: reason === 'tag-refused',
      })
    else
      retries.set(opId, {
        opId,
        dueAt: after(at, next.afterSeconds),
        reason: next.reason,
        detail: text,
        status: next.status,
        held: false,
      })
  }
  await cancelAt(tx, strayed, at)
  await forgetCancels(tx, answered)
  await markSent(
    tx,
    accepted.filter((one) => !endings.has(one.opId) && !retries.has(one.opId)),
    at,
  )
  await retryOperations(tx, [...retries.values()], at)
  await storeAnswers(tx, checks, { at, lowBattery: policy.lowBattery })
  const ended = await finishOperations(tx, [...endings.values()], at)
  const late = results.filter(({ op, outcome }) => !open.has(op) && (outcome === 'shown' || outcome === 'same'))
  return {
    stores: new Set([...open.values()].map((operation) => operation.storeCode)),
    late: late.map(({ storeCode, op, updates }) => ({ storeCode, opId: op, updates: updates ?? null })),
    overtaken: ended.filter((one) => one.overtaken),
  }
}
