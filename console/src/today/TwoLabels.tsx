/** What stands on a glass beside what should: two labels, small. */
import type { WalkLabel } from '@endcap/contract/today'
import { useQuery } from '@tanstack/react-query'
import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useDue } from '../data/use-due.ts'
import styles from './today.module.css'

export function TwoLabels({ label: { storeCode, tagMac, price, priceOnGlass } }: { label: WalkLabel }) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode, tagMac }
  const { data: standing } = useQuery({
    queryKey: ['tags', storeCode, 'preview', tagMac],
    queryFn: ({ signal }) => api.tags.preview({ params, query: {} }, { signal }),
  })
  const due = useDue(storeCode, tagMac)
  const pictures = [
    { name: t('today.onGlass', { price: priceOnGlass }), image: standing?.encodedImage },
    { name: t('today.shouldBe', { price }), image: due?.image },
  ]
  if (pictures.some(({ image }) => !image)) return null
  return (
    <div className={styles.two} data-part="two-labels">
      {pictures.map(({ name, image }, place) => (
        <span key={name}>
          {place > 0 && <IconArrowRight size={15} stroke={1.7} aria-hidden="true" />}
          <img src={`data:image/png;base64,${image}`} alt={name} title={name} data-wrong={place === 0} />
        </span>
      ))}
    </div>
  )
}
