/** The own second factor: switched on with an authenticator app, or off. */
import type { Contract } from '@endcap/contract'
import type { ResultOf } from '@endcap/contract/endpoint'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Password } from '../form/Password.tsx'
import { SecretReveal } from '../ui/SecretReveal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { notifyDone } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import hintStyles from '../ui/Hint.module.css'
import styles from './second-factor.module.css'

type Enrolment = ResultOf<Contract['secondFactor']['enrol']>

export function SecondFactorModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['second factor'],
    queryFn: ({ signal }) => api.secondFactor.status({}, { signal }),
    gcTime: 0,
  })
  if (query.data === undefined)
    return (
      <Modal opened onClose={onClose} title={t('secondFactor.title')} closeButtonProps={{ 'aria-label': t('common.close') }}>
        <Problem query={query} />
        {query.error === null && <Skeleton style={{ height: 90 }} />}
      </Modal>
    )
  const { enabled, required, recoveryCodesLeft: left } = query.data
  if (!enabled) return <SwitchOn onClose={onClose} />
  return required ? <StaysOn left={left} onClose={onClose} /> : <SwitchOff left={left} onClose={onClose} />
}

/** For who has none: the password, the code to scan, its first answer, the recovery codes. */
export function SwitchOn({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()
  const title = t('secondFactor.title')
  if (codes !== undefined)
    return (
      <FormModal title={title} submit="" onSubmit={async () => undefined} onClose={onClose} readOnly size="520px">
        <SecretReveal text={t('secondFactor.recovery')} secrets={codes} />
      </FormModal>
    )
  if (enrolment === undefined)
    return (
      <FormModal
        title={title}
        submit={t('secondFactor.next')}
        onSubmit={async () => setEnrolment(await api.secondFactor.enrol({ body: { password } }))}
        onClose={onClose}
        disabled={password === ''}
      >
        <p style={{ margin: 0 }}>{t('secondFactor.about')}</p>
        <Password
          field="password"
          label={t('session.oldPassword')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          data-autofocus
        />
      </FormModal>
    )
  return (
    <FormModal
      key="confirm"
      title={title}
      submit={t('secondFactor.switchOn')}
      onSubmit={async () => setCodes((await api.secondFactor.confirm({ body: { code } })).recoveryCodes)}
      onClose={onClose}
      disabled={code.trim() === ''}
      size="520px"
    >
      <div className={styles.factorSecret}>
        <QrCode rows={enrolment.qr} label={t('secondFactor.qr')} />
        <div>
          <p>{t('secondFactor.scan')}</p>
          <small className={hintStyles.hint}>{t('secondFactor.byHand')}</small>
          <code>{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </div>
      </div>
      <TextInput
        field="code"
        label={t('secondFactor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        data-autofocus
      />
    </FormModal>
  )
}

/** Where administrators need one. */
function StaysOn({ left, onClose }: { left: number; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormModal title={t('secondFactor.title')} submit="" onSubmit={async () => undefined} onClose={onClose} readOnly>
      <p style={{ margin: 0 }}>{t('secondFactor.isOn', { count: left })}</p>
      <p style={{ margin: 0 }}>{t('error.second-factor-needed')}</p>
    </FormModal>
  )
}

function SwitchOff({ left, onClose }: { left: number; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const submit = async () => {
    await api.secondFactor.disable({ body: { password, code } })
    void notifyDone(t, t('state.done.factorOff'))
    onClose()
  }
  return (
    <FormModal title={t('secondFactor.title')} submit={t('secondFactor.switchOff')} onSubmit={submit} onClose={onClose} danger>
      <p style={{ margin: 0 }}>{t('secondFactor.isOn', { count: left })}</p>
      <Password
        field="password"
        label={t('session.oldPassword')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextInput
        field="code"
        label={t('secondFactor.code')}
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormModal>
  )
}
