/** /product/file/upload/history: files received and what became of them. */
import { fileTypes, productFiles, type FileUpload } from '@endcap/contract/product-files'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { State } from '../ui/state.tsx'
import { isParserFailure } from '../data/parser-failure.ts'

export function FileResult({ file }: { file: FileUpload }) {
  const { t } = useTranslation()
  if (file.finished === null) return <State state="running" label={t('files.running')} />
  if (isParserFailure(file)) return <State state="NG" label={t('files.scriptFailed')} />
  return file.errorCount > 0 ? <State state="NG" label={t('files.bad')} /> : <State state="OK" label={t('files.ok')} />
}

export function FileHistoryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(
    () =>
      tableSpec(productFiles.history, {
        name: 'files',
        live: 'files',
        rowId: (file) => file._id,
        pageLength: 25,
        columns: [
          {
            field: 'fileName',
            width: 260,
            cell: (file) => (
              <Link className="open" to={paths.file(file._id)} search={{}}>
                {file.fileName}
              </Link>
            ),
          },
          { field: 'error', heading: t('files.column.result'), width: 130, sort: false, cell: (file) => <FileResult file={file} /> },
          { field: 'fileType', width: 120, sort: false, cell: (file) => t(`files.type.${file.fileType}`) },
          {
            field: 'storeCode',
            width: 100,
            cell: (file) => (file.storeCode === '' ? t('files.allStores') : <span className="mono">{file.storeCode}</span>),
          },
          { field: 'dataCount', width: 90, numeric: true, cell: (file) => formatNumber(file.dataCount) },
          { field: 'count', width: 90, numeric: true, cell: (file) => formatNumber(file.count) },
          { field: 'tagCount', width: 90, numeric: true, sort: false, cell: (file) => formatNumber(file.tagCount) },
          { field: 'errorCount', width: 80, numeric: true, cell: (file) => formatNumber(file.errorCount) },
          { field: 'received', width: 172, cell: (file) => formatTime(file.received) },
          { field: 'source', width: 200 },
        ],
        filters: {
          fileName: 'text',
          storeCode: 'text',
          source: 'text',
          fileType: { options: fileTypes, label: (type) => t(`files.type.${type}`) },
        },
        dateRange: true,
        defaultOrder: { column: 'received', dir: 'desc' },
      }),
    [t],
  )
  return (
    <TableScreen spec={spec} load={(body, signal) => api.productFiles.history({ params: {}, body }, { signal })} title={t('files.title')} />
  )
}
