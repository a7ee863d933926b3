/** The foot of a form that is a page: whether something is unsaved, what was refused, and the buttons. */
import { CallError } from '@endcap/contract/client'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import draftStyles from './draft.module.css'
import flashStyles from '../ui/flash.module.css'
import helpers from '../ui/helpers.module.css'

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
    <div className={draftStyles.saveBar}>
      {problem !== undefined && (
        <Message className={flashStyles.flashBad} role="alert">
          <span className={helpers.grow}>
            <b>{problemTitle}</b> · {errorText(problem, t)}
          </span>
          {overtaken && <Button onClick={onDiscard}>{t('settings.loadAgain')}</Button>}
        </Message>
      )}
      <div className={draftStyles.saveLine}>
        <span className={helpers.grow} role="status">
          {changed ? t('settings.unsaved') : saved && t('settings.saved')}
        </span>
        {children}
        <Button size="medium" disabled={!changed || busy} onClick={onDiscard}>
          {t('settings.discard')}
        </Button>
        <Button look="primary" size="medium" type="submit" busy={busy} disabled={!changed} onClick={onSave}>
          {t('common.save')}
        </Button>
      </div>
    </div>
  )
}
