/** /layouts/{drawingId}: the designer of a drawing. What is done is saved as a draft; labels change when it is published. */
import { CallError } from '@endcap/contract/client'
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots, IconFileExport, IconHistory, IconListCheck, IconRestore } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePath } from '../app/route.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { PublishModal } from '../layouts/index.ts'
import { nameOf, signOf, sizeText, stateOf } from '../ui/drawings.ts'
import { EditorWaits } from '../ui/EditorWaits.tsx'
import { notify } from '../ui/notify.ts'
import { Glyph } from '../ui/state.tsx'
import { DiscardModal } from './discard.modal.tsx'
import { toDefinition } from './model.ts'
import { PhonePreview, tooNarrow } from './PhonePreview.tsx'
import { SaveNote, SaveState } from './SaveNote.tsx'
import { definitionOf, useDesigner, type Designer } from './use-designer.ts'
import { useDesignerAddress } from './use-sight.ts'
import { Workbench } from './Workbench.tsx'
import { clsx } from 'clsx'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Button } from '../ui/Button.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import styles from './layout-designer.module.css'

const icon = { size: 15, stroke: 1.7 }

export function LayoutDesignerScreen() {
  const { drawingId } = usePath('drawingId')
  return <KnownDrawing key={drawingId} drawingId={drawingId} />
}

