/** /plus/{image|video|widget}/list/{storeCode}: what a store has for its displays (specification 3 §2). */
import { downloadName } from '@endcap/contract/file-names'
import { media, type MediaKind, type MediaFile } from '@endcap/contract/media'
import { IconDownload, IconEye, IconReplace, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { timeColumn } from '../table/columns.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatBytes } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { RemoveModal } from '../form/remove.modal.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { useStoreCode } from '../app/route.ts'
import { FileType } from '../ui/FileType.tsx'
import { Thumb } from '../ui/Thumb.tsx'
import { UploadModal } from './upload.modal.tsx'
import { ViewModal } from './view.modal.tsx'
import thumbStyles from '../ui/Thumb.module.css'

export const ImageListScreen = () => <MediaList kind="image" />
export const VideoListScreen = () => <MediaList kind="video" />
export const WidgetListScreen = () => <MediaList kind="widget" />

/** Minutes and seconds. */
const lengthOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`
const uploads = { image: uploadOf('image'), video: uploadOf('video'), widget: uploadOf('widget') }
function uploadOf(kind: MediaKind) {
  return function Upload({ close }: ActionProps<MediaFile>) {
    return <UploadModal storeCode={useStoreCode()} kind={kind} close={close} />
  }
}
const removals = { image: removalOf('image'), video: removalOf('video'), widget: removalOf('widget') }
function removalOf(kind: MediaKind) {
  return function Remove({ rows, close }: ActionProps<MediaFile>) {
    const api = useApi()
    const storeCode = useStoreCode()
    const remove = (fileId: string) => api.media.remove({ params: { storeCode, mediaFileKind: kind, fileId } })
    return <RemoveModal kind={kind} things={rows.map(({ _id, name }) => ({ id: _id, name }))} remove={remove} close={close} />
  }
}
const actionsOf = (kind: MediaKind): Action<MediaFile>[] => [
  { name: 'upload', needs: 'plus.write', on: 'table', icon: IconUpload, opens: uploads[kind] },
  { name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: removals[kind] },
]
const actions = { image: actionsOf('image'), video: actionsOf('video'), widget: actionsOf('widget') }

function MediaList({ kind }: { kind: MediaKind }) {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const storeCode = useStoreCode()
  const [open, setOpen] = useState<{ what: 'view' | 'replace' | 'remove'; file: MediaFile }>()
  const spec = useMemo(() => {
    const declared = tableSpec(media.search, {
      name: 'media',
      live: 'signage',
      rowId: ({ _id }) => _id,
      pageLength: 25,
      columns: [
        {
          field: 'name',
          width: 280,
          cell: (file) => (
            <span className={thumbStyles.signageName}>
              <Thumb storeCode={storeCode} file={file} />
              <button type="button" className={thumbStyles.link} onClick={() => setOpen({ what: 'view', file })}>
                {file.name}
              </button>
            </span>
          ),
          text: ({ name }) => name,
        },
        { field: 'width', width: 120, numeric: true, cell: ({ width, height }) => (width === null ? '–' : `${width} × ${height ?? 0}`) },
        ...(kind === 'video'
          ? [{ field: 'duration' as const, width: 100, numeric: true as const, cell: (file: MediaFile) => lengthOf(file.duration ?? 0) }]
          : []),
        { field: 'bytes', width: 100, numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
        {
          field: 'type',
          width: 196,
          sort: false,
          cell: (file) => <FileType word={t(`media.type.${typeWord(file.type)}`)} file={file} />,
        },
        { field: 'uploadedBy', width: 190 },
        timeColumn('updatedAt'),
      ],
      filters: { name: 'text', uploadedBy: 'text' },
      dateRange: true,
      defaultOrder: { column: 'name', dir: 'asc' },
    })
    // Each kind keeps its own columns and filter.
    return { ...declared, path: `${declared.path}/${kind}` }
  }, [t, kind, storeCode])
  const download = (file: MediaFile) =>
    void api.media
      .content({ params: { storeCode, mediaFileKind: kind, fileId: file._id } })
      .then((blob) => saveBlob(blob, downloadName(file.name, file.type)))
      .catch((error: unknown) => notify(errorText(error, t), 'bad'))
  const close = () => setOpen(undefined)
  return (
    <>
      <TableScreen
        spec={spec}
        storeCode={storeCode}
        refreshKey={[kind]}
        load={(body, signal) => api.media.search({ params: { storeCode, mediaFileKind: kind }, body }, { signal })}
        title={t(`media.title.${kind}`)}
        empty={t(`media.none.${kind}`)}
        actions={actions[kind]}
        rowButtons={mayWrite ? 4 : 2}
        rowActions={(file) => (
          <>
            <RowButton label={t('media.view', { name: file.name })} icon={IconEye} onClick={() => setOpen({ what: 'view', file })} />
            <RowButton label={t('media.download', { name: file.name })} icon={IconDownload} onClick={() => download(file)} />
            {mayWrite && (
              <>
                <RowButton
                  label={t('media.replace', { name: file.name })}
                  icon={IconReplace}
                  onClick={() => setOpen({ what: 'replace', file })}
                />
                <RowButton
                  label={t('media.removeOne', { name: file.name })}
                  icon={IconTrash}
                  onClick={() => setOpen({ what: 'remove', file })}
                />
              </>
            )}
          </>
        )}
      />
      {open?.what === 'view' && <ViewModal storeCode={storeCode} file={open.file} close={close} />}
      {open?.what === 'replace' && <UploadModal storeCode={storeCode} kind={kind} replaces={open.file} close={close} />}
      {open?.what === 'remove' && <OneRemoval kind={kind} file={open.file} close={close} />}
    </>
  )
}

function OneRemoval({ kind, file, close }: { kind: MediaKind; file: MediaFile; close: () => void }) {
  const Remove = removals[kind]
  return <Remove rows={[file]} close={close} />
}

function typeWord(type: string): string {
  const word = type.replace(/^.*[/.]/, '')
  return ['jpeg', 'png', 'webp', 'gif', 'mp4', 'webm', 'zip'].includes(word) ? word : 'apk'
}
