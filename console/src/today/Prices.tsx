/** Labels with what stands on their glass and what should, the largest difference first. */
import type { WalkLabel } from '@endcap/contract/today'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../ui/format.ts'
import styles from './today.module.css'

/** What a label asks, what it should, and by how much that is too much or too little. */
export function PriceLine({ label: { prName, prCode, price, priceOnGlass, percent } }: { label: WalkLabel }) {
  const { t } = useTranslation()
  return (
    <>
      <b>{prName || prCode}</b> <span>{t('today.onGlass', { price: priceOnGlass || '–' })}</span>{' '}
      <span>{t('today.shouldBe', { price: price || '–' })}</span>
      {percent !== null && <small>{formatPercent(percent)}</small>}
    </>
  )
}

const shown = 3
export function Prices({ labels, more }: { labels: readonly WalkLabel[]; more: number }) {
  const { t } = useTranslation()
  const rest = more + Math.max(0, labels.length - shown)
  return (
    <ul className={styles.prices} data-part="wrong-prices">
      {labels.slice(0, shown).map((label) => (
        <li key={label.tagMac}>
          <PriceLine label={label} />
        </li>
      ))}
      {rest > 0 && <li>{t('today.more', { count: rest, number: formatNumber(rest) })}</li>}
    </ul>
  )
}
