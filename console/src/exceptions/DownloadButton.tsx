/** A whole list of exceptions as a CSV file, with its columns as they stand in the list. */
import type { NgGateway } from '@endcap/contract/exceptions'
import { IconDownload } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useTransfers, type Job } from '../data/transfers.ts'
import { codeColumn, stateColumn, timeColumn } from '../table/columns.tsx'
import { exportJob, exportName } from '../table/export.ts'
import type { Column } from '../table/spec.ts'
import { tagListSpec } from '../tags/index.ts'
import type { ListName } from './kinds.ts'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'

export function gatewayColumns(t: TFunction): Column<NgGateway>[] {
  return [
    codeColumn('gwMac', 160),
    stateColumn('status', 130, (gateway) => ({ state: gateway.status })),
    timeColumn('offlineSince', 180),
    { field: 'gwIndex', width: 90, numeric: true },
    { field: 'ip', width: 150, cell: (gateway) => <span className={helpers.mono}>{gateway.ip.split(':')[0] || '–'}</span> },
    { field: 'timeSync', width: 130, cell: (gateway) => t(gateway.timeSync ? 'common.yes' : 'common.no') },
    timeColumn('updatedAt', 180),
  ]
}

export function DownloadButton({
  storeCode,
  list,
  disabled = false,
  quiet = false,
}: {
  storeCode: string
  list: ListName
  disabled?: boolean
  quiet?: boolean
}) {
  const { t } = useTranslation()
  const { start } = useTransfers()
  const job = useExport(storeCode, list)
  return (
    <Button look={quiet ? 'ghost' : 'plain'} disabled={disabled} onClick={() => start(job())}>
      <IconDownload size={15} stroke={1.7} />
      {t('exceptions.download')}
    </Button>
  )
}

function useExport(storeCode: string, list: ListName): () => Job {
  const { t } = useTranslation()
  const api = useApi()
  const title = t(`exceptions.kind.${list}`)
  const file = () => ({ title, fileName: exportName(`${title}-${storeCode}`, new Date()), request: {}, t })
  if (list !== 'gateways') {
    const { columns, rowId, name } = tagListSpec(t)
    return () =>
      exportJob({
        ...file(),
        load: (body, signal) => api.exceptions.search({ params: { storeCode, exception: list }, body }, { signal }),
        rowId,
        columns,
        headingOf: (column) => column.heading ?? t(`${name}.column.${column.field}`),
      })
  }
  return () =>
    exportJob({
      ...file(),
      // They come in one answer.
      load: async (_, signal) => {
        const data = (await api.exceptions.statistics({ params: { storeCode } }, { signal })).ngGWDetail ?? []
        return { draw: 0, recordsTotal: data.length, recordsFiltered: data.length, data }
      },
      rowId: (gateway) => gateway.gwMac,
      columns: gatewayColumns(t),
      headingOf: (column) => t(`exceptions.column.${column.field}`),
    })
}
