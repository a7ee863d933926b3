/**
 * Specification 2 §8: when the roles cannot be loaded, an Error dialog, and then the way out. Reads are tried again by themselves before it
 * comes to that, and once more on demand; who may not read them (any more) is told so and stays signed in.
 */
import { CallError } from '@endcap/contract/client'
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText, useServices } from '../app/services.ts'
import { setSignInNotice } from '../app/sign-in-notice.ts'
import { Message } from './Message.tsx'
import { Button } from './Button.tsx'
import dialogStyles from '../form/dialog.module.css'
import helpers from './helpers.module.css'

export function LoadFailure({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const text = errorText(error, t)
  if (error instanceof CallError && (error.status === 403 || error.status === 0))
    return (
      <Message role="alert">
        <span className={helpers.grow}>{text}</span>
        <Button onClick={retry}>{t('common.retry')}</Button>
      </Message>
    )
  const leave = () => {
    void api.session.logout().catch(() => undefined)
    setSignInNotice('ended')
    session.set(undefined)
  }
  return (
    <Modal opened onClose={leave} title={t('common.error')} size="400px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <p role="alert" style={{ margin: 0 }}>
        {text}
      </p>
      <div className={dialogStyles.modalFoot}>
        <Button size="medium" onClick={retry}>
          {t('common.retry')}
        </Button>
        <Button look="primary" size="medium" onClick={leave} data-autofocus>
          {t('session.signOut')}
        </Button>
      </div>
    </Modal>
  )
}
