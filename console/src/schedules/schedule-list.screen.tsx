/** /plus/schedule/list/{storeCode}: when slides are shown (specification 3 §2). */
import { schedules, type Schedule } from '@endcap/contract/schedules'
import { IconEdit, IconEye, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import { RemoveModal } from '../form/remove.modal.tsx'
import { timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { useStoreCode } from '../app/route.ts'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { ScheduleModal } from './schedule.modal.tsx'
import { scheduleWords } from './words.ts'

const actions: Action<Schedule>[] = [
  { name: 'create', needs: 'plus.write', on: 'table', icon: IconPlus, opens: ({ close }) => <ScheduleModal close={close} /> },
  { name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: RemoveSchedules },
]

export function ScheduleListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const storeCode = useStoreCode()
  const [open, setOpen] = useState<{ what: 'edit' | 'remove'; row: Schedule }>()
  const spec = useMemo(
    () =>
      tableSpec(schedules.search, {
        name: 'schedules',
        live: 'signage',
        rowId: ({ _id }) => _id,
        pageLength: 25,
        columns: [
          { field: 'name', width: 240 },
          { field: 'period', width: 210, sort: false, cell: (row) => scheduleWords(row, t).period },
          { field: 'days', width: 240, sort: false, cell: (row) => scheduleWords(row, t).days },
          { field: 'time', width: 220, sort: false, cell: (row) => scheduleWords(row, t).time },
          timeColumn('updatedAt'),
        ],
        filters: { name: 'text' },
        dateRange: true,
        defaultOrder: { column: 'name', dir: 'asc' },
      }),
    [t],
  )
  const close = () => setOpen(undefined)
  return (
    <>
      <TableScreen
        spec={spec}
        storeCode={storeCode}
        load={(body, signal) => api.schedules.search({ params: { storeCode }, body }, { signal })}
        title={t('schedules.title')}
        empty={t('schedules.none')}
        filledBy="create"
        actions={actions}
        rowButtons={mayWrite ? 2 : 1}
        rowActions={(row) => (
          <>
            <RowButton
              label={t(mayWrite ? 'schedules.edit' : 'schedules.view', { name: row.name })}
              icon={mayWrite ? IconEdit : IconEye}
              onClick={() => setOpen({ what: 'edit', row })}
            />
            {mayWrite && (
              <RowButton
                label={t('media.removeOne', { name: row.name })}
                icon={IconTrash}
                onClick={() => setOpen({ what: 'remove', row })}
              />
            )}
          </>
        )}
      />
      {open?.what === 'edit' && <ScheduleModal schedule={open.row} readOnly={!mayWrite} close={close} />}
      {open?.what === 'remove' && <RemoveSchedules rows={[open.row]} close={close} />}
    </>
  )
}

function RemoveSchedules({ rows, close }: ActionProps<Schedule>) {
  const api = useApi()
  const storeCode = useStoreCode()
  const remove = (scheduleId: string) => api.schedules.remove({ params: { storeCode, scheduleId } })
  return <RemoveModal kind="schedule" things={rows.map(({ _id, name }) => ({ id: _id, name }))} remove={remove} close={close} />
}
