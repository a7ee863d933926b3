/** Which displays of a store are out of reach or over a threshold, and since when (specification 3 §1). */
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { LocalTable } from '../dashboard/LocalTable.tsx'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { State } from '../ui/state.tsx'
import { nameOf } from './devices.ts'

export function StatusDetailModal({ storeCode, close }: { storeCode: string; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['plus', storeCode, 'status detail'],
    queryFn: ({ signal }) => api.plusDevices.statusDetail({ params: { storeCode } }, { signal }),
  })
  const title = t('plusDevices.action.statusDetail')
  return (
    <Modal opened onClose={close} title={title} size="760px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Problem query={query} />
      <LocalTable
        label={title}
        rows={query.data?.detailList}
        rowId={(row) => `${row.mac} ${row.kind}`}
        columns={[
          { field: 'name', width: 170, cell: nameOf },
          {
            field: 'kind',
            width: 120,
            cell: (row) => <State state="" kind={row.kind === 'offline' ? 'bad' : 'alarm'} label={t(`plusDevices.detail.${row.kind}`)} />,
          },
          { field: 'percent', width: 90, numeric: true, cell: (row) => (row.percent === null ? '–' : `${row.percent} %`) },
          { field: 'since', width: 168, cell: (row) => formatTime(row.since) },
          { field: 'mac', width: 152, cell: (row) => <span className="mono">{row.mac}</span> },
        ]}
        headingOf={(field) => t(`plusDevices.detail.column.${field}`)}
        order={{ column: 'since', dir: 'desc' }}
        empty={t('plusDevices.detail.none')}
      />
    </Modal>
  )
}
