/** The foot of a form that is a page: whether something is unsaved, what was refused, and the buttons. */
import { CallError } from '@endcap/contract/client'
import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'

interface Props {
  changed: boolean
  /** What stands there was saved just now; said here, for a notice would cover the buttons. */
  saved?: boolean
  busy: boolean
  /** What the specification calls the dialog of a refusal, such as "Setting Server Error". */
  problemTitle: string
  problem: unknown
  /** Where the bar does not stand in a form. */
  onSave?: () => void
  onDiscard: () => void
  /** Other buttons, left of these. */
  children?: ReactNode
}

export function SaveBar({ changed, saved = false, busy, problemTitle, problem, onSave, onDiscard, children }: Props) {
  const { t } = useTranslation()
  useBlocker({
    // The browser asks with its own words when the page is closed.
    shouldBlockFn: () => changed && !globalThis.confirm(t('common.unsaved')),
    enableBeforeUnload: changed,
  })
  const overtaken = problem instanceof CallError && problem.answer.code.endsWith('changed-since')
  return (
    <div className="save-bar">
      {problem !== undefined && (
        <div className="msg flash-bad" role="alert">
          <span className="grow">
            <b>{problemTitle}</b> · {errorText(problem, t)}
          </span>
          {overtaken && (
            <button type="button" className="btn" onClick={onDiscard}>
              {t('settings.loadAgain')}
            </button>
          )}
        </div>
      )}
      <div className="save-line">
        <span className="grow" role="status">
          {changed ? t('settings.unsaved') : saved && t('settings.saved')}
        </span>
        {children}
        <Button variant="default" disabled={!changed || busy} onClick={onDiscard}>
          {t('settings.discard')}
        </Button>
        <Button type="submit" loading={busy} disabled={!changed} onClick={onSave}>
          {t('common.save')}
        </Button>
      </div>
    </div>
  )
}
