/** Of a label that is not on its glass: what stands there beside what should. */
import type { Tag } from '@endcap/contract/tags'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import glassStyles from '../ui/glass.module.css'
import styles from './Due.module.css'

interface Props {
  storeCode: string
  tag: Tag
  /** The picture that stands on the glass. */
  standing: string | undefined
  /** Shown until it is known what should stand there, and where that is the same. */
  otherwise: ReactNode
}

export function Due({ storeCode, tag, standing, otherwise }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { tagMac } = tag
  const { data } = useQuery({
    queryKey: ['tags', storeCode, 'due', tagMac],
    queryFn: ({ signal }) => api.tags.due({ params: { storeCode, tagMac } }, { signal }),
  })
  if (data === undefined || data.same) return otherwise
  const { encodedImage, price, priceOnGlass, problems } = data
  const sides = [
    { name: t('tags.due.onGlass'), price: priceOnGlass, image: standing },
    { name: t('tags.due.shouldBe'), price, image: problems.length > 0 ? undefined : (encodedImage ?? undefined) },
  ]
  return (
    <section className={styles.due} data-part="due" aria-label={t('tags.due.shouldBe')}>
      {sides.map(({ name, price: said, image }) => (
        <figure key={name}>
          <figcaption>
            {name} <b>{said || '–'}</b>
          </figcaption>
          <div className={glassStyles.glass}>
            {image === undefined ? (
              <span>{t('tags.noImage')}</span>
            ) : (
              <img src={`data:image/png;base64,${image}`} alt={`${name} ${said}`} />
            )}
          </div>
        </figure>
      ))}
    </section>
  )
}
