/** /task: update tasks of all stores, with live progress. */
import { tasks, type Task } from '@endcap/contract/tasks'
import { taskTypes } from '@endcap/contract/vocabulary'
import { IconChartBar, IconTags } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModels } from '../app/lists.ts'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { TagListModal } from '../table/tag-list.modal.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Time } from '../ui/Time.tsx'
import { TaskChartModal } from './chart.modal.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Button } from '../ui/Button.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import helpers from '../ui/helpers.module.css'

export function TaskListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const seesTags = useCan()('tag.read')
  const [shown, setShown] = useState<{ task: Task; failedOnly: boolean }>()
  const [charted, setCharted] = useState<Task>()
  const spec = useTaskTable(setShown)
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.tasks.search({ params: {}, body }, { signal })}
        title={t('tasks.title')}
        rowButtons={2}
        rowActions={(task: Task) => (
          <>
            <Button look="ghost" icon aria-label={t('tasks.chart.open', { id: task.taskId })} onClick={() => setCharted(task)}>
              <IconChartBar size={15} stroke={1.7} />
            </Button>
            {seesTags && (
              <Button
                look="ghost"
                icon
                aria-label={t('tags.list.ofTask', { id: task.taskId })}
                onClick={() => setShown({ task, failedOnly: false })}
              >
                <IconTags size={15} stroke={1.7} />
              </Button>
            )}
          </>
        )}
      />
      {charted !== undefined && <TaskChartModal task={charted} onClose={() => setCharted(undefined)} />}
      {shown !== undefined && (
        <TagListModal
          storeCode={shown.task.storeCode}
          of={{ taskId: shown.task.taskId, failedOnly: shown.failedOnly }}
          title={t(shown.failedOnly ? 'tags.list.ofFailures' : 'tags.list.ofTask', { id: shown.task.taskId })}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

/** The list of tasks, declared. `onShow`, the same from one drawing to the next, shows the tags of a task. */
function useTaskTable(onShow: (shown: { task: Task; failedOnly: boolean }) => void) {
  const { t } = useTranslation()
  // Of use where there are devices that do not confirm.
  const others = (useModels() ?? []).some(({ tagType }) => tagType.length > 2)
  return useMemo(
    () =>
      tableSpec(tasks.search, {
        name: 'tasks',
        live: 'tasks',
        rowId: (task) => `${task.storeCode}/${task.taskId}`,
        pageLength: 25,
        columns: [
          {
            field: 'taskId',
            width: 100,
            cell: (task) => (
              <OpenLink mono to={paths.task(task.storeCode, task.taskId, task.taskType)} label={t('tasks.open', { id: task.taskId })}>
                {task.taskId}
              </OpenLink>
            ),
          },
          { field: 'taskType', width: 120, cell: (task) => t(`tasks.type.${task.taskType}`) },
          { field: 'progress', width: 180, cell: (task) => <Progress {...task} total={task.totalTags} /> },
          { field: 'totalTags', width: 90, numeric: true },
          {
            field: 'failed',
            width: 90,
            numeric: true,
            cell: (task) =>
              task.failed === 0 ? (
                '–'
              ) : (
                <button
                  type="button"
                  className={helpers.cell}
                  style={{ color: 'var(--bad-t)' }}
                  aria-label={`${task.failed} · ${t('tags.list.ofFailures', { id: task.taskId })}`}
                  onClick={() => onShow({ task, failedOnly: true })}
                >
                  {task.failed}
                </button>
              ),
          },
          {
            field: 'delivered',
            width: 100,
            numeric: true,
            ...(!others && { optional: true as const }),
            cell: (task) => (task.delivered === 0 ? '–' : <span title={t('state.DELIVERED')}>{formatNumber(task.delivered)}</span>),
            text: (task) => task.delivered,
          },
          { field: 'storeName', width: 170 },
          codeColumn('storeCode', 100),
          timeColumn('startTime'),
          {
            field: 'endTime',
            width: 200,
            cell: (task) => {
              if (task.endTime !== null) return <Time at={task.endTime} />
              const expected =
                task.expectedEnd === null ? '' : ` · ${t('tasks.expected', { time: formatTime(task.expectedEnd).slice(11) })}`
              return <span style={{ color: 'var(--info-t)' }}>{t('tasks.inProgress') + expected}</span>
            },
            text: (task) => (task.endTime === null ? t('tasks.inProgress') : formatTime(task.endTime)),
          },
          { field: 'createdBy', width: 190 },
        ],
        filters: {
          taskId: 'text',
          storeName: 'text',
          storeCode: 'text',
          progress: 'text',
          delivered: 'text',
          createdBy: 'text',
          taskType: { options: taskTypes, label: (option) => t(`tasks.type.${option}`) },
        },
        dateRange: true,
        defaultOrder: { column: 'startTime', dir: 'desc' },
      }),
    [t, others, onShow],
  )
}
