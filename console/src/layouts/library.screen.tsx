/** /layouts: every drawing of every layout, and what can be done with it beside drawing. */
import { colourClasses } from '@endcap/contract/colour-classes'
import { layoutKinds, type Drawing } from '@endcap/contract/layout-drawings'
import { layouts } from '@endcap/contract/layouts'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDownload,
  IconEdit,
  IconEye,
  IconFileImport,
  IconHistory,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressDialog } from '../app/address-dialog.ts'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { ArchiveDrawing, RemoveDrawing } from './ask.modals.tsx'
import { Colours, stateText, Thumb, VersionState, waitText } from './cells.tsx'
import { CreateDrawing } from './create.modal.tsx'
import { drawingStates, nameOf, sizeText } from '../ui/drawings.ts'
import { ExportDrawings } from './export.tsx'
import { ImportLayouts } from './import.modal.tsx'
import { LibraryPeek } from './LibraryPeek.tsx'
import { notArchived, StateTabs } from './StateTabs.tsx'
import { Button } from '../ui/Button.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './layouts.module.css'

const actions: Action<Drawing>[] = [{ name: 'export', needs: 'ld.read', on: 'selection', icon: IconDownload, opens: ExportDrawings }]

type Open = { what: 'create' | 'import' } | { what: 'copy' | 'archive' | 'remove'; drawing: Drawing }

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
    filters: {
      layoutId: 'text',
      size: 'text',
      modelClass: { options: colourClasses, label: (option) => t(`layouts.colours.${option}`) },
      state: { options: drawingStates, label: (option) => t(`layouts.state.${option}`) },
      kind: { options: layoutKinds, label: (option) => t(`layouts.kind.${option}`) },
      storeCode: 'text',
      updatedBy: 'text',
    },
    dateRange: true,
  })
}

export function LayoutLibraryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('ld.write')
  const [chosen, setOpen] = useState<Open>()
  const linked = useAddressDialog()
  const what = mayWrite && (linked.asked === 'create' || linked.asked === 'import') ? linked.asked : undefined
  const open: Open | undefined = chosen ?? (what && { what })
  const close = () => {
    setOpen(undefined)
    if (what !== undefined) linked.settle()
  }
  const spec = useMemo(() => drawingSpec(t), [t])
  const opened = (drawing: Drawing) => mayWrite && drawing.mayChange && !drawing.archived
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.layouts.search({ params: {}, body: { ...notArchived(body), ...body } }, { signal })}
        title={t('layouts.title')}
        empty={t('layouts.none')}
        actions={actions}
        head={
          <>
            {mayWrite && (
              <>
                <Button onClick={() => setOpen({ what: 'import' })}>
                  <IconFileImport size={15} stroke={1.7} />
                  {t('layouts.import.button')}
                </Button>
                <Button look="primary" onClick={() => setOpen({ what: 'create' })}>
                  <IconPlus size={15} stroke={1.7} />
                  {t('layouts.create.button')}
                </Button>
              </>
            )}
          </>
        }
        tabs={(filters, setFilter) => <StateTabs filter={filters.state ?? ''} onChange={(text) => setFilter('state', text)} />}
        peek={(drawingId, step, closePeek) => <LibraryPeek drawingId={drawingId} step={step} close={closePeek} />}
        rowButtons={mayWrite ? 5 : 3}
        rowActions={(drawing, peek) => {
          const name = nameOf(drawing)
          return (
            <>
              <RowButton label={t('layouts.look', { name })} icon={IconEye} onClick={() => peek(drawing)} />
              <RowLink
                to={paths.layoutDesigner(drawing.drawingId)}
                label={t(opened(drawing) ? 'layouts.edit' : 'layouts.view', { name })}
                icon={IconEdit}
              />
              <RowLink to={paths.layoutVersions(drawing.drawingId)} label={t('layouts.versionsOf', { name })} icon={IconHistory} />
              {mayWrite && (
                <RowButton label={t('layouts.copy.of', { name })} icon={IconCopy} onClick={() => setOpen({ what: 'copy', drawing })} />
              )}
              {mayWrite && drawing.mayChange && drawing.version > 0 && (
                <RowButton
                  label={t(drawing.archived ? 'layouts.takeBack.of' : 'layouts.archive.of', { name })}
                  icon={drawing.archived ? IconArchiveOff : IconArchive}
                  onClick={() => setOpen({ what: 'archive', drawing })}
                />
              )}
              {mayWrite && drawing.mayChange && drawing.version === 0 && (
                <RowButton label={t('layouts.remove.of', { name })} icon={IconTrash} onClick={() => setOpen({ what: 'remove', drawing })} />
              )}
            </>
          )
        }}
      />
      {open?.what === 'create' && <CreateDrawing close={close} />}
      {open?.what === 'copy' && <CreateDrawing from={open.drawing} close={close} />}
      {open?.what === 'import' && <ImportLayouts close={close} />}
      {open?.what === 'archive' && <ArchiveDrawing drawing={open.drawing} close={close} />}
      {open?.what === 'remove' && <RemoveDrawing drawing={open.drawing} close={close} />}
    </>
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
