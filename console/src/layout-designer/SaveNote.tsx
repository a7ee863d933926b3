/** Whether everything is saved, and what there is to do when it is not. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import type { Designer } from './use-designer.ts'

export function SaveState({ designer: { state } }: { designer: Designer }) {
  const { t } = useTranslation()
  return (
    <span className="save-state" role="status" data-state={state.state === 'wrong' ? 'failed' : state.state}>
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
    <div className="msg" role="alert">
      <span className="grow">
        {overtaken === undefined
          ? t('layoutDesigner.notSaved', { reason: errorText(state.error, t) })
          : by == null
            ? t('layoutDesigner.overtaken')
            : t('layoutDesigner.overtakenBy', { name: by })}
        {problem !== undefined && ` ${errorText(problem, t)}`}
      </span>
      {overtaken === undefined ? (
        <button type="button" className="btn" onClick={() => void flush()}>
          {t('common.retry')}
        </button>
      ) : (
        <>
          <button type="button" className="btn" onClick={download}>
            {t('layoutDesigner.downloadMine')}
          </button>
          <button type="button" className="btn" onClick={() => act(takeTheirs)}>
            {t('layoutDesigner.takeTheirs')}
          </button>
          <button type="button" className="btn" onClick={() => act(keepMine)}>
            {t('layoutDesigner.keepMine')}
          </button>
        </>
      )}
    </div>
  )
}
