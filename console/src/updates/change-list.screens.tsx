/** What one update changed, and every change of one product: the same rows, asked for in two ways. */
import { noTask, updates, type ProductChange } from '@endcap/contract/updates'
import { IconArrowBackUp, IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePath } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { useAliases, useAliasColumns, type NamedAlias } from '../data/aliases.ts'
import { canPutBack } from '../data/product-differences.ts'
import { PutBackModal, refusePutBack } from '../form/put-back.modal.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { changesColumn, originColumns, originFilters } from './changes.tsx'
import { ValueChart } from './value-chart.modal.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Button } from '../ui/Button.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import { RowButton } from '../table/RowButton.tsx'
import helpers from '../ui/helpers.module.css'

const columnsOf = (t: TFunction, aliases: readonly NamedAlias[]) => ({
  ...originColumns(t),
  before: changesColumn(t, aliases),
  layoutId: { field: 'layoutId' as const, width: 140, optional: true as const },
  nfc: { field: 'nfc' as const, width: 120, optional: true as const },
})
const common = { name: 'updates', live: 'products', pageLength: 25, dateRange: true } as const

function PutBackChosen({ rows, close }: ActionProps<ProductChange>) {
  return <PutBackModal storeCode={usePath('storeCode').storeCode} changes={rows} onClose={close} />
}
const putBackChosen: Action<ProductChange>[] = [
  { name: 'putBack', needs: 'product.write', on: 'selection', icon: IconArrowBackUp, opens: PutBackChosen, refuse: refusePutBack },
]

/** /product/{storeCode}/{updateId}/{taskId}/update/task/detail */
export function UpdateDetailScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, updateId, taskId } = usePath('storeCode', 'updateId', 'taskId')
  const aliases = useAliases()
  const spec = useMemo(() => {
    const columns = columnsOf(t, aliases)
    return tableSpec(updates.changes, {
      ...common,
      rowId: (change) => change.prCode,
      columns: [
        {
          field: 'prCode',
          width: 150,
          cell: ({ prCode }) => (
            <OpenLink mono to={paths.productHistory(storeCode, prCode)}>
              {prCode}
            </OpenLink>
          ),
        },
        columns.before,
        columns.layoutId,
        columns.nfc,
      ],
      filters: { prCode: 'text', layoutId: 'text', nfc: 'text' },
      defaultOrder: { column: 'prCode', dir: 'asc' },
    })
  }, [t, storeCode, aliases])
  return (
    <TableScreen
      spec={spec}
      moreColumns={useAliasColumns<ProductChange>()}
      storeCode={storeCode}
      refreshKey={['changes', updateId]}
      load={(body, signal) => api.updates.changes({ params: { storeCode, updateId }, body }, { signal })}
      title={t('updates.detail', { id: updateId })}
      actions={putBackChosen}
      head={
        taskId !== noTask && (
          <Link className={buttonClass()} to={paths.task(storeCode, taskId, 'UPDATE')} search={{}}>
            {t('updates.toTask', { id: taskId })}
          </Link>
        )
      }
    />
  )
}

/** /product/{storeCode}/{prCode}/update/history */
export function ProductHistoryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, prCode } = usePath('storeCode', 'prCode')
  const aliases = useAliases()
  const writes = useCan()('product.write')
  const charted = aliases.filter((alias) => alias.chart)
  const [charting, setCharting] = useState(false)
  const [back, setBack] = useState<ProductChange>()
  // One that was removed has a history and no name any more.
  const { data: product } = useQuery({
    queryKey: ['products', storeCode, 'detail', prCode],
    queryFn: ({ signal }) => api.products.get({ params: { prCode, storeCode } }, { signal }),
    retry: false,
  })
  const spec = useMemo(() => {
    const columns = columnsOf(t, aliases)
    return tableSpec(updates.ofProduct, {
      ...common,
      rowId: (change) => change.updateId,
      columns: [columns.updatedAt, columns.before, columns.kind, columns.changedBy, columns.fileName, columns.layoutId, columns.nfc],
      filters: { layoutId: 'text', nfc: 'text', ...originFilters(t) },
      defaultOrder: { column: 'updatedAt', dir: 'desc' },
    })
  }, [t, aliases])
  return (
    <>
      <TableScreen
        spec={spec}
        moreColumns={useAliasColumns<ProductChange>()}
        storeCode={storeCode}
        refreshKey={['history', prCode]}
        load={(body, signal) => api.updates.ofProduct({ params: { storeCode, prCode }, body }, { signal })}
        title={t('updates.history')}
        subtitle={
          <>
            {product?.name} <span className={helpers.mono}>{prCode}</span>
          </>
        }
        rowButtons={1}
        {...(writes && {
          rowActions: (change: ProductChange) =>
            canPutBack(change) && <RowButton icon={IconArrowBackUp} label={t('products.putBack.action')} onClick={() => setBack(change)} />,
        })}
        {...(charted.length > 0 && {
          head: (
            <Button onClick={() => setCharting(true)}>
              <IconChartLine size={15} stroke={1.7} />
              {t('updates.values')}
            </Button>
          ),
        })}
        empty={t('updates.noneOfProduct')}
      />
      {back !== undefined && <PutBackModal storeCode={storeCode} changes={[back]} onClose={() => setBack(undefined)} />}
      {charting && <ValueChart storeCode={storeCode} prCode={prCode} aliases={charted} onClose={() => setCharting(false)} />}
    </>
  )
}
