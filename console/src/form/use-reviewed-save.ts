/** Saves products, where one of their prices looks wrong or no longer fits another only once a person has seen that. */
import type { RequestOf, ResultOf } from '@endcap/contract/endpoint'
import type { PriceMisfit, ProductCheck } from '@endcap/contract/price-review'
import type { products } from '@endcap/contract/products'
import { useState } from 'react'
import { useApi } from '../app/services.ts'
import { usePriceTicks } from './use-price-ticks.ts'

type Body = RequestOf<(typeof products)['save']>['body']
type Saved = ResultOf<(typeof products)['save']>

export function useReviewedSave() {
  const api = useApi()
  const [review, setReview] = useState<ProductCheck>()
  /** What the review is of: its misfits are said once. */
  const [reviewed, setReviewed] = useState<string>()
  const ticks = usePriceTicks(review)
  return {
    review,
    ticks,
    /** Undefined where there is something to be looked at first: then it stands in `review`. */
    save: async (body: Body): Promise<Saved | undefined> => {
      const found = await api.products.check({ body })
      const text = JSON.stringify(body)
      if (ticks.leftOf(found) > 0 || (found.misfitCount > 0 && text !== reviewed)) {
        setReview(found)
        setReviewed(text)
        return undefined
      }
      return await api.products.save({ body })
    },
    /** The value that fits is in what is saved next: it is no longer spoken of. */
    take: (misfit: PriceMisfit) => {
      if (review === undefined) return
      setReview({ ...review, misfits: review.misfits.filter((one) => one !== misfit), misfitCount: review.misfitCount - 1 })
    },
    forget: () => setReview(undefined),
  }
}
