/** /task: update tasks of all stores, with live progress. */
import { tasks } from '@endcap/contract/tasks'
import { taskTypes } from '@endcap/contract/vocabulary'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatTime } from '../ui/format.ts'
import { Progress } from './Progress.tsx'

export function TaskListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(
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
              <Link
                className="open mono"
                to={paths.task(task.storeCode, task.taskId, task.taskType)}
                search={{}}
                aria-label={t('tasks.open', { id: task.taskId })}
              >
                {task.taskId}
              </Link>
            ),
          },
          { field: 'taskType', width: 120, cell: (task) => t(`tasks.type.${task.taskType}`) },
          { field: 'progress', width: 190, cell: (task) => <Progress progress={task.progress} /> },
          { field: 'totalTags', width: 90, numeric: true },
          {
            field: 'failed',
            width: 90,
            numeric: true,
            cell: (task) => (task.failed === 0 ? '–' : <span style={{ color: 'var(--bad-t)' }}>{task.failed}</span>),
          },
          { field: 'storeName', width: 200 },
          { field: 'storeCode', width: 100, cell: (task) => <span className="mono">{task.storeCode}</span> },
          { field: 'startTime', width: 172, cell: (task) => formatTime(task.startTime) },
          {
            field: 'endTime',
            width: 200,
            cell: (task) => {
              if (task.endTime !== null) return formatTime(task.endTime)
              const expected =
                task.expectedEnd === null ? '' : ` · ${t('tasks.expected', { time: formatTime(task.expectedEnd).slice(11) })}`
              return <span style={{ color: 'var(--info-t)' }}>{t('tasks.inProgress') + expected}</span>
            },
          },
          { field: 'createdBy', width: 190 },
        ],
        filters: {
          taskId: 'text',
          storeName: 'text',
          storeCode: 'text',
          progress: 'text',
          createdBy: 'text',
          taskType: { options: taskTypes, label: (option) => t(`tasks.type.${option}`) },
        },
        dateRange: true,
        defaultOrder: { column: 'startTime', dir: 'desc' },
      }),
    [t],
  )
  return <TableScreen spec={spec} load={(body, signal) => api.tasks.search({ params: {}, body }, { signal })} title={t('tasks.title')} />
}
