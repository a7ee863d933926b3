/** /paper/upload/history: paper files received and what became of them. */
import { papers } from '@endcap/contract/papers'
import type { FileUpload } from '@endcap/contract/product-files'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { isParserFailure } from '../data/parser-failure.ts'
import { codeColumn, linkColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { State } from '../ui/state.tsx'

export function FileState({ file }: { file: FileUpload }) {
  const { t } = useTranslation()
  if (file.finished === null) return <State state="running" />
  if (isParserFailure(file)) return <State state="NG" label={t('papers.scriptFailed')} />
  return file.errorCount > 0 ? <State state="NG" label={t('papers.refused')} /> : <State state="OK" label={t('papers.taken')} />
}

export const paperHistorySpec = (t: (key: string) => string) =>
  tableSpec(papers.history, {
    name: 'papers',
    live: 'files',
    rowId: (file) => file._id,
    pageLength: 25,
    columns: [
      linkColumn('fileName', 280, (file) => paths.paperFile(file._id)),
      { field: 'error', width: 130, sort: false, cell: (file) => <FileState file={file} /> },
      { ...codeColumn('storeCode', 110), heading: t('papers.column.storeName') },
      { field: 'dataCount', width: 90, numeric: true },
      { field: 'errorCount', width: 90, numeric: true },
      timeColumn('received'),
      timeColumn('finished'),
      { field: 'source', width: 200 },
    ],
    filters: { fileName: 'text', storeCode: 'text', source: 'text' },
    dateRange: true,
    defaultOrder: { column: 'received', dir: 'desc' },
  })

export function PaperHistoryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(() => paperHistorySpec(t), [t])
  return (
    <TableScreen
      spec={spec}
      load={(body, signal) => api.papers.history({ params: {}, body }, { signal })}
      title={t('papers.uploads')}
      empty={t('papers.noFiles')}
    />
  )
}
