/** The foot of such a page: whether something is unsaved, what was refused, whose version is kept, and the buttons. */
import { IconArrowBackUp, IconArrowForwardUp, type Icon } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { useUndoKeys } from '../canvas/undo.ts'
import { isOvertaken, Refusal } from './use-page-form.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import draftStyles from './draft.module.css'
import flashStyles from '../ui/flash.module.css'
import helpers from '../ui/helpers.module.css'

interface Props {
  form: {
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

export function PageFormFoot({ form, readOnly, onSave, isNew = false, children }: Props) {
  const { t } = useTranslation()
  const { changed, busy, problem, saved, overtaken } = form
  useUndoKeys(form, !readOnly)
  useBlocker({
    // The browser asks with its own words when the page is closed.
    shouldBlockFn: ({ current, next }) =>
      form.dirty.current && current.pathname !== next.pathname && !globalThis.confirm(t('common.unsaved')),
    enableBeforeUnload: () => form.dirty.current,
  })
  const title = problem instanceof Refusal ? problem.title : undefined
  const foot = useFootHeight()
  return (
    <div className={draftStyles.saveBar} ref={foot}>
      {overtaken ? (
        <Message className={flashStyles.flashBad} role="alert">
          <span className={helpers.grow}>{t('shows.overtaken')}</span>
          <Button disabled={busy} onClick={() => void form.loadTheirs()}>
            {t('shows.loadTheirs')}
          </Button>
          <Button disabled={busy} onClick={() => void form.saveMine()}>
            {t('shows.keepMine')}
          </Button>
        </Message>
      ) : (
        problem !== undefined &&
        !isOvertaken(problem) && (
          <Message className={flashStyles.flashBad} role="alert">
            <span className={helpers.grow}>
              {title !== undefined && (
                <>
                  <b>{title}</b> ·{' '}
                </>
              )}
              {errorText(problem, t)}
            </span>
          </Message>
        )
      )}
      <div className={draftStyles.saveLine}>
        {!readOnly && (
          <>
            <StepButton name={t('shows.undo')} icon={IconArrowBackUp} disabled={!form.canUndo} onClick={form.undo} />
            <StepButton name={t('shows.redo')} icon={IconArrowForwardUp} disabled={!form.canRedo} onClick={form.redo} />
          </>
        )}
        <span className={helpers.grow} role="status">
          {readOnly ? t('shows.readOnly') : changed ? t('shows.unsaved') : saved && t('shows.saved')}
        </span>
        {children}
        {!readOnly && (
          <>
            <Button size="medium" disabled={!changed || busy} onClick={form.discard}>
              {t('shows.discard')}
            </Button>
            <Button look="primary" size="medium" busy={busy} disabled={!changed && !isNew} onClick={onSave}>
              {t('common.save')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** While it stands, `--page-foot` says how high it is: notifications of an editor appear above it. */
function useFootHeight() {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (foot.current === null) return undefined
    const page = document.documentElement.style
    const measure = new ResizeObserver(([entry]) => page.setProperty('--page-foot', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`))
    measure.observe(foot.current)
    return () => {
      measure.disconnect()
      page.removeProperty('--page-foot')
    }
  }, [])
  return foot
}

/** A step back or forth among the changes. */
function StepButton({ name, icon: Sign, ...button }: { name: string; icon: Icon; disabled: boolean; onClick: () => void }) {
  return (
    <Button {...button} look="ghost" size="medium" icon aria-label={name} title={name}>
      <Sign size={16} stroke={1.7} />
    </Button>
  )
}
