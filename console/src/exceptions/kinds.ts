/** The kinds of exceptions as the screens show them. */
import type { ExceptionStatistics } from '@endcap/contract/exceptions'
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

/** How many of how many; undefined for gateways that the account may not read. */
export function countOf(statistics: ExceptionStatistics, name: ListName): { count: number; total: number } | undefined {
  const { totalTags: total } = statistics
  switch (name) {
    case 'error':
      return { count: statistics.errorTags, total }
    case 'noproduct':
      return { count: statistics.noProductTags, total }
    case 'duplicate':
      return { count: statistics.duplicateTags, total }
    case 'lowbattery':
      return { count: statistics.batteryNgTags, total }
    case 'gateways':
      return statistics.ngGWs === null ? undefined : { count: statistics.ngGWs, total: statistics.totalGWs ?? 0 }
  }
}
