/** An administrator who must set up a second factor before anything else: the dialog, and the way out. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renewSession, useServices } from '../app/services.ts'
import { Brand, SignInFrame } from '../session/index.ts'
import { SwitchOn } from './second-factor.modal.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'

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
        <Button look="primary" type="submit" size="large" fullWidth>
          {t('secondFactor.setUp')}
        </Button>
        <div className={helpers.links}>
          <Button look="ghost" style={{ padding: 0 }} onClick={leave}>
            {t('session.signOut')}
          </Button>
        </div>
      </form>
      {open && <SwitchOn onClose={close} />}
    </SignInFrame>
  )
}
