/** /plus/v1/timeline: which sets are played when, and by which displays (specification 3 §2). */
import { timelines, type TimelineSummary } from '@endcap/contract/timelines'
import { IconCalendarTime, IconDeviceTv, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { RemoveSome } from '../form/remove-some.modal.tsx'
import { linkColumn, timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { TimelineName } from './timeline-name.modal.tsx'

function Remove({ rows, close }: ActionProps<TimelineSummary>) {
  const api = useApi()
  return (
    <RemoveSome kind="timeline" things={rows} remove={(ids) => api.timelines.remove({ body: { ids } }).then(() => ({}))} close={close} />
  )
}
const actions: Action<TimelineSummary>[] = [
  { name: 'create', needs: 'plus.write', on: 'table', icon: IconPlus, opens: ({ close }) => <TimelineName close={() => close(true)} /> },
  { name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: Remove },
]

export function TimelineListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const [open, setOpen] = useState<{ what: 'rename' | 'remove'; row: TimelineSummary }>()
  const spec = useMemo(
    () =>
      tableSpec(timelines.search, {
        name: 'timelines',
        live: 'signage',
        rowId: ({ id }) => id,
        pageLength: 25,
        columns: [
          linkColumn('name', 300, ({ id }) => paths.timelineSchedule(id)),
          { field: 'deviceCount', width: 120, numeric: true },
          { field: 'scheduleCount', width: 120, numeric: true },
          { field: 'user', width: 200 },
          timeColumn('updatedAt'),
        ],
        filters: { name: 'text', deviceCount: 'text', scheduleCount: 'text', user: 'text' },
        dateRange: true,
        defaultOrder: { column: 'name', dir: 'asc' },
      }),
    [],
  )
  const close = () => setOpen(undefined)
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.timelines.search({ params: {}, body }, { signal })}
        title={t('timelines.title')}
        empty={t('timelines.none')}
        filledBy="create"
        actions={actions}
        rowButtons={mayWrite ? 4 : 2}
        rowActions={(row) => (
          <>
            <RowLink to={paths.timelineSchedule(row.id)} label={t('timelines.scheduleOf', { name: row.name })} icon={IconCalendarTime} />
            <RowLink to={paths.timelineDevices(row.id)} label={t('timelines.devicesOf', { name: row.name })} icon={IconDeviceTv} />
            {mayWrite && (
              <>
                <RowButton
                  label={t('timelines.rename', { name: row.name })}
                  icon={IconPencil}
                  onClick={() => setOpen({ what: 'rename', row })}
                />
                <RowButton
                  label={t('shows.removeOne', { name: row.name })}
                  icon={IconTrash}
                  onClick={() => setOpen({ what: 'remove', row })}
                />
              </>
            )}
          </>
        )}
      />
      {open?.what === 'rename' && <TimelineName timeline={open.row} close={close} />}
      {open?.what === 'remove' && <Remove rows={[open.row]} close={close} />}
    </>
  )
}
