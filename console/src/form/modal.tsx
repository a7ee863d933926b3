/** The shell of every dialog with fields: title, fields, the server's answer when it refuses, buttons. */
import { Button, Modal } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'

interface Props {
  title: string
  children: ReactNode
  submit: string
  /** Rejects to keep the dialog open with the reason shown. */
  onSubmit: () => Promise<void>
  onClose: () => void
  danger?: boolean
  size?: string
  disabled?: boolean
  /** What is wrong with something that was sent without the button. */
  problem?: string | undefined
  /** Something that was sent without the button is under way. */
  busy?: boolean
}

export function FormModal(props: Props) {
  const { title, children, submit, onSubmit, onClose, danger = false, size = '460px', disabled = false } = props
  const { t } = useTranslation()
  const [refused, setProblem] = useState<string>()
  const [sending, setBusy] = useState(false)
  const problem = refused ?? props.problem
  const busy = sending || props.busy === true
  const [attempt, setAttempt] = useState(0)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setAttempt(attempt + 1)
    setProblem(undefined)
    onSubmit()
      .catch((error: unknown) => setProblem(errorText(error, t)))
      .finally(() => setBusy(false))
  }
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <form onSubmit={send} noValidate>
        {problem !== undefined && (
          <div key={attempt} className="msg flash-bad" role="alert" style={{ margin: '0 0 12px' }}>
            {problem}
          </div>
        )}
        <div className="form">{children}</div>
        <div className="modal-foot">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={disabled}
            {...(danger && { variant: 'outline', color: 'red' })}
            data-autofocus={danger ? true : undefined}
          >
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
