/** The word and the mark for where a delivery stands. */
import type { Delivery } from '@endcap/contract/deliveries'
import { kindOf, type StateKind } from './state.tsx'

type Standing = Pick<Delivery, 'kind' | 'state' | 'confirmed'>

const isLabel = ({ kind }: Standing): boolean => kind === 'SHOW' || kind === 'BLANK'
/** A device that took its picture, but never says what stands on its glass, has not confirmed it. */
const isDelivered = (one: Standing): boolean => isLabel(one) && one.state === 'SHOWN' && !one.confirmed

/** What was done at the tag is no label on its glass: it was answered. */
export function deliveryWord(delivery: Standing): string {
  const { state } = delivery
  if (!isLabel(delivery) && (state === 'SHOWN' || state === 'SAME')) return 'tags.check.answer.answered'
  return isDelivered(delivery) ? 'state.DELIVERED' : `state.${state}`
}
export const deliveryKind = (delivery: Standing): StateKind => (isDelivered(delivery) ? 'delivered' : kindOf(delivery.state))

/** The same of the last label of a tag, of which lists tell no more. */
export const confirmedWord = (confirmed: boolean): string => `state.${confirmed ? 'SHOWN' : 'DELIVERED'}`
