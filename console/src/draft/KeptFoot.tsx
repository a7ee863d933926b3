/** The foot of such a page: whether something is unsaved, what was refused, whose version is kept, and the buttons. */
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/settings.css'
import { errorText } from '../app/services.ts'
import { useUndoKeys } from '../canvas/undo.ts'
import { isOvertaken, Refusal } from './use-kept.ts'

interface Props {
  kept: {
    changed: boolean
    busy: boolean
    problem: unknown
    saved: boolean
    overtaken: boolean
    dirty: { current: boolean }
    undo: () => void
    redo: () => void
    canUndo: boolean
    canRedo: boolean
    saveMine: () => unknown
    loadTheirs: () => unknown
    discard: () => void
  }
  readOnly: boolean
  onSave: () => void
  /** Something that has not been saved even once can be saved as it is. */
  isNew?: boolean
  children?: ReactNode
}

export function KeptFoot({ kept, readOnly, onSave, isNew = false, children }: Props) {
  const { t } = useTranslation()
  const { changed, busy, problem, saved, overtaken } = kept
  useUndoKeys(kept, !readOnly)
  useBlocker({
    // The browser asks with its own words when the page is closed.
    shouldBlockFn: ({ current, next }) =>
      kept.dirty.current && current.pathname !== next.pathname && !globalThis.confirm(t('common.unsaved')),
    enableBeforeUnload: () => kept.dirty.current,
  })
  const title = problem instanceof Refusal ? problem.title : undefined
  return (
    <div className="save-bar">
      {overtaken ? (
        <div className="msg flash-bad" role="alert">
          <span className="grow">{t('shows.overtaken')}</span>
          <button type="button" className="btn" disabled={busy} onClick={() => void kept.loadTheirs()}>
            {t('shows.loadTheirs')}
          </button>
          <button type="button" className="btn" disabled={busy} onClick={() => void kept.saveMine()}>
            {t('shows.keepMine')}
          </button>
        </div>
      ) : (
        problem !== undefined &&
        !isOvertaken(problem) && (
          <div className="msg flash-bad" role="alert">
            <span className="grow">
              {title !== undefined && (
                <>
                  <b>{title}</b> ·{' '}
                </>
              )}
              {errorText(problem, t)}
            </span>
          </div>
        )
      )}
      <div className="save-line">
        {!readOnly && (
          <>
            <button
              type="button"
              className="btn ghost icon"
              disabled={!kept.canUndo}
              aria-label={t('shows.undo')}
              title={t('shows.undo')}
              onClick={kept.undo}
            >
              <IconArrowBackUp size={16} stroke={1.7} />
            </button>
            <button
              type="button"
              className="btn ghost icon"
              disabled={!kept.canRedo}
              aria-label={t('shows.redo')}
              title={t('shows.redo')}
              onClick={kept.redo}
            >
              <IconArrowForwardUp size={16} stroke={1.7} />
            </button>
          </>
        )}
        <span className="grow" role="status">
          {readOnly ? t('shows.readOnly') : changed ? t('shows.unsaved') : saved && t('shows.saved')}
        </span>
        {children}
        {!readOnly && (
          <>
            <Button variant="default" disabled={!changed || busy} onClick={kept.discard}>
              {t('shows.discard')}
            </Button>
            <Button loading={busy} disabled={!changed && !isNew} onClick={onSave}>
              {t('common.save')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
