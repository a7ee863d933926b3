/** The editor of slides: of one display, or of a template (specification 3 §2). One slide and one object are selected at a time. */
import type { MediaFile } from '@endcap/contract/media'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight, IconCopy, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { BoxCanvas } from '../canvas/BoxCanvas.tsx'
import type { CanvasBox } from '../canvas/canvas-box.ts'
import type { Box, Size } from '../canvas/geometry.ts'
import { createLiveBox } from '../canvas/live-box.ts'
import { useUndoKeys } from '../canvas/undo.ts'
import { Problem } from '../ui/Problem.tsx'
import { AddBar } from './AddBar.tsx'
import { ObjectPanel, useObjectName } from './ObjectPanel.tsx'
import { PreviewModal } from './preview.modal.tsx'
import { autoSized, changeObject, copyOfSlide, moveSlide, withoutSlide, withSlide, type EditorObject } from './slides.ts'
import { Layers, SlidePanel } from './SlidePanel.tsx'
import { SlideStrip } from './SlideStrip.tsx'
import { ObjectView, PlayingContext, StageContext, useStage, type StageFacts } from './stage.tsx'
import type { Editor as EditorState } from './use-editor.ts'
import { useObjectActions } from './use-object-actions.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Hint } from '../ui/Hint.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './slide-editor.module.css'

interface Props {
  storeCode: string
  screen: Size
  editor: EditorState
  readOnly: boolean
  /** Of the display: its products stand on the slides. */
  device?: { mac: string; products: string; tz: string }
  /** Above everything: what it is, and what can be done with it as a whole. `preview` plays the slides. */
  head: (preview: () => void) => ReactNode
  /** Below the head: what there is to say. */
  notes?: ReactNode
  /** Beside the slides, below what is selected. */
  children?: ReactNode
}

const mediaKinds = ['image', 'video', 'widget'] as const
/** The store's files that slides can show. */
function useFiles(storeCode: string) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['signage', storeCode, 'editorFiles'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        mediaKinds.map((mediaFileKind) => api.media.list({ params: { storeCode, mediaFileKind } }, { signal })),
      )
      return lists.flatMap(({ fileList }) => fileList)
    },
  })
  const { data } = query
  const files = useMemo(() => data && new Map<string, MediaFile>(data.map((file) => [`${file.kind}:${file._id}`, file])), [data])
  return { query, files }
}

export function Editor({ storeCode, screen, editor, readOnly, device, head, notes, children }: Props) {
  const api = useApi()
  const { query, files } = useFiles(storeCode)
  const schedules = useQuery({
    queryKey: ['signage', storeCode, 'editorSchedules'],
    queryFn: ({ signal }) => api.schedules.list({ params: { storeCode } }, { signal }),
  })
  const [preview, setPreview] = useState(false)
  const { mac, products } = device ?? {}
  const { width, height } = screen
  const facts = useMemo<StageFacts>(
    () => ({ storeCode, screen: { width, height }, files, device: mac === undefined ? undefined : { mac, products: products ?? '' } }),
    [storeCode, width, height, files, mac, products],
  )
  return (
    <StageContext value={facts}>
      <div className={editorStyles.editor}>
        <PageHead>{head(() => setPreview(true))}</PageHead>
        <Problem query={query} />
        <Problem query={schedules} />
        {notes}
        <Workbench editor={editor} readOnly={readOnly} schedules={schedules.data?.scheduleList} onPreview={() => setPreview(true)}>
          {children}
        </Workbench>
      </div>
      {preview && (
        <PreviewModal
          slides={editor.slides}
          schedules={schedules.data?.scheduleList ?? []}
          timeZone={device?.tz || (schedules.data?.timeZone ?? 'UTC')}
          close={() => setPreview(false)}
        />
      )}
    </StageContext>
  )
}

const icon = { size: 15, stroke: 1.7 }
type ObjectBox = CanvasBox & { object: EditorObject }
/** Always the same function: what did not change is not drawn anew. */
const draw = ({ object, width, height }: ObjectBox): ReactNode => (
  <ObjectView object={width === object.width && height === object.height ? object : { ...object, width, height }} how="edit" />
)

/** The objects as boxes of the canvas: what did not change stays the same box, and is not drawn anew. */
function useObjectBoxes(objects: readonly EditorObject[]): ObjectBox[] {
  const { t } = useTranslation()
  const nameOf = useObjectName()
  const [known] = useState(() => new WeakMap<EditorObject, ObjectBox>())
  return objects.map((object): ObjectBox => {
    const { key, left, top, width, height, type, autoSize } = object
    const label = `${t(`slideEditor.type.${type}`)} ${nameOf(object)}`
    const before = known.get(object)
    if (before?.label === label) return before
    const keepRatio = type === 'image' || type === 'video' || autoSize === true
    const box = { key, label, object, left, top, width, height, keepRatio }
    known.set(object, box)
    return box
  })
}

