/** The shell of every dialog with fields: title, fields, the server's answer when it refuses, buttons. */
import { Modal } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { RefusedFields, useRefusals } from './refused-field.tsx'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import dialogStyles from './dialog.module.css'
import flashStyles from '../ui/flash.module.css'

interface Props {
  title: string
  children: ReactNode
  submit: string
  /** Rejects to keep the dialog open with the reason shown. */
  onSubmit: () => Promise<void>
  onClose: () => void
  danger?: boolean
  size?: string
  /** Its fields may be longer than the window: they scroll, and the buttons stay in view. */
  tall?: boolean
  disabled?: boolean
  /** What the button waits for, said beside it: until then it cannot be pressed. */
  why?: string | undefined
  /** Only to be looked at: there is nothing to send. */
  readOnly?: boolean
  /** Something was typed that closing would lose: it asks first. */
  unsaved?: boolean
  /** What the specification calls the dialog of a refusal, such as "Create Member Error": stands before the reason. */
  problemTitle?: string
  /** What is wrong with something that was sent without the button. */
  problem?: string | undefined
  /** Something that was sent without the button is under way. */
  busy?: boolean
}

export function FormModal(props: Props) {
  const {
    title,
    children,
    submit,
    onSubmit,
    onClose,
    danger = false,
    size = '460px',
    disabled = false,
    readOnly = false,
    unsaved = false,
  } = props
  const { t } = useTranslation()
  const [refused, setProblem] = useState<unknown>()
  const [sending, setBusy] = useState(false)
  const { form, refusals } = useRefusals(refused)
  const problem = refused === undefined ? props.problem : errorText(refused, t)
  const busy = sending || props.busy === true
  const [attempt, setAttempt] = useState(0)
  const [leaving, setLeaving] = useState(false)
  /** Asked a second time, such as by Esc, the question goes and nothing is lost. */
  const leave = () => (unsaved ? setLeaving(!leaving) : onClose())
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (readOnly || leaving) return
    setBusy(true)
    setAttempt(attempt + 1)
    setProblem(undefined)
    onSubmit()
      .catch(setProblem)
      .finally(() => setBusy(false))
  }
  return (
    <Modal opened onClose={leave} title={title} size={size} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <form ref={form} onSubmit={send} noValidate className={props.tall === true ? dialogStyles.tall : undefined}>
        {problem !== undefined && (
          <Message key={attempt} className={flashStyles.flashBad} role="alert" style={{ margin: '0 0 12px' }}>
            {props.problemTitle === undefined ? (
              problem
            ) : (
              <span>
                <b>{props.problemTitle}</b> · {problem}
              </span>
            )}
          </Message>
        )}
        <div className={dialogStyles.form}>
          <RefusedFields refusals={refusals}>{children}</RefusedFields>
        </div>
        {leaving ? (
          <div className={dialogStyles.modalFoot} role="alert">
            <span className={dialogStyles.question}>{t('common.unsaved')}</span>
            <Button size="medium" onClick={() => setLeaving(false)} autoFocus>
              {t('common.keep')}
            </Button>
            <Button size="medium" look="danger" onClick={onClose}>
              {t('common.discard')}
            </Button>
          </div>
        ) : (
          <div className={dialogStyles.modalFoot}>
            {props.why !== undefined && (
              <span className={dialogStyles.question} role="status">
                {props.why}
              </span>
            )}
            <Button size="medium" onClick={leave}>
              {t(readOnly ? 'common.close' : 'common.cancel')}
            </Button>
            {!readOnly && (
              <Button
                look={danger ? 'danger' : 'primary'}
                size="medium"
                type="submit"
                busy={busy}
                disabled={disabled || props.why !== undefined}
                data-autofocus={danger ? true : undefined}
              >
                {submit}
              </Button>
            )}
          </div>
        )}
      </form>
    </Modal>
  )
}
