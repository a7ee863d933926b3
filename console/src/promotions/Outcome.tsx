/** What a promotion would do: how much it hits, where it would start at once, which products keep their price, and the prices to look at. */
import type { PromotionCheck } from '@endcap/contract/promotions'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { PriceReview } from '../form/PriceReview.tsx'
import { Rest } from '../form/Rest.tsx'
import type { PriceTicks } from '../form/use-price-ticks.ts'
import { formatNumber } from '../ui/format.ts'
import { Hint } from '../ui/Hint.tsx'
import { Message } from '../ui/Message.tsx'
import helpers from '../ui/helpers.module.css'
import { BeforeAfter } from './BeforeAfter.tsx'
import styles from './promotions.module.css'

interface Props {
  check: PromotionCheck | undefined
  error: unknown
  isLooking: boolean
  ticks: PriceTicks
}

export function Outcome({ check, error, isLooking, ticks }: Props) {
  const { t } = useTranslation()
  return (
    <section className={styles.outcome} aria-label={t('promotions.check.title')} aria-busy={isLooking} data-part="outcome">
      <h2>{t('promotions.check.title')}</h2>
      {/* Read out when it changes. */}
      <div role="status" data-part="hits" data-old={(isLooking && check !== undefined) || undefined}>
        {check === undefined ? (
          <Hint flush>{t(isLooking ? 'promotions.check.looking' : 'promotions.check.tooLittle')}</Hint>
        ) : (
          <b className={styles.hits}>{hitsOf(check, t)}</b>
        )}
        {check !== undefined && isLooking && <span className={helpers.screenReader}>{t('promotions.check.looking')}</span>}
      </div>
      {error !== null && <Message role="alert">{errorText(error, t)}</Message>}
      {check !== undefined && error === null && (
        <>
          <Warnings check={check} />
          <BeforeAfter sample={check.sample} />
          <PriceReview review={check.review} ticks={ticks} />
          <LeftOut check={check} />
        </>
      )}
    </section>
  )
}

/** Such as: 12 products, 31 labels in 3 stores. */
function hitsOf({ productCount, labelCount, storeCount, partial }: PromotionCheck, t: TFunction): string {
  if (productCount === 0) return t('promotions.check.nothing')
  const hits = t('promotions.check.hits', {
    products: t('promotions.check.products', { count: productCount, number: formatNumber(productCount) }),
    labels: t('promotions.check.labels', { count: labelCount, number: formatNumber(labelCount) }),
    stores: t('promotions.stores', { count: storeCount }),
  })
  return partial ? t('promotions.check.orMore', { hits }) : hits
}

/** Names that are said one after the other. */
const named = 5
function Warnings({ check }: { check: PromotionCheck }) {
  const { t } = useTranslation()
  const { startedCount, started, overCount, unknownCount, unknownCodes, partial, reach, productCount } = check
  const more = (count: number) => (count > named ? ' …' : '')
  return (
    <>
      {partial && <Message>{t('promotions.check.partial')}</Message>}
      {productCount === 0 && !partial && (
        <Message data-part="warning">{t(reach === 0 ? 'promotions.check.noStore' : 'promotions.check.nothingText')}</Message>
      )}
      {startedCount > 0 && (
        <Message data-part="warning">
          {t('promotions.check.started', {
            count: startedCount,
            stores:
              started
                .slice(0, named)
                .map(({ storeName, storeCode }) => storeName || storeCode)
                .join(', ') + more(startedCount),
          })}
        </Message>
      )}
      {overCount > 0 && <Message data-part="warning">{t('promotions.check.over', { count: overCount })}</Message>}
      {unknownCount > 0 && (
        <Message>
          {t('promotions.check.unknown', { count: unknownCount, codes: unknownCodes.slice(0, named).join(', ') + more(unknownCount) })}
        </Message>
      )}
    </>
  )
}

function LeftOut({ check: { leftOutCount, leftOut } }: { check: PromotionCheck }) {
  const { t } = useTranslation()
  if (leftOutCount === 0) return null
  return (
    <details className={styles.leftOut}>
      <summary>{t('promotions.check.leftOut', { count: leftOutCount, number: formatNumber(leftOutCount) })}</summary>
      <ul>
        {leftOut.map(({ storeCode, prCode, productName, reason, priceWords }) => (
          <li key={`${storeCode} ${prCode}`}>
            <b>{productName || prCode}</b> {priceWords}
            <small>
              <span className={helpers.mono}>{prCode}</span> · {storeCode} · {t(`promotions.reason.${reason}`)}
            </small>
          </li>
        ))}
      </ul>
      <Rest shown={leftOut.length} of={leftOutCount} />
    </details>
  )
}
