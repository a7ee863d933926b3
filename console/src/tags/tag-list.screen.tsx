/** /tag/detail/{storeCode}: the tags of one store. */
import { tags } from '@endcap/contract/tags'
import { taskTypes, tagStatuses } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { IconEye, IconFileText, IconHistory, IconRefresh, IconRepeat, IconStack2, IconTag, IconUnlink } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatTime } from '../ui/format.ts'
import { State } from '../ui/state.tsx'
import { tagFiles } from './tag-files.ts'
import { AssignFileModal } from './assign-file.modal.tsx'
import { AssignModal } from './assign.modal.tsx'
import { AssignMultipleModal } from './assign-multiple.modal.tsx'
import { Battery, Rssi, sizeOf } from './cells.tsx'
import { DeassignModal, ReassignAllModal, ReassignModal } from './confirm.modals.tsx'
import { TagPeek } from './TagPeek.tsx'
import { TagTabs } from './TagTabs.tsx'
import type { Tag } from '@endcap/contract/tags'

const sizeCodes = ['B5', '36', '3A', 'BC', '3E', 'B9', '45', '5A', '28', '2D']

export function tagListSpec(t: (key: string) => string) {
  return tableSpec(tags.search, {
    name: 'tags',
    live: 'tags',
    rowId: (tag) => tag.tagMac,
    // Specification 1 §9.
    pageLength: 25,
    columns: [
      { field: 'barcode', width: 164, cell: (tag) => <span className="mono">{tag.barcode}</span> },
      { field: 'status', width: 132, cell: (tag) => <State state={tag.status} /> },
      { field: 'prCode', width: 270, cell: (tag) => <TagProduct tag={tag} /> },
      { field: 'tagType', width: 80, cell: (tag) => sizeOf(tag.tagType) },
      { field: 'rssi', width: 84, numeric: true, cell: (tag) => <Rssi dbm={tag.rssi} /> },
      { field: 'battery', width: 98, numeric: true, cell: (tag) => <Battery volts={tag.battery} low={tag.battStatus === 'NG'} /> },
      { field: 'updatedAt', width: 172, cell: (tag) => formatTime(tag.updatedAt) },
      { field: 'gwIp', width: 120, cell: (tag) => <span className="mono">{tag.gwIp || '–'}</span> },
      {
        field: 'operationName',
        filter: 'operation',
        width: 120,
        cell: (tag) => (tag.operationName === null ? '–' : t(`tasks.type.${tag.operationName}`)),
      },
      {
        field: 'temperature',
        width: 84,
        numeric: true,
        cell: (tag) => (tag.temperature === null ? '–' : `${tag.temperature.toFixed(1)} °C`),
      },
      { field: 'version', width: 90, optional: true },
      { field: 'respondedAt', width: 172, optional: true, cell: (tag) => formatTime(tag.respondedAt) },
    ],
    filters: {
      barcode: 'text',
      prCode: 'text',
      gwIp: 'text',
      rssi: 'text',
      battery: 'text',
      temperature: 'text',
      version: 'text',
      status: { options: tagStatuses, label: (option) => t(`state.${option}`) },
      tagType: { options: sizeCodes, label: (option) => `${sizeOf(option)} ${option}` },
      operation: { options: taskTypes, label: (option) => t(`tasks.type.${option}`) },
    },
    dateRange: true,
    defaultOrder: { column: 'updatedAt', dir: 'desc' },
  })
}

const actions: Action<Tag>[] = [
  { name: 'assign', needs: 'tag.write', on: 'table', icon: IconTag, opens: AssignModal },
  { name: 'assignMultiple', needs: 'tag.write', on: 'table', icon: IconStack2, opens: AssignMultipleModal },
  { name: 'assignFile', needs: 'tag.write', on: 'table', icon: IconFileText, opens: AssignFileModal },
  { name: 'reassignAll', needs: 'tag.write', on: 'table', icon: IconRepeat, opens: ReassignAllModal },
  { name: 'deassign', needs: 'tag.write', on: 'selection', icon: IconUnlink, opens: DeassignModal },
  { name: 'reassign', needs: 'tag.write', on: 'selection', icon: IconRefresh, opens: ReassignModal },
]

function TagProduct({ tag }: { tag: Tag }) {
  if (tag.prCode === null) return '–'
  return (
    <>
      <span className="mono">{tag.prCode}</span>
      <span className="name">{tag.prName}</span>
      {tag.countByPrCode > 1 && <span style={{ color: 'var(--ink-3)' }}> ×{tag.countByPrCode}</span>}
    </>
  )
}

export function TagListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode } = useParams({ strict: false }) as { storeCode: string }
  const spec = useMemo(() => tagListSpec(t), [t])
  const { data: counts } = useQuery({ queryKey: ['tags', storeCode, 'counts'], queryFn: () => api.tags.counts({ params: { storeCode } }) })
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      load={(body, signal) => api.tags.search({ params: { storeCode }, body }, { signal })}
      title={t('tags.title')}
      actions={actions}
      tabs={(filters, setFilter) => (
        <TagTabs counts={counts} filter={filters.status ?? ''} onChange={(text) => setFilter('status', text)} />
      )}
      rowActions={(tag, open) => (
        <>
          <button
            type="button"
            className="btn ghost icon"
            aria-label={t('tags.action.preview', { id: tag.barcode })}
            onClick={() => open(tag)}
          >
            <IconEye size={15} stroke={1.7} />
          </button>
          <Link
            className="btn ghost icon"
            aria-label={t('tags.action.history', { id: tag.barcode })}
            to={paths.tagHistory(storeCode, tag.tagMac, tag.barcode)}
            search={{}}
          >
            <IconHistory size={15} stroke={1.7} />
          </Link>
        </>
      )}
      downloads={(now) => tagFiles(t, storeCode, now)}
      peek={(tagMac, step, close) => <TagPeek storeCode={storeCode} tagMac={tagMac} onStep={step} onClose={close} />}
    />
  )
}
