/** Of a label that is not on its glass: what stands there beside what should, and what mends it. */
import type { Tag } from '@endcap/contract/tags'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import type { Action } from '../table/spec.ts'
import { Button } from '../ui/Button.tsx'
import glassStyles from '../ui/glass.module.css'
import { useTagActions } from './tag-actions.ts'
import styles from './Due.module.css'

interface Props {
  storeCode: string
  tag: Tag
  /** The picture that stands on the glass. */
  standing: string | undefined
}

export function Due({ storeCode, tag, standing }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const [open, setOpen] = useState<Action<Tag>>()
  const mends = useTagActions(storeCode).filter(
    ({ name, needs, refuse }) => (name === 'reassign' || name === 'led') && can(needs) && refuse?.([tag]) === undefined,
  )
  const { tagMac } = tag
  const { data } = useQuery({
    queryKey: ['tags', storeCode, 'due', tagMac],
    queryFn: ({ signal }) => api.tags.due({ params: { storeCode, tagMac } }, { signal }),
  })
  if (data === undefined || data.same) return null
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
      {mends.length > 0 && (
        <p>
          {mends.map((mend) => (
            <Button key={mend.name} look={mend.name === 'reassign' ? 'primary' : 'plain'} onClick={() => setOpen(mend)}>
              <mend.icon size={15} stroke={1.7} />
              {t(`tags.action.${mend.name}`)}
            </Button>
          ))}
        </p>
      )}
      {open !== undefined && <open.opens rows={[tag]} close={() => setOpen(undefined)} />}
    </section>
  )
}
