/** /plus/v1/content: the folders of the library, and beside them what is in the open one (specification 3 §2). */
import { allGroups, contentTypes, contents, rootGroup, type ContentGroup, type SignageContent } from '@endcap/contract/contents'
import { downloadName } from '@endcap/contract/file-names'
import { IconDownload, IconEye, IconFolderPlus, IconFolderShare, IconPencil, IconReplace, IconTrash, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf, useRouteSearch } from '../app/route.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { tableSpec, type Action, type ActionProps } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { lengthText, sizeInPixels } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { useStillHere } from '../ui/still-here.ts'
import { ContentRename, ContentViewer, MoveContents, ReplaceContent, UploadContents } from './content.modals.tsx'
import { sizeText } from './contents.ts'
import { ContentThumb } from './ContentThumb.tsx'
import { FolderMoveModal, FolderNameModal, FolderRemoveModal } from './folder.modals.tsx'
import type { FolderDeed } from './FolderMenu.tsx'
import { pathOf } from './folders.ts'
import { FolderTree, type Dragged } from './FolderTree.tsx'
import { RemoveSome } from '../form/remove-some.modal.tsx'
import { useGroups, useMoves } from './use-groups.ts'
import { clsx } from 'clsx'
import { FileType } from '../ui/FileType.tsx'
import thumbStyles from '../ui/Thumb.module.css'
import styles from './contents.module.css'

type Deed = 'view' | 'rename' | 'replace' | 'remove'
interface SpecParts {
  view: (content: SignageContent) => void
  mayWrite: boolean
  onDrag: (event: DragEvent, content: SignageContent) => void
  onDragEnd: () => void
}

/** The folder that the address names. */
const useOpenFolder = () => textOf(useRouteSearch().group) ?? allGroups

function Upload({ close }: ActionProps<SignageContent>) {
  const { groups } = useGroups()
  const open = useOpenFolder()
  return <UploadContents group={groups.find(({ id }) => id === open)} close={close} />
}
function Remove({ rows, close }: ActionProps<SignageContent>) {
  const api = useApi()
  return <RemoveSome kind="content" things={rows} remove={(ids) => api.contents.remove({ body: { ids } })} close={close} />
}
const actions: Action<SignageContent>[] = [
  { name: 'upload', needs: 'plus.write', on: 'table', icon: IconUpload, opens: Upload },
  { name: 'move', needs: 'plus.write', on: 'either', icon: IconFolderShare, opens: MoveContents },
  { name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: Remove },
]

function useContentSpec({ view, mayWrite, onDrag, onDragEnd }: SpecParts) {
  const { t } = useTranslation()
  return useMemo(
    () =>
      tableSpec(contents.ofGroup, {
        name: 'contents',
        live: 'signage',
        rowId: ({ id }) => id,
        pageLength: 25,
        columns: [
          {
            field: 'name',
            width: 226,
            cell: (content) => (
              <span
                className={clsx(thumbStyles.signageName, styles.contentName)}
                data-part="content-name"
                draggable={mayWrite}
                onDragStart={(event) => onDrag(event, content)}
                onDragEnd={onDragEnd}
              >
                <ContentThumb content={content} />
                <button type="button" className={thumbStyles.link} onClick={() => view(content)}>
                  {content.name}
                </button>
              </span>
            ),
            text: ({ name }) => name,
          },
          // A phone shows the first three.
          { field: 'type', width: 196, cell: (file) => <FileType word={t(`contents.type.${file.type}`)} file={file} /> },
          { field: 'group', width: 110, sort: false, cell: ({ groupName }) => groupName || '–', text: ({ groupName }) => groupName },
          { field: 'resolution', width: 100, numeric: true, cell: ({ resolution }) => sizeInPixels(resolution) || '–' },
          { field: 'duration', width: 84, numeric: true, cell: ({ duration }) => lengthText(duration) },
          { field: 'size', width: 92, numeric: true, cell: ({ size }) => sizeText(size) },
          { field: 'user', width: 170 },
          timeColumn('updatedAt', 168),
        ],
        filters: {
          name: 'text',
          resolution: 'text',
          user: 'text',
          type: { options: contentTypes, label: (option) => t(`contents.type.${option}`) },
        },
        dateRange: true,
        defaultOrder: { column: 'name', dir: 'asc' },
      }),
    [t, view, mayWrite, onDrag, onDragEnd],
  )
}

