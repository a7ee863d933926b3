/** The library as a table: every drawing of every layout, to be ticked, put in order and filtered by all that is known of it. */
import type { Drawing } from '@endcap/contract/layout-drawings'
import { layouts } from '@endcap/contract/layouts'
import { IconArchive, IconArchiveOff, IconCopy, IconDownload, IconEdit, IconEye, IconHistory, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { timeColumn } from '../table/columns.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { nameOf, sizeText } from '../ui/drawings.ts'
import { formatNumber, formatTime } from '../ui/format.ts'
import helpers from '../ui/helpers.module.css'
import { Colours, stateText, Thumb, VersionState, waitText } from './cells.tsx'
import { ExportDrawings } from './export.tsx'
import { LibraryBar } from './LibraryBar.tsx'
import { drawingFilters, type LibraryListProps } from './library-lists.ts'
import { LibraryPeek } from './LibraryPeek.tsx'
import { notArchived } from './StateTabs.tsx'
import styles from './layouts.module.css'

const actions: Action<Drawing>[] = [{ name: 'export', needs: 'ld.read', on: 'selection', icon: IconDownload, opens: ExportDrawings }]

function drawingSpec(t: TFunction) {
  return tableSpec(layouts.search, {
    name: 'layouts',
    live: 'layouts',
    rowId: ({ drawingId }) => drawingId,
    pageLength: 25,
    columns: [
      {
        field: 'layoutId',
        width: 230,
        cell: (drawing) => (
          <span className={styles.layoutName}>
            <Thumb drawing={drawing} />
            <OpenLink to={paths.layoutDesigner(drawing.drawingId)}>{drawing.layoutId}</OpenLink>
          </span>
        ),
        text: ({ layoutId }) => layoutId,
      },
      {
        field: 'version',
        width: 184,
        filter: 'state',
        cell: (drawing) => <VersionState drawing={drawing} />,
        text: (drawing) => stateText(drawing, t),
      },
      { field: 'size', width: 146, cell: sizeText },
      {
        field: 'modelClass',
        width: 84,
        cell: ({ modelClass }) => <Colours modelClass={modelClass} />,
        text: ({ modelClass }) => t(`layouts.colours.${modelClass}`),
      },
      { field: 'products', width: 88, numeric: true, cell: (drawing) => <Counted drawing={drawing} count={drawing.products} /> },
      { field: 'tags', width: 78, numeric: true, cell: (drawing) => <Counted drawing={drawing} count={drawing.tags} /> },
      { field: 'kind', width: 108, cell: ({ kind }) => t(`layouts.kind.${kind}`) },
      {
        field: 'storeCode',
        width: 120,
        cell: ({ storeCode }) => <Scope storeCode={storeCode} />,
        text: ({ storeCode }) => storeCode ?? '',
      },
      {
        field: 'waiting',
        width: 190,
        sort: false,
        cell: ({ waiting }) => (waiting === null ? '–' : waitText(waiting, t)),
      },
      { field: 'updatedBy', width: 180 },
      timeColumn('updatedAt', 168),
    ],
    filters: drawingFilters(t),
    dateRange: true,
  })
}

export function LibraryTable({ mayWrite, head, onOpen }: LibraryListProps) {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(() => drawingSpec(t), [t])
  return (
    <TableScreen
      spec={spec}
      load={(body, signal) => api.layouts.search({ params: {}, body: { ...notArchived(body), ...body } }, { signal })}
      title={t('layouts.title')}
      empty={t('layouts.none')}
      actions={actions}
      head={head}
      tabs={(filters, setFilter) => <LibraryBar filters={filters} setFilter={setFilter} />}
      peek={(drawingId, step, closePeek) => <LibraryPeek drawingId={drawingId} step={step} close={closePeek} />}
      rowButtons={mayWrite ? 5 : 3}
      rowActions={(drawing, peek) => {
        const name = nameOf(drawing)
        const changes = mayWrite && drawing.mayChange
        return (
          <>
            <RowButton label={t('layouts.look', { name })} icon={IconEye} onClick={() => peek(drawing)} />
            <RowLink
              to={paths.layoutDesigner(drawing.drawingId)}
              label={t(changes && !drawing.archived ? 'layouts.edit' : 'layouts.view', { name })}
              icon={IconEdit}
            />
            <RowLink to={paths.layoutVersions(drawing.drawingId)} label={t('layouts.versionsOf', { name })} icon={IconHistory} />
            {mayWrite && (
              <RowButton label={t('layouts.copy.of', { name })} icon={IconCopy} onClick={() => onOpen({ what: 'copy', drawing })} />
            )}
            {changes && drawing.version > 0 && (
              <RowButton
                label={t(drawing.archived ? 'layouts.takeBack.of' : 'layouts.archive.of', { name })}
                icon={drawing.archived ? IconArchiveOff : IconArchive}
                onClick={() => onOpen({ what: 'archive', drawing })}
              />
            )}
            {changes && drawing.version === 0 && (
              <RowButton label={t('layouts.remove.of', { name })} icon={IconTrash} onClick={() => onOpen({ what: 'remove', drawing })} />
            )}
          </>
        )
      }}
    />
  )
}

function Scope({ storeCode }: { storeCode: string | null }) {
  const { t } = useTranslation()
  return storeCode === null ? t('common.allStores') : <span className={helpers.mono}>{storeCode}</span>
}

/** Usage is counted now and then: a number says when. */
function Counted({ drawing: { countedAt }, count }: { drawing: Drawing; count: number }) {
  const { t } = useTranslation()
  return (
    <span title={countedAt === null ? t('layouts.notCounted') : t('layouts.countedAt', { time: formatTime(countedAt) })}>
      {countedAt === null ? '–' : formatNumber(count)}
    </span>
  )
}
