/** What roll-outs are called, and how they are drawn. */
import type { Rollout, UpgradeState } from '@endcap/contract/software'
import type { TFunction } from 'i18next'
import type { StateKind } from '../ui/state.tsx'

export const kindOfUpgrade: Record<UpgradeState, StateKind> = {
  WAITING: 'idle',
  LOADING: 'info',
  RESTARTING: 'info',
  CHECKING: 'info',
  DONE: 'ok',
  FAILED: 'bad',
  SKIPPED: 'idle',
  UNTOUCHED: 'idle',
}
type Standing = Pick<Rollout, 'state' | 'paused' | 'stopReason' | 'counts'>
export function kindOfRollout({ state, paused, stopReason, counts }: Standing): StateKind {
  if (state === 'STOPPED') return stopReason === 'person' ? 'alarm' : 'bad'
  if (state === 'DONE') return counts.FAILED > 0 ? 'alarm' : 'ok'
  return paused ? 'alarm' : 'info'
}
export function stateOfRollout({ state, paused, stopReason }: Standing, t: TFunction): string {
  if (stopReason !== null) return t(`software.stopped.${stopReason}`)
  return t(paused ? 'software.paused' : `software.rollout.${state}`)
}
export const stripOf = ({ counts }: Pick<Rollout, 'counts'>): { kind: StateKind; count: number }[] => [
  { kind: 'ok', count: counts.DONE },
  { kind: 'info', count: counts.LOADING + counts.RESTARTING + counts.CHECKING },
  { kind: 'bad', count: counts.FAILED },
  { kind: 'idle', count: counts.WAITING + counts.SKIPPED + counts.UNTOUCHED },
]
