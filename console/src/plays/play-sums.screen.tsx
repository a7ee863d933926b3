/** /plus/play/sum/{storeCode}: how often and how long contents were shown, summed up by day, content, display and area. */
import { downloadTypes } from '@endcap/contract/downloads'
import type { PlaySum } from '@endcap/contract/plays'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRouteSearch, useStoreCode } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { countColumn } from '../table/columns.tsx'
import { DownloadMenu } from '../table/DownloadMenu.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import type { Column, DownloadItem } from '../table/spec.ts'
import { formatNumber, lengthText } from '../ui/format.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { Problem } from '../ui/Problem.tsx'
import { areaText, ContentCell } from './ContentCell.tsx'
import { PlayPages } from './PlayPages.tsx'
import { SumChoice } from './SumChoice.tsx'
import { readSumSearch, toSumQuery, type SumSearch } from './sum-search.ts'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import styles from './plays.module.css'

/** In the order in which they stand: what the sums are by, then what they come to. */
function columnsOf({ by }: SumSearch): Column<PlaySum>[] {
  return [
    ...(by.includes('day') ? [{ field: 'day' as const, width: 130 }] : []),
    ...(by.includes('content')
      ? [{ field: 'contentName' as const, width: 280, cell: (sum: PlaySum) => <ContentCell {...sum} />, text: nameOfContent }]
      : []),
    ...(by.includes('display') ? [{ field: 'name' as const, width: 200, cell: ({ name, mac }: PlaySum) => name || mac }] : []),
    ...(by.includes('area')
      ? [{ field: 'area' as const, width: 90, numeric: true as const, cell: ({ area }: PlaySum) => areaText(area) }]
      : []),
    countColumn('plays', 110),
    ...(by.includes('display') ? [] : [countColumn('devices', 110)]),
    { field: 'seconds', width: 130, numeric: true, cell: ({ seconds }) => lengthText(seconds) },
  ]
}
/** On a phone a row has room for three: what the sums are by is one of them. */
function phoneColumns(search: SumSearch, areaName: string): Column<PlaySum>[] {
  const words = (sum: PlaySum) =>
    [sum.day, nameOfContent(sum), sum.name || sum.mac, search.by.includes('area') && `${areaName} ${areaText(sum.area)}`].filter(Boolean)
  const numbers = columnsOf(search).filter(({ field }) => field === 'plays' || field === 'seconds')
  return [
    {
      field: 'own-by',
      width: 200,
      cell: (sum) => <span className={styles.by}>{words(sum).join(' · ')}</span>,
      text: (sum) => words(sum).join(' · '),
      sort: false,
    },
    ...numbers,
  ]
}
const nameOfContent = ({ contentName, content }: PlaySum) => contentName || content || ''

/** The sums as files that the server makes, of the same days. */
function sumFiles(t: (key: string) => string, storeCode: string, search: SumSearch): DownloadItem[] {
  const fields = columnsOf(search).map(({ field }) => ({ field, heading: t(`plays.column.${field}`) }))
  return (['csv', 'xlsx'] as const).map((format) => ({
    label: t(format === 'csv' ? 'plays.file.sumsCsv' : 'plays.file.sumsExcel'),
    hint: t('plays.file.sumsHint'),
    needs: 'plus.read',
    body: { type: downloadTypes.playSums, storeCode, filter: { ...toSumQuery(search), fields, format } },
  }))
}

export function PlaySumsScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const navigate = useNavigate()
  const search = readSumSearch(useRouteSearch())
  const query = useQuery({
    queryKey: ['signage', storeCode, 'play sums', search],
    queryFn: ({ signal }) => api.plays.sums({ params: { storeCode }, query: toSumQuery(search) }, { signal }),
    placeholderData: keepPreviousData,
  })
  const change = (next: Partial<SumSearch>) => {
    const { by, days, from, to } = { ...search, ...next }
    const address = { by: by.join(), ...(days !== undefined && { days }), ...(from && { from }), ...(to && { to }) }
    void navigate({ to: '.', search: address, replace: true })
  }
  const onPhone = useMediaQuery('(max-width: 760px)') ?? false
  const { data } = query
  const rows = query.isError ? [] : data?.sumList
  return (
    <>
      <PageHead>
        <h1>{t('plays.title')}</h1>
        <span className={pageHeadStyles.sub}>{data && formatNumber(data.recordsTotal)}</span>
        <span className={helpers.grow} />
        <DownloadMenu items={sumFiles(t, storeCode, search)} />
      </PageHead>
      <PlayPages storeCode={storeCode} current="sums" />
      <SumChoice chosen={search} shown={data} onChange={change} />
      <Problem query={query} />
      <LocalTable
        // Another choice of columns is in its own order.
        key={search.by.join()}
        label={t('plays.page.sums')}
        rows={rows}
        rowId={(row) => [row.day, row.content, row.mac, row.area].join(' ')}
        columns={onPhone ? phoneColumns(search, t('plays.column.area')) : columnsOf(search)}
        headingOf={(field) => t(field === 'own-by' ? 'plays.sumBy' : `plays.column.${field}`)}
        order={{ column: search.by.includes('day') ? 'day' : 'seconds', dir: 'desc' }}
        empty={t('plays.none')}
      />
      {data !== undefined && rows !== undefined && rows.length > 0 && (
        <div className={styles.total} role="status">
          <b>{t('plays.total')}</b>
          {(['plays', 'devices', 'seconds'] as const).map((field) => (
            <span key={field}>
              {t(`plays.column.${field}`)} <b>{field === 'seconds' ? lengthText(data.total.seconds) : formatNumber(data.total[field])}</b>
            </span>
          ))}
          {rows.length < data.recordsTotal && (
            <span>{t('plays.first', { shown: formatNumber(rows.length), total: formatNumber(data.recordsTotal) })}</span>
          )}
        </div>
      )}
    </>
  )
}
