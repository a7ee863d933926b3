import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import type { Editor as EditorState } from './use-editor.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'

/** Whether everything is saved, and what there is to do when it is not. */
export function SaveNote({ editor }: { editor: EditorState }) {
  const { t } = useTranslation()
  const { state, overtaken, flush, takeTheirs, keepMine } = editor
  const [problem, setProblem] = useState<unknown>()
  if (state.state !== 'failed') return null
  return (
    <Message role="alert">
      <span className={helpers.grow}>
        {overtaken ? t('slideEditor.overtaken') : t('slideEditor.notSaved', { reason: errorText(state.error, t) })}
        {problem !== undefined && ` ${errorText(problem, t)}`}
      </span>
      {overtaken ? (
        <>
          <Button onClick={() => void takeTheirs().then(() => setProblem(undefined), setProblem)}>{t('slideEditor.takeTheirs')}</Button>
          <Button onClick={keepMine}>{t('slideEditor.keepMine')}</Button>
        </>
      ) : (
        <Button onClick={() => void flush()}>{t('common.retry')}</Button>
      )}
    </Message>
  )
}
export function SaveState({ editor }: { editor: EditorState }) {
  const { t } = useTranslation()
  return (
    <span className={editorStyles.saveState} role="status" data-state={editor.state.state}>
      {t(`slideEditor.saved.${editor.state.state}`)}
    </span>
  )
}
