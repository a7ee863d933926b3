/** /tag/stock/{storeCode}: the labels of a store by model and by where they are in their life. */
import type { ResultOf } from '@endcap/contract/endpoint'
import { lifecycleStates, type tagLifecycle } from '@endcap/contract/tag-lifecycle'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { countColumn } from '../table/columns.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import type { Column } from '../table/spec.ts'
import { formatNumber } from '../ui/format.ts'
import { PageHead } from '../ui/PageHead.tsx'
import pageHeadStyles from '../ui/PageHead.module.css'
import { Problem } from '../ui/Problem.tsx'
import { modelText } from '../ui/tag-cells.tsx'

type Model = ResultOf<(typeof tagLifecycle)['counts']>['modelList'][number]
type Row = Model['byState'] & { tagType: string; total: number; notHeard: number }
const toRow = ({ tagType, byState, notHeard }: Model): Row => ({
  ...byState,
  tagType,
  notHeard,
  total: lifecycleStates.reduce((sum, state) => sum + byState[state], 0),
})

export function TagStockScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const query = useQuery({
    queryKey: ['tags', storeCode, 'lifecycle'],
    queryFn: ({ signal }) => api.tagLifecycle.counts({ params: { storeCode } }, { signal }),
  })
  const rows = query.data?.modelList.map(toRow)
  return (
    <>
      <PageHead>
        <h1>{t('tags.stock.title')}</h1>
        <span className={pageHeadStyles.sub}>{rows && formatNumber(rows.reduce((sum, { total }) => sum + total, 0))}</span>
      </PageHead>
      <Problem query={query} />
      <LocalTable
        label={t('tags.stock.title')}
        rows={query.isError ? (rows ?? []) : rows}
        rowId={({ tagType }) => tagType}
        columns={columnsOf(storeCode)}
        headingOf={(field) => t(headings[field] ?? `tags.lifecycle.${field}`)}
        order={{ column: 'total', dir: 'desc' }}
        empty={t('tags.stock.none')}
      />
    </>
  )
}

const headings: Record<string, string> = {
  tagType: 'tags.stock.column.tagType',
  total: 'tags.stock.column.total',
  notHeard: 'tags.column.expected',
}

/** A count that leads to its labels in the store's list. */
function Count({ storeCode, count, filters }: { storeCode: string; count: number; filters: Record<string, string> }) {
  if (count === 0) return '–'
  return (
    <OpenLink to={paths.tagList(storeCode)} search={{ f: filters, view: 'table' }}>
      {formatNumber(count)}
    </OpenLink>
  )
}

function columnsOf(storeCode: string): Column<Row>[] {
  const linked = (field: Exclude<keyof Row, 'tagType' | 'total'>, filters: Record<string, string>): Column<Row> => ({
    field,
    width: 84,
    numeric: true,
    cell: (row) => <Count storeCode={storeCode} count={row[field]} filters={{ tagType: `==${row.tagType}`, ...filters }} />,
  })
  return [
    { field: 'tagType', width: 140, cell: ({ tagType }) => `${modelText(tagType)} ${tagType}` },
    countColumn('total', 84),
    ...lifecycleStates.map((state) => linked(state, { lifecycle: `==${state}` })),
    linked('notHeard', { expected: '==true' }),
  ]
}
