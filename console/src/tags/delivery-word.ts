/** The word for where a delivery stands. */
import type { Delivery } from '@endcap/contract/tags'

/**
 * What was done at the tag is no label on its glass: it was answered. A device that took its picture, but never says what stands on its
 * glass, has not confirmed it.
 */
export function deliveryWord({ kind, state, confirmed }: Pick<Delivery, 'kind' | 'state' | 'confirmed'>): string {
  if (kind !== 'SHOW' && kind !== 'BLANK' && (state === 'SHOWN' || state === 'SAME')) return 'tags.check.answer.answered'
  return state === 'SHOWN' && !confirmed ? 'state.DELIVERED' : `state.${state}`
}
