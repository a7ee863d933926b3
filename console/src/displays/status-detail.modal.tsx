/** Which displays of a store are out of reach or over a threshold, and since when (specification 3 §1); what they leave out, and films that they cannot play. */
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { codeColumn, stateColumn, timeColumn } from '../table/columns.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { filmFault } from '../ui/film-words.ts'
import { Problem } from '../ui/Problem.tsx'
import { nameOf } from './devices.ts'
import styles from './displays.module.css'

type Answer = Awaited<ReturnType<ReturnType<typeof useApi>['displays']['statusDetail']>>
type Detail = Answer['detailList'][number]
type LeftOut = NonNullable<Answer['leftOut']>[number]
type Unplayable = Answer['unplayable'][number]

export function StatusDetailModal({ storeCode, close }: { storeCode: string; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['signage', storeCode, 'status detail'],
    queryFn: ({ signal }) => api.displays.statusDetail({ params: { storeCode } }, { signal }),
  })
  const title = t('displays.action.statusDetail')
  const rows = query.data?.detailList
  const leftOut = query.data?.leftOut ?? []
  const unplayable = query.data?.unplayable ?? []
  return (
    <Modal opened onClose={close} title={title} size="760px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Problem query={query} />
      {((leftOut.length === 0 && unplayable.length === 0) || rows?.length !== 0) && (
        <LocalTable
          label={title}
          rows={rows}
          rowId={(row) => `${row.mac} ${row.kind}`}
          columns={[
            { field: 'name', width: 170, cell: nameOf },
            stateColumn('kind', 120, (row: Detail) => ({
              state: '',
              kind: row.kind === 'offline' ? 'bad' : 'alarm',
              label: t(`displays.detail.${row.kind}`),
            })),
            { field: 'percent', width: 90, numeric: true, cell: (row) => (row.percent === null ? '–' : `${row.percent} %`) },
            timeColumn('since', 168),
            codeColumn('mac', 152),
          ]}
          headingOf={(field) => t(`displays.detail.column.${field}`)}
          order={{ column: 'since', dir: 'desc' }}
          empty={t('displays.detail.none')}
        />
      )}
      {leftOut.length > 0 && (
        <>
          <h3 className={styles.displayLeftOut}>{t('displays.detail.leftOut')}</h3>
          <LocalTable
            label={t('displays.detail.leftOut')}
            rows={leftOut}
            rowId={(row) => `${row.mac} ${row.prCode}`}
            columns={[
              codeColumn('prCode', 140),
              stateColumn('reason', 238, (row: LeftOut) => ({ state: '', kind: 'alarm', label: t(`tags.reason.${row.reason}`) })),
              { field: 'name', width: 170, cell: nameOf },
              codeColumn('mac', 152),
            ]}
            headingOf={(field) => t(`displays.detail.column.${field}`)}
            empty=""
          />
        </>
      )}
      {unplayable.length > 0 && (
        <>
          <h3 className={styles.displayLeftOut}>{t('displays.detail.unplayable')}</h3>
          <LocalTable
            label={t('displays.detail.unplayable')}
            rows={unplayable}
            rowId={(row) => `${row.mac} ${row.kind} ${row.id}`}
            columns={[
              { field: 'file', width: 140 },
              stateColumn('reason', 238, (row: Unplayable) => ({ state: '', kind: 'alarm', label: filmFault(row, t) })),
              { field: 'name', width: 170, cell: nameOf },
              codeColumn('mac', 152),
            ]}
            headingOf={(field) => t(`displays.detail.column.${field}`)}
            empty=""
          />
        </>
      )}
    </Modal>
  )
}
