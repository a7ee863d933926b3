/** The way to a new password: the answer is the same whether the address is known or not. */
import '../theme/mantine-dialog.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'

export function FindPassword({ email: given, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [email, setEmail] = useState(given)
  const [message, setMessage] = useState<string>()
  const submit = async () => setMessage((await api.session.forgotPassword({ body: { email } })).message)
  return (
    <FormModal
      title={t('session.findPassword')}
      submit={t('session.sendPassword')}
      onSubmit={submit}
      onClose={onClose}
      disabled={message !== undefined}
    >
      {message === undefined ? (
        <TextInput label={t('session.email')} value={email} onChange={(event) => setEmail(event.target.value)} data-autofocus />
      ) : (
        <p role="status">{message}</p>
      )}
    </FormModal>
  )
}
