/** /plus/template/show/{storeCode}/{templateId}/{mode}/{size}: the slides of a template; `new` begins without any (specification 3 §2, §4). */
import { CallError } from '@endcap/contract/client'
import type { SlideTemplate } from '@endcap/contract/slide-templates'
import { templateSizeNames, templateSizes, type TemplateSize } from '@endcap/signage/models'
import type { Slide } from '@endcap/signage/shows'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePath } from '../app/route.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { readReplacement, templateFileMaxBytes, writeTemplates } from '../slide-templates/index.ts'
import { notify } from '../ui/notify.ts'
import { Editor } from './Editor.tsx'
import { FileButtons } from './FileButtons.tsx'
import { SaveNote, SaveState } from './SaveNote.tsx'
import { slidesOf } from './show-file.ts'
import { fromShow, newSlide, toShow } from './slides.ts'
import { useEditor, type Editor as EditorState, type Stored } from './use-editor.ts'
import { EditorWaits } from '../ui/EditorWaits.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Input } from '../ui/inputs.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import styles from './slide-editor.module.css'

export function TemplateEditorScreen() {
  const { storeCode, templateId, mode, size } = usePath('storeCode', 'templateId', 'mode', 'size')
  const known = templateSizeNames.find((one) => one === size) ?? '23.1'
  if (mode === 'new') return <NewTemplate key={`${storeCode} ${known}`} storeCode={storeCode} size={known} />
  return <KnownTemplate key={`${storeCode} ${templateId}`} storeCode={storeCode} name={templateId} />
}

function KnownTemplate({ storeCode, name }: { storeCode: string; name: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['signage', storeCode, 'template', name],
    queryFn: ({ signal }) => api.slideTemplates.read({ params: { storeCode, templateName: name } }, { signal }),
    retry: (count, error) => !(error instanceof CallError && error.status === 404) && count < 2,
    // An editor begins with what is there, not with what was there when it was open last.
    gcTime: 0,
  })
  if (query.data !== undefined) return <TemplateEditor storeCode={storeCode} read={query.data} />
  const isGone = query.error instanceof CallError && query.error.status === 404
  return (
    <EditorWaits
      heading={name}
      query={query.error === null ? undefined : query}
      unknown={isGone ? t('slideEditor.unknownTemplate') : undefined}
      list={paths.signageList('template', storeCode)}
      toList={t('slideEditor.toTemplates')}
    />
  )
}

/** As the contract has it: its lists are not read-only. */
const whole = ({ object, schedule, ...slide }: Slide) => ({ ...slide, object: [...object], schedule: [...schedule] })

function TemplateEditor({ storeCode, read }: { storeCode: string; read: SlideTemplate }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const readOnly = !useCan()('plus.write')
  const [first] = useState(read)
  const { _id: name, size } = read
  const params = { storeCode, templateName: name }
  const followers = useFollowers(storeCode, name)
  const source = {
    save: (show: Slide[], { rev, keepalive }: { rev: string | undefined; keepalive: boolean }) =>
      api.slideTemplates.save({ params, body: { size, show: show.map(whole), rev } }, { keepalive }),
    load: () =>
      queries.fetchQuery({
        queryKey: ['signage', storeCode, 'template', name],
        queryFn: () => api.slideTemplates.read({ params }),
        staleTime: 0,
      }),
  }
  const editor = useEditor({ source, first, latest: read, saves: !readOnly, onTaken: () => void notify(t('slideEditor.taken')) })
  return (
    <Editor
      storeCode={storeCode}
      editor={editor}
      readOnly={readOnly}
      screen={templateSizes[size]}
      head={() => (
        <>
          <h1>{name}</h1>
          <Sub storeCode={storeCode} size={size} />
          <span className={helpers.grow} />
          {readOnly ? <span className={editorStyles.saveState}>{t('slideEditor.readOnly')}</span> : <SaveState editor={editor} />}
          <Files name={name} size={size} editor={editor} readOnly={readOnly} />
        </>
      )}
      notes={<SaveNote editor={editor} />}
    >
      <TemplatePart hint={followers === 0 ? t('slideEditor.noFollowers') : t('slideEditor.followers', { count: followers })} />
    </Editor>
  )
}

/** How many displays show the template. */
function useFollowers(storeCode: string, name: string): number {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['signage', storeCode, 'templates'],
    queryFn: ({ signal }) => api.slideTemplates.list({ params: { storeCode } }, { signal }),
  })
  return data?.templateList.find(({ _id }) => _id === name)?.devices ?? 0
}

