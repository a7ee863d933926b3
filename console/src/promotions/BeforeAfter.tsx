/** The label of a product that a promotion hits, as pictures: as it is, and as it would be meanwhile. */
import type { PromotionCheck } from '@endcap/contract/promotions'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { pauseForImage } from '../data/pause.ts'
import { Hint } from '../ui/Hint.tsx'
import { LabelViewer } from '../ui/LabelViewer.tsx'
import { Message } from '../ui/Message.tsx'
import styles from './promotions.module.css'

type Sample = NonNullable<PromotionCheck['sample']>
type Label = Sample['before'] & Pick<Sample, 'storeCode' | 'prCode'>

export function BeforeAfter({ sample }: { sample: PromotionCheck['sample'] }) {
  const { t } = useTranslation()
  const of = sample && { storeCode: sample.storeCode, prCode: sample.prCode }
  const before = useLabel(of && sample && { ...of, ...sample.before }, undefined)
  // On the same tag: without the first picture it is not known which.
  const tagType = before.data?.tagType
  const after = useLabel(tagType === undefined || !of || !sample ? null : { ...of, ...sample.after }, tagType)
  if (sample === null) return null
  const error = before.error ?? after.error
  return (
    <div className={styles.beforeAfter} data-part="before-after" aria-busy={before.isFetching || after.isFetching}>
      {(['before', 'after'] as const).map((when) => {
        const { data } = when === 'before' ? before : after
        const images = typeof data?.encodedImage === 'string' ? [data.encodedImage, ...data.subPage] : []
        return (
          <figure key={when}>
            <figcaption>{t(`promotions.check.${when}`)}</figcaption>
            <LabelViewer
              id={when}
              images={images}
              alt={t(`promotions.check.${when}Of`, { id: sample.prCode })}
              none={t(data === undefined ? 'common.loading' : 'products.preview.none')}
              standing={null}
            />
          </figure>
        )
      })}
      {error !== null && <Message role="alert">{errorText(error, t)}</Message>}
      {(after.data?.problems ?? []).length > 0 && (
        <Hint flush>{[...new Set(after.data?.problems.map(({ reason }) => t(`tags.reason.${reason}`)))].join(', ')}</Hint>
      )}
    </div>
  )
}

function useLabel(label: Label | null, tagType: string | undefined) {
  const api = useApi()
  const body = label && { ...label, ...(tagType !== undefined && { tagType }) }
  return useQuery({
    queryKey: ['previews', body],
    queryFn:
      body === null
        ? skipToken
        : async ({ signal }) => {
            await pauseForImage(signal)
            return api.products.preview({ body }, { signal })
          },
    placeholderData: keepPreviousData,
    retry: false,
  })
}
