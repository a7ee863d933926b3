/** Cells of the list of products: what it is, what it costs. */
import type { ListedProduct } from '@endcap/contract/products'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { usePicture } from '../data/pictures.ts'
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

/** By whom it was changed last, and with which file; `when`: as lists say it. */
export function ProductChanged({ when, lastChange }: { when: ReactNode; lastChange: ListedProduct['lastChange'] }) {
  if (lastChange === null) return when
  const who = [lastChange.by, lastChange.fileName].filter((one) => one !== null).join(' · ')
  return (
    <span className={styles.lines} data-part="changed">
      <span>{when}</span>
      <span className={styles.below} title={who}>
        {who}
      </span>
    </span>
  )
}
