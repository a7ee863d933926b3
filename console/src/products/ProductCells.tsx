/** Cells of the list of products: what it is, what it costs, how its labels stand. */
import type { ListedProduct } from '@endcap/contract/products'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { usePicture } from '../data/pictures.ts'
import { State } from '../ui/state.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './ProductCells.module.css'

/** The label as it stands on a glass, the name, and the code below; it opens the panel, also where there is no room for buttons in the row. */
export function ProductName({ storeCode, product }: { storeCode: string; product: ListedProduct }) {
  const picture = usePicture(storeCode, product)
  const { prCode, name } = product
  return (
    <Link
      className={clsx(tableStyles.open, styles.product)}
      data-part="open"
      to="."
      search={(before: object) => ({ ...before, peek: prCode })}
      replace
    >
      <span className={styles.picture} data-part="picture">
        {picture !== undefined && <img src={picture} alt="" />}
      </span>
      <span className={styles.lines}>
        {name !== '' && <b>{name}</b>}
        <span className={clsx(helpers.mono, styles.below)}>{prCode}</span>
      </span>
    </Link>
  )
}

/** The price, and below it the one before that is struck through. */
export function ProductPrice({ product: { price, listPrice } }: { product: Pick<ListedProduct, 'price' | 'listPrice'> }) {
  if (price === '' && listPrice === '') return '–'
  return (
    <span className={clsx(styles.lines, styles.price)} data-part="price">
      <b>{price === '' ? '–' : price}</b>
      {listPrice !== '' && <s className={styles.below}>{listPrice}</s>}
    </span>
  )
}

interface LabelsProps extends Pick<ListedProduct, 'prCode' | 'labels'> {
  /** Opens the list of them. */
  onTags?: (() => void) | undefined
}
/** The worst that can be said of its labels, and of how many. */
export function ProductLabels({ prCode, labels: { error, inProgress, good }, onTags }: LabelsProps) {
  const { t } = useTranslation()
  const count = error + inProgress + good
  if (count === 0) return <State state="NONE" kind="idle" label={t('products.labels.none')} />
  const [status, words] =
    error > 0
      ? ['NG', t('products.labels.error', { count: error })]
      : inProgress > 0
        ? ['UPDATE', t('products.labels.inProgress', { count: good, all: count })]
        : ['OK', t('products.labels.good', { count })]
  const state = <State state={status} label={words} />
  if (onTags === undefined) return state
  const name = t('tags.list.ofProduct', { id: prCode })
  return (
    <button type="button" className={helpers.cell} aria-label={`${words} · ${name}`} title={name} onClick={onTags}>
      {state}
    </button>
  )
}
