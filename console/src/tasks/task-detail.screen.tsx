/** /task/detail/…: a task tag by tag. */
import { tasks, type TaskRow } from '@endcap/contract/tasks'
import { deliveryStates, failureReasons, isLabelTask } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { IconArrowBackUp, IconRepeat } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePath } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { useAliasColumns } from '../data/aliases.ts'
import { optionalCodeColumn, stateColumn, timeColumn } from '../table/columns.tsx'
import { confirmedWord, deliveryKind, deliveryWord } from '../ui/delivery-word.ts'
import { Confirmed, confirmedFilter } from '../ui/TagState.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { RetryModal, RevertModal } from './confirm.modals.tsx'
import { Button } from '../ui/Button.tsx'
import { State } from '../ui/state.tsx'
import helpers from '../ui/helpers.module.css'
import { OpenLink } from '../table/OpenLink.tsx'

/** Why a label did not come, with what the device said. */
const reasonOf = ({ reason, detail }: TaskRow, t: TFunction): string =>
  reason === null ? '' : [t(`tags.reason.${reason}`), detail].filter(Boolean).join(': ')

/** How far a label is. On a phone the result stands above: there it says the product, and why it failed. */
function StateOfRow({ row }: { row: TaskRow }) {
  const { t } = useTranslation()
  return (
    <>
      <span className={row.reason === null ? undefined : helpers.notOnPhone}>
        <State state={row.state} kind={deliveryKind(row)} label={t(deliveryWord(row))} />
      </span>
      <span className={helpers.onPhone}>{[row.prCode, reasonOf(row, t)].filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** Task types that may have changed products. */
const changesProducts = ['UPDATE', 'REVERT']

export function TaskDetailScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, taskId, taskType } = usePath('storeCode', 'taskId', 'taskType')
  const aliasColumns = useAliasColumns()
  const spec = useMemo(
    () =>
      tableSpec(tasks.rows, {
        name: 'tasks',
        live: 'tasks',
        rowId: (row) => row.deliveryId,
        pageLength: 25,
        columns: [
          {
            field: 'tagId',
            width: 170,
            cell: (row) => (
              <OpenLink mono to={paths.tagHistory(storeCode, row.tagMac, row.tagId)}>
                {row.tagId}
              </OpenLink>
            ),
          },
          stateColumn('result', 110, (row) => ({ state: row.result ?? 'running' })),
          {
            field: 'state',
            width: 200,
            cell: (row) => <StateOfRow row={row} />,
            text: (row) => t(deliveryWord(row)),
          },
          {
            field: 'confirmed',
            width: 190,
            optional: true,
            cell: (row) => <Confirmed confirmed={row.state === 'SHOWN' ? row.confirmed : null} />,
            text: (row) => (row.state === 'SHOWN' ? t(confirmedWord(row.confirmed)) : '–'),
          },
          {
            field: 'reason',
            width: 240,
            cell: (row) => reasonOf(row, t) || '–',
          },
          optionalCodeColumn('prCode', 150),
          { field: 'layout', width: 130 },
          timeColumn('updatedAt'),
        ],
        filters: {
          tagId: 'text',
          prCode: 'text',
          layout: 'text',
          result: { options: ['OK', 'NG', 'CANCEL'], label: (option) => t(`state.${option}`) },
          state: { options: deliveryStates, label: (option) => t(`state.${option}`) },
          confirmed: confirmedFilter(t),
          reason: { options: failureReasons, label: (option) => t(`tags.reason.${option}`) },
        },
        dateRange: true,
        statusDateRange: true,
        defaultOrder: { column: 'updatedAt', dir: 'desc' },
      }),
    [t, storeCode],
  )
  const can = useCan()
  const [open, setOpen] = useState<'revert' | 'retry'>()
  const failed = useFailed(storeCode, taskId)
  const common = { storeCode, taskId, close: () => setOpen(undefined) }
  return (
    <>
      <TableScreen
        spec={spec}
        moreColumns={aliasColumns}
        storeCode={storeCode}
        refreshKey={['rows', taskId]}
        load={(body, signal) => api.tasks.rows({ params: { storeCode, taskId }, body }, { signal })}
        title={t('tasks.detail', { id: taskId })}
        subtitle={t(`tasks.type.${taskType}`)}
        head={
          <>
            {can('tag.write') && isLabelTask(taskType) && failed > 0 && (
              <Button onClick={() => setOpen('retry')}>
                <IconRepeat size={15} stroke={1.7} />
                {t('updates.retry.action')}
              </Button>
            )}
            {can('product.write') && changesProducts.includes(taskType) && (
              <Button onClick={() => setOpen('revert')}>
                <IconArrowBackUp size={15} stroke={1.7} />
                {t('updates.revert.action')}
              </Button>
            )}
          </>
        }
      />
      {open === 'revert' && <RevertModal {...common} />}
      {open === 'retry' && <RetryModal {...common} />}
    </>
  )
}

/** How many labels of a task failed; 0 while that is not known. */
function useFailed(storeCode: string, taskId: string): number {
  const api = useApi()
  const { data = 0 } = useQuery({
    queryKey: ['tasks', storeCode, 'failed', taskId],
    queryFn: async ({ signal }) => {
      const page = await api.tasks.failedRows({ params: { storeCode, taskId }, body: { length: 1 } }, { signal })
      return page.recordsFiltered
    },
  })
  return data
}
