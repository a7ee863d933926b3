/** /plus/play/{storeCode}: each time that a display has shown something (specification 3 §3, proof of play). */
import { downloadTypes } from '@endcap/contract/downloads'
import { plays } from '@endcap/contract/plays'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { lengthText, browserZone } from '../ui/format.ts'
import { useStoreCode } from '../app/route.ts'
import { tableSpec, type DownloadItem, type ListNow } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { areaText, ContentCell } from './ContentCell.tsx'
import { PlayPages } from './PlayPages.tsx'

/** The plays as files that the server makes, with the filter and columns of the list. */
function playFiles(t: (key: string) => string, storeCode: string, { filter, fields }: ListNow): DownloadItem[] {
  const common = { ...filter, fields, timeZone: browserZone() }
  return (['csv', 'xlsx'] as const).map((format) => ({
    label: t(format === 'csv' ? 'plays.file.csv' : 'plays.file.excel'),
    hint: t('downloads.file.filterHint'),
    needs: 'plus.read',
    body: { type: downloadTypes.plays, storeCode, filter: { ...common, format } },
  }))
}

export function PlayListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const spec = useMemo(
    () =>
      tableSpec(plays.search, {
        name: 'plays',
        live: 'signage',
        rowId: ({ mac, content, from, to }) => `${mac} ${content} ${from} ${to}`,
        pageLength: 25,
        columns: [
          timeColumn('from'),
          timeColumn('to'),
          { field: 'seconds', width: 110, numeric: true, cell: ({ seconds }) => lengthText(seconds) },
          { field: 'contentName', width: 240, cell: (play) => <ContentCell {...play} />, text: (play) => play.contentName || play.content },
          { ...codeColumn('content', 150), optional: true },
          { field: 'area', width: 80, numeric: true, optional: true, cell: ({ area }) => areaText(area) },
          { field: 'name', width: 200, cell: ({ name, mac }) => name || mac },
          codeColumn('mac', 152),
        ],
        filters: { mac: 'text', name: 'text', content: 'text', contentName: 'text' },
        dateRange: true,
        defaultOrder: { column: 'from', dir: 'desc' },
      }),
    [],
  )
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      load={(body, signal) => api.plays.search({ params: { storeCode }, body }, { signal })}
      title={t('plays.title')}
      tabs={() => <PlayPages storeCode={storeCode} current="each" />}
      downloads={(now) => playFiles(t, storeCode, now)}
      empty={t('plays.none')}
    />
  )
}
