/** The own account: name, phone, the language of mails, and the password (specification 2 §2, §5). */
import { unreadDomain } from '@endcap/contract/members'
import { languages, type Language } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renewSession, useServices, useSession } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Password } from '../form/Password.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { PlainField } from '../form/refused-field.tsx'
import { notifyDone } from '../ui/notify.ts'
import { firstWrong } from './draft.ts'
import { Hint } from '../ui/Hint.tsx'
import { NativeSelect } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'
import styles from './members.module.css'

const languageNames: Record<Language, string> = { en_US: 'English', ja_JP: '日本語', ko_KR: '한국어' }

export function SelfModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const services = useServices()
  const { api } = services
  const { user } = useSession()
  const [draft, setDraft] = useState({
    name: user.name,
    mobile: user.mobile,
    language: user.language ?? '',
    oldPassword: '',
    password: '',
    retype: '',
  })
  const [typed, setTyped] = useState(false)
  const { data } = useQuery({
    queryKey: ['self'],
    queryFn: ({ signal }) => api.members.account({ params: { email: 'me' } }, { signal }),
    gcTime: 0,
  })
  const [version, setVersion] = useState<number>()
  // The one that is read first: with it the server finds what another account changed since.
  if (version === undefined && data !== undefined) setVersion(data.version)
  const field = (name: 'name' | 'mobile' | 'oldPassword' | 'password' | 'retype') => ({
    field: name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped(true)
      setDraft({ ...draft, [name]: event.target.value })
    },
  })
  const submit = async () => {
    const { name, mobile, language, oldPassword, password, retype } = draft
    const wrong = firstWrong({ email: user.email, name, password, retype }, { isNew: false })
    if (wrong !== undefined) throw new Error(t(`session.signup.${wrong}`))
    await api.members.update({
      body: {
        email: user.email,
        name,
        mobile,
        language: languages.find((one) => one === language) ?? null,
        ...(password !== '' && { password, oldPassword }),
        ...(version !== undefined && { version }),
      },
    })
    await renewSession(services)
    void notifyDone(t, t('state.done.saved', { name: t('members.self.title') }))
    onClose()
  }
  return (
    <FormModal
      title={t('members.self.title')}
      submit={t('common.save')}
      problemTitle={t('members.self.problem')}
      onSubmit={submit}
      onClose={onClose}
      unsaved={typed}
    >
      <TextInput label={t('members.column.name')} autoComplete="name" {...field('name')} data-autofocus />
      <TextInput
        label={t('members.column.email')}
        description={user.email.endsWith(unreadDomain) ? t('members.self.unread') : undefined}
        value={user.email}
        readOnly
      />
      <TextInput label={t('members.column.mobile')} type="tel" autoComplete="tel" {...field('mobile')} />
      <LanguageField
        language={draft.language}
        onChange={(language) => {
          setTyped(true)
          setDraft({ ...draft, language })
        }}
      />
      {user.adfs ? (
        <Hint>{t('error.third-party-sign-in')}</Hint>
      ) : (
        <fieldset className={styles.memberPassword}>
          <legend>{t('members.self.password')}</legend>
          <Password label={t('session.oldPassword')} autoComplete="current-password" {...field('oldPassword')} />
          <Password label={t('session.newPassword')} autoComplete="new-password" {...field('password')} />
          <Password label={t('session.retype')} autoComplete="new-password" {...field('retype')} />
        </fieldset>
      )}
    </FormModal>
  )
}

/** The language of mails; empty: that of the stores. */
function LanguageField({ language, onChange }: { language: string; onChange: (language: string) => void }) {
  const { t } = useTranslation()
  return (
    <label className={dialogStyles.memberField}>
      <span>{t('members.self.language')}</span>
      <PlainField field="language">
        {(attributes) => (
          <NativeSelect {...attributes} value={language} onChange={(event) => onChange(event.target.value)}>
            <option value="">{t('members.self.asStores')}</option>
            {languages.map((one) => (
              <option key={one} value={one}>
                {languageNames[one]}
              </option>
            ))}
          </NativeSelect>
        )}
      </PlainField>
    </label>
  )
}