const drawingKey = (drawingId: string) => ['layouts', '', 'drawing', drawingId]
function KnownDrawing({ drawingId }: { drawingId: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: drawingKey(drawingId),
    queryFn: ({ signal }) => api.layouts.read({ params: { drawingId } }, { signal }),
    retry: (count, error) => !(error instanceof CallError && error.status < 500 && error.status > 0) && count < 2,
    // A designer begins with what is there, not with what was there when it was open last.
    gcTime: 0,
  })
  const { data } = query
  const unreadable = data === undefined ? undefined : unreadableReason(data)
  if (data !== undefined && unreadable === undefined) return <FittingDesigner read={data} error={query.error} />
  const isGone = query.error instanceof CallError && (query.error.status === 404 || query.error.status === 400)
  return (
    <EditorWaits
      heading={data === undefined ? t('layoutDesigner.title') : nameOf(data)}
      query={query.error === null ? undefined : query}
      unknown={
        unreadable !== undefined ? t('layoutDesigner.unreadable', { reason: unreadable }) : isGone ? t('layoutDesigner.unknown') : undefined
      }
      list={paths.layouts}
      toList={t('layoutDesigner.toLayouts')}
    />
  )
}
function unreadableReason(drawing: OpenDrawing): string | undefined {
  try {
    definitionOf(drawing)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function DrawingDesigner({ read, error }: { read: OpenDrawing; error: unknown }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const can = useCan()
  const { search, go } = useDesignerAddress()
  const { drawingId } = read
  const params = { drawingId }
  const readOnly = !can('ld.write') || !read.mayChange || read.archived
  const [first] = useState(() => ({ rev: read.rev, definition: definitionOf(read) }))
  const designer = useDesigner({
    source: {
      save: async (definition, { rev, keepalive }) => {
        const answer = await api.layouts.saveDraft({ params, body: { definition, rev } }, { keepalive })
        // The next screen begins with what was saved, not with what was read before it; the rest of it is asked for there.
        queries.setQueryData<OpenDrawing>(drawingKey(drawingId), (known) =>
          known === undefined || known.rev > answer.rev ? known : { ...known, draft: definition, rev: answer.rev },
        )
        await queries.invalidateQueries({ queryKey: drawingKey(drawingId), refetchType: 'none' })
        return answer
      },
      load: () => queries.fetchQuery({ queryKey: drawingKey(drawingId), queryFn: () => api.layouts.read({ params }), staleTime: 0 }),
    },
    first,
    readOnly,
    latest: read,
    page: Math.max(1, Math.trunc(Number(search.page ?? 1)) || 1) - 1,
    onPage: (page) => go({ page: page <= 0 ? undefined : page + 1 }),
    onTaken: (name) => void notify(t('layoutDesigner.taken', { name })),
  })
  const download = () => {
    const { layoutId, size, modelClass } = read
    const file = { kind: 'endcap-layouts', layouts: [{ layoutId, size, modelClass, definition: toDefinition(designer.layout) }] }
    saveBlob(new Blob([`${JSON.stringify(file, undefined, 2)}\n`], { type: 'application/json' }), `${nameOf(read)}.json`)
  }
  return (
    <div className={clsx(editorStyles.editor, styles.designer)} data-own-keys>
      <Head read={read} designer={designer} readOnly={readOnly} download={download} />
      {error !== null && <Message role="alert">{errorText(error, t)}</Message>}
      <SaveNote designer={designer} download={download} />
      <Workbench drawing={read} designer={designer} readOnly={readOnly} />
    </div>
  )
}

/** A designer that is open stays, however narrow its window becomes: what was just done in it is there to be undone. */
function FittingDesigner({ read, error }: { read: OpenDrawing; error: unknown }) {
  const narrow = useMediaQuery(tooNarrow, undefined, { getInitialValueInEffect: false }) ?? false
  const [open, setOpen] = useState(!narrow)
  if (!narrow && !open) setOpen(true)
  return open ? <DrawingDesigner read={read} error={error} /> : <PhonePreview drawing={read} />
}

interface HeadProps {
  read: OpenDrawing
  designer: Designer
  readOnly: boolean
  download: () => void
}
function Head({ read, designer, readOnly, download }: HeadProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'publish' | 'discard'>()
  const { drawingId, layoutId, modelClass, storeCode, version } = read
  const changed = read.changed || ['waiting', 'saving', 'failed', 'wrong'].includes(designer.state.state)
  const state = stateOf({ ...read, changed })
  /** What is published and looked at there is what stands here. */
  const saved = async () => {
    await designer.flush()
    await queries.invalidateQueries({ queryKey: drawingKey(drawingId) })
  }
  const publish = () => void saved().then(() => setOpen('publish'))
  const discard = async () => {
    await designer.flush()
    await api.layouts.discardDraft({ params: { drawingId }, body: { rev: designer.rev() } })
    await designer.reload()
  }
  const isStuck = designer.state.state === 'failed' || designer.state.state === 'wrong'
  return (
    <PageHead>
      <h1>{layoutId}</h1>
      <span className={pageHeadStyles.sub}>
        {[sizeText(read), t(`layouts.colours.${modelClass}`), ...(storeCode === null ? [] : [storeCode])].join(' · ')}
      </span>
      <span className={styles.designerState}>
        <Glyph kind={signOf[state]} />
        {t(`layoutDesigner.state.${state}`, { version })}
      </span>
      <span className={helpers.grow} />
      {readOnly ? <span className={editorStyles.saveState}>{t('layoutDesigner.readOnly')}</span> : <SaveState designer={designer} />}
      <Link className={buttonClass()} to={paths.layoutCheck(drawingId)} search={{}} aria-label={t('layoutDesigner.check')}>
        <IconListCheck {...icon} />
        <span>{t('layoutDesigner.check')}</span>
      </Link>
      <Link className={buttonClass()} to={paths.layoutVersions(drawingId)} search={{}} aria-label={t('layoutDesigner.versions')}>
        <IconHistory {...icon} />
        <span>{t('layoutDesigner.versions')}</span>
      </Link>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button icon aria-label={t('layoutDesigner.more')} title={t('layoutDesigner.more')}>
            <IconDots {...icon} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileExport {...icon} />} onClick={download}>
            {t('layoutDesigner.export')}
          </Menu.Item>
          {!readOnly && (
            <Menu.Item
              leftSection={<IconRestore {...icon} />}
              disabled={state !== 'changed' && state !== 'new'}
              onClick={() => setOpen('discard')}
            >
              {t('layoutDesigner.discard.open')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {!readOnly && (
        <Button look="primary" disabled={isStuck || state === 'published'} onClick={publish}>
          {t('layoutDesigner.publish')}
        </Button>
      )}
      {open === 'publish' && <PublishModal drawing={read} close={() => setOpen(undefined)} />}
      {open === 'discard' && <DiscardModal version={version} onDiscard={discard} close={() => setOpen(undefined)} />}
    </PageHead>
  )
}
