/** /paper/task/{storeCode}/{taskId}: what became of each label of a paper task, and printing it again. */
import { papers, printStates, type PaperRow } from '@endcap/contract/papers'
import { IconEye, IconPrinter, IconRefreshAlert } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePath } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { useAliasColumns } from '../data/aliases.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { Progress } from '../ui/Progress.tsx'
import { PaperPeek } from './PaperPeek.tsx'
import { PrintFailedModal, PrintModal } from './print.modals.tsx'
import { PrintState, reasonOf } from './result.tsx'
import { Button } from '../ui/Button.tsx'

const actions: Action<PaperRow>[] = [
  { name: 'printFailed', needs: 'paper.write', on: 'table', icon: IconRefreshAlert, opens: PrintFailedModal },
  { name: 'printAll', needs: 'paper.write', on: 'table', icon: IconPrinter, opens: PrintModal },
  { name: 'print', needs: 'paper.write', on: 'selection', icon: IconPrinter, opens: PrintModal },
]

export const paperRowsSpec = (t: (key: string) => string) =>
  tableSpec(papers.rows, {
    name: 'papers',
    live: 'papers',
    rowId: (row) => String(row.line),
    pageLength: 25,
    columns: [
      codeColumn('prCode', 150),
      { field: 'state', width: 120, cell: (row) => <PrintState state={row.state} /> },
      { field: 'resultMsg', width: 300, cell: (row) => reasonOf(row, t) },
      timeColumn('printedTime'),
      { field: 'layout', width: 125 },
      { field: 'copies', width: 80, numeric: true },
      codeColumn('printerIp', 150),
      { field: 'printerName', width: 130, cell: (row) => row.printerName || '–' },
      { field: 'line', width: 70, numeric: true },
      { ...timeColumn('updatedAt'), optional: true },
    ],
    filters: {
      prCode: 'text',
      layout: 'text',
      printerIp: 'text',
      printerName: 'text',
      resultMsg: 'text',
      state: { options: printStates, label: (option) => t(`papers.state.${option}`) },
    },
    dateRange: true,
    defaultOrder: { column: 'line', dir: 'asc' },
  })

export function PaperTaskDetailScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, taskId } = usePath('storeCode', 'taskId')
  const spec = useMemo(() => paperRowsSpec(t), [t])
  const { data: task, isLoading } = useQuery({
    queryKey: ['papers', storeCode, 'task', taskId],
    queryFn: ({ signal }) =>
      api.papers.tasks({ params: { storeCode }, body: { filter__id: taskId, condition__id: '==', length: 1 } }, { signal }),
    select: (page) => page.data[0],
  })
  return (
    <TableScreen
      spec={spec}
      moreColumns={useAliasColumns()}
      storeCode={storeCode}
      refreshKey={['rows', taskId]}
      load={(body, signal) => api.papers.rows({ params: { storeCode, taskId }, body }, { signal })}
      title={task?.taskDes ?? t('papers.task', { id: taskId })}
      titleWaits={isLoading}
      subtitle={task === undefined ? undefined : <Progress {...task} />}
      actions={actions}
      empty={t('papers.noProducts')}
      rowActions={(row, open) => (
        <Button look="ghost" icon aria-label={t('papers.action.preview', { id: row.prCode })} onClick={() => open(row)}>
          <IconEye size={15} stroke={1.7} />
        </Button>
      )}
      peek={(line, step, close) => <PaperPeek storeCode={storeCode} taskId={taskId} line={line} onStep={step} onClose={close} />}
    />
  )
}
