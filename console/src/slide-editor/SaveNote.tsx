import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import type { Editor as EditorState } from './use-editor.ts'

/** Whether everything is saved, and what there is to do when it is not. */
export function SaveNote({ editor }: { editor: EditorState }) {
  const { t } = useTranslation()
  const { state, overtaken, flush, takeTheirs, keepMine } = editor
  const [problem, setProblem] = useState<unknown>()
  if (state.state !== 'failed') return null
  return (
    <div className="msg" role="alert">
      <span className="grow">
        {overtaken ? t('slideEditor.overtaken') : t('slideEditor.notSaved', { reason: errorText(state.error, t) })}
        {problem !== undefined && ` ${errorText(problem, t)}`}
      </span>
      {overtaken ? (
        <>
          <button type="button" className="btn" onClick={() => void takeTheirs().then(() => setProblem(undefined), setProblem)}>
            {t('slideEditor.takeTheirs')}
          </button>
          <button type="button" className="btn" onClick={keepMine}>
            {t('slideEditor.keepMine')}
          </button>
        </>
      ) : (
        <button type="button" className="btn" onClick={() => void flush()}>
          {t('common.retry')}
        </button>
      )}
    </div>
  )
}
export function SaveState({ editor }: { editor: EditorState }) {
  const { t } = useTranslation()
  return (
    <span className="save-state" role="status" data-state={editor.state.state}>
      {t(`slideEditor.saved.${editor.state.state}`)}
    </span>
  )
}