export function ContentLibraryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const navigate = useNavigate()
  const stillHere = useStillHere()
  const { query, groups, rootContents } = useGroups()
  const { moveFolder, moveContents } = useMoves()
  const asked = useOpenFolder()
  // A folder may be gone meanwhile.
  const open = asked === rootGroup || groups.some(({ id }) => id === asked) || query.data === undefined ? asked : allGroups
  const dragged = useRef<Dragged>(undefined)
  const ticked = useRef<readonly SignageContent[]>([])
  const [shown, setShown] = useState<{ what: Deed; content: SignageContent }>()
  const [folder, setFolder] = useState<{ deed: FolderDeed; group: ContentGroup | undefined }>()
  const spec = useContentSpec({
    mayWrite,
    view: useCallback((content) => setShown({ what: 'view', content }), []),
    onDrag: useCallback((event, { id, name }) => {
      // A ticked row takes the others that are ticked with it.
      const ids = ticked.current.map((one) => one.id)
      dragged.current = { kind: 'contents', ids: ids.includes(id) ? ids : [id] }
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', name)
    }, []),
    onDragEnd: useCallback(() => void (dragged.current = undefined), []),
  })
  const onSelected = useCallback((rows: readonly SignageContent[]) => void (ticked.current = rows), [ticked])
  const openFolder = (group: string) => {
    if (stillHere()) void navigate({ to: '.', search: group === allGroups ? {} : { group }, replace: true })
  }
  const openGroup = groups.find(({ id }) => id === open)
  const path = pathOf(groups, open).map(({ name }) => name)
  const title = open === allGroups ? t('contents.title') : open === rootGroup ? t('contents.folder.root') : path.join(' / ')
  return (
    <div className={styles.contents}>
      <section className={styles.contentsSide} aria-label={t('contents.folders')}>
        <div className={styles.contentsHead}>
          <h2>{t('contents.folders')}</h2>
          {mayWrite && (
            <RowButton
              label={t('contents.folder.create')}
              icon={IconFolderPlus}
              onClick={() => setFolder({ deed: 'create', group: openGroup })}
            />
          )}
        </div>
        <Problem query={query} />
        <FolderTree
          groups={groups}
          rootContents={rootContents}
          open={open}
          mayWrite={mayWrite}
          dragged={dragged}
          onOpen={openFolder}
          onMoveFolder={moveFolder}
          onMoveContents={moveContents}
          onDeed={(deed, group) => setFolder({ deed, group })}
        />
        {mayWrite && <p className={styles.contentsHint}>{t('contents.folder.hint')}</p>}
      </section>
      <div className={styles.contentsMain}>
        <TableScreen
          spec={spec}
          refreshKey={[open]}
          load={(body, signal) => api.contents.ofGroup({ params: { contentGroup: open }, body }, { signal })}
          title={title}
          empty={t(open === allGroups ? 'contents.none' : 'contents.noneHere')}
          actions={actions}
          onSelected={onSelected}
          rowButtons={mayWrite ? 5 : 2}
          rowActions={(content) => <ContentButtons content={content} mayWrite={mayWrite} onDeed={(what) => setShown({ what, content })} />}
        />
      </div>
      {shown !== undefined && <ContentDialog {...shown} close={() => setShown(undefined)} />}
      {folder !== undefined && <FolderDialog {...folder} groups={groups} onMade={openFolder} close={() => setFolder(undefined)} />}
    </div>
  )
}

/** What can be done with a content, in its row. */
function ContentButtons({ content, mayWrite, onDeed }: { content: SignageContent; mayWrite: boolean; onDeed: (what: Deed) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const { name } = content
  const download = () =>
    void api.contents
      .file({ params: { contentId: content.id } })
      .then((blob) => saveBlob(blob, downloadName(name, content.mime)))
      .catch((error: unknown) => notify(errorText(error, t), 'bad'))
  return (
    <>
      <RowButton label={t('media.view', { name })} icon={IconEye} onClick={() => onDeed('view')} />
      <RowButton label={t('media.download', { name })} icon={IconDownload} onClick={download} />
      {mayWrite && (
        <>
          <RowButton label={t('contents.rename', { name })} icon={IconPencil} onClick={() => onDeed('rename')} />
          <RowButton label={t('media.replace', { name })} icon={IconReplace} onClick={() => onDeed('replace')} />
          <RowButton label={t('media.removeOne', { name })} icon={IconTrash} onClick={() => onDeed('remove')} />
        </>
      )}
    </>
  )
}

/** What is done with one content. */
function ContentDialog({ what, content, close }: { what: Deed; content: SignageContent; close: () => void }) {
  return (
    <>
      {what === 'view' && <ContentViewer content={content} close={close} />}
      {what === 'rename' && <ContentRename content={content} close={close} />}
      {what === 'replace' && <ReplaceContent content={content} close={close} />}
      {what === 'remove' && <Remove rows={[content]} close={close} />}
    </>
  )
}

interface FolderProps {
  deed: FolderDeed
  group: ContentGroup | undefined
  groups: readonly ContentGroup[]
  onMade: (group: string) => void
  close: () => void
}
/** What is done with a folder: made in it, or done to it. */
function FolderDialog({ deed, group, groups, onMade, close }: FolderProps) {
  return (
    <>
      {deed === 'create' && <FolderNameModal parent={group} onMade={onMade} close={close} />}
      {deed === 'rename' && group !== undefined && <FolderNameModal group={group} close={close} />}
      {deed === 'move' && group !== undefined && <FolderMoveModal group={group} groups={groups} close={close} />}
      {deed === 'remove' && group !== undefined && <FolderRemoveModal group={group} groups={groups} close={close} />}
    </>
  )
}
