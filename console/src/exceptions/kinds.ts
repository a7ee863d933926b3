/** The kinds of exceptions as the screens show them. */
import type { ExceptionStatistics, StoreExceptions } from '@endcap/contract/exceptions'
import type { ExceptionKind } from '@endcap/contract/vocabulary'
import type { StateKind } from '../ui/state.tsx'

export type ListName = ExceptionKind | 'gateways'
/** In the order of the specification (1 §2). */
export const listNames = ['error', 'noproduct', 'duplicate', 'lowbattery', 'gateways'] as const satisfies readonly ListName[]

/** The colour says whether it is broken, will be, or only waits for an action. */
export const lookOf: Record<ListName, StateKind> = {
  error: 'bad',
  noproduct: 'idle',
  duplicate: 'warn',
  lowbattery: 'alarm',
  gateways: 'bad',
}

/** Where each kind's number stands. */
export const fieldOf = {
  error: 'errorTags',
  noproduct: 'noProductTags',
  duplicate: 'duplicateTags',
  lowbattery: 'batteryNgTags',
  gateways: 'ngGWs',
} as const satisfies Record<ListName, keyof StoreExceptions>

/** Of a store or of the chain. */
type Counts = Pick<ExceptionStatistics, (typeof fieldOf)[ListName] | 'totalTags' | 'totalGWs'>
/** How many of how many; undefined for gateways that the account may not read. */
export function countOf(statistics: Counts, name: ListName): { count: number; total: number } | undefined {
  const count = statistics[fieldOf[name]]
  const total = name === 'gateways' ? statistics.totalGWs : statistics.totalTags
  return count === null ? undefined : { count, total: total ?? 0 }
}
