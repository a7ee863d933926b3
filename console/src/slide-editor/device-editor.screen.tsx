/** /plus/device/show/{storeCode}/{mac}: the slides of one display, and its settings beside them (specification 3 §2, §4). */
import { CallError } from '@endcap/contract/client'
import type { DeviceInfo } from '@endcap/contract/displays'
import type { Slide } from '@endcap/signage/shows'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePath } from '../app/route.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import type { Size } from '../canvas/geometry.ts'
import { saveBlob } from '../data/save.ts'
import { DeviceState } from '../ui/display-cells.tsx'
import { ApplyTemplateModal, DeviceSettings, FollowsTimeline, nameOf } from '../displays/index.ts'
import { notify } from '../ui/notify.ts'
import { Editor } from './Editor.tsx'
import { FileButtons } from './FileButtons.tsx'
import { SaveNote, SaveState } from './SaveNote.tsx'
import { readShow, showFileMaxBytes, showFileName, writeShow } from './show-file.ts'
import { fromShow, toShow } from './slides.ts'
import { useEditor, type Stored } from './use-editor.ts'
import { EditorWaits } from '../ui/EditorWaits.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import messageStyles from '../ui/Message.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import styles from './slide-editor.module.css'

const icon = { size: 15, stroke: 1.7 }

export function DeviceEditorScreen() {
  const { t } = useTranslation()
  const { storeCode, mac } = usePath('storeCode', 'mac')
  const { info, show } = useDevice(storeCode, mac)
  if (info.data !== undefined && show.data !== undefined)
    return (
      <DeviceEditor
        key={`${storeCode} ${mac}`}
        storeCode={storeCode}
        info={info.data}
        latest={show.data}
        first={show.data}
        problem={info.error === null ? show : info}
      />
    )
  const failed = [info, show].find(({ error }) => error !== null)
  return (
    <EditorWaits
      heading={mac}
      query={failed}
      unknown={failed?.error instanceof CallError && failed.error.status === 404 ? t('slideEditor.unknownDevice') : undefined}
      list={paths.signageList('device', storeCode)}
      toList={t('slideEditor.toDevices')}
    />
  )
}

function useDevice(storeCode: string, mac: string) {
  const api = useApi()
  const params = { storeCode, plusMac: mac }
  const retry = (count: number, error: Error) => !(error instanceof CallError && error.status === 404) && count < 2
  const info = useQuery({
    queryKey: ['signage', storeCode, 'info', mac],
    queryFn: ({ signal }) => api.displays.info({ params }, { signal }),
    retry,
  })
  const show = useQuery({
    queryKey: ['signage', storeCode, 'show', mac],
    queryFn: ({ signal }) => api.displays.readShow({ params }, { signal }),
    retry,
    // An editor begins with what is there, not with what was there when it was open last.
    gcTime: 0,
  })
  return { info, show }
}

interface Props {
  storeCode: string
  info: DeviceInfo
  first: Stored & { screenWidth: number; screenHeight: number }
  latest: Stored
}
function DeviceEditor({ storeCode, info, first: read, latest }: Props & { problem: unknown }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const readOnly = !useCan()('plus.write')
  const [first] = useState(read)
  const { mac } = info
  const params = { storeCode, plusMac: mac }
  const screen = useMemo<Size>(() => ({ width: read.screenWidth, height: read.screenHeight }), [read.screenWidth, read.screenHeight])
  /** The template that the display followed last: its slides may come back by taking changes back. */
  const followed = useRef(info.template)
  const [template, setTemplate] = useState(info.template)
  const [detached, setDetached] = useState('')
  const [applying, setApplying] = useState(false)
  // Others may apply one meanwhile.
  const [known, setKnown] = useState(info.template)
  if (known !== info.template) {
    setKnown(info.template)
    setTemplate(info.template)
    if (info.template !== '') setDetached('')
  }
  /** What comes next is what was asked for here. */
  const asked = useRef(false)
  const onTaken = () => {
    if (!asked.current) void notify(t('slideEditor.taken'))
    asked.current = false
  }
  const source = {
    save: async (show: Slide[], { rev, keepalive }: { rev: string | undefined; keepalive: boolean }) => {
      if (info.template !== '') followed.current = info.template
      const body = { screenWidth: screen.width, screenHeight: screen.height, show: show.map(whole), rev, template: followed.current }
      const answer = await api.displays.saveShow({ params, body }, { keepalive })
      if (answer.template === '' && followed.current !== '') setDetached(followed.current)
      if (answer.template !== '') setDetached('')
      setTemplate(answer.template)
      return answer
    },
    load: () =>
      queries.fetchQuery({ queryKey: ['signage', storeCode, 'show', mac], queryFn: () => api.displays.readShow({ params }), staleTime: 0 }),
  }
  const editor = useEditor({ source, first, latest, saves: !readOnly, onTaken })
  const backToTemplate = async () => {
    try {
      await editor.flush()
      await api.displays.applyTemplate({ params: { storeCode }, query: {}, body: { template: detached, macList: [mac] } })
      await editor.takeTheirs()
      setTemplate(detached)
      setDetached('')
      await queries.invalidateQueries({ queryKey: ['signage', storeCode] })
    } catch (error) {
      void notify(errorText(error, t), 'bad')
    }
  }
  const openTemplates = () => void editor.flush().then(() => setApplying(true))
  return (
    <>
      <Editor
        storeCode={storeCode}
        screen={screen}
        editor={editor}
        readOnly={readOnly}
        device={{ mac, products: info.product.join(), tz: info.tz }}
        head={() => (
          <>
            <Heading storeCode={storeCode} info={info} screen={screen} />
            <span className={helpers.grow} />
            {readOnly ? <span className={editorStyles.saveState}>{t('slideEditor.readOnly')}</span> : <SaveState editor={editor} />}
            <ShowFileButtons editor={editor} screen={screen} readOnly={readOnly} />
          </>
        )}
        notes={
          <>
            <SaveNote editor={editor} />
            <FollowsTimeline displays={[info]} />
            {detached !== '' && template === '' && <DetachedNote template={detached} onBack={() => void backToTemplate()} />}
          </>
        }
      >
        <DevicePart storeCode={storeCode} info={info} template={template} readOnly={readOnly} onTemplates={openTemplates} />
      </Editor>
      {applying && (
        <ApplyTemplateModal
          rows={[info]}
          close={(changed) => {
            setApplying(false)
            if (!changed) return
            // Another template was chosen: an earlier one does not come back by itself.
            followed.current = ''
            asked.current = true
            setDetached('')
            void queries.invalidateQueries({ queryKey: ['signage', storeCode] })
          }}
        />
      )}
    </>
  )
}

