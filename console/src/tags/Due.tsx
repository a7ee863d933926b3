/** Of a label that is not on its glass: what stands there beside what should. */
import type { Tag } from '@endcap/contract/tags'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDue } from '../data/use-due.ts'
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
  const due = useDue(storeCode, tag.tagMac)
  if (due === undefined || due.same) return otherwise
  const sides = [
    { name: t('tags.due.onGlass'), price: due.priceOnGlass, image: standing },
    { name: t('tags.due.shouldBe'), price: due.price, image: due.image },
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
