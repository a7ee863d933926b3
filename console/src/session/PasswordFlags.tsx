/** What follows sign-in when the password is weak, about to expire, or must be changed (specification 1 §4). */
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { useServices, useSession } from '../app/services.ts'
import { Button } from '../ui/Button.tsx'
import dialogStyles from '../form/dialog.module.css'

const PasswordModal = lazyPart(() => import('./password.modal.tsx').then((module) => module.PasswordModal))

export function PasswordFlags() {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const { weakPwd, expireSoon, forceChange } = useSession().user
  const [asked, setAsked] = useState(false)
  const [changing, setChanging] = useState(false)
  const leave = () => {
    void api.session.logout().catch(() => undefined)
    session.set(undefined)
  }
  if (forceChange) return <PasswordModal hint={t('session.forced')} thenSignOut onClose={leave} />
  if (changing) return <PasswordModal thenSignOut={expireSoon} onClose={() => setChanging(false)} />
  if (asked || (!weakPwd && !expireSoon)) return null
  const kind = weakPwd ? 'weak' : 'expire'
  return (
    <Modal
      opened
      onClose={() => setAsked(true)}
      title={t(`session.${kind}Title`)}
      size="400px"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p style={{ margin: 0 }}>{t(`session.${kind}Ask`)}</p>
      <div className={dialogStyles.modalFoot}>
        <Button size="medium" onClick={() => setAsked(true)}>
          {t('session.later')}
        </Button>
        <Button
          look="primary"
          size="medium"
          onClick={() => {
            setAsked(true)
            setChanging(true)
          }}
        >
          {t('session.changeNow')}
        </Button>
      </div>
    </Modal>
  )
}
