/** Prices old → new, before they are applied: those to look at each with a tick, the other changes below, and what no longer fits its price. */
import type { PriceChange, PriceMisfit, PriceReview as Review } from '@endcap/contract/price-review'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAliasLabel } from '../data/aliases.ts'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Tick } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './PriceReview.module.css'
import { Rest } from './Rest.tsx'
import type { PriceTicks } from './use-price-ticks.ts'

interface Props {
  review: Review
  ticks: PriceTicks
  /** The changes come out of a file, whose lines they name. */
  inFile?: boolean
  /** Brings the value that fits into what is saved. */
  onTakeOver?: (misfit: PriceMisfit) => void
  /** It comes in answer to a button, before what a person has typed: it is brought into sight, and says what is to be looked at alone. */
  announced?: boolean
}

export function PriceReview({ review, ticks, inFile = false, onTakeOver, announced = false }: Props) {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (announced) section.current?.focus()
  }, [announced])
  const { priceCount, prices, otherPriceCount, otherPrices, misfitCount, misfits } = review
  const others = announced ? 0 : otherPriceCount
  if (priceCount + others + misfitCount === 0) return null
  const ofOthers = t(priceCount > 0 ? 'products.review.others' : 'products.review.changes', { count: others })
  const unseen = priceCount - prices.length
  return (
    <section ref={section} tabIndex={-1} className={styles.review} aria-label={t('products.review.title')}>
      {priceCount > 0 && (
        <div className={styles.look} data-part="prices-to-look-at">
          <h3>{t('products.review.look', { count: priceCount })}</h3>
          <Hint flush>{t('products.review.lookHint')}</Hint>
          <Changes list={prices} name={t('products.review.look', { count: priceCount })} ticks={ticks} inFile={inFile} />
          {unseen > 0 && (
            <Tick
              label={t('products.review.rest', { count: unseen })}
              checked={ticks.restTicked}
              onChange={(event) => ticks.tickRest(event.target.checked)}
            />
          )}
        </div>
      )}
      {others > 0 && (
        <div data-part="other-prices">
          <h3>{ofOthers}</h3>
          <Changes list={otherPrices} name={ofOthers} inFile={inFile} />
          <Rest shown={otherPrices.length} of={others} />
        </div>
      )}
      {misfitCount > 0 && (
        <div data-part="price-misfits">
          <h3>{t('products.review.misfits', { count: misfitCount })}</h3>
          <Hint flush>{t('products.review.misfitsHint')}</Hint>
          <Misfits list={misfits} name={t('products.review.misfits', { count: misfitCount })} inFile={inFile} onTakeOver={onTakeOver} />
          <Rest shown={misfits.length} of={misfitCount} />
        </div>
      )}
    </section>
  )
}

/** The product of a row, and where it stands in its file. */
function Subject({ row: { productName, prCode, line }, inFile }: { row: PriceChange | PriceMisfit; inFile: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {productName !== '' && <b>{productName}</b>}
      <small>
        <span className={helpers.mono}>{prCode}</span>
        {inFile && ` · ${t('products.review.line', { line: formatNumber(line) })}`}
      </small>
    </>
  )
}

/** A table that scrolls in its box, by keys as well. */
const Scrolled = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.box} tabIndex={0} role="region" aria-label={name}>
    <table>{children}</table>
  </div>
)

interface ChangesProps {
  list: readonly PriceChange[]
  name: string
  ticks?: PriceTicks
  inFile: boolean
}
function Changes({ list, name: label, ticks, inFile }: ChangesProps) {
  const { t } = useTranslation()
  const labelOf = useAliasLabel()
  return (
    <Scrolled name={label}>
      <thead>
        <tr>
          {ticks !== undefined && (
            <th scope="col" className={styles.tick}>
              <span className={helpers.screenReader}>{t('products.review.tickColumn')}</span>
            </th>
          )}
          <th scope="col">{t('products.review.product')}</th>
          <th scope="col" className={styles.amount}>
            {t('products.review.price')}
          </th>
          <th scope="col" className={styles.labels}>
            {t('products.review.labels')}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((change) => {
          const { line, name, kind, beforeWords, afterWords, percent, labels } = change
          const price = afterWords || t('products.review.none')
          return (
            <tr key={`${line} ${name}`}>
              {ticks !== undefined && (
                <td>
                  <Tick
                    aria-label={t('products.review.tick', { name: change.productName || change.prCode, price })}
                    checked={ticks.has(change)}
                    onChange={(event) => ticks.tick(change, event.target.checked)}
                  />
                </td>
              )}
              <td>
                <Subject row={change} inFile={inFile} />
                {kind !== null && <em>{t(`products.review.kind.${kind}`, { name: labelOf(name) })}</em>}
              </td>
              <td className={styles.amount}>
                <span className={styles.pair}>
                  {change.before === null ? <small>{t('products.review.new')}</small> : <del>{beforeWords}</del>} → <b>{price}</b>
                </span>
                {percent !== null && <small>{formatPercent(percent)}</small>}
              </td>
              <td className={styles.labels}>{formatNumber(labels)}</td>
            </tr>
          )
        })}
      </tbody>
    </Scrolled>
  )
}

interface MisfitsProps {
  list: readonly PriceMisfit[]
  name: string
  inFile: boolean
  onTakeOver: Props['onTakeOver']
}
function Misfits({ list, name: label, inFile, onTakeOver }: MisfitsProps) {
  const { t } = useTranslation()
  const labelOf = useAliasLabel()
  return (
    <Scrolled name={label}>
      <thead>
        <tr>
          <th scope="col">{t('products.review.product')}</th>
          <th scope="col">{t('products.review.field')}</th>
          <th scope="col" className={styles.amount}>
            {t('products.review.stands')}
          </th>
          <th scope="col" className={styles.amount}>
            {t('products.review.fits')}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((misfit) => (
          <tr key={`${misfit.line} ${misfit.name}`}>
            <td>
              <Subject row={misfit} inFile={inFile} />
            </td>
            <td title={misfit.name}>{labelOf(misfit.name)}</td>
            <td className={styles.amount}>{misfit.valueWords}</td>
            <td className={styles.amount}>
              {onTakeOver === undefined ? (
                <b>{misfit.rightWords}</b>
              ) : (
                <Button onClick={() => onTakeOver(misfit)}>{t('products.review.takeOver', { value: misfit.rightWords })}</Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Scrolled>
  )
}
