/** /paper/task/{storeCode}: the paper tasks of one store. */
import { papers, type PaperTask } from '@endcap/contract/papers'
import { IconUpload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { codeColumn, countColumn, linkColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { Progress } from '../ui/Progress.tsx'
import { UploadPaperModal } from './upload.modal.tsx'

const actions: Action<PaperTask>[] = [{ name: 'upload', needs: 'paper.write', on: 'table', icon: IconUpload, opens: UploadPaperModal }]

export const paperTaskListSpec = () =>
  tableSpec(papers.tasks, {
    name: 'papers',
    live: 'papers',
    rowId: (task) => task._id,
    pageLength: 25,
    columns: [
      linkColumn('taskDes', 260, (task) => paths.paperTask(task.storeCode, task._id)),
      { field: 'progress', width: 180, cell: (task) => <Progress {...task} />, text: (task) => task.progress },
      countColumn('total', 90),
      countColumn('complete', 100),
      countColumn('failed', 110),
      codeColumn('_id', 90),
      timeColumn('createdAt'),
      timeColumn('updatedAt'),
      { field: 'createdBy', width: 200 },
    ],
    filters: { taskDes: 'text', _id: 'text', createdBy: 'text', total: 'text', complete: 'text', failed: 'text', progress: 'text' },
    dateRange: true,
    defaultOrder: { column: 'createdAt', dir: 'desc' },
  })

export function PaperTaskListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const spec = useMemo(() => paperTaskListSpec(), [])
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      load={(body, signal) => api.papers.tasks({ params: { storeCode }, body }, { signal })}
      title={t('papers.tasks')}
      actions={actions}
      empty={t('papers.noTasks')}
      filledBy="upload"
    />
  )
}
