/** Whether everything is saved, and what there is to do when it is not. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import type { Designer } from './use-designer.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'

export function SaveState({ designer: { state } }: { designer: Designer }) {
  const { t } = useTranslation()
  return (
    <span className={editorStyles.saveState} role="status" data-state={state.state === 'wrong' ? 'failed' : state.state}>
      {t(`layoutDesigner.saved.${state.state}`)}
    </span>
  )
}

/** `download`: what stands here, as a file. */
export function SaveNote({ designer, download }: { designer: Designer; download: () => void }) {
  const { t } = useTranslation()
  const { state, overtaken, flush, takeTheirs, keepMine } = designer
  const [problem, setProblem] = useState<unknown>()
  if (state.state !== 'failed') return null
  const by = overtaken?.theirs?.draftBy
  const act = (work: () => Promise<void>) => void work().then(() => setProblem(undefined), setProblem)
  return (
    <Message role="alert">
      <span className={helpers.grow}>
        {overtaken === undefined
          ? t('layoutDesigner.notSaved', { reason: errorText(state.error, t) })
          : by == null
            ? t('layoutDesigner.overtaken')
            : t('layoutDesigner.overtakenBy', { name: by })}
        {problem !== undefined && ` ${errorText(problem, t)}`}
      </span>
      {overtaken === undefined ? (
        <Button onClick={() => void flush()}>{t('common.retry')}</Button>
      ) : (
        <>
          <Button onClick={download}>{t('layoutDesigner.downloadMine')}</Button>
          <Button onClick={() => act(takeTheirs)}>{t('layoutDesigner.takeTheirs')}</Button>
          <Button onClick={() => act(keepMine)}>{t('layoutDesigner.keepMine')}</Button>
        </>
      )}
    </Message>
  )
}
