/** /product/price/history: which prices changed in all stores, from what to what, by whom, and whether their labels say so. */
import { updates, type StorePriceChange } from '@endcap/contract/updates'
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { canPutBack } from '../data/product-differences.ts'
import { PutBackModal } from '../form/put-back.modal.tsx'
import { codeColumn, linkColumn, timeColumn } from '../table/columns.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { ProductLabels } from '../ui/ProductLabels.tsx'
import { formatPercent } from '../ui/format.ts'
import { originColumns, originFilters } from './changes.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './updates.module.css'

const { priceChanges } = updates

function OldAndNew({ change: { price, priceBefore } }: { change: StorePriceChange }) {
  return (
    <span className={styles.changes} data-part="price">
      <span>
        <del>{priceBefore || '–'}</del> → <b>{price || '–'}</b>
      </span>
    </span>
  )
}

/** Who, and how below: by hand, or in which file. */
function ByWhomAndHow({ change, how }: { change: StorePriceChange; how: string }) {
  const { changedBy, fileId, fileName } = change
  return (
    <span className={styles.lines}>
      <span>{changedBy}</span>
      <span>{fileId === null ? how : <OpenLink to={paths.file(fileId)}>{fileName ?? fileId}</OpenLink>}</span>
    </span>
  )
}

const specOf = (t: TFunction) => {
  const { kind, changedBy, fileName } = originColumns(t)
  return tableSpec(priceChanges, {
    name: 'updates',
    live: 'products',
    rowId: ({ storeCode, updateId, prCode }) => `${storeCode}/${updateId}/${prCode}`,
    pageLength: 25,
    tall: true,
    columns: [
      {
        field: 'name',
        filter: 'find',
        width: 220,
        cell: ({ storeCode, name, prCode }) => (
          <span className={styles.lines}>
            <OpenLink to={paths.productList(storeCode)} search={{ peek: prCode }}>
              {name || prCode}
            </OpenLink>
            <span className={helpers.mono}>{prCode}</span>
          </span>
        ),
        text: ({ name }) => name,
      },
      {
        field: 'price',
        width: 176,
        sort: false,
        cell: (change) => <OldAndNew change={change} />,
        text: ({ price, priceBefore }) => `${priceBefore} → ${price}`,
      },
      {
        field: 'percent',
        width: 84,
        numeric: true,
        cell: ({ percent }) => (percent === null ? '–' : formatPercent(percent)),
        text: ({ percent }) => percent ?? '',
      },
      linkColumn('storeName', 140, ({ storeCode }) => paths.productList(storeCode)),
      { field: 'labels', width: 110, sort: false, cell: (change) => <ProductLabels {...change} />, text: ({ labels: { good } }) => good },
      timeColumn('updatedAt'),
      { ...changedBy, cell: (change) => <ByWhomAndHow change={change} how={kind.cell(change)} />, text: (change) => change.changedBy },
      { ...kind, optional: true },
      { ...fileName, optional: true },
      { ...codeColumn('storeCode', 110), optional: true },
      { ...codeColumn('prCode', 150), optional: true },
    ],
    filters: { find: 'text', percent: 'text', storeName: 'text', storeCode: 'text', prCode: 'text', ...originFilters(t) },
    dateRange: true,
    defaultOrder: { column: 'updatedAt', dir: 'desc' },
  })
}

export function PriceChangesScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const writes = useCan()('product.write')
  const [back, setBack] = useState<StorePriceChange>()
  const spec = useMemo(() => specOf(t), [t])
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.updates.priceChanges({ params: {}, body }, { signal })}
        rowButtons={writes ? 2 : 1}
        title={t('updates.priceChanges.title')}
        empty={t('updates.priceChanges.none')}
        rowActions={(change) => (
          <>
            {writes && canPutBack(change) && (
              <RowButton icon={IconArrowBackUp} label={t('products.putBack.action')} onClick={() => setBack(change)} />
            )}
            <RowLink icon={IconHistory} label={t('updates.history')} to={paths.productHistory(change.storeCode, change.prCode)} />
          </>
        )}
      />
      {back !== undefined && <PutBackModal storeCode={back.storeCode} changes={[back]} onClose={() => setBack(undefined)} />}
    </>
  )
}
