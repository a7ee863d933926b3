/** /plus/v1/show: what several screens play together (specification 3 §2). */
import { shows, type SignageShowRow } from '@endcap/contract/shows'
import {
  IconCopy,
  IconDownload,
  IconEdit,
  IconEye,
  IconFileImport,
  IconLayoutGridAdd,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { linkColumn, timeColumn } from '../table/columns.tsx'
import { lengthText, sizeInPixels } from '../ui/format.ts'
import { RemoveSome } from '../form/remove-some.modal.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { notify } from '../ui/notify.ts'
import { ApplyLayout } from './apply-layout.modal.tsx'
import { ImportShow } from './import-show.modal.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { showDraftOf } from './show-draft.ts'
import { showFileName, showFileOf } from './show-file.ts'
import { StoredShowPreview } from './show-preview.modal.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'

function Remove({ rows, close }: ActionProps<SignageShowRow>) {
  const api = useApi()
  return <RemoveSome kind="show" things={rows} remove={(ids) => api.shows.remove({ body: { ids } })} close={close} />
}
const actions: Action<SignageShowRow>[] = [
  { name: 'layout', needs: 'plus.write', on: 'either', icon: IconLayoutGridAdd, opens: ApplyLayout },
  { name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: Remove },
]

/** The list of shows, declared. */
const spec = tableSpec(shows.search, {
  name: 'shows',
  live: 'signage',
  rowId: ({ id }) => id,
  pageLength: 25,
  columns: [
    linkColumn('name', 200, ({ id }) => paths.show(id)),
    { field: 'resolution', width: 104, numeric: true, cell: ({ resolution }) => sizeInPixels(resolution) },
    { field: 'deviceCount', width: 104, numeric: true },
    { field: 'contentCount', width: 84, numeric: true },
    { field: 'contentLayout', width: 80, numeric: true, sort: false },
    { field: 'duration', width: 84, numeric: true, cell: ({ duration }) => lengthText(duration) },
    { field: 'user', width: 164 },
    timeColumn('updatedAt', 168),
  ],
  filters: { name: 'text', resolution: 'text', deviceCount: 'text', contentCount: 'text', duration: 'text', user: 'text' },
  dateRange: true,
  defaultOrder: { column: 'name', dir: 'asc' },
})

export function ShowListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const [open, setOpen] = useState<{ what: 'preview' | 'remove'; row: SignageShowRow } | { what: 'import' }>()
  const close = () => setOpen(undefined)
  const download = async ({ id }: SignageShowRow) => {
    try {
      const show = await api.shows.read({ params: { showId: id } })
      const { contentList } = await api.contents.list({ body: { ids: show.contentIdList } })
      saveBlob(new Blob([showFileOf(showDraftOf(show), contentList)], { type: 'application/json' }), showFileName)
    } catch (error) {
      void notify(errorText(error, t), 'bad')
    }
  }
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.shows.search({ params: {}, body }, { signal })}
        title={t('shows.title')}
        empty={t('shows.none')}
        fill={
          mayWrite && (
            <Link className={buttonClass()} to={paths.newShow} search={{}}>
              {t('shows.first')}
            </Link>
          )
        }
        actions={actions}
        head={
          mayWrite && (
            <>
              <Button onClick={() => setOpen({ what: 'import' })}>
                <IconFileImport size={15} stroke={1.7} />
                {t('shows.import.button')}
              </Button>
              <Link className={buttonClass('primary')} to={paths.newShow} search={{}}>
                <IconPlus size={15} stroke={1.7} />
                {t('shows.create')}
              </Link>
            </>
          )
        }
        rowButtons={mayWrite ? 5 : 3}
        rowActions={(row) => (
          <>
            <RowButton
              label={t('shows.previewOf', { name: row.name })}
              icon={IconPlayerPlay}
              onClick={() => setOpen({ what: 'preview', row })}
            />
            <RowLink
              to={paths.show(row.id)}
              label={t(mayWrite ? 'shows.edit' : 'shows.view', { name: row.name })}
              icon={mayWrite ? IconEdit : IconEye}
            />
            <RowButton label={t('shows.exportOf', { name: row.name })} icon={IconDownload} onClick={() => void download(row)} />
            {mayWrite && (
              <>
                <RowLink to={paths.newShow} search={{ from: row.id }} label={t('shows.copyOf', { name: row.name })} icon={IconCopy} />
                <RowButton
                  label={t('shows.removeOne', { name: row.name })}
                  icon={IconTrash}
                  onClick={() => setOpen({ what: 'remove', row })}
                />
              </>
            )}
          </>
        )}
      />
      {open?.what === 'preview' && <StoredShowPreview showId={open.row.id} name={open.row.name} close={close} />}
      {open?.what === 'remove' && <Remove rows={[open.row]} close={close} />}
      {open?.what === 'import' && <ImportShow close={close} />}
    </>
  )
}
