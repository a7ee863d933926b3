/** The second step of signing in: a code of the app, or a recovery code. */
import { CallError } from '@endcap/contract/client'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useServices } from '../app/services.ts'
import { Brand, SignInProblem } from './SignInFrame.tsx'
import { Button } from '../ui/Button.tsx'
import { TextInput } from '../form/TextInput.tsx'
import helpers from '../ui/helpers.module.css'

interface Props {
  challenge: string
  /** Back to the first step, with what there is to say. */
  onBack: (problem?: string) => void
}

export function SecondStep({ challenge, onBack }: Props) {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setProblem(t('secondFactor.enterCode'))
    setBusy(true)
    setProblem(undefined)
    return api.secondFactor
      .verify({ body: { challenge, code } })
      .then(({ accessToken: _, ...user }) => session.set({ user }))
      .catch((error: unknown) => {
        const text = errorText(error, t)
        // Nothing but the first step helps when the challenge is over, or the account locked.
        if (error instanceof CallError && error.answer.code !== 'code-wrong') onBack(text)
        else setProblem(text)
      })
      .finally(() => setBusy(false))
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Brand />
      <h1>{t('secondFactor.step')}</h1>
      <p style={{ margin: 0 }}>{t('secondFactor.stepText')}</p>
      {problem !== undefined && <SignInProblem title={t('session.loginError')} text={problem} />}
      <TextInput
        label={t('secondFactor.code')}
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoFocus
      />
      <Button look="primary" type="submit" size="large" busy={busy} fullWidth>
        {t('session.signIn')}
      </Button>
      <div className={helpers.links}>
        <Button look="ghost" style={{ padding: 0 }} onClick={() => onBack()}>
          {t('session.haveAccount')}
        </Button>
      </div>
    </form>
  )
}
