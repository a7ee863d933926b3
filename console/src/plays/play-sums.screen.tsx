/** /plus/play/sum/{storeCode}: how often and how long each content was shown, day by day. */
import { playSumDays } from '@endcap/contract/plays'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRouteSearch } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { countColumn } from '../table/columns.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { lengthText, formatNumber } from '../ui/format.ts'
import { useStoreCode } from '../app/route.ts'
import { Problem } from '../ui/Problem.tsx'
import { ContentCell } from './ContentCell.tsx'
import { PlayPages } from './PlayPages.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Segments } from '../ui/Segments.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'

const choices = [7, 30, playSumDays]
const daySeconds = 86_400

export function PlaySumsScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const navigate = useNavigate()
  const asked = Number(useRouteSearch().days)
  const days = choices.includes(asked) ? asked : 30
  const query = useQuery({
    queryKey: ['signage', storeCode, 'play sums', days],
    queryFn: ({ signal }) => {
      const end = Math.ceil(Date.now() / 1000)
      const range = { start: String(end - days * daySeconds), end: String(end) }
      return api.plays.sums({ params: { storeCode }, query: range }, { signal })
    },
  })
  const rows = query.data?.sumList
  return (
    <>
      <PageHead>
        <h1>{t('plays.title')}</h1>
        <span className={pageHeadStyles.sub}>{rows && formatNumber(rows.length)}</span>
        <span className={helpers.grow} />
        <Segments
          label={t('plays.range')}
          value={days}
          options={choices.map((choice) => ({ value: choice, label: t('plays.days', { count: choice }) }))}
          onChange={(choice) => void navigate({ to: '.', search: { days: choice }, replace: true })}
        />
      </PageHead>
      <PlayPages storeCode={storeCode} current="sums" />
      <Problem query={query} />
      <LocalTable
        label={t('plays.page.sums')}
        rows={query.isError ? (rows ?? []) : rows}
        rowId={(row) => `${row.day} ${row.content}`}
        columns={[
          { field: 'day', width: 130 },
          countColumn('plays', 110),
          countColumn('devices', 110),
          { field: 'seconds', width: 130, numeric: true, cell: (row) => lengthText(row.seconds) },
          { field: 'contentName', width: 300, cell: (row) => <ContentCell {...row} /> },
        ]}
        headingOf={(field) => t(`plays.column.${field}`)}
        order={{ column: 'day', dir: 'desc' }}
        empty={t('plays.none')}
      />
    </>
  )
}
