/** Changes the own password; afterwards the person signs in anew when `thenSignOut` says so. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Password } from '../form/Password.tsx'
import { notifyDone } from '../ui/notify.ts'
import { setSignInNotice } from '../app/sign-in-notice.ts'

export function PasswordModal({ onClose, thenSignOut = false, hint }: { onClose: () => void; thenSignOut?: boolean; hint?: string }) {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const [oldPassword, setOld] = useState('')
  const [password, setNew] = useState('')
  const [retype, setRetype] = useState('')
  const submit = async () => {
    if (password.trim() === '') throw new Error(t('session.signup.password'))
    if (password !== retype) throw new Error(t('session.signup.match'))
    await api.session.changePassword({ body: { oldPassword, password } })
    if (thenSignOut) {
      void api.session.logout().catch(() => undefined)
      setSignInNotice('changed')
      session.set(undefined)
    } else {
      const current = session.get()
      if (current !== undefined)
        session.set({ ...current, user: { ...current.user, weakPwd: false, expireSoon: false, forceChange: false } })
      void notifyDone(t, t('state.done.password'))
    }
    onClose()
  }
  return (
    <FormModal
      title={t('session.changePassword')}
      submit={t('session.changeNow')}
      problemTitle={t('session.passwordProblem')}
      onSubmit={submit}
      onClose={onClose}
      size="400px"
    >
      {hint !== undefined && <p style={{ margin: 0 }}>{hint}</p>}
      <Password
        field="oldPassword"
        label={t('session.oldPassword')}
        autoComplete="current-password"
        value={oldPassword}
        onChange={(event) => setOld(event.target.value)}
        data-autofocus
      />
      <Password
        field="password"
        label={t('session.newPassword')}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setNew(event.target.value)}
      />
      <Password
        label={t('session.retype')}
        autoComplete="new-password"
        value={retype}
        onChange={(event) => setRetype(event.target.value)}
      />
    </FormModal>
  )
}
