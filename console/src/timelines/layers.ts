/** The layers of a timeline as they are edited: the strongest first, for it is on top (specification 3 §3). */
import type { Timeline } from '@endcap/contract/timelines'
import type { Rule } from '@endcap/signage/schedule'

export interface Layer {
  /** Of the line in the list, for what draws it: a set may stand in it several times. */
  key: number
  /** Of the set. */
  id: string
  name: string
  period: { start: string; end: string } | null
  days: number[]
  time: { start: string; end: string }[]
}

/** They are stored from the weakest to the strongest. */
export const layersOf = (schedule: Timeline['schedule']): Layer[] =>
  schedule.map(({ id, name, period, days, time }, key) => ({ key, id, name, period, days, time })).toReversed()
export const storedOrder = (layers: readonly Layer[]) =>
  layers.map(({ id, period, days, time }) => ({ id, period, days, time })).toReversed()
export const rulesOf = (layers: readonly Layer[]): Rule[] => storedOrder(layers)
/** The place in the list of the layer that is the `winner` among the stored ones. */
export const placeOf = (layers: readonly Layer[], winner: number): number => layers.length - 1 - winner

/** On top of all others, and always until it is limited. */
export function withLayer(layers: readonly Layer[], { id, name }: { id: string; name: string }): Layer[] {
  const key = layers.reduce((next, layer) => Math.max(next, layer.key + 1), 0)
  return [{ key, id, name, period: null, days: [], time: [] }, ...layers]
}
