/** /product/file/upload/history: files received and what became of them. */
import { fileTypes, productFiles, type FileUpload } from '@endcap/contract/product-files'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { countColumn, linkColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { State } from '../ui/state.tsx'
import { isParserFailure } from '../data/parser-failure.ts'
import helpers from '../ui/helpers.module.css'

export function FileResult({ file }: { file: FileUpload }) {
  const { t } = useTranslation()
  if (file.finished === null) return <State state="running" label={t('files.running')} />
  if (isParserFailure(file)) return <State state="NG" label={t('files.scriptFailed')} />
  if (file.leftOutCount > 0) return <State state="ALARM" label={t('files.partly')} />
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
          linkColumn('fileName', 260, (file) => paths.file(file._id)),
          { field: 'error', heading: t('files.column.result'), width: 130, sort: false, cell: (file) => <FileResult file={file} /> },
          { field: 'fileType', width: 120, sort: false, cell: (file) => t(`files.type.${file.fileType}`) },
          {
            field: 'storeCode',
            width: 100,
            cell: (file) => (file.storeCode === '' ? t('files.allStores') : <span className={helpers.mono}>{file.storeCode}</span>),
          },
          countColumn('dataCount', 90),
          countColumn('count', 90),
          { ...countColumn('tagCount', 90), sort: false },
          countColumn('errorCount', 80),
          timeColumn('received'),
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
