/** What a promotion would do, while it is typed and once more before it is saved. */
import type { PromotionCheck } from '@endcap/contract/promotions'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'
import { toCheck, wrongInside, type Known, type PromotionDraft } from './draft.ts'

/** How long typing rests before it is looked at. */
const pauseMs = 400

/** What must be said before a promotion is saved: its button names it. */
export type Warning = 'nothing' | 'started' | 'over' | undefined
export function warningOf(check: PromotionCheck | undefined): Warning {
  if (check === undefined) return undefined
  if (check.productCount === 0 && !check.partial) return 'nothing'
  if (check.startedCount > 0) return 'started'
  return check.overCount > 0 ? 'over' : undefined
}

const keyOf = (storeType: string, body: ReturnType<typeof toCheck> | undefined) => ['promotions', 'check', storeType, body]
/** Undefined while too little stands there to be looked at. */
const bodyOf = (draft: PromotionDraft, known: Known) => (wrongInside(draft, known) === undefined ? toCheck(draft) : undefined)

export function usePromotionCheck(draft: PromotionDraft, known: Known) {
  const api = useApi()
  const queries = useQueryClient()
  const { storeType } = known.type
  const [rested] = useDebouncedValue(draft, pauseMs)
  const [body, restedBody] = [bodyOf(draft, known), bodyOf(rested, known)]
  const { data, error, isPlaceholderData } = useQuery({
    // By what it says: what says the same is not looked at again.
    queryKey: keyOf(storeType, restedBody),
    queryFn:
      restedBody === undefined ? skipToken : ({ signal }) => api.promotions.check({ params: { storeType }, body: restedBody }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  /** The answer is one for what stands in the form. */
  const isCurrent = body !== undefined && JSON.stringify(body) === JSON.stringify(restedBody) && !isPlaceholderData
  return {
    /** Also one for what stood there before, until the next one is there; undefined while too little stands there. */
    check: body === undefined ? undefined : data,
    error: isCurrent ? error : null,
    isLooking: body !== undefined && (!isCurrent || (data === undefined && error === null)),
    /** The newest, of what is saved; it takes the place of the one that is shown. */
    lookAgain: async (): Promise<{ found: PromotionCheck; before: PromotionCheck | undefined }> => {
      const now = toCheck(draft)
      const found = await api.promotions.check({ params: { storeType }, body: now })
      queries.setQueryData(keyOf(storeType, now), found)
      return { found, before: isCurrent ? data : undefined }
    },
  }
}
