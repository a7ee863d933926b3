/** The way to a new password: the answer is the same whether the address is known or not. */
import '../theme/mantine-dialog.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { buttonClass } from '../ui/button-class.ts'

export function FindPassword({ email: given, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [email, setEmail] = useState(given)
  const [asked, setAsked] = useState(false)
  const submit = async () => {
    await api.session.forgotPassword({ body: { email } })
    setAsked(true)
  }
  return (
    <FormModal title={t('session.findPassword')} submit={t('session.sendPassword')} onSubmit={submit} onClose={onClose} disabled={asked}>
      {asked ? (
        <p role="status" style={{ margin: 0 }}>
          {t('session.mailOnWay')}
        </p>
      ) : (
        <TextInput
          field="email"
          label={t('session.email')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          data-autofocus
        />
      )}
      <a
        href={`#${paths.password}`}
        className={buttonClass('ghost')}
        style={{ padding: 0, alignSelf: 'flex-start', textDecoration: 'none' }}
      >
        {t('session.haveCode')}
      </a>
    </FormModal>
  )
}