/** What the display is called, its store and its size. */
function Heading({ storeCode, info, screen }: Pick<Props, 'storeCode' | 'info'> & { screen: Size }) {
  return (
    <>
      <h1>{nameOf(info)}</h1>
      <span className={pageHeadStyles.sub}>
        <Link to={paths.signageList('device', storeCode)} search={{}}>
          {storeCode}
        </Link>
        {` · ${screen.width} × ${screen.height}`}
      </span>
    </>
  )
}

/** Reads the slides from a file, and writes them into one. */
function ShowFileButtons({ editor, screen, readOnly }: { editor: ReturnType<typeof useEditor>; screen: Size; readOnly: boolean }) {
  const { t } = useTranslation()
  const exportShow = () => {
    const text = writeShow({ screenWidth: screen.width, screenHeight: screen.height, show: toShow(editor.slides).map(whole) })
    saveBlob(new Blob([text], { type: 'application/json' }), showFileName)
  }
  const importShow = async (file: File) => {
    const show = file.size > showFileMaxBytes ? undefined : readShow(await file.text())
    // Specification 3 §5, word for word.
    if (show === undefined) return notify(t('slideEditor.badFile'), 'bad')
    editor.set(fromShow(show))
    return notify(t('slideEditor.imported', { count: show.length }))
  }
  return <FileButtons readOnly={readOnly} onImport={(file) => void importShow(file)} onExport={exportShow} />
}

/** The slides are not those of their template any more; they can be again. */
function DetachedNote({ template, onBack }: { template: string; onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Message className={messageStyles.note} role="status">
      <span className={helpers.grow}>{t('slideEditor.detached', { template })}</span>
      <Button onClick={onBack}>{t('slideEditor.backToTemplate', { template })}</Button>
    </Message>
  )
}

interface PartProps extends Pick<Props, 'storeCode' | 'info'> {
  /** That its slides follow; empty for none. */
  template: string
  readOnly: boolean
  onTemplates: () => void
}
/** The display beside its slides: its state, the template that they follow, its settings. */
function DevicePart({ storeCode, info, template, readOnly, onTemplates }: PartProps) {
  const { t } = useTranslation()
  return (
    <section className={editorStyles.panelPart} aria-label={t('slideEditor.device')}>
      <h2>
        <span>{t('slideEditor.device')}</span>
        <DeviceState {...info} />
      </h2>
      <div className={styles.templateLine}>
        <span>
          {template === '' ? t('slideEditor.noTemplate') : t('slideEditor.follows', { template })}
          {template !== '' && !readOnly && <small>{t('slideEditor.willDetach')}</small>}
        </span>
        {!readOnly && (
          <Button onClick={onTemplates}>
            <IconTemplate {...icon} />
            {t('slideEditor.applyTemplate')}
          </Button>
        )}
      </div>
      <DeviceSettings key={info.mac} storeCode={storeCode} info={info} />
    </section>
  )
}

/** As the contract has it: its lists are not read-only. */
const whole = ({ object, schedule, ...slide }: Slide) => ({ ...slide, object: [...object], schedule: [...schedule] })