interface BenchProps extends Pick<Props, 'editor' | 'readOnly' | 'children'> {
  schedules: Parameters<typeof SlidePanel>[0]['schedules']
  onPreview: () => void
}
function Workbench({ editor, readOnly, schedules, onPreview, children }: BenchProps) {
  const { t } = useTranslation()
  const { screen } = useStage()
  const [live] = useState(createLiveBox)
  const [problem, setProblem] = useState<string>()
  const [playing, setPlaying] = useState<ReadonlySet<string>>(new Set())
  const { slide, object, slides } = editor
  const edit = useObjectActions(editor, screen, readOnly)
  useUndoKeys(editor, !readOnly)
  const boxes = useObjectBoxes(slide?.object ?? [])
  const place = (key: string, box: Box, group?: string) => {
    const before = slide?.object.find((one) => one.key === key)
    const size = before?.autoSize === true && box.width !== before.width ? autoSized(box.width, screen) : {}
    editor.change((now) => changeObject(now, key, { ...box, ...size }), group)
  }
  const toggle = (key: string) =>
    setPlaying((now) => (now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key])))
  return (
    <div className={editorStyles.editorParts}>
      <div className={editorStyles.editorMain}>
        <SlideStrip editor={editor} readOnly={readOnly} />
        <div className={editorStyles.editorTools} role="toolbar" aria-label={t('slideEditor.slideTools')}>
          <SlideTools editor={editor} readOnly={readOnly} />
          <span className={helpers.grow} />
          <Button disabled={slides.length === 0} onClick={onPreview}>
            <IconPlayerPlay {...icon} />
            {t('slideEditor.preview.open')}
          </Button>
        </div>
        {!readOnly && <AddBar editor={editor} onProblem={setProblem} />}
        {problem !== undefined && (
          <Message role="alert">
            <span className={helpers.grow}>{problem}</span>
            <Button onClick={() => setProblem(undefined)}>{t('common.close')}</Button>
          </Message>
        )}
        <div className={styles.editorGround}>
          {slide === undefined ? (
            <Hint role="status">{t(readOnly ? 'slideEditor.noSlides' : 'slideEditor.noSlidesYet')}</Hint>
          ) : (
            <PlayingContext value={playing}>
              <BoxCanvas
                label={t('slideEditor.canvas', { number: slides.indexOf(slide) + 1 })}
                size={screen}
                boxes={boxes}
                selected={object?.key}
                onSelect={editor.selectObject}
                onChange={place}
                onRemove={edit.remove}
                render={draw}
                readOnly={readOnly}
                background={slide.bgColor}
                live={live}
              />
            </PlayingContext>
          )}
        </div>
        {slide !== undefined && <Layers editor={editor} slide={slide} />}
      </div>
      <div className={editorStyles.editorSide}>
        {slide !== undefined && object !== undefined && (
          <ObjectPanel
            editor={editor}
            object={object}
            slide={slide}
            live={live}
            readOnly={readOnly}
            playing={playing.has(object.key)}
            onPlay={() => toggle(object.key)}
            onRemove={() => edit.remove(object.key)}
            onDuplicate={edit.duplicate}
          />
        )}
        {slide !== undefined && <SlidePanel editor={editor} slide={slide} schedules={schedules} readOnly={readOnly} />}
        {children}
      </div>
    </div>
  )
}

function SlideTools({ editor, readOnly }: { editor: EditorState; readOnly: boolean }) {
  const { t } = useTranslation()
  const { slides, slide, set, selectSlide } = editor
  if (readOnly || slide === undefined)
    return <span className={styles.slideCount}>{t('slideEditor.ofSlides', { count: slides.length })}</span>
  const at = slides.indexOf(slide)
  const copy = () => {
    const made = copyOfSlide(slide)
    set((now) => withSlide(now, made, slide.key))
    selectSlide(made.key)
  }
  const button = (name: string, Icon: typeof IconCopy, onClick: () => void, disabled = false) => (
    <Button icon aria-label={t(`slideEditor.${name}`)} title={t(`slideEditor.${name}`)} disabled={disabled} onClick={onClick}>
      <Icon {...icon} />
    </Button>
  )
  return (
    <>
      <span className={styles.slideCount}>{t('slideEditor.slideNumber', { number: at + 1 })}</span>
      {button('moveLeft', IconChevronLeft, () => set((now) => moveSlide(now, slide.key, at - 1)), at === 0)}
      {button('moveRight', IconChevronRight, () => set((now) => moveSlide(now, slide.key, at + 1)), at === slides.length - 1)}
      {button('copySlide', IconCopy, copy)}
      {button('removeSlide', IconTrash, () => set((now) => withoutSlide(now, slide.key)))}
    </>
  )
}
