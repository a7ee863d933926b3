/** /layouts: one card for each layout with its sizes, or a table of all drawings; and what can be done with them beside drawing. */
import { layouts } from '@endcap/contract/layouts'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressDialog } from '../app/address-dialog.ts'
import { useApi, useCan } from '../app/services.ts'
import { timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { Button } from '../ui/Button.tsx'
import { ArchiveDrawing, RemoveDrawing } from './ask.modals.tsx'
import { CardMenu } from './CardMenu.tsx'
import { CreateDrawing } from './create.modal.tsx'
import { ImportLayouts } from './import.modal.tsx'
import { LibraryBar, useLibraryView } from './LibraryBar.tsx'
import { LibraryCards } from './LibraryCards.tsx'
import { drawingFilters, type LibraryListProps, type OfDrawing } from './library-lists.ts'
import { LibraryPeek } from './LibraryPeek.tsx'
import { LibraryTable } from './LibraryTable.tsx'
import { notArchived } from './StateTabs.tsx'

type Open = { what: 'create' | 'import' } | OfDrawing

export function LayoutLibraryScreen() {
  const { t } = useTranslation()
  const mayWrite = useCan()('ld.write')
  const view = useLibraryView()
  const [chosen, setOpen] = useState<Open>()
  const linked = useAddressDialog()
  const what = mayWrite && (linked.asked === 'create' || linked.asked === 'import') ? linked.asked : undefined
  const open: Open | undefined = chosen ?? (what && { what })
  const close = () => {
    setOpen(undefined)
    if (what !== undefined) linked.settle()
  }
  const head = mayWrite && (
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
  )
  const List = view === 'table' ? LibraryTable : CardLibrary
  return (
    <>
      <List mayWrite={mayWrite} head={head} onOpen={setOpen} />
      {open?.what === 'create' && <CreateDrawing close={close} />}
      {open?.what === 'copy' && <CreateDrawing from={open.drawing} close={close} />}
      {open?.what === 'import' && <ImportLayouts close={close} />}
      {open?.what === 'archive' && <ArchiveDrawing drawing={open.drawing} close={close} />}
      {open?.what === 'remove' && <RemoveDrawing drawing={open.drawing} close={close} />}
    </>
  )
}

/** What cards are filtered by and put in order by. */
function cardSpec(t: TFunction) {
  return tableSpec(layouts.library, {
    name: 'layouts',
    live: 'layouts',
    rowId: ({ layoutId }) => layoutId,
    pageLength: 25,
    columns: [
      { field: 'layoutId', width: 230 },
      { field: 'drawings', width: 90, numeric: true },
      { field: 'products', width: 90, numeric: true },
      { field: 'tags', width: 90, numeric: true },
      timeColumn('updatedAt', 168),
    ],
    filters: drawingFilters(t),
    dateRange: true,
  })
}

function CardLibrary({ mayWrite, head, onOpen }: LibraryListProps) {
  const { t } = useTranslation()
  const api = useApi()
  const spec = useMemo(() => cardSpec(t), [t])
  return (
    <TableScreen
      spec={spec}
      load={(body, signal) => api.layouts.library({ params: {}, body: { ...notArchived(body), ...body } }, { signal })}
      title={t('layouts.title')}
      empty={t('layouts.none')}
      head={head}
      tabs={(filters, setFilter) => <LibraryBar filters={filters} setFilter={setFilter} />}
      peek={(drawingId, step, closePeek) => <LibraryPeek drawingId={drawingId} step={step} close={closePeek} />}
      cards={{
        idsOf: ({ drawingList }) => drawingList.map(({ drawingId }) => drawingId),
        draw: (rows, look) => (
          <LibraryCards
            cards={rows}
            actionsOf={(card, drawing) => (
              <CardMenu
                card={card}
                drawing={drawing}
                mayWrite={mayWrite}
                look={() => look(drawing.drawingId)}
                onOpen={(what) => onOpen({ what, drawing })}
              />
            )}
          />
        ),
      }}
    />
  )
}
