/** The slides, what is on the one that is selected, and what there is to say of both. */
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createLiveBox } from '../canvas/live-box.ts'
import { useUndoKeys } from '../canvas/undo.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Message } from '../ui/Message.tsx'
import { AddBar } from './AddBar.tsx'
import { SeveralPanel } from './Arrange.tsx'
import { Layers } from './Layers.tsx'
import { ObjectPanel } from './ObjectPanel.tsx'
import { SlideCanvas } from './SlideCanvas.tsx'
import { SlidePanel } from './SlidePanel.tsx'
import { SlideStrip } from './SlideStrip.tsx'
import { SlideTools } from './SlideTools.tsx'
import { PlayingContext, useStage } from './stage.tsx'
import type { Editor } from './use-editor.ts'
import { useObjectActions } from './use-object-actions.ts'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './slide-editor.module.css'

interface Props {
  editor: Editor
  readOnly: boolean
  schedules: Parameters<typeof SlidePanel>[0]['schedules']
  onPreview: () => void
  /** Beside the slides, below what is selected. */
  children?: ReactNode
}

export function Workbench({ editor, readOnly, schedules, onPreview, children }: Props) {
  const { t } = useTranslation()
  const { screen } = useStage()
  const [live] = useState(createLiveBox)
  const [problem, setProblem] = useState<string>()
  const [playing, setPlaying] = useState<ReadonlySet<string>>(new Set())
  const { slide, object, chosen, slides } = editor
  const actions = useObjectActions(editor, screen, { readOnly, onFull: () => setProblem(t('slideEditor.full')) })
  useUndoKeys(editor, !readOnly)
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
            <IconPlayerPlay size={15} stroke={1.7} />
            {t('slideEditor.preview.open')}
          </Button>
        </div>
        {!readOnly && <AddBar editor={editor} onBegin={() => setProblem(undefined)} />}
        {problem !== undefined && (
          <Message role="alert">
            <span className={helpers.grow}>{problem}</span>
            <Button onClick={() => setProblem(undefined)}>{t('common.close')}</Button>
          </Message>
        )}
        {slide === undefined ? (
          <div className={styles.editorGround}>
            <Hint role="status">{t(readOnly ? 'slideEditor.noSlides' : 'slideEditor.noSlidesYet')}</Hint>
          </div>
        ) : (
          <>
            <PlayingContext value={playing}>
              <SlideCanvas editor={editor} slide={slide} actions={actions} live={live} readOnly={readOnly} />
            </PlayingContext>
            <Layers editor={editor} slide={slide} readOnly={readOnly} />
          </>
        )}
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
            actions={actions}
          />
        )}
        {chosen.length > 1 && <SeveralPanel count={chosen.length} actions={actions} readOnly={readOnly} />}
        {slide !== undefined && <SlidePanel editor={editor} slide={slide} schedules={schedules} readOnly={readOnly} />}
        {children}
      </div>
    </div>
  )
}
