/** An administrator who must set up a second factor before anything else: the dialog, and the way out. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renewSession, useServices } from '../app/services.ts'
import { Brand, SignInFrame } from '../session/index.ts'
import { SwitchOn } from './second-factor.modal.tsx'

export function SetUpFactor() {
  const { t } = useTranslation()
  const services = useServices()
  const { api, session } = services
  const [open, setOpen] = useState(true)
  /** On to the console, once it is set up. */
  const close = () => {
    setOpen(false)
    void renewSession(services)
  }
  const leave = () => {
    void api.session.logout().catch(() => undefined)
    session.set(undefined)
  }
  return (
    <SignInFrame>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Brand />
        <h1>{t('secondFactor.dueTitle')}</h1>
        <p style={{ margin: 0 }}>{t('secondFactor.dueText')}</p>
        <Button type="submit" size="sm" fullWidth>
          {t('secondFactor.setUp')}
        </Button>
        <div className="links">
          <button type="button" className="btn ghost" style={{ padding: 0 }} onClick={leave}>
            {t('session.signOut')}
          </button>
        </div>
      </form>
      {open && <SwitchOn onClose={close} />}
    </SignInFrame>
  )
}
