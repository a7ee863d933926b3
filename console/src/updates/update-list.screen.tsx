/** /product/{storeCode}/update/task/list: every update of the store's products. */
import { noTask, updates } from '@endcap/contract/updates'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { originColumns, originFilters } from './changes.tsx'
import { OpenLink } from '../table/OpenLink.tsx'

export function UpdateListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const spec = useMemo(() => {
    const columns = originColumns(t)
    return tableSpec(updates.search, {
      name: 'updates',
      live: 'products',
      rowId: (update) => update.updateId,
      pageLength: 25,
      columns: [
        {
          field: 'updateId',
          width: 110,
          cell: ({ updateId, taskId }) => (
            <OpenLink mono to={paths.update(storeCode, updateId, taskId)} label={t('updates.open', { id: updateId })}>
              {updateId}
            </OpenLink>
          ),
        },
        columns.updatedAt,
        columns.kind,
        { field: 'productCount', width: 110, numeric: true },
        { field: 'tagCount', width: 100, numeric: true },
        {
          field: 'taskId',
          width: 110,
          cell: ({ taskId, kind }) =>
            taskId === noTask ? (
              '–'
            ) : (
              <OpenLink mono to={paths.task(storeCode, taskId, kind === 'REVERT' ? 'REVERT' : 'UPDATE')}>
                {taskId}
              </OpenLink>
            ),
        },
        columns.changedBy,
        columns.fileName,
      ],
      filters: { updateId: 'text', taskId: 'text', productCount: 'text', tagCount: 'text', ...originFilters(t) },
      dateRange: true,
      defaultOrder: { column: 'updatedAt', dir: 'desc' },
    })
  }, [t, storeCode])
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      refreshKey={['updates']}
      load={(body, signal) => api.updates.search({ params: { storeCode }, body }, { signal })}
      title={t('updates.title')}
      empty={t('updates.none')}
    />
  )
}
