/** Which of the prices that look wrong were looked at and are right. A tick is one for this price: another one needs its own. */
import type { PriceChange, PriceReview } from '@endcap/contract/price-review'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Found = Pick<PriceReview, 'prices' | 'priceCount'>
export interface PriceTicks {
  has: (change: PriceChange) => boolean
  tick: (change: PriceChange, right: boolean) => void
  /** For those beyond the ones that are named. */
  restTicked: boolean
  tickRest: (right: boolean) => void
  /** What the dialog waits for: prices of the review that still need their tick. */
  why: string | undefined
  /** How many of a review need theirs. */
  leftOf: (review: Found) => number
}

const keyOf = ({ prCode, name, before, after }: PriceChange) => JSON.stringify([prCode, name, before, after])

export function usePriceTicks(review: Found | undefined): PriceTicks {
  const { t } = useTranslation()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [restOf, setRestOf] = useState<Found>()
  const has = (change: PriceChange) => ticked.has(keyOf(change))
  const leftOf = (found: Found) =>
    found.prices.filter((change) => !has(change)).length + (found === restOf ? 0 : found.priceCount - found.prices.length)
  const left = review === undefined ? 0 : leftOf(review)
  return {
    has,
    tick: (change, right) =>
      setTicked((before) => {
        const next = new Set(before)
        if (right) next.add(keyOf(change))
        else next.delete(keyOf(change))
        return next
      }),
    restTicked: review !== undefined && restOf === review,
    tickRest: (right) => setRestOf(right ? review : undefined),
    why: left === 0 ? undefined : t('products.review.left', { count: left }),
    leftOf,
  }
}
