/** What the panel of a product says of its price: what it was, with the way back, and what it is in other stores. */
import type { Tag } from '@endcap/contract/tags'
import { noTask, type ProductChange } from '@endcap/contract/updates'
import { errorStatuses, inProgressStatuses } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan, useSession } from '../app/services.ts'
import { canPutBack } from '../data/product-differences.ts'
import { PutBackModal } from '../form/put-back.modal.tsx'
import { Button } from '../ui/Button.tsx'
import { formatTime } from '../ui/format.ts'
import { modelText } from '../ui/tag-cells.tsx'
import { TagState } from '../ui/TagState.tsx'
import { ProductLabels } from '../ui/ProductLabels.tsx'
import { ProductPrice } from './ProductCells.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './ProductPanelParts.module.css'

interface Props {
  storeCode: string
  prCode: string
}
/** Changes that are looked through for those of the price, and how many of these are shown. */
const [looked, shown] = [50, 5]

const isOfPrice = (change: ProductChange) => canPutBack(change) && change.price !== change.priceBefore

/** The last changes of the price, each with the way back. */
export function PriceHistory({ storeCode, prCode }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const writes = useCan()('product.write')
  const [back, setBack] = useState<ProductChange>()
  const { data } = useQuery({
    queryKey: ['products', storeCode, 'prices', prCode],
    queryFn: ({ signal }) => api.updates.ofProduct({ params: { storeCode, prCode }, body: { length: looked } }, { signal }),
  })
  const changes = (data?.data ?? []).filter(isOfPrice).slice(0, shown)
  if (changes.length === 0) return null
  return (
    <>
      <h2 className={styles.head}>
        {t('products.priceHistory')}
        <Link to={paths.productHistory(storeCode, prCode)} search={{}}>
          {t('products.allChanges')}
        </Link>
      </h2>
      <ul className={styles.rows} data-part="price-history">
        {changes.map((change) => (
          <li key={change.updateId}>
            <span className={styles.change}>
              <del>{change.priceBefore || '–'}</del> → <b>{change.price || '–'}</b>
            </span>
            <span className={styles.who}>
              {change.taskId === noTask ? change.changedBy : <TaskLink storeCode={storeCode} change={change} />}
              <small>{formatTime(change.updatedAt)}</small>
            </span>
            {writes && <Button onClick={() => setBack(change)}>{t('products.putBack.to', { price: change.priceBefore || '–' })}</Button>}
          </li>
        ))}
      </ul>
      {back !== undefined && <PutBackModal storeCode={storeCode} changes={[back]} onClose={() => setBack(undefined)} />}
    </>
  )
}

function TaskLink({ storeCode, change: { taskId, fileName, changedBy } }: { storeCode: string; change: ProductChange }) {
  return (
    <Link to={paths.task(storeCode, taskId, 'UPDATE')} search={{}}>
      {fileName ?? changedBy}
    </Link>
  )
}

/** Labels that are looked through for the worst, and how many of these are listed. */
const [lookedAt, listed] = [100, 5]
/** How bad a state is: what is wrong stands first. */
const badness = ({ status }: Tag) =>
  errorStatuses.some((one) => one === status) ? 0 : inProgressStatuses.some((one) => one === status) ? 1 : 2

/** Its labels, each with its state, its size and the gateway that serves it; those that are wrong first. */
export function LabelsOfProduct({ storeCode, prCode, onAll }: Props & { onAll: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const { site } = useSession().user.systemConfig
  const { data } = useQuery({
    queryKey: ['tags', storeCode, 'ofProduct', prCode],
    queryFn: ({ signal }) => api.tagList.search({ params: { storeCode }, body: { prCode, length: lookedAt } }, { signal }),
  })
  const labels = (data?.data ?? []).toSorted((one, other) => badness(one) - badness(other)).slice(0, listed)
  if (labels.length === 0) return null
  return (
    <>
      <h2 className={styles.head}>
        {t('products.column.labels')}
        <button type="button" className={helpers.asLink} onClick={onAll}>
          {t('products.allLabels', { count: data?.recordsTotal ?? 0 })}
        </button>
      </h2>
      <ul className={styles.rows} data-part="labels">
        {labels.map((tag) => (
          <li key={tag.tagMac}>
            <TagState tag={tag} site={site} />
            <span className={styles.who}>
              <Link className={helpers.mono} to={paths.tagList(storeCode)} search={{ peek: tag.tagMac }}>
                {tag.barcode}
              </Link>
              <small>{[modelText(tag.tagType), tag.gwIp || tag.gwMac].filter(Boolean).join(' · ')}</small>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What it costs in the account's other stores. */
export function PriceInStores({ storeCode, prCode }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['products', '', 'stores', prCode],
    queryFn: ({ signal }) => api.products.inStores({ params: { prCode } }, { signal }),
  })
  const others = (data?.storeList ?? []).filter((store) => store.storeCode !== storeCode)
  if (others.length === 0) return null
  return (
    <>
      <h2>{t('products.inStores')}</h2>
      <ul className={styles.rows} data-part="price-in-stores">
        {others.map((store) => (
          <li key={store.storeCode}>
            <span className={styles.who}>
              <Link to={paths.productList(store.storeCode)} search={{ peek: prCode }}>
                {store.storeName || store.storeCode}
              </Link>
              <small>{store.storeCode}</small>
            </span>
            <ProductLabels prCode={prCode} labels={store.labels} />
            <ProductPrice product={store} />
          </li>
        ))}
      </ul>
      {(data?.more ?? 0) > 0 && <p>{t('products.moreStores', { count: data?.more })}</p>}
    </>
  )
}