const nothing: Stored = { show: [], rev: '', warnings: [] }
function NewTemplate({ storeCode, size }: { storeCode: string; size: TemplateSize }) {
  const { t } = useTranslation()
  const api = useApi()
  const navigate = useNavigate()
  const readOnly = !useCan()('plus.write')
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const created = useRef(false)
  const source = { save: () => Promise.reject(new Error('a new template has no name yet')), load: () => Promise.resolve(nothing) }
  const editor = useEditor({ source, first: nothing, saves: false, onTaken: () => undefined })
  const unsaved = editor.slides.length > 0 || name !== ''
  useBlocker({
    shouldBlockFn: () => unsaved && !created.current && !globalThis.confirm(t('common.unsaved')),
    enableBeforeUnload: () => unsaved && !created.current,
  })
  const create = async (event: FormEvent) => {
    event.preventDefault()
    const templateName = name.trim()
    if (templateName === '') {
      setProblem(t('slideTemplates.noName'))
      return document.getElementById('template-name')?.focus()
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const slides = editor.slides.length === 0 ? [newSlide()] : editor.slides
      await api.slideTemplates.save({ params: { storeCode, templateName }, body: { size, show: toShow(slides).map(whole), create: true } })
      created.current = true
      await navigate({ to: paths.templateShow({ storeCode, templateId: templateName, mode: 'edit', size }), search: {}, replace: true })
    } catch (error) {
      const isThere = error instanceof CallError && error.answer.code === 'template-exists'
      setProblem(isThere ? t('slideTemplates.exists') : errorText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Editor
      storeCode={storeCode}
      editor={editor}
      readOnly={readOnly}
      screen={templateSizes[size]}
      head={() => (
        <>
          <h1>{t('slideEditor.newTemplate')}</h1>
          <Sub storeCode={storeCode} size={size} />
          <span className={helpers.grow} />
          {!readOnly && (
            <form className={styles.nameLine} onSubmit={(event) => void create(event)} noValidate>
              <Input
                id="template-name"
                aria-label={t('slideTemplates.column._id')}
                placeholder={t('slideTemplates.column._id')}
                value={name}
                maxLength={100}
                autoComplete="off"
                aria-invalid={problem !== undefined || undefined}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button type="submit" look="primary" disabled={busy}>
                {t('slideTemplates.createIt')}
              </Button>
            </form>
          )}
          <Files name={name} size={size} editor={editor} readOnly={readOnly} />
        </>
      )}
      notes={problem !== undefined && <Message role="alert">{problem}</Message>}
    >
      {!readOnly && <TemplatePart hint={t('slideEditor.nameFirst')} />}
    </Editor>
  )
}

/** What there is to say of the template as a whole. */
function TemplatePart({ hint }: { hint: string }) {
  const { t } = useTranslation()
  return (
    <section className={editorStyles.panelPart} aria-label={t('slideEditor.template')}>
      <h2>
        <span>{t('slideEditor.template')}</span>
      </h2>
      <Hint>{hint}</Hint>
    </section>
  )
}

function Sub({ storeCode, size }: { storeCode: string; size: TemplateSize }) {
  const { t } = useTranslation()
  return (
    <span className={pageHeadStyles.sub}>
      <Link to={paths.signageList('template', storeCode)} search={{}}>
        {storeCode}
      </Link>
      {` · ${t('slideTemplates.sizeOf', { size, ...templateSizes[size] })}`}
    </span>
  )
}

function Files({ name, size, editor, readOnly }: { name: string; size: TemplateSize; editor: EditorState; readOnly: boolean }) {
  const { t } = useTranslation()
  const exportIt = () => {
    const file = writeTemplates([{ _id: name.trim(), size, show: toShow(editor.slides).map(whole) }])
    saveBlob(new Blob([file.text], { type: 'application/json' }), file.name)
  }
  const importIt = async (file: File) => {
    const read = file.size > templateFileMaxBytes ? undefined : readReplacement(await file.text())
    const show = slidesOf(read?.show)
    // Specification 3 §5, word for word.
    if (read === undefined || show === undefined) return notify(t('slideEditor.badFile'), 'bad')
    if (read.size !== size) return notify(t('slideEditor.otherSize', { size: read.size }), 'bad')
    editor.set(fromShow(show))
    return notify(t('slideEditor.imported', { count: show.length }))
  }
  return <FileButtons readOnly={readOnly} onImport={(file) => void importIt(file)} onExport={exportIt} />
}
