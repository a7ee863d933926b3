/** What is asked before it is done to a member: unlocking, a new password, deleting. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Choices } from '../form/Choices.tsx'
import { notifyDone } from '../ui/notify.ts'
import { SecretReveal } from '../ui/SecretReveal.tsx'
import { useMember, useMemberOverview } from './use-members.ts'

interface Props {
  email: string
  name: string
  close: (changed: boolean) => void
}

/** Tells that it is done, and closes. */
function useDone(close: Props['close'], what: string) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: ['members'] })
    void notifyDone(t, what)
    close(true)
  }
}

export function UnlockMember({ email, name, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const done = useDone(close, t('members.unlock.done', { name }))
  return (
    <FormModal
      title={t('members.unlock.title', { name })}
      submit={t('members.action.unlock')}
      onSubmit={() => api.members.unlock({ body: { email } }).then(done)}
      onClose={() => close(false)}
    >
      <p style={{ margin: 0 }}>{t('members.unlock.text')}</p>
    </FormModal>
  )
}

export function DeleteMember({ email, name, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useMember(email)
  const { data: overview } = useMemberOverview()
  // Who has signed up and never came in is refused with that.
  const refuses = data?.approved === false && data.lastLoginAt === null && overview?.mail === true
  const done = useDone(close, t('state.done.removed', { name }))
  return (
    <FormModal
      title={t('members.delete.title', { name })}
      submit={t('members.action.delete')}
      onSubmit={() => api.members.remove({ params: { email } }).then(done)}
      onClose={() => close(false)}
      danger
    >
      <p style={{ margin: 0 }}>{t(`members.delete.${refuses ? 'waiting' : 'text'}`, { email })}</p>
    </FormModal>
  )
}

/** For a member who has lost the phone. */
export function ResetFactor({ email, name, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const done = useDone(close, t('members.factor.done', { name }))
  return (
    <FormModal
      title={t('members.factor.title', { name })}
      submit={t('members.action.factor')}
      onSubmit={() => api.secondFactor.reset({ body: { email } }).then(done)}
      onClose={() => close(false)}
      danger
    >
      <p style={{ margin: 0 }}>{t('members.factor.text')}</p>
    </FormModal>
  )
}

/** A temporary password, by mail or shown here once. */
export function ResetPassword({ email, name, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useMemberOverview()
  const mail = data?.mail === true
  const [chosen, setChosen] = useState<'mail' | 'show'>()
  const [password, setPassword] = useState<string>()
  const done = useDone(close, t('members.reset.done', { name }))
  const way = chosen ?? (mail ? 'mail' : 'show')
  const submit = async () => {
    const answer = await api.members.reset({ body: { email, show: way === 'show' } })
    if (answer.password === undefined) return done()
    return setPassword(answer.password)
  }
  if (password !== undefined)
    return (
      <FormModal title={t('members.reset.title', { name })} submit="" onSubmit={async () => undefined} onClose={() => close(true)} readOnly>
        <SecretReveal text={t('members.reset.shownNow', { name })} secrets={[password]} />
      </FormModal>
    )
  return (
    <FormModal
      title={t('members.reset.title', { name })}
      submit={t('members.action.reset')}
      onSubmit={submit}
      onClose={() => close(false)}
      disabled={data === undefined}
    >
      <p style={{ margin: 0 }}>{t('members.reset.text')}</p>
      <Choices
        name="way"
        legend={t('members.reset.way')}
        tall
        options={[
          { value: 'mail', label: t(mail ? 'members.reset.mail' : 'members.reset.noMail', { email }), disabled: !mail },
          { value: 'show', label: t('members.reset.show') },
        ]}
        value={way}
        onChoose={setChosen}
      />
    </FormModal>
  )
}
