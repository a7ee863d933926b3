/** The figures of the dashboard store by store. */
import { useMediaQuery } from '@mantine/hooks'
import { dashboard, type StoreFigures } from '@endcap/contract/dashboard'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { codeColumn } from '../table/columns.tsx'
import { tableSpec, type Column } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatNumber } from '../ui/format.ts'
import { shareOf } from './figures.ts'
import { OpenLink } from '../table/OpenLink.tsx'
import styles from './dashboard.module.css'

type Figure = Exclude<keyof StoreFigures, 'storeCode' | 'storeName'>
/** The colour of the state says that these figures need attention. */
const alarming: Partial<Record<Figure, string>> = {
  error: 'var(--bad-t)',
  unreachable: 'var(--warn-t)',
  gwOffline: 'var(--bad-t)',
  gwAlarm: 'var(--alarm-t)',
}

interface List {
  columns: readonly Figure[]
  /** The first as a share of the second. */
  share?: readonly [part: Figure, whole: Figure]
  /** The list begins with the largest of this figure; on a phone it is the one that is shown. */
  order: Figure
}
const lists = {
  today: { columns: ['total', 'todayUpdated', 'productCount', 'productsUpdated'], share: ['todayUpdated', 'total'], order: 'todayUpdated' },
  gateways: { columns: ['gwTotal', 'gwNormal', 'gwAlarm', 'gwOffline'], order: 'gwOffline' },
  tags: {
    columns: ['total', 'good', 'inprogress', 'error', 'unreachable', 'lowBattery', 'noProduct'],
    share: ['good', 'total'],
    order: 'error',
  },
  stores: { columns: ['total', 'good', 'inprogress', 'error', 'unreachable'], share: ['good', 'total'], order: 'error' },
} as const satisfies Record<string, List>

/** Good tags that are out of reach are counted as such alone, as in the charts. */
const figureOf = (store: StoreFigures, field: Figure): number => (store[field] ?? 0) - (field === 'good' ? (store.unreachable ?? 0) : 0)

function columnsOf({ columns, share, order }: List, narrow: boolean): Column<StoreFigures>[] {
  const figure = (field: Figure): Column<StoreFigures> => ({
    field,
    width: 110,
    numeric: true,
    cell: (store) => (
      <span style={{ color: figureOf(store, field) > 0 ? alarming[field] : undefined }}>
        {formatNumber(figureOf(store, field))}
        {field === share?.[0] && <small className={styles.share}>{shareOf(figureOf(store, field), store[share[1]] ?? 0)}</small>}
      </span>
    ),
    text: (store) => figureOf(store, field),
  })
  // A phone shows the first figure only.
  return (narrow ? [order, ...columns.filter((field) => field !== order)] : columns).map(figure)
}

/** `chosen`: codes of stores; all of the account when empty. */
export function StoreList({ name, chosen }: { name: keyof typeof lists; chosen: readonly string[] }) {
  const { t } = useTranslation()
  const api = useApi()
  const narrow = useMediaQuery('(max-width: 760px)') ?? false
  const spec = useMemo(
    () =>
      tableSpec(dashboard.stores, {
        name: 'dashboard',
        live: 'dashboard',
        rowId: (store) => store.storeCode,
        pageLength: 25,
        columns: [
          {
            field: 'storeName',
            width: 230,
            cell: (store) => (
              <OpenLink to={paths.dashboard} search={{ stores: [store.storeCode] }}>
                {store.storeName}
              </OpenLink>
            ),
          },
          codeColumn('storeCode', 100),
          ...columnsOf(lists[name], narrow),
        ],
        filters: { storeName: 'text', storeCode: 'text' },
        defaultOrder: { column: lists[name].order, dir: 'desc' },
      }),
    [name, narrow],
  )
  const only = chosen.length === 0 ? {} : { filter_storeCode: chosen.join(','), condition_storeCode: '==' as const }
  return (
    <TableScreen
      spec={spec}
      // What the reader filters by himself counts more than the choice of the dashboard.
      load={(body, signal) => api.dashboard.stores({ params: {}, body: { ...only, ...body } }, { signal })}
      refreshKey={chosen}
      title={t(`dashboard.chart.${name}`)}
    />
  )
}
